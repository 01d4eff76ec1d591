# Everything a developer or a visitor does with Numerica. `make help` lists the targets.

PYTHON ?= python3
PORT ?= 8000
HOST ?= 127.0.0.1
VENV := .venv
BIN := $(VENV)/bin
# What nobody imports need not be compiled: that halves the work.
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --no-compile
# One worker more than cores: tests of servers wait much. Browsers come in processes of their own:
# their server is forked and would inherit what others left.
WORKERS = 3
PYTEST = $(BIN)/python -m pytest --numprocesses=$(WORKERS) --dist=loadfile --no-loadscope-reorder --durations=30 --durations-min=5
# Their files are alike in cost: those with most tests begin.
BROWSERS = --numprocesses=2 --loadscope-reorder
SIDE_BY_SIDE = --no-print-directory --jobs=2 --output-sync
IF_ANY = $(if $(ARGS),|| test $$? -eq 5)
# The production shape, as `check --deploy` judges it; the key lives for this one command.
PRODUCTION = SITE_URL=https://numerica.example SECRET_KEY=$$($(BIN)/python -c "import secrets; print(secrets.token_urlsafe(64))") \
	STAFF_PATH=$$($(BIN)/python -c "import secrets; print(secrets.token_hex(16))")

# Each worker, and each server that a test starts, would compile all of the site where this is set.
export PYTHONDONTWRITEBYTECODE =

.DEFAULT_GOAL := help
.PHONY: help play test test-rest test-long faults lint types contracts deploy-check check pytest engine tools programs format bench bench-levels icons messages lock advisories clean

help:  ## list the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

play: $(VENV)/run.stamp  ## set everything up and serve the site (PORT=8000 HOST=127.0.0.1)
	@$(BIN)/python -m games.engine.build
	@$(BIN)/python manage.py play --host $(HOST) --port $(PORT)

test:  ## style, types, boundaries, tests; of what takes longer, some
	@$(MAKE) $(SIDE_BY_SIDE) tools
	@$(MAKE) $(SIDE_BY_SIDE) deploy-check types lint contracts
	@$(MAKE) --no-print-directory pytest

check: $(VENV)/dev.stamp  ## style, types, boundaries, and the tests that are quick
	@$(MAKE) $(SIDE_BY_SIDE) engine lint types contracts
	$(PYTEST) -m "not long and not slow and not system" --ignore=tests/browser $(ARGS) $(IF_ANY)

test-rest: engine tools  ## what `make test` leaves out of what guards main (a quarter of an hour)
	$(PYTEST) -m "rest and not long" --ignore=tests/browser $(ARGS) $(IF_ANY)
	$(PYTEST) -m "rest and not long" tests/browser $(BROWSERS) $(ARGS) $(IF_ANY)

# A part of it, PART=2/32: `.ci/run` takes another one with each commit.
PART = 1/1
test-long: export NUMERICA_LONG = 1
test-long: export NUMERICA_PART = $(PART)
test-long: engine tools  ## what repeats for certainty: long attacks, many games, every size (hours; PART=2/32)
	$(PYTEST) -m "long or wider" --ignore=tests/browser $(ARGS) $(IF_ANY)
	$(PYTEST) -m "long or wider" tests/browser $(BROWSERS) $(ARGS) $(IF_ANY)

# A plan that was run in part, SHARE=0.1, says so; ONLY some faults leaves what is known of the others. Kills and outages wait much for one another's servers.
SHARE = 1
faults: export NUMERICA_FAULTS = $(SHARE)
faults: export NUMERICA_FAULTS_ONLY = $(ONLY)
faults: engine tools  ## break the site in every planned way, write docs/faults.md (hours; SHARE=0.1 ONLY=F1,F4)
	$(BIN)/python -m pytest --numprocesses=$(WORKERS) --timeout=0 -o faulthandler_timeout=0 --ignore=tests/browser tests $(ARGS)

