"""A kind of shape is named only in the files that CONTRIBUTING.md lists for one."""

import fnmatch
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
# Not the ellipsoid, which is a figure of corners, and not the elliptic.
NAMED = re.compile(r"ellipses?(?![a-z])|Ellipses?(?![a-z])")


def listed():
    """Patterns of the files in the table of the section."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    section = text.split("## Adding a kind of shape")[1].split("\n## ")[0]
    rows = [line for line in section.splitlines() if line.startswith("| `")]
    return [path for row in rows for path in re.findall(r"`([^`]+)`", row.split("|")[1])]


def sources():
    return [path for folder in ("src", "apps", "include") for path in (ROOT / folder).rglob("*")
            if path.suffix in (".h", ".cpp")]


def test_an_existing_kind_is_named_where_the_list_says_and_nowhere_else():
    naming = [str(path.relative_to(ROOT)) for path in sources() if NAMED.search(path.read_text(encoding="utf-8"))]
    assert len(naming) > 10, "the search finds nothing"
    elsewhere = [path for path in naming if not any(fnmatch.fnmatch(path, pattern) for pattern in listed())]
    assert not elsewhere, "name the kind in files that the list does not have: " + ", ".join(elsewhere)


def test_the_list_names_files_that_are_there():
    assert len(listed()) > 10
    missing = [pattern for pattern in listed() if not list(ROOT.glob(pattern))]
    assert not missing
