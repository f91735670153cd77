"""Breaks random lines of the rules, the table, the permissions and the contract, one at a time, and runs the
tests that reach the line: a line that can be broken without a failing test is not tested.

    scripts/mutants.py --count 300 --seed 1 [--only table] [--workers 2] [--measure TEST ...]

Cosmic Ray makes the mutants; which tests reach a line is measured once (build/mutants/reached, or with --only
reached-PART, where tests of other parts are left out). Results are kept in build/mutants/SEED.jsonl, so that
an ended run goes on; survivors are printed with their change.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from difflib import unified_diff
from fnmatch import fnmatch
from itertools import islice
from pathlib import Path
from queue import Queue
from random import Random

from coverage import CoverageData

ROOT = Path(__file__).resolve().parents[1]
BUILD = ROOT / "build" / "mutants"
PARTS = {
    "rules": ("companion/games/*/rules/*.py",),
    "table": ("companion/table/*.py",),
    "access": ("companion/access/*.py", "companion/web/access/*.py"),
    "contract": ("companion/games/contract/*.py",),
}
"""What is broken, by the patterns of its files; a "*" also stands for folders."""
_GAMES_AND_TABLES = (
    *("tests/games", "tests/table", "tests/reference", "tests/box", "tests/lessons", "tests/put_away"),
    *("tests/test_table_box.py", "tests/test_journal_commands.py", "tests/web/api", "tests/web/test_what.py"),
    *("tests/web/test_piece_form.py", "tests/web/test_answers.py", "tests/web/test_told_facts.py"),
    *("tests/web/test_tables_and_setup.py", "tests/web/test_own_hand.py"),
)
TESTS = {
    "rules": _GAMES_AND_TABLES,
    "table": _GAMES_AND_TABLES,
    "access": (
        *("tests/test_access_store.py", "tests/test_forgetting.py", "tests/test_pin_command.py"),
        *("tests/test_network.py", "tests/web/test_access.py", "tests/web/test_strangers.py"),
        *("tests/web/test_stations.py", "tests/web/test_staff.py", "tests/web/test_trusted_hosts.py"),
        *("tests/web/test_proxies.py", "tests/web/test_rights_of_streams.py", "tests/web/api"),
        *("tests/web/test_short_codes.py", "tests/web/test_leaving.py", "tests/web/test_wall.py"),
    ),
    "contract": _GAMES_AND_TABLES,
}
"""Tests that are near each part."""
CHOSEN_TESTS = "not slow and not hardware_sim and not browser"
OPERATORS = (
    *("AddNot", "Delete_Not", "ReplaceTrueWithFalse", "ReplaceFalseWithTrue", "ReplaceAndWithOr"),
    *("ReplaceOrWithAnd", "ReplaceBreakWithContinue", "NumberReplacer", "ZeroIterationForLoop"),
    *("Eq_NotEq", "NotEq_Eq", "Lt_LtE", "LtE_Lt", "Gt_GtE", "GtE_Gt", "Is_IsNot", "IsNot_Is"),
    *("BinaryOperator_Add_Sub", "BinaryOperator_Sub_Add", "BinaryOperator_Mul_Add"),
)
"""Ends of the names of Cosmic Ray's operators that make a program which still runs."""
MOST_TESTS = 60
"""Tests that are run against one mutant, those first that reach the fewest lines."""
PROCESSOR_SECONDS = 180
"""After which a mutant counts as found: it hangs. Processor time, since a busy machine is no hang."""
SECONDS = 1_200
"""The same for one that hangs asleep."""
GUARDS = ("frozen=True", "slots=True")
"""They forbid assignments that nobody makes, as the type check says: without them a program does the same."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change: which occurrence of an operator in a file, and its line."""

    file: str
    line: int
    operator: str
    occurrence: int


def part_of(file: str) -> str:
    return next(part for part, patterns in PARTS.items() if any(fnmatch(file, one) for one in patterns))


def files(part: str) -> list[str]:
    every = (path.relative_to(ROOT).as_posix() for path in (ROOT / "companion").rglob("*.py"))
    return sorted(file for file in every if any(fnmatch(file, one) for one in PARTS[part]))


