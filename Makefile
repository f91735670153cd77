# The main commands: `make run` starts a table without devices, `make test` runs the tests. Both first install
# what they need. `make help` lists the targets by who needs them: a line "##@" begins a group.
.PHONY: help test-slow-alone test-release mutants chaos home-assistant-app ladder simulate-faults lock pictures site run test test-slow test-all test-hardware-sim test-peers test-windows coverage lint bench vision-report messages wheel clean
BIN := .venv/bin
# Four on two cores: one waits for pages and one for boards and clocks for most of its time (tests/work_order.py).
WORKERS := 4
PEERS := peer
SLOW := "(slow or property) and not hardware_sim and not peer"
PYTEST := $(BIN)/python -m pytest -n $(WORKERS) --dist loadgroup -rs
# Each worker imports a thousand modules, and tests start hundreds of programs: write bytecode even if the
# environment forbids it, as containers often do.
test test-slow test-all coverage: export PYTHONDONTWRITEBYTECODE :=
# Drawn photos are arrays of up to 70 MB. By default glibc maps each anew, page by page, which takes up to a
# quarter of such a test's processor time.
test test-slow test-all coverage: export MALLOC_MMAP_THRESHOLD_ := 134217728
test test-slow test-all coverage: export MALLOC_TRIM_THRESHOLD_ := 268435456
# Four workers on two cores: OpenCV's own threads would only wait for each other.
test test-slow test-all coverage: export OPENCV_FOR_THREADS_NUM := 1
# The order of a set's strings is by chance: here the same in every run (tests/same_chance.py).
test test-slow coverage: export PYTHONHASHSEED := 0

##@ To play
help: ## this list
	@awk -F ':.*## ' '/^##@/ { print "\n" substr($$0, 5) } /^[a-z-]+:.*## / { printf "  %-20s%s\n", $$1, $$2 }' Makefile

run: ## a whole table on this machine, nothing attached (ARGS="--port 8000 --seed 7")
	@scripts/setup run
	@$(BIN)/companion demo $(ARGS)

clean: ## forget the set-up and what was built
	rm -rf .venv dist build .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis

##@ To develop
# Style, types and rooms are checked beside the tests, whose workers often wait. Their errors are printed when
# found; the last line repeats that they failed.
test: ## every check: style, types, tests; a test that hangs fails by name after five minutes
	@scripts/setup test
	@{ told=$$($(MAKE) --no-print-directory lint 2>&1) || { echo "$$told"; exit 1; }; } & style=$$!; \
	$(PYTEST) --timeout 300 -m "not slow and not hardware_sim and not release and not peer"; tests=$$?; \
	wait $$style && echo "style and types: all right" || { echo "STYLE OR TYPES FAILED, see above"; exit 1; }; \
	exit $$tests

lint: ## style, types and which room imports which, alone
	@scripts/setup test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy companion firmware_bridge
	$(BIN)/lint-imports --no-logo

test-slow: ## what `make test` leaves out: sizes, languages, whole evenings, other browsers (TURN=1: one half of it)
	@scripts/setup all
	COMPANION_EXAMPLES=same COMPANION_TURN=$(TURN) $(PYTEST) --timeout 1500 -m $(SLOW)

# A test that hangs or waits in vain beside three others and passes alone is a defect of its own: it is named.
test-slow-alone: # what failed in `make test-slow`, once more, one after the other
	COMPANION_EXAMPLES=same $(BIN)/python -m pytest -n 1 --dist loadgroup --last-failed --last-failed-no-failures none --timeout 1500 -m $(SLOW) && \
	echo "FLAKY: the tests above failed beside others and pass alone. Find out why."

test-all: lint ## all tests, in the whole browser, every page at every size, all seeds and new examples
	@scripts/setup all
	COMPANION_EXAMPLES=new COMPANION_CHROMIUM="$$(command -v chromium)" $(PYTEST)

test-release: ## what a release must have and a change need not: every text in every language
	@scripts/setup test
	$(BIN)/python -m pytest -m release

