"""Builds the extension modules: every .pyx below the packages, found, not listed.

Environment: ``HEOROT_DEBUG=1`` turns assertions, invariants and bounds checks on,
``HEOROT_NATIVE=1`` tunes for this very processor, ``HEOROT_WERROR=0`` lets compiler warnings pass,
``HEOROT_JOBS`` says how many files are compiled at a time (default: one a processor),
``HEOROT_SANITIZE=1`` is the debug build under AddressSanitizer and UndefinedBehaviorSanitizer,
``HEOROT_OPTIMIZE=1`` compiles faster, for when only that it builds is of interest,
``HEOROT_COMPILE=0`` installs without compiling, for where ``build_ext --inplace`` follows.
"""

import os
import tomllib
from pathlib import Path

import numpy
from Cython.Build import cythonize
from Cython.Compiler import Options
from setuptools import Extension, setup

ROOT = Path(__file__).parent
SANITIZE = os.environ.get("HEOROT_SANITIZE", "0") == "1"
DEBUG = SANITIZE or os.environ.get("HEOROT_DEBUG", "0") == "1"
KIND = "sanitize" if SANITIZE else "debug" if DEBUG else "release"
JOBS = int(os.environ.get("HEOROT_JOBS", os.cpu_count() or 1))

with (ROOT / "pyproject.toml").open("rb") as file:
    PACKAGES = tomllib.load(file)["tool"]["setuptools"]["packages"]

flags = ["-Wall", "-Wextra", "-Wno-unused-function", "-Wno-unused-parameter",
         "-Wno-missing-field-initializers", "-Wno-cast-function-type"]
if SANITIZE:
    flags += ["-O1", "-g1", "-fsanitize=address,undefined", "-fno-sanitize-recover=undefined",
              "-fno-omit-frame-pointer"]
elif DEBUG:
    # Bounds of C arrays: the trap needs no runtime library, so any interpreter can load the module.
    flags += ["-O1", "-g", "-fsanitize=bounds,shift,signed-integer-overflow",
              "-fsanitize-undefined-trap-on-error", "-fno-omit-frame-pointer"]
else:
    flags += [f"-O{os.environ.get('HEOROT_OPTIMIZE', '3')}", "-fno-math-errno"]
if os.environ.get("HEOROT_NATIVE", "0") == "1":
    flags += ["-march=native"]
if os.environ.get("HEOROT_WERROR", "1") == "1":
    flags += ["-Werror"]
    Options.warning_errors = True

extensions = [
    Extension(
        ".".join(path.relative_to(ROOT).with_suffix("").parts),
        [str(path.relative_to(ROOT))],
        include_dirs=[numpy.get_include()],
        define_macros=[("HEOROT_DEBUG", str(int(DEBUG))),
                       ("NPY_NO_DEPRECATED_API", "NPY_2_0_API_VERSION")],
        extra_compile_args=flags,
        extra_link_args=["-fsanitize=address,undefined"] if SANITIZE else [],
    )
    for package in PACKAGES
    for path in sorted((ROOT / package.replace(".", "/")).glob("*.pyx"))
]

if os.environ.get("HEOROT_COMPILE", "1") == "0":
    extensions = []

setup(
    options={"build_ext": {"parallel": JOBS}},
    ext_modules=cythonize(
        extensions,
        build_dir=f"build/{KIND}-c",
        include_path=[str(ROOT)],
        nthreads=JOBS,
        compiler_directives={
            "language_level": "3",
            "boundscheck": DEBUG,
            "wraparound": False,
            "initializedcheck": DEBUG,
            "cdivision": True,
            "embedsignature": True,
            "embedsignature.format": "python",
            "freethreading_compatible": False,
        },
    ),
)