def measure(reached: Path, tests: Iterable[str]) -> None:
    """Which of these tests reach which lines, by their default run; added to what is measured already."""
    BUILD.mkdir(parents=True, exist_ok=True)
    settings = BUILD / "coveragerc"
    sources = "\n    ".join(
        ("companion/games", "companion/table", "companion/access", "companion/web/access")
    )
    settings.write_text(
        f"[run]\nsource =\n    {sources}\ndata_file = {reached}\ndynamic_context = test_function\n", "utf-8"
    )
    run = [
        sys.executable,
        "-m",
        "coverage",
        "run",
        "--append",
        f"--rcfile={settings}",
        "-m",
        "pytest",
        "-q",
        "-n",
        "0",
    ]
    subprocess.run([*run, "-m", CHOSEN_TESTS, *tests], cwd=ROOT, check=False)


class Reached:
    """The tests by line, as `measure` found them."""

    def __init__(self, measured: Path) -> None:
        self._data = CoverageData(basename=str(measured))
        self._data.read()
        self._lines: Counter[str] = Counter()
        self._by_file: dict[str, dict[int, list[str]]] = {}
        for path in self._data.measured_files():
            by_line = self._data.contexts_by_lineno(path)
            self._by_file[Path(path).relative_to(ROOT).as_posix()] = by_line
            self._lines.update(test for tests in by_line.values() for test in tests)

    def tests(self, file: str, line: int) -> list[str]:
        """Of a line, as pytest names them, the most special first; empty: none reaches it. Of a line that
        runs when its module is loaded: those that reach another line of the file, or of one that loads it."""
        by_line = self._by_file.get(file, {})
        found = {test for test in by_line.get(line, ()) if test}
        if not found and line in by_line:
            found = self._of_file(file) or {
                test for user in self._users(file) for test in self._of_file(user)
            }
        ordered = sorted(found, key=lambda test: (self._lines[test], test))
        return [_test_id(test) for test in ordered[:MOST_TESTS]]

    def _of_file(self, file: str) -> set[str]:
        return {test for tests in self._by_file[file].values() for test in tests if test}

    def _users(self, file: str) -> list[str]:
        module = file.removesuffix(".py").replace("/", ".")
        return [user for user in self._by_file if f"from {module} import" in (ROOT / user).read_text("utf-8")]


def _test_id(context: str) -> str:
    """ "tests.table.test_undo.test_it" is tests/table/test_undo.py::test_it."""
    parts = context.split(".")
    for end in range(len(parts), 0, -1):
        file = ROOT.joinpath(*parts[:end]).with_suffix(".py")
        if file.is_file():
            return "::".join((file.relative_to(ROOT).as_posix(), *parts[end:]))
    return context


def mutants_of(file: str) -> Iterator[Mutant]:
    from cosmic_ray.ast import ast_nodes, get_ast_from_path
    from cosmic_ray.plugins import get_operator, operator_names

    tree = get_ast_from_path(ROOT / file)
    for name in operator_names():
        if name.endswith(OPERATORS):
            operator, occurrence = get_operator(name)(), 0
            for node in ast_nodes(tree):
                for (line, _column), _end in operator.mutation_positions(node):
                    yield Mutant(file, line, name, occurrence)
                    occurrence += 1


