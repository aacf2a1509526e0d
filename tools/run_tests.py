"""Builds and runs the tests: what `make test` and `make test-long` call.

Three builds of the same sources (CMakePresets.json): release runs every test; asan (address and undefined-behaviour
sanitizers, assertions on) must give the same hashes as release and runs the unit tests; tsan (thread sanitizer) runs
those that are about threads. With --long the sanitizers see everything, and debug compiles every file by itself.

The tests of all builds wait in one queue, the longest first, so that none runs alone at the end. How long each takes
is known from the last time, and from its COST in CMake where there was none. All run even when one fails. At the end
stands a table of what took how long.
"""

import argparse
import json
import os
import platform
import re
import resource
import shutil
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build"

# Which CTest entries stand for the suite where running all of it would take too long. The programs' names are the
# entries', without the number of the shard.
SAMPLES = {
    "release": ".*",
    "asan": "^unit_|^determinism|^program_test_bad",
    "tsan": "^unit_base|^unit_broadphase|^unit_step|^determinism",
}
LONG = {"release": ".*", "asan": ".*", "tsan": "^unit_|^determinism|^physics", "debug": "^determinism"}

# The thread sanitizer slows a run down fifteen times: of the determinism and neighbour tests it sees those that
# are about threads.
TSAN_FILTER = ("-a_resumed_run.*:same_bits.with_*:same_bits.under_*:same_bits.in_*:same_bits.when_*:*_in_the_zoo:"
               "*Fuzz.Equals*:*Methods.Are*:Cells.Equal*:Shrinker.*:Tree/*.WhatOneBodyCosts*:PlaneSweep.*:MethodChoice*:"
               "EllipseStep.Collisions*:EllipseStep.AnEllipse*:PlaneStep.NothingLeaves*:PlaneStep.WallsAnd*:"
               "the_zoo.*:the_crowd.*:same_bits.differ_*:AutomaticSearch.*")
# The same code in the plane is enough of a sample. What the hashes of whole scenes show, the program shows too.
ASAN_FILTER = ("-*TreeFuzz.*InSpace:*Methods.*InSpace:same_bits.in_the_built_in_scenes:Fill.TooManySays*:"
               "BoxScenes.FlowsStay*")


