# All targets need make and Python 3.11 or newer. Everything else is installed in .venv, for each target what it needs.

PYTHON ?= python3
BIN := .venv/bin
TYPESCRIPT := typescript@5.9
unexport PYTHONDONTWRITEBYTECODE  # many processes are started, and each would compile every module anew

define setup
@$(PYTHON) -c 'import sys; v = sys.version.split()[0]; sys.exit(sys.version_info < (3, 11) and \
	"Pitboss needs Python 3.11 or newer, and $(PYTHON) is " + v + ". Name another: make PYTHON=python3.12 ...")'
@$(PYTHON) install.py $(1)
endef

# Installs packages of Debian, if this is root and there is apt-get.
install = { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && echo "Installing $(1)" && apt-get update -qq \
	&& DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends $(1) >/dev/null; }

.NOTPARALLEL:
.PHONY: setup services run test test-rest test-all flaky lint answers docs bench screenshots animation mutants clean

setup:
	$(call setup,dev)

# The house is tested on PostgreSQL and in Chromium too. Root can install them; otherwise those tests are skipped by name.
services:
	@ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null || $(call install,postgresql) \
		|| echo "absent: PostgreSQL, so the tests that need it will be skipped"
	@command -v chromium >/dev/null || $(call install,chromium fonts-liberation) \
		|| echo "absent: Chromium, so the tests of tests/browser will be skipped"

PORT ?= 8000
# Players of the house at a table: 2 in a house that this makes, and none in an older one. HOUSE_PLAYERS=N: N in any.
PLAYERS = $(if $(HOUSE_PLAYERS),--house-players $(HOUSE_PLAYERS),--house-players 2 --house-players-if-new)

run:  # make run PORT=8001 if another program has the port
	$(call setup,odds report serve terminal)
	@$(BIN)/python -m pitboss.cli serve --port $(PORT) $(PLAYERS)

# One worker more than there are cores, since some wait for a browser or a database.
WORKERS = $(shell $(PYTHON) -c 'import os; print(min(os.cpu_count() or 1, 8) + 1)')
PYTEST = $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -rfEs

# Every rule of the documents and every part of the house, in about ten minutes on two cores.
test: services
	$(call setup,test)
	@$(PYTEST) -m "not long"
	@echo "Passed: the tests of tests/ that are not marked as long."

# What test leaves out: packages, the site, fuzzing, long runs on simulated GPUs, processes that are killed, and more.
test-rest: services
	$(call setup,dev)
	@$(PYTEST) -m long
	@echo "Passed: the long tests."

test-all: test test-rest

# Looks for tests that fail by chance: the tests, RUNS times, with BUSY busy loops beside them; then each file alone, in a
# random order. Everything that failed is in build/flaky.
RUNS ?= 5
BUSY ?= 4
flaky: services
	$(call setup,test)
	@PYTHONPATH=tests/helpers $(BIN)/python tests/flaky.py --runs $(RUNS) --busy $(BUSY) --workers $(WORKERS)

lint:
	$(call setup,dev)
	@$(BIN)/python -m ruff check .
	@$(BIN)/python -m ruff format --check .
	@$(BIN)/python -m mypy
	@$(BIN)/python -m pitboss.protocol.declarations
	@if command -v tsc >/dev/null; then tsc -p tsconfig.json; \
		elif npx --yes --package $(TYPESCRIPT) tsc --version >/dev/null 2>&1; then \
			npx --yes --package $(TYPESCRIPT) tsc -p tsconfig.json; \
		else echo "skipped: the types of the page's modules, since there is no node or no TypeScript"; fi

# The figures of the documents' own rules, which the games ship as data. A test counts them again.
answers:
	$(call setup,odds)
	@$(BIN)/python -m pitboss.mathematics.answers

# The site of build/site: it needs no network, and a broken link is an error. The house serves it at /docs/.
docs:
	$(call setup,docs)
	@echo "Building the site: about a minute"
	@NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict  # not --quiet, which hides warnings from --strict
	@echo "Built: build/site. Open build/site/index.html, or /docs/ of a house."

# Peers for comparison are installed if possible. The benchmark names those that are absent.
bench:
	$(call setup,all bench)
	-@for peer in treys eval7 pokerkit rlcard open_spiel pgx; do $(BIN)/python -m pip install --quiet \
		-c constraints.txt --only-binary :all: $$peer 2>/dev/null \
		|| echo "absent: $$peer, which has no package for this machine"; done
	@$(BIN)/python bench/odds.py
	@$(BIN)/python bench/simulation.py
	@$(BIN)/python bench/gym.py
	@$(BIN)/python bench/engine.py
	@$(BIN)/python bench/house.py
	@$(BIN)/python bench/live.py

# Pictures of every screen of the page, in build/screenshots.
screenshots: services
	$(call setup,test)
	@PYTHONPATH=tests/helpers $(BIN)/python tests/browser/screenshots.py

# The moving picture of one hand and a still one for the README, in docs/pictures. Pillow comes with matplotlib.
animation: services
	$(call setup,test)
	@PYTHONPATH=tests/helpers $(BIN)/python tests/browser/animation.py

# Breaks the engine in small ways and runs the tests of the broken code. Takes most of an hour on two cores.
mutants:
	$(call setup,test)
	@$(BIN)/python -m mutants

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis build dist
	find src tests bench handbook mutants -name __pycache__ -type d -prune -exec rm -rf {} +
