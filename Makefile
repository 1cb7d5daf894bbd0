# make run | sparring | test | coverage | check | bench | drill | fuzz | ladder. Each creates the environment first if it is not there.
PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
RUNTIME := $(VENV)/.runtime
DEV := $(VENV)/.dev
SOURCES := rules renderer bot sandbox sparring bench testbed tests scripts

.PHONY: help run sparring test coverage check format bench drill fuzz ladder lock clean

help:
	@sed -n '1p' Makefile

run: $(RUNTIME)
	$(PY) -m bot $(ARGS)

# Levels 3 to 6 of the computer opponent; without it the bot runs with levels 1 and 2.
sparring: $(RUNTIME)
	$(PY) -m pip install --quiet --disable-pip-version-check --require-hashes -r constraints-sparring.txt

test: $(DEV)
	# three on two cores: many tests wait for a process or a clock most of the time
	$(PY) -m pytest -n 3 --dist worksteal

# half as long again: measuring costs time
coverage: $(DEV)
	$(PY) -m pytest -n 2 --cov --cov-report=term:skip-covered

check: $(DEV)
	$(VENV)/bin/ruff format --check $(SOURCES)
	$(VENV)/bin/ruff check --no-cache $(SOURCES)
	$(VENV)/bin/mypy
	$(VENV)/bin/lint-imports
	$(PY) scripts/audit.py constraints.txt constraints-dev.txt

format: $(DEV)
	$(VENV)/bin/ruff format $(SOURCES)
	$(VENV)/bin/ruff check --fix $(SOURCES)

bench: $(DEV)
	$(PY) -m bench $(ARGS)

drill: $(DEV)
	$(PY) -m pytest -m drill -p no:randomly -s tests

fuzz: $(DEV)
	$(PY) -m testbed.fuzz.guided $(ARGS)

ladder: $(DEV)
	$(PY) -m sparring ladder $(ARGS)

lock: $(DEV)
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

clean:
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