def processor_seconds():
    """Of all commands that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


class Spent:
    """Measures the seconds that something takes, by the clock and of processors."""

    def __enter__(self):
        self.begin, self.cpu_begin = time.monotonic(), processor_seconds()
        return self

    def __exit__(self, *_):
        self.wall, self.cpu = time.monotonic() - self.begin, processor_seconds() - self.cpu_begin


def configure(part):
    command = ["cmake", "--preset", part, "-DSCREE_TESTS=ON", "--log-level=WARNING"]
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


def entries(part, pattern, long):
    """The CTest entries of a part, as CTest knows them."""
    command = ["ctest", "--test-dir", str(BUILD / part), "--show-only=json-v1", "-R", pattern]
    listing = subprocess.run(command if long else command + ["-LE", "long"], stdout=subprocess.PIPE, text=True, check=True)
    return [Entry(part, test) for test in json.loads(listing.stdout)["tests"]]


class Entry:
    """One CTest entry: a command, and what came of it."""

    def __init__(self, part, test):
        properties = {p["name"]: p["value"] for p in test.get("properties", [])}
        self.part, self.name, self.command = part, test["name"], test.get("command", [])
        self.folder = properties.get("WORKING_DIRECTORY", str(BUILD / part))
        self.timeout = float(properties.get("TIMEOUT", 1500))
        self.environment = dict(word.split("=", 1) for word in properties.get("ENVIRONMENT", []))
        self.seconds = float(properties.get("COST", 1))  # what it is expected to take, then what it took
        self.output, self.failed, self.counts = "", False, {}

    @property
    def target(self):
        return re.sub(r"_\d+of\d+$", "", self.name)

    def run(self, prefix, environment):
        begin = time.monotonic()
        try:
            done = subprocess.run(prefix + self.command, cwd=self.folder, env={**environment, **self.environment},
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
                                  timeout=self.timeout)
            self.output, self.failed = done.stdout, done.returncode != 0
            if done.returncode < 0:
                self.output += f"\nended by signal {-done.returncode}\n"
        except subprocess.TimeoutExpired as expired:
            self.output = (expired.stdout or b"").decode(errors="replace") + f"\nstopped after {self.timeout:.0f} s\n"
            self.failed = True
        except OSError as error:
            self.output, self.failed = f"{error}\n", True
        self.seconds = time.monotonic() - begin
        self.counts = tally(self.output, self.failed)


def tally(text, failed):
    """Counts the tests inside an entry, from the last lines of GoogleTest and pytest."""
    found = {
        "passed": re.findall(r"\[  PASSED  \] (\d+) test", text) + re.findall(r"\b(\d+) passed\b", text),
        "failed": re.findall(r"^ *(\d+) FAILED TESTS?", text, re.M) + re.findall(r"\b(\d+) (?:failed|error)", text),
        "skipped": re.findall(r"\[  SKIPPED \] (\d+) test", text) + re.findall(r"\b(\d+) skipped\b", text),
    }
    counts = {outcome: sum(map(int, numbers[-1:])) for outcome, numbers in found.items()}
    if failed and counts["failed"] == 0:
        counts["failed"] = 1  # it crashed or ran out of time before it could count
    elif not failed and not any(counts.values()):
        counts["passed"] = 1
    return counts


def targets(part, tests, long):
    """The programs that a part's entries run, and the program itself where they run it."""
    if part == "release" or long:
        return ["all"]
    names = {entry.target for entry in tests if not entry.name.startswith("program_")}
    return sorted(names | ({"scree"} if any(entry.name.startswith("program_") for entry in tests) else set()))


def build(part, wanted, jobs):
    print(f"--- building {part}", flush=True)
    command = ["cmake", "--build", str(BUILD / part), "--target", *wanted, "--", "-j", str(jobs)]
    subprocess.run(command, cwd=ROOT, check=True)


def without_address_randomisation():
    """The thread sanitizer's shadow memory collides with some kernels' random layouts."""
    prefix = ["setarch", platform.machine(), "-R"]
    works = shutil.which("setarch") and subprocess.run(prefix + ["true"], capture_output=True).returncode == 0
    return prefix if works else []


def thread_sanitizer_works():
    """Some kernels leave it no room for its shadow memory, and some containers do not let us ask for it."""
    command = without_address_randomisation() + [str(BUILD / "tsan/tests/unit_base"), "--gtest_list_tests"]
    probe = subprocess.run(command, capture_output=True, text=True)
    return probe.returncode == 0 or "unexpected memory mapping" not in probe.stderr


def surroundings(part, long):
    """The command that stands before those of a part, and their environment."""
    environment = dict(os.environ, UBSAN_OPTIONS="print_stacktrace=1",
                       TSAN_OPTIONS=f"suppressions={ROOT}/tests/tsan.supp halt_on_error=1")
    if long:
        environment["SCREE_LONG"] = "1"
    elif part in ("asan", "tsan"):
        environment["GTEST_FILTER"] = ASAN_FILTER if part == "asan" else TSAN_FILTER
    return without_address_randomisation() if part == "tsan" else [], environment


class Costs:
    """Seconds that entries took the last time, by part and name."""

    def __init__(self):
        self.file = BUILD / "test_seconds.json"
        try:
            self.known = json.loads(self.file.read_text())
        except (OSError, ValueError):
            self.known = {}

    def of(self, entry):
        slower = {"asan": 4, "tsan": 8}.get(entry.part, 1)
        return self.known.get(f"{entry.part}/{entry.name}", slower * entry.seconds)

    def keep(self, tests):
        self.known.update({f"{entry.part}/{entry.name}": round(entry.seconds, 2) for entry in tests})
        self.file.write_text(json.dumps(self.known, indent=1, sort_keys=True) + "\n")


