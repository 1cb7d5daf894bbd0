# Each target creates the environment first if it is not there; `make help` says what each does.
PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
RUNTIME := $(VENV)/.runtime
DEV := $(VENV)/.dev
SOURCES := rules renderer bot sandbox sparring bench testbed tests scripts

# the tests start some hundred processes, which load compiled modules in half the time
export PYTHONDONTWRITEBYTECODE :=

# what broke off is begun anew: a .venv whose Python has no pip would stay as it is
.DELETE_ON_ERROR:
.PHONY: help run sparring test coverage check format messages translated bench drill planted fuzz ladder lock clean

help:  ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "%-10s %s\n", $$1, $$2 }' Makefile

run: $(RUNTIME)  ## the bot: on Discord with a token in .env, else on a sandbox to try it in
	$(PY) -m bot $(ARGS)

sparring: $(RUNTIME)  ## adds what levels 3 to 6 of the computer opponent need; without it there are 1 and 2
	$(PY) -m pip install --quiet --disable-pip-version-check --require-hashes -r constraints-sparring.txt

# a folder in memory with room for the databases of the tests, which then wait for no disk
MEMORY := $(shell df --output=avail,target -BG /dev/shm 2>/dev/null | awk '$$1 + 0 >= 4 { print $$2 }')

test: $(DEV)  ## every test but the long drills: about ten minutes on two cores with nothing else to do
	# three on two cores: many tests wait for a process or a clock most of the time
	TMPDIR=$(or $(MEMORY),$(TMPDIR),/tmp) $(PY) -m pytest -n 3 --dist worksteal

coverage: $(DEV)  ## the same tests, and what they reach: half as long again
	$(PY) -m pytest -n 2 --cov --cov-report=term:skip-covered

check: $(DEV)  ## format, lint, types, imports, known vulnerabilities; counts missing translations
	$(VENV)/bin/ruff format --check $(SOURCES)
	$(VENV)/bin/ruff check --no-cache $(SOURCES)
	$(VENV)/bin/mypy
	$(VENV)/bin/lint-imports
	$(PY) scripts/catalogue.py --count
	$(PY) scripts/audit.py constraints.txt constraints-dev.txt

format: $(DEV)  ## formats, and mends what the linter can mend
	$(VENV)/bin/ruff format $(SOURCES)
	$(VENV)/bin/ruff check --fix $(SOURCES)

messages: $(DEV)  ## merges new and changed messages into the translation catalogues; ARGS names some
	$(PY) scripts/catalogue.py $(ARGS)

translated: $(DEV)  ## lists what the catalogues miss, and fails if that is anything: before a release
	$(PY) scripts/catalogue.py --complete $(ARGS)

bench: $(DEV)  ## the figures of docs/performance.md, compared with targets and the last run; ARGS names subjects, --record records
	$(PY) -m bench $(ARGS)

drill: $(DEV)  ## the long drills of docs/reliability.md: hours
	$(PY) -m pytest -m drill -p no:randomly -s tests

planted: $(DEV)  ## plants small defects in a copy, one at a time, and counts those that tests notice; ARGS names some
	$(PY) -m testbed.planted_defects $(ARGS)

fuzz: $(DEV)  ## fuzzing led by coverage
	$(PY) -m testbed.fuzz.guided $(ARGS)

ladder: $(DEV)  ## lets the levels of the computer opponent play each other
	$(PY) -m sparring ladder $(ARGS)

lock: $(DEV)  ## writes the lists of pinned versions anew
	scripts/lock.sh

$(VENV)/bin/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or later is needed; set PYTHON=python3.11, for instance")'
	$(PYTHON) -m venv $(VENV)

$(RUNTIME): $(VENV)/bin/python constraints.txt pyproject.toml
	$(PY) -m pip install --quiet --disable-pip-version-check --require-hashes -r constraints.txt
	$(PY) -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	touch $@

$(DEV): $(VENV)/bin/python constraints-dev.txt pyproject.toml
	$(PY) -m pip install --quiet --disable-pip-version-check --require-hashes -r constraints-dev.txt
	$(PY) -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	touch $@ $(RUNTIME)

clean:  ## removes the environment and what was built
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
