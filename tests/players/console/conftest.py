"""Lets tests import `console_kit` by name; saves without waiting for the disk."""

import os
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture(autouse=True)
def _quick_saves(monkeypatch):
    monkeypatch.setattr(os, "fsync", lambda file: None)