def run(tests, jobs, long):
    """All entries, the longest first, `jobs` at a time."""
    print(f"--- testing: {len(tests)} entries", flush=True)
    costs = Costs()
    tests.sort(key=costs.of, reverse=True)
    around = {part: surroundings(part, long) for part in {entry.part for entry in tests}}
    done, one_by_one = 0, threading.Lock()

    def work(entry):
        nonlocal done
        entry.run(*around[entry.part])
        with one_by_one:
            done += 1
            outcome = "FAILED" if entry.failed else "passed"
            print(f"{done:4}/{len(tests)} {entry.part:8}{entry.name:36} {outcome} {entry.seconds:7.1f} s", flush=True)
            if entry.failed:
                print(entry.output, flush=True)

    with ThreadPoolExecutor(jobs) as pool:
        list(pool.map(work, tests))
    costs.keep(tests)


def print_table(parts, building, testing, tests):
    print(f"\n{'':12}{'building':>18}{'testing':>12}{'entries':>9}{'passed':>8}")
    print(f"{'':12}{'s':>9}{'core-s':>9}{'s':>12}")
    for part in parts:
        own = [entry for entry in tests if entry.part == part]
        print(f"{part:12}{building[part].wall:9.0f}{building[part].cpu:9.0f}"
              f"{sum(entry.seconds for entry in own):12.0f}{len(own):9}"
              f"{sum(entry.counts['passed'] for entry in own):8}")
    built, cpu = sum(b.wall for b in building.values()), sum(b.cpu for b in building.values())
    print(f"{'all':12}{built:9.0f}{cpu:9.0f}{testing.wall:12.0f}{len(tests):9}   "
          f"testing took {testing.cpu:.0f} core-s")
    print("\nthe 15 slowest [s]")
    for entry in sorted(tests, key=lambda e: e.seconds, reverse=True)[:15]:
        print(f"{entry.seconds:9.1f}  {entry.part:8}{entry.name}")
    print(f"\n{(built + testing.wall) / 60:.1f} minutes, of which {built / 60:.1f} building; "
          f"{(cpu + testing.cpu) / 60:.1f} core-minutes")


def main():
    parser = argparse.ArgumentParser(description="Build and run the tests.")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--long", action="store_true", help="the long tests too, sanitizers over everything")
    parser.add_argument("--parts", nargs="+", choices=sorted(LONG), help="default: all")
    options = parser.parse_args()

    patterns = LONG if options.long else SAMPLES
    parts = [part for part in patterns if part in (options.parts or patterns)]
    building, tests = {}, []
    try:
        for part in parts:  # release first: it is what a mistake shows in soonest
            with Spent() as building[part]:
                configure(part)
                own = entries(part, patterns[part], options.long)
                build(part, targets(part, own, options.long), options.jobs)
            tests += entries(part, patterns[part], options.long)  # anew: now their programs are there
    except subprocess.CalledProcessError as error:
        print(f"The build failed: {' '.join(error.cmd)}", file=sys.stderr)
        return 1

    skipped = 0
    if "tsan" in parts and not thread_sanitizer_works():
        print("tsan skipped: the thread sanitizer does not work on this machine (unexpected memory mapping)")
        tests, skipped = [entry for entry in tests if entry.part != "tsan"], 1
    with Spent() as testing:
        run(tests, options.jobs, options.long)
    print_table(parts, building, testing, tests)
    failed = [entry for entry in tests if entry.failed]
    if failed:
        print("\nfailed: " + ", ".join(f"{entry.part}/{entry.name}" for entry in failed))
    total = {key: sum(entry.counts[key] for entry in tests) for key in ("passed", "failed", "skipped")}
    print(f"\nscree: {total['passed']} passed, {total['failed']} failed, {total['skipped'] + skipped} skipped")
    return 1 if failed or not tests else 0


if __name__ == "__main__":
    sys.exit(main())
