# All targets need make and Python 3.11 or newer. Everything else is installed in .venv.

PYTHON ?= python3
BIN := .venv/bin
TYPESCRIPT := typescript@5.9

# Installs packages of Debian, if this is root and there is apt-get.
install = { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get update -qq \
	&& DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends $(1) >/dev/null; }

.PHONY: setup services run test lint docs bench screenshots animation mutants clean

setup: .venv/.ready

# PIP_CONSTRAINT and PIP_BUILD_CONSTRAINT pin the build backend too, the first for older releases of pip.
.venv/.ready: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Pitboss needs Python 3.11 or newer; set PYTHON=...")'
	@echo "Installing into .venv: some minutes, about 1.3 GB"
	$(PYTHON) -m venv .venv
	PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_CONSTRAINT=constraints.txt PIP_BUILD_CONSTRAINT=constraints.txt \
		$(BIN)/python -m pip install --quiet -c constraints.txt -e '.[dev]'
	find tests -name __pycache__ -type d -prune -exec rm -rf {} +  # pytest compiles tests according to its options
	@touch $@

# The house is tested on PostgreSQL and in Chromium too. Root can install them; otherwise those tests are skipped by name.
services:
	@ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null || $(call install,postgresql) \
		|| echo "absent: PostgreSQL, so the tests of tests/house that need it will be skipped"
	@command -v chromium >/dev/null || $(call install,chromium fonts-liberation) \
		|| echo "absent: Chromium, so the tests of tests/browser will be skipped"

PORT ?= 8000

run: setup  # make run PORT=8001 if another program has the port
	@$(BIN)/python -m pitboss.cli serve --port $(PORT)

# Tests start many processes, which would compile every module anew if they could not keep it.
test: setup services
	@env -u PYTHONDONTWRITEBYTECODE $(BIN)/python -m pytest -n 2 --dist worksteal
	@echo "Passed: every test of tests/ and every example in the docstrings of src/pitboss/."

lint: setup
	@$(BIN)/python -m ruff check .
	@$(BIN)/python -m ruff format --check .
	@$(BIN)/python -m mypy
	@if command -v tsc >/dev/null; then tsc -p tsconfig.json; \
		elif npx --yes --package $(TYPESCRIPT) tsc --version >/dev/null 2>&1; then \
			npx --yes --package $(TYPESCRIPT) tsc -p tsconfig.json; \
		else echo "skipped: the types of the page's modules, since there is no node or no TypeScript"; fi

# The site of build/site: it needs no network, and a broken link is an error. The house serves it at /docs/.
docs: setup
	@echo "Building the site: about a minute"
	@NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict  # not --quiet, which hides warnings from --strict
	@echo "Built: build/site. Open build/site/index.html, or /docs/ of a house."

# Peers for comparison are installed if possible. The benchmark names those that are absent.
bench: setup
	-@for peer in phevaluator treys eval7 pokerkit rlcard open_spiel pgx; do PIP_DISABLE_PIP_VERSION_CHECK=1 \
		$(BIN)/python -m pip install --quiet -c constraints.txt --only-binary :all: $$peer 2>/dev/null \
		|| echo "absent: $$peer, which has no package for this machine"; done
	@$(BIN)/python bench/odds.py
	@$(BIN)/python bench/simulation.py
	@$(BIN)/python bench/gym.py
	@$(BIN)/python bench/engine.py
	@$(BIN)/python bench/house.py
	@$(BIN)/python bench/live.py

# Pictures of every screen of the page, in build/screenshots.
screenshots: setup services
	@PYTHONPATH=tests/helpers $(BIN)/python tests/browser/screenshots.py

# The moving picture of one hand and a still one for the README, in docs/pictures. Pillow comes with matplotlib.
animation: setup services
	@PYTHONPATH=tests/helpers $(BIN)/python tests/browser/animation.py

# Breaks the engine in small ways and runs the tests of the broken code. Takes most of an hour on two cores.
mutants: setup
	@$(BIN)/python -m mutants

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis build dist
	find src tests bench handbook mutants -name __pycache__ -type d -prune -exec rm -rf {} +
