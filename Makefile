# The entrances to Mainspan. `make help` lists them.

PYTHON ?= python3
BIN := .venv/bin
# What the compiled modules are made from: Cython files, and Python files that have a compiled twin beside them.
SOURCES := pyproject.toml setup.py $(shell find src -name "*.pyx" -o -name "*.pxd") \
	$(wildcard $(shell find src -name "*.so" | sed -E 's/\.[^/]*$$/.py/'))
PACKAGES ?= corpus/styles corpus/europe corpus/asia corpus/wiki corpus/arabic-script-news

# The runs of `make bench` whose median is shown.
RUNS ?= 5

.DEFAULT_GOAL := help
# The proxy runs in an environment of its own: see pyproject.toml.
PROXY := .venv/proxy/ready
# What checks the browser extension. Where it cannot be installed, tests skip this check.
EXTENSION := extension/node_modules/ready

.PHONY: help demo test test-long test-extension lint format bench accuracy reproduction fidelity screenshots soak wheel extension mutants floors weights clean

help:  ## list these targets
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

.venv/core: $(SOURCES)
	@scripts/make-venv $(PYTHON)
	@echo "Installing Mainspan into .venv (this takes a few minutes) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

.venv/dev: $(SOURCES)
	@scripts/make-venv $(PYTHON)
	@echo "Installing Mainspan and what its tests need into .venv (this takes a few minutes) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@ .venv/core

$(PROXY): .venv/dev pyproject.toml
	@echo "Installing what the proxy needs into .venv/proxy ..."
	@$(BIN)/python scripts/proxy_env.py

$(EXTENSION): extension/package.json
	@scripts/extension-tools || echo "So the tests skip the extension's types and lint."

demo: .venv/core  ## install, and extract the main text of three sample pages
	@scripts/demo

test: .venv/dev $(PROXY) $(EXTENSION) lint  ## install what the tests need, check style and types, run all tests
	@scripts/test

test-long: .venv/dev  ## search ten times as long for pages that break something, and run what takes long
	@MAINSPAN_LONG=1 scripts/test tests/test_robustness.py tests/page tests/algorithms tests/bulk

test-extension: .venv/dev $(EXTENSION)  ## use the extension in both browsers, as a person does
	@MAINSPAN_LONG=1 scripts/test tests/extension

lint: .venv/dev  ## check style and types
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

format: .venv/dev  ## format the code
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: .venv/dev  ## measure speed, growth and memory against other extractors; PACKAGES="folder ..." RUNS=5
	$(BIN)/python benchmarks/speed.py $(PACKAGES) --default-only --runs $(RUNS)
	$(BIN)/python benchmarks/speed.py $(PACKAGES)
	$(BIN)/python benchmarks/rendering.py $(PACKAGES)
	$(BIN)/python benchmarks/growth.py
	$(BIN)/python benchmarks/memory.py

accuracy: .venv/dev  ## measure words-F1 of each method against other extractors; PACKAGES="folder ..."
	$(BIN)/mainspan evaluate $(PACKAGES) -m words -a all --peer resiliparse --peer trafilatura

reproduction: .venv/dev  ## test the papers' statements, write docs/reproduction.md; PACKAGES="folder ..." OUT=results
	$(BIN)/python -m benchmarks.study $(PACKAGES) -o $(or $(OUT),results)

fidelity: .venv/dev  ## check that no output form loses, doubles or moves a word; PACKAGES="folder ..."
	$(BIN)/python -m benchmarks.fidelity $(PACKAGES)
	$(BIN)/python -m benchmarks.markdown $(PACKAGES)

screenshots: .venv/dev  ## take a picture of each view of the workbench, in light, dark and on a phone; OUT=screenshots
	@scripts/browser
	$(BIN)/python -m benchmarks.screenshots $(or $(OUT),screenshots)

wheel: .venv/dev  ## build wheel and source distribution into dist/
	@scripts/wheel $(BIN)/python dist
	@ls dist/mainspan-*

soak: .venv/dev $(PROXY)  ## very many requests to service and proxy, and bulk runs that are killed: is all well?
	@for each in benchmarks/soak_*.py; do $(BIN)/python -m benchmarks.$$(basename $$each .py) || exit 1; done

extension:  ## check the browser extension, and make it for Firefox and Chromium in build/extension
	@scripts/extension

mutants: .venv/dev  ## change each threshold in src, and list those that no test notices; PATHS="src/..."
	$(BIN)/python -m scripts.mutants $(PATHS)

floors: .venv/dev  ## raise the floors of the quality gate; LOWER=yes also lowers them
	$(BIN)/python -m benchmarks.floors $(if $(LOWER),--lower)

weights: .venv/core  ## train the default method; FOLDER=packages OUT=results
	@test -n "$(FOLDER)" -a -n "$(OUT)" || { echo "say where: make weights FOLDER=packages OUT=folder"; exit 2; }
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[train]'
	$(BIN)/python -m training collect $(OUT)/labelled
	$(BIN)/python -m training data $(FOLDER) $(OUT)/data --labelled $(OUT)/labelled
	$(BIN)/python -m training fit $(OUT)/data $(OUT) all
	cp $(OUT)/all.npz src/mainspan/algorithms/learned/weights.npz

clean:  ## remove everything that was installed or built
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis build dist extension/node_modules src/*.egg-info
	find src \( -name "*.c" -o -name "*.so" \) -delete
	find . -name __pycache__ -type d -exec rm -rf {} +
