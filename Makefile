# One way to run things. CI calls the same targets.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: setup demo test lint bench bench-large load fuzz eval lock clean

setup: $(READY)

$(READY): requirements.lock pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --requirement requirements.lock
	$(BIN)/python -m pip install --quiet --no-deps --editable .
	touch $@

# Three questions of different kinds and one that the tables cannot answer, on the demo company; then a file of another
# kind, which nobody described. No key, no server.
demo: setup
	@$(BIN)/arch-team ask "Was ist der Banksaldo per 31.12.2025?" --why
	@echo
	@$(BIN)/arch-team ask "Was the profit in 2025 higher than in 2024?"
	@echo
	@$(BIN)/arch-team ask "Umsatz 2025 pro Monat?"
	@echo
	@$(BIN)/arch-team ask "Wie hoch ist das Budget 2026?" || test $$? -eq 4
	@echo
	@$(BIN)/arch-team ask --file examples/orders.csv "How many orders are cancelled?"
	@echo
	@$(BIN)/arch-team ask --file examples/orders.csv "Which customer has the highest total amount?"

# On two cores two are quickest: since long tests begin first, a third process only takes turns with browsers and servers.
WORKERS ?= 2
test: setup tools
	$(BIN)/python -m pytest -n $(WORKERS)

# What would keep everybody waiting: measures on outside data (ARCH_TEAM_TEST_DATA), floods, very large inputs, killed
# databases; every crash on every database.
.PHONY: thorough
thorough: setup tools
	$(BIN)/python -m pytest -n $(WORKERS) -m thorough tests
	ARCH_TEAM_ALL_CRASHES=1 $(BIN)/python -m pytest -n $(WORKERS) tests/engine/test_crashes.py

# hledger checks the demo's balances independently. Without it, and without the right to install it, those tests say so
# and are skipped. chromium drives the page: ARCH_TEAM_BROWSER names another one; without any, those tests fail.
.PHONY: tools
tools:
	@command -v hledger >/dev/null || { apt-get update -qq && apt-get install -y -qq hledger >/dev/null; } \
		|| echo "hledger is not installed: the tests that need it will be skipped"
	@test -n "$$ARCH_TEAM_BROWSER" || command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null \
		|| command -v google-chrome >/dev/null \
		|| { apt-get update -qq && apt-get install -y -qq chromium-headless-shell >/dev/null; } \
		|| echo "chromium is not installed: set ARCH_TEAM_BROWSER to a Chrome or Chromium"

# The pictures of README and docs, from the running page.
.PHONY: screenshots
screenshots: setup tools
	$(BIN)/python -m tests.browser.screenshots docs/images

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/basedpyright
	$(BIN)/lint-imports

bench: setup
	$(BIN)/python -m bench

# Third-party questions on tables nobody prepared, without a model; needs ARCH_TEAM_TEST_DATA. A few minutes.
.PHONY: tables
tables: setup
	$(BIN)/python -m bench.tables

# What each step of a model's part gains and costs, beside a bare agent and text to SQL. Needs a model: MODEL, BASE_URL.
.PHONY: ablation
ablation: setup
	$(BIN)/python -m bench.ablation run --model $(MODEL) --base-url $(BASE_URL) --journal ablation.jsonl
	$(BIN)/python -m bench.ablation report ablation.jsonl

# Reading speed at fifty tables and 100,000 values, and a file of a million rows. Makes its own tables; a minute.
.PHONY: large-tables
large-tables: setup
	$(BIN)/python -m bench.large_tables

# What the guard approves that is wrong and blocks that is true, on third-party tables. Needs ARCH_TEAM_TEST_DATA.
.PHONY: guard-bench
guard-bench: setup
	$(BIN)/python -m bench.guard

# Documents: adding and searching among 20,000 passages against their bars; then ranking on every collection under
# ARCH_TEAM_TEST_DATA; then answers on manuals others wrote (fetched from Debian once). Half an hour.
.PHONY: documents-bench
documents-bench: setup
	$(BIN)/python -m bench.adding
	$(BIN)/python -m bench.retrieval
	$(BIN)/python -m bench.answering --manuals bench/manuals/unseen

# Duplicates among 100,000 requirements; most of the time goes into their vectors.
bench-large: setup
	$(BIN)/python -m bench.duplicates --large

# Processes killed at every point, on SQLite and on PostgreSQL; then three servers and three workers on one PostgreSQL,
# killed at random for ten minutes under load (SECONDS=60 for less).
.PHONY: crash
crash: setup
	ARCH_TEAM_ALL_CRASHES=1 $(BIN)/python -m pytest tests/engine/test_crashes.py tests/engine/test_sharing.py
	$(BIN)/python -m bench.crash $(SECONDS)

# Runs per second over HTTP with 1, 50 and 500 at once, on SQLite and PostgreSQL; a few minutes.
load: setup
	$(BIN)/python -m bench.load
	$(BIN)/python -m bench.load postgres

# What keeping a run costs in processor time beside a run inline; a minute.
.PHONY: kept
kept: setup
	$(BIN)/python -m bench.kept
	$(BIN)/python -m bench.kept postgres

# The server attacked as a stranger would: walks, bombs, slow clients, floods, kills, hostile names; some minutes.
.PHONY: attack
attack: setup
	$(BIN)/python -m bench.attack
	$(BIN)/python -m bench.attack postgres

fuzz: setup
	ARCH_TEAM_FUZZ_EXAMPLES=20000 $(BIN)/python -m pytest tests/featuredata/test_fuzz.py tests/featuredata/test_isolation.py

# The development questions. MODEL=name BASE_URL=http://… for a real model (takes long), else the embedded operator.
eval: setup
	$(BIN)/python -m arch_team.evals.development $(if $(MODEL),--model $(MODEL) --base-url $(BASE_URL))

# Needs uv. The lock names versions only, no index.
lock:
	uv pip compile pyproject.toml --group dev --group bench --group docs --extra postgres --universal --python-version 3.11 \
		--no-emit-index-url --no-header --quiet --output-file requirements.lock

clean:
	rm -rf $(VENV) .pytest_cache .ruff_cache .hypothesis

# The documentation as a site, in `site/`. The reference pages are made from the code first; a broken link fails.
.PHONY: docs
docs: setup
	$(BIN)/python docs/make_reference.py
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict --quiet

# The JSON Schema of semantic models, for editors.
.PHONY: schema
schema: setup
	$(BIN)/python -m arch_team.ontologies.yaml_model > docs/semantic-model.schema.json