def chosen(parts: list[str], count: int, seed: str) -> list[Mutant]:
    """As many of each part, at most one a line, from lines drawn by the seed."""
    rng, found = Random(seed), list[Mutant]()
    for part in parts:
        by_line: dict[tuple[str, int], list[Mutant]] = {}
        for file in files(part):
            for one in mutants_of(file):
                by_line.setdefault((file, one.line), []).append(one)
        lines = sorted(by_line)
        rng.shuffle(lines)
        drawn = (rng.choice(by_line[line]) for line in lines)
        found += islice((one for one in drawn if _runs(one)), count // len(parts))
    return found


def _runs(mutant: Mutant) -> bool:
    """Whether it is a program, and another one."""
    before, after = broken(mutant)
    try:
        compile(after, mutant.file, "exec")
    except SyntaxError:
        return False
    line = before.splitlines()[mutant.line - 1]
    is_guard = mutant.operator.endswith("ReplaceTrueWithFalse") and any(guard in line for guard in GUARDS)
    return after != before and not is_guard


def broken(mutant: Mutant) -> tuple[str, str]:
    """The file's text, and the text with the change."""
    from cosmic_ray.mutating import mutate_code
    from cosmic_ray.plugins import get_operator

    text = (ROOT / mutant.file).read_text("utf-8")
    return text, mutate_code(text, get_operator(mutant.operator)(), mutant.occurrence) or text


def tried(mutant: Mutant, place: Path, reached: Reached) -> dict[str, object]:
    """What became of it: "found", "survived" or "unreached". place: a copy of the checkout."""
    before, after = broken(mutant)
    change = list(unified_diff(before.splitlines(), after.splitlines(), n=0, lineterm=""))[3:]
    tests = reached.tests(mutant.file, mutant.line)
    result = {**asdict(mutant), "change": change, "result": "unreached"}
    if not tests:
        return result
    target = place / mutant.file
    target.write_text(after, "utf-8")
    try:
        command = [sys.executable, "-m", "pytest", "-q", "-x", "-n", "0", "-p", "no:cacheprovider"]
        command += ["-m", CHOSEN_TESTS, *tests]
        limited = ["/bin/sh", "-c", f'ulimit -t {PROCESSOR_SECONDS}; exec "$@"', "sh", *command]
        done = subprocess.run(limited, cwd=place, capture_output=True, timeout=SECONDS, check=False)
        result["result"] = "survived" if done.returncode in (0, 5) else "found"
    except subprocess.TimeoutExpired:
        result["result"] = "found"
    finally:
        target.write_text(before, "utf-8")
    return result


def copy_of_checkout(number: int) -> Path:
    place = BUILD / f"copy-{number}"
    shutil.rmtree(place, ignore_errors=True)
    tracked = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
    for name in tracked.decode().split("\0"):
        if name and (ROOT / name).is_file():
            (place / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, place / name)
    return place


def run(mutants: list[Mutant], kept: Path, measured: Path, workers: int) -> list[dict[str, object]]:
    before = [json.loads(line) for line in kept.read_text("utf-8").splitlines()] if kept.exists() else []
    done = {(one["file"], one["line"], one["operator"], one["occurrence"]) for one in before}
    left = [one for one in mutants if (one.file, one.line, one.operator, one.occurrence) not in done]
    places: Queue[Path] = Queue()
    for number in range(workers):
        places.put(copy_of_checkout(number))
    reached = Reached(measured)

    def one(mutant: Mutant) -> dict[str, object]:
        place = places.get()
        try:
            return tried(mutant, place, reached)
        finally:
            places.put(place)

    results = list(before)
    with ThreadPoolExecutor(workers) as pool, kept.open("a", encoding="utf-8") as file:
        for number, result in enumerate(pool.map(one, left), 1):
            results.append(result)
            file.write(json.dumps(result) + "\n")
            file.flush()
            if result["result"] != "found":
                print(f"{result['file']}:{result['line']} {result['result']}", *result["change"], sep="\n  ")  # type: ignore[misc]
            print(f"\r{number} of {len(left)}", end="", file=sys.stderr, flush=True)
    return results


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    options.add_argument("--count", type=int, default=300, help="mutants in all")
    options.add_argument("--seed", default="1")
    options.add_argument("--only", choices=tuple(PARTS), help="of one part")
    options.add_argument("--workers", type=int, default=2)
    options.add_argument("--measure", nargs="+", help="only measures which lines these tests reach, besides")
    given = options.parse_args()
    parts = [given.only] if given.only else list(PARTS)
    reached = BUILD / (f"reached-{given.only}" if given.only else "reached")
    if given.measure or not reached.exists():
        measure(reached, given.measure or dict.fromkeys(test for part in parts for test in TESTS[part]))
    if given.measure:
        return
    mutants = chosen(parts, given.count, given.seed)
    results = run(mutants, BUILD / f"{given.seed}.jsonl", reached, given.workers)
    for part in parts:
        counted = Counter(one["result"] for one in results if part_of(str(one["file"])) == part)
        share = counted["found"] / max(1, sum(counted.values()))
        print(f"{part}: {counted['found']} of {sum(counted.values())} found, {share:.0%}")


if __name__ == "__main__":
    main()
