# make play [GAME=beowulf]   sets everything up, then plays
# make test                  sets everything up, runs all tests (release build, then debug build)
# make sanitize              contract and fuzz tests under AddressSanitizer and UBSan (gcc)
# make docs                  the site of the documentation, into build/docs
# make fuzz                  2,000 random games a number of seats, of each variant, debug build

PYTHON ?= python3
GAME ?= beowulf
VENV ?= .venv
BIN := $(VENV)/bin
HEOROT_FUZZ_GAMES ?= 200
TEST_PROCESSES ?= 2
DEBUG_LIB := build/debug
SANITIZE_LIB := build/sanitize

.PHONY: play test fuzz sanitize docs build debug lint types bench wheel clean

play: build
	@$(BIN)/heorot play $(GAME) $(ARGS)

test: build $(VENV)/.dev
	HEOROT_FUZZ_GAMES=20 $(BIN)/pytest -n $(TEST_PROCESSES)
	$(MAKE) fuzz HEOROT_FUZZ_GAMES=$(HEOROT_FUZZ_GAMES)

fuzz: HEOROT_FUZZ_GAMES = 2000
fuzz: debug $(VENV)/.dev
	PYTHONPATH=$(DEBUG_LIB) HEOROT_EXPECT_DEBUG=1 HEOROT_FUZZ_GAMES=$(HEOROT_FUZZ_GAMES) \
	    $(BIN)/pytest -n $(TEST_PROCESSES) -m fuzz -p no:cacheprovider

# Every warning is an error: a link that leads nowhere, a page that no list names.
docs: build $(VENV)/.docs
	$(BIN)/python -m sphinx -q -W --keep-going -b html docs build/docs
	@echo "see build/docs/index.html"

# The sanitizers' libraries must be loaded before Python. Python itself keeps memory at its end, and
# its own allocator would hide errors.
sanitize: HEOROT_FUZZ_GAMES = 2
sanitize: $(VENV)/.dev
	HEOROT_SANITIZE=1 $(BIN)/python setup.py -q build --build-lib $(SANITIZE_LIB) \
	    --build-temp build/sanitize-o
	LD_PRELOAD="$$(gcc -print-file-name=libasan.so) $$(gcc -print-file-name=libubsan.so)" \
	ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1 PYTHONMALLOC=malloc \
	PYTHONPATH=$(SANITIZE_LIB) HEOROT_EXPECT_DEBUG=1 HEOROT_FUZZ_GAMES=$(HEOROT_FUZZ_GAMES) \
	    $(BIN)/pytest -n $(TEST_PROCESSES) -p no:cacheprovider tests/contract/test_contract.py \
	    tests/contract/test_fuzz.py tests/core/test_python_state.py tests/core/test_rng.py

# The virtual environment with what running needs, then with what developing needs.
$(VENV)/.run: pyproject.toml setup.py
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	    { echo "Heorot needs Python 3.11 or newer; try: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	$(PYTHON) -m venv $(VENV) || \
	    { echo "python -m venv failed; on Debian and Ubuntu: apt install python3-venv"; exit 1; }
	$(BIN)/pip install -q --disable-pip-version-check "setuptools>=77" "cython>=3.1" "numpy>=2.0"
	HEOROT_COMPILE=0 $(BIN)/pip install -q --disable-pip-version-check --no-build-isolation -e .
	@touch $@

$(VENV)/.dev: $(VENV)/.run
	HEOROT_COMPILE=0 $(BIN)/pip install -q --disable-pip-version-check --no-build-isolation -e '.[dev]'
	@touch $@

$(VENV)/.docs: $(VENV)/.run
	HEOROT_COMPILE=0 $(BIN)/pip install -q --disable-pip-version-check --no-build-isolation -e '.[docs]'
	@touch $@

build: $(VENV)/.run
	@$(BIN)/python setup.py -q build_ext --inplace

debug: $(VENV)/.run
	HEOROT_DEBUG=1 $(BIN)/python setup.py -q build --build-lib $(DEBUG_LIB) --build-temp build/debug-o

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	PATH="$(BIN):$$PATH" $(BIN)/cython-lint core ai

types: build $(VENV)/.dev
	$(BIN)/mypy

bench: build $(VENV)/.dev
	$(BIN)/heorot bench
	$(BIN)/pytest bench --benchmark-columns=median,iqr,rounds

wheel: $(VENV)/.dev
	rm -rf dist
	$(BIN)/python -m build --no-isolation

clean:
	rm -rf build dist *.egg-info $(VENV)
	find core ai players tournaments bench -name '*.so' -delete
