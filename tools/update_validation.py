"""Puts the rows that the tests of physics print into docs/validation.md: build/release/tests/physics | this script.

The rows of a test replace those that stand there; a new test's rows follow those of the test printed before it."""

import pathlib
import re
import sys

PAGE = pathlib.Path(__file__).parent.parent / "docs" / "validation.md"
ROW = re.compile(r"^\|.*\| `([A-Za-z]+\.[A-Za-z0-9]+)` \|$")


def main():
    printed = {}
    for line in sys.stdin.read().splitlines():
        if match := ROW.match(line):
            printed.setdefault(match[1], []).append(line)
    lines = PAGE.read_text().splitlines()
    place = {}
    for number, line in enumerate(lines):
        if match := ROW.match(line):
            place.setdefault(match[1], []).append(number)
    follows = {}
    before = None
    for test in printed:
        if test not in place:
            follows.setdefault(before, []).append(test)
            continue
        before = test
    out = []
    for number, line in enumerate(lines):
        match = ROW.match(line)
        if not match or match[1] not in printed:
            out.append(line)
            continue
        if number == place[match[1]][0]:
            for test in [match[1], *follows.get(match[1], [])]:
                out += printed[test]
    PAGE.write_text("\n".join(out) + "\n")
    print(f"{sum(map(len, printed.values()))} rows of {len(printed)} tests in {PAGE.name}")


main()
