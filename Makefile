# Every target makes .venv when it is missing or older than pyproject.toml; nothing else is needed.
PYTHON ?= python3
BIN := .venv/bin
ARGS ?=

.PHONY: setup demo test check format eval bench clean
.DEFAULT_GOAL := help

.PHONY: help
help:
	@echo "make demo    play an incident in a local Slack workspace (ARGS=--headless prints it)"
	@echo "make setup   install into .venv, for negmem itself and for work on it"
	@echo "make test    run all tests"
	@echo "make check   format, lint, types, import contracts"
	@echo "make format  format, and mend what can be"
	@echo "make eval    the figures for reading and matching, on every corpus"
	@echo "make bench   the speed figures, as ratios"

.venv/.ready: pyproject.toml
	@$(PYTHON) -c 'import sys; v = sys.version_info; sys.exit(0 if v >= (3, 11) else "negmem needs Python 3.11 or newer, this is %d.%d: name another with PYTHON=python3.12" % v[:2])'
	@echo "Installing into .venv: a minute or two, once."
	@$(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

setup: .venv/.ready

demo: .venv/.ready
	@$(BIN)/negmem demo $(ARGS)

# One worker for each core, four at most: the tests mostly wait for sockets. ARGS="-n 0" takes turns.
test: .venv/.ready
	$(BIN)/python -m pytest -n auto --maxprocesses 4 --dist worksteal $(ARGS)

check: .venv/.ready
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: .venv/.ready
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

eval: .venv/.ready
	$(BIN)/python -m tests.eval $(ARGS)

bench: .venv/.ready
	$(BIN)/python -m tests.bench $(ARGS)

clean:
	rm -rf .venv build *.egg-info .mypy_cache .ruff_cache .pytest_cache