lint: $(VENV)/dev.stamp  ## style and common mistakes
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/djlint --lint --quiet templates
	$(BIN)/python .ci/templates
	$(BIN)/python .ci/words
	$(BIN)/python .ci/audit
	@! git grep -nE '^(<{7}|>{7}) ' # what a merge has left

types: $(VENV)/dev.stamp  ## types; strict on all of the site
	$(BIN)/mypy numerica_site games accounts ratings

contracts: $(VENV)/dev.stamp  ## who may import whom
	$(BIN)/lint-imports

deploy-check: engine  ## migrations complete, settings fit for production
	$(BIN)/python manage.py makemigrations --check --dry-run
	$(PRODUCTION) $(BIN)/python manage.py check --deploy --fail-level WARNING

pytest: engine  ## the tests alone; ARGS="-k name" picks some
	$(PYTEST) -m "not long and not rest" --ignore=tests/browser $(ARGS) $(IF_ANY)
	$(PYTEST) -m "not long and not rest" tests/browser $(BROWSERS) $(ARGS) $(IF_ANY)

engine: $(VENV)/dev.stamp  ## compile the searches, where that is possible
	@$(BIN)/python -m games.engine.build

tools: $(VENV)/dev.stamp programs  ## install what the tests of browsers, databases and HTML need, where that is possible
	@sh .ci/tools browser

programs:
	@sh .ci/tools

format: $(VENV)/dev.stamp  ## put the code into the house's format
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(VENV)/dev.stamp  ## measure; prints most tables of the README, writes most of docs/performance/ (three quarters of an hour)
	$(BIN)/python -m benchmarks
	$(BIN)/python -m benchmarks --hands
	$(BIN)/python -m benchmarks --pages --keep
	$(BIN)/python -m benchmarks --pushes --keep
	$(BIN)/python -m benchmarks --fanout --keep
	$(BIN)/python -m benchmarks --live --keep
	$(BIN)/python -m benchmarks --lighthouse

bench-levels: $(VENV)/dev.stamp  ## play the computer's levels against each other; goes on where it stopped
	$(BIN)/python -m benchmarks.levels

icons: $(VENV)/dev.stamp  ## draw static/icons again from the SVG files (needs a Chromium)
	$(BIN)/python .ci/icons.py

messages: $(VENV)/dev.stamp  ## collect every text to translate into locale/, and compile the translations (needs gettext)
	$(BIN)/python manage.py makemessages --locale=de --no-wrap --no-obsolete --add-location=file \
		--ignore=.venv --ignore='tests/*' --ignore='benchmarks/*' --ignore='var/*' --ignore='staticfiles/*'
	@sed -i '/^"POT-Creation-Date:/d' locale/*/LC_MESSAGES/django.po # a date alone would be a change
	$(BIN)/python manage.py compilemessages --locale=de --locale=en --ignore=.venv

lock:  ## make the lock files again from requirements*.in (needs uv)
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header -o requirements.txt requirements.in
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header -o requirements-dev.txt requirements-dev.in

# What the tool could not be told about a package counts as no answer (.ci/audit).
advisories: $(VENV)/dev.stamp  ## ask what is known against the locked packages, write advisories.toml (needs uv, a network)
	uvx pip-audit==2.10.1 --disable-pip --require-hashes --progress-spinner=off --desc=on --format=json \
		-r requirements-dev.txt | $(BIN)/python .ci/audit --take

clean:  ## remove what the other targets made; the data in var/ stays
	rm -rf $(VENV) build var/build .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis staticfiles
	find games -name '*.so' -delete

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Numerica needs Python 3.11 or newer.")'
	@$(PYTHON) -m venv $(VENV)

$(VENV)/run.stamp: requirements.txt | $(VENV)/bin/python
	@echo "Installing what the site needs …"
	@$(PIP) -r requirements.txt
	@touch $@

$(VENV)/dev.stamp: requirements-dev.txt | $(VENV)/bin/python
	@echo "Installing what the checks need …"
	@$(PIP) -r requirements-dev.txt
	@touch $@ $(VENV)/run.stamp
