"""Builds and runs the tests: what `make test` and `make test-long` call.

Four builds of the same sources (CMakePresets.json): release runs every test; debug holds the program,
whose hashes must equal those of release, and the determinism tests; asan runs a sample under the address and
undefined-behaviour sanitizers, tsan one under the thread sanitizer, with --long everything. All parts run even when
one fails; the release tests come last, so that their list ends the output, followed by one line with the sum.
"""

import argparse
import os
import platform
import re
import shutil
import subprocess
import sys
import time
import xml.etree.ElementTree as xml
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build"

# Which CTest entries stand for the suite where running all of it would take too long.
SAMPLES = {
    "release": ".*",
    "debug": "^determinism$",
    "asan": "^unit_|^program_test_bad",
    "tsan": "^unit_base$|^unit_broadphase$|^unit_step$|^determinism$",
}
PARTS = ["debug", "asan", "tsan", "release"]

# The thread sanitizer slows a run down fifteen times: of the determinism and neighbour tests it sees those that
# are about threads.
TSAN_FILTER = ("-a_resumed_run.*:same_bits.with_*:same_bits.under_*:same_bits.in_*:same_bits.when_*:*_in_the_zoo:"
               "*Fuzz.Equals*:*Methods.Are*:Cells.Equal*:Shrinker.*")
# The same code in the plane is enough of a sample.
ASAN_FILTER = "-*TreeFuzz.*InSpace:*Methods.*InSpace"


def configure(part):
    print(f"--- configuring {part}", flush=True)
    command = ["cmake", "--preset", part, "-DSCREE_TESTS=ON", "--log-level=WARNING"]
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


def ctest(part, pattern, long):
    command = ["ctest", "--test-dir", str(BUILD / part), "-R", pattern]
    return command if long else command + ["-LE", "long"]


def targets(part, pattern, long):
    """The programs a part needs: those whose CTest entries it runs bear the same name."""
    if part == "release" or long:
        return ["all"]
    listing = subprocess.run(ctest(part, pattern, long) + ["-N"], capture_output=True, text=True, check=True)
    names = re.findall(r"Test +#\d+: (\S+)", listing.stdout)
    return ["scree"] + [name for name in names if not name.startswith("program_")]


def build(part, wanted, jobs):
    print(f"--- building {part}: {' '.join(wanted)}", flush=True)
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


def run(part, pattern, long, jobs):
    print(f"--- testing {part}", flush=True)
    if part == "tsan" and not thread_sanitizer_works():
        print("skipped: the thread sanitizer does not work on this machine (unexpected memory mapping)")
        return True, {"passed": 0, "failed": 0, "skipped": 1}
    report = BUILD / part / "tests.xml"
    report.unlink(missing_ok=True)
    command = ctest(part, pattern, long) + [
        "-j", str(jobs), "--output-on-failure", "--no-tests=error", "--output-junit", str(report),
        "--test-output-size-passed", "100000", "--test-output-size-failed", "1000000"]
    environment = dict(os.environ)
    environment["TSAN_OPTIONS"] = f"suppressions={ROOT}/tests/tsan.supp halt_on_error=1"
    environment["UBSAN_OPTIONS"] = "print_stacktrace=1"
    if part == "asan" and not long:
        environment["GTEST_FILTER"] = ASAN_FILTER
    if part == "tsan":
        if not long:
            environment["GTEST_FILTER"] = TSAN_FILTER
        command = without_address_randomisation() + command
    succeeded = subprocess.run(command, cwd=ROOT, env=environment).returncode == 0
    return succeeded, tally(report)


def tally(report):
    """Counts the tests inside each CTest entry, from the last lines of GoogleTest and pytest."""
    counts = {"passed": 0, "failed": 0, "skipped": 0}
    if not report.exists():
        counts["failed"] = 1
        return counts
    for entry in xml.parse(report).getroot().iter("testcase"):
        text = entry.findtext("system-out") or ""
        found = {
            "passed": re.findall(r"\[  PASSED  \] (\d+) test", text) + re.findall(r"\b(\d+) passed\b", text),
            "failed": re.findall(r"^ *(\d+) FAILED TESTS?", text, re.M) + re.findall(r"\b(\d+) (?:failed|error)", text),
            "skipped": re.findall(r"\[  SKIPPED \] (\d+) test", text) + re.findall(r"\b(\d+) skipped\b", text),
        }
        found = {outcome: sum(map(int, numbers[-1:])) for outcome, numbers in found.items()}
        if entry.get("status") == "fail" and found["failed"] == 0:
            found["failed"] = 1  # it crashed or ran out of time before it could count
        elif entry.get("status") == "run" and not any(found.values()):
            found["passed"] = 1
        for outcome, number in found.items():
            counts[outcome] += number
    return counts


def main():
    parser = argparse.ArgumentParser(description="Build and run the tests.")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--long", action="store_true", help="the long tests too, sanitizers over everything")
    parser.add_argument("--parts", nargs="+", choices=PARTS, help="default: all")
    options = parser.parse_args()
    options.parts = options.parts or PARTS

    begin = time.monotonic()
    patterns = {part: ".*" if options.long and part != "debug" else SAMPLES[part] for part in PARTS}
    parts = [part for part in PARTS if part in options.parts]
    try:
        # Release first: it is what a mistake shows in soonest.
        for part in sorted(parts, key=lambda p: p != "release"):
            configure(part)
            build(part, targets(part, patterns[part], options.long), options.jobs)
    except subprocess.CalledProcessError as error:
        print(f"The build failed: {' '.join(error.cmd)}", file=sys.stderr)
        return 1

    results = {part: run(part, patterns[part], options.long, options.jobs) for part in parts}
    total = {key: sum(counts[key] for _, counts in results.values()) for key in ("passed", "failed", "skipped")}
    share = ", ".join(f"{part} {counts['passed']}" for part, (_, counts) in results.items())
    print(f"\nscree: {total['passed']} passed, {total['failed']} failed, {total['skipped']} skipped "
          f"({share}) in {time.monotonic() - begin:.0f} s")
    return 0 if all(succeeded for succeeded, _ in results.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
