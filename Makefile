# One way to run things. CI calls the same targets.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: setup demo test lint bench fuzz lock clean

setup: $(READY)

$(READY): requirements.lock pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --requirement requirements.lock
	$(BIN)/python -m pip install --quiet --no-deps --editable .
	touch $@

demo: setup
	$(BIN)/arch-team demo tour

test: setup tools
	$(BIN)/python -m pytest

# hledger checks the demo's balances independently. Without it, and without the right to install it, those tests say so
# and are skipped.
.PHONY: tools
tools:
	@command -v hledger >/dev/null || { apt-get update -qq && apt-get install -y -qq hledger >/dev/null; } \
		|| echo "hledger is not installed: the tests that need it will be skipped"

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/basedpyright
	$(BIN)/lint-imports

bench: setup
	$(BIN)/python -m bench

fuzz: setup
	ARCH_TEAM_FUZZ_EXAMPLES=20000 $(BIN)/python -m pytest tests/featuredata/test_fuzz.py tests/featuredata/test_isolation.py

# Needs uv. The lock names versions only, no index.
lock:
	uv pip compile pyproject.toml --group dev --extra postgres --universal --python-version 3.11 \
		--no-emit-index-url --no-header --quiet --output-file requirements.lock

clean:
	rm -rf $(VENV) .pytest_cache .ruff_cache .hypothesis