coverage: ## which lines the tests reach
	@scripts/setup test
	$(BIN)/coverage erase
	$(BIN)/coverage run -m pytest -n $(WORKERS) --dist loadgroup -m "not slow and not hardware_sim and not peer"
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report --skip-covered --sort=cover

messages: ## the catalogues brought up to what the code says (LANGUAGE=nl begins one; GAME=folder: of that game)
	@scripts/setup test
	@$(BIN)/python scripts/messages.py $(if $(GAME),--game $(GAME)) $(LANGUAGE)

pictures: ## pictures of every page at every screen, into build/pictures; sheets of them into docs/pictures
	@scripts/setup test
	$(BIN)/python scripts/pictures.py $(ARGS)

site: ## the documentation as a site, into build/site, without a warning or a dead link
	@scripts/setup test
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build

##@ To maintain
# A figure is kept with its date in benchmarks/figures.json until its part is measured again.
bench: ## the figures of BENCHMARKS.md that take minutes, measured again (ONLY="pages scan": these parts)
	@scripts/setup test
	@$(BIN)/python benchmarks/write.py $(ONLY)

# Goes on with the games that lie in build/ladder.jsonl, from whichever machine they are.
ladder: ## the coach's ladder for ten minutes, on all cores (ARGS="--seconds 300 --only coach:1s"), into its table
	@scripts/setup test
	@mkdir -p build
	@$(BIN)/python benchmarks/ladder.py --kept build/ladder.jsonl $(ARGS)
	@$(BIN)/python benchmarks/write.py ladder

vision-report: ## the curves of docs/vision-*.svg, and the eyes' figures
	@scripts/setup test
	$(BIN)/python benchmarks/vision.py --scenes 4 --wrong 10000 --svg docs/vision-report.svg
	$(BIN)/python benchmarks/vision_tilt.py --scenes 4 --svg docs/vision-tilt.svg
	$(BIN)/python benchmarks/path_traced.py --svg docs/vision-traced.svg

chaos: ## ten minutes of servers killed under play (ARGS="--database postgresql"): nothing may be lost
	@scripts/setup test
	$(BIN)/python scripts/chaos.py $(ARGS)

simulate-faults: ## ten thousand seeds of the table layer under simulated faults (ARGS="--seed 4711": this one; --planted: what it finds)
	@scripts/setup test
	$(BIN)/python -m tests.table.fault_simulation $(ARGS)

mutants: ## random lines broken one at a time: do the tests notice? an hour (ARGS="--count 300 --seed 2 --only table")
	@scripts/setup test
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[mutants]"
	$(BIN)/python scripts/mutants.py $(ARGS)

test-hardware-sim: ## the lights against an emulated board, minutes long
	@scripts/setup test
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[emulator]"
	$(BIN)/python -m pytest --timeout 900 -m hardware_sim tests/firmware_bridge

# The slow one is an emulated processor.
test-peers: ## beside real programs: a booted Debian, Home Assistant, a container, clients (PEERS="peer and not slow")
	@scripts/setup peers
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[clients]" || true
	CI= $(BIN)/python -m pytest -n 2 --dist loadgroup -m "$(PEERS)" --timeout 600 -rs --durations=20 tests/peers

test-windows: ## the program on Windows' Python, under Wine; half an hour
	@scripts/setup test
	@$(BIN)/python scripts/windows/set_up.py
	$(BIN)/python -m pytest -o addopts= -rs scripts/windows/test_program.py
	$(BIN)/python scripts/windows/own_tests.py

lock: ## uv.lock anew, after a change of the dependencies
	@scripts/setup test
	$(BIN)/uv lock --no-config --default-index https://pypi.org/simple
	$(BIN)/python scripts/dependencies.py

home-assistant-app: ## the folder of the app for Home Assistant OS, into build/
	@scripts/setup test
	@$(BIN)/python scripts/home_assistant_app.py

wheel: ## the package, into dist/
	@scripts/setup test
	$(BIN)/python -m build --wheel
