"""Helpers for tests of the arena: commands in this process and in their own."""

import contextlib
import io
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

from tournaments.cli import main

SCRIPT = Path(__file__).with_name("odd_heorot.py")


def call(*args):
    """Run a command in this process; return (status, stdout, stderr)."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            status = main([str(arg) for arg in args]) or 0
        except SystemExit as error:
            status = error.code or 0
    return status, out.getvalue(), err.getvalue()


def start(*args, cwd, stdout=subprocess.PIPE, **env):
    """Start a command as a process with its own process group."""
    return subprocess.Popen(
        [sys.executable, str(SCRIPT), *map(str, args)],
        cwd=cwd, stdin=subprocess.DEVNULL, stdout=stdout, stderr=subprocess.PIPE,
        text=True, start_new_session=True,
        env={**os.environ, "NO_COLOR": "1", "COLUMNS": "100", **env},
    )  # fmt: skip


def run(*args, **more):
    """Run a command as a process; return (status, stdout, stderr)."""
    process = start(*args, **more)
    out, err = process.communicate(timeout=60)
    return process.returncode, out, err


def rows(path):
    """Return all rows of a journal, by number."""
    with contextlib.closing(sqlite3.connect(path)) as db:
        return db.execute("SELECT * FROM games ORDER BY number").fetchall()


def count(path):
    """Return how many games a journal that may be in use, or not there yet, holds."""
    if not os.path.exists(path):
        return 0
    try:
        with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as db:
            return db.execute("SELECT count(*) FROM games").fetchone()[0]
    except sqlite3.Error:
        return 0
