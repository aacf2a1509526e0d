"""`scree bench neighbours`: tables of the laboratory of neighbour searches, and what is wrong with wrong flags."""
import csv
import json
import subprocess
import sys

import pytest

SCENES = ("drum", "hopper", "heap", "gas", "gas-periodic", "bed", "sizes-1", "sizes-10", "sizes-100", "needles", "tower",
          "terrain")


def neighbours(program, *arguments, code=0):
    done = subprocess.run([str(program), "bench", "neighbours", *map(str, arguments)], capture_output=True, text=True,
                          timeout=300, check=False)
    assert done.returncode == code, done.stderr
    return done.stdout if code == 0 else done.stderr


def cells(program, *arguments):
    return [json.loads(line) for line in neighbours(program, *arguments, "--json").splitlines()]


def test_every_scene_is_measured_in_the_plane_and_in_space(program):
    # Processor time: on a busy machine a search may have to wait longer than the cap.
    found = cells(program, "--methods", "sweep,brute", "--sizes", "30,60", "--cap", 0.01, "--clock", "processor")
    assert len(found) == len(SCENES) * 2 * 2 * 2 * 2  # dimensions, sizes, methods, modes
    assert {c["scene"] for c in found} == set(SCENES)
    for c in found:
        assert c["status"] == "measured", c
        assert 0 < c["ns_least"] <= c["ns_median"] <= c["ns_most"]
        assert c["bytes"] > 0 and c["searches"] > 0
        assert (c["steps_per_search"] == 1) == (c["mode"] == "every step")


def test_methods_find_the_same_pairs(program):
    """At rest but for a trembling, so it does not matter who has made how many steps."""
    for dimension in (2, 3):
        found = cells(program, "--scenes", "heap", "--dimension", dimension, "--sizes", 500, "--cap", 1, "--skin", "off",
                      "--clock", "processor")
        counts = {c["method"]: c["pairs"] for c in found if c["status"] == "measured"}
        assert {"sweep", "tree", "cells", "brute"} <= counts.keys()
        for method, pairs in counts.items():
            assert pairs == pytest.approx(counts["brute"], abs=0.02), method


def test_what_would_take_too_long_is_over_the_cap(program):
    found = cells(program, "--scenes", "bed", "--dimension", 2, "--methods", "brute,sweep", "--sizes", "100,100000",
                  "--cap", 0.2, "--skin", "off")
    status = {(c["method"], c["bodies"]): c["status"] for c in found}
    assert status["brute", 100] == "measured" and status["brute", 100000] == "over the cap"
    text = neighbours(program, "--scenes", "bed", "--dimension", 2, "--methods", "brute", "--sizes", "100,100000",
                      "--cap", 0.2, "--skin", "off")
    assert "over the cap" in text


def test_the_table_marks_the_best_and_tells_exponents(program):
    text = neighbours(program, "--scenes", "drum", "--dimension", 2, "--sizes", "100,800", "--cap", 0.05, "--methods",
                      "sweep,brute", "--threads", "1,2")
    assert "drum in the plane, 1 thread" in text and "drum in the plane, 2 threads" in text
    rows = [line.split() for line in text.splitlines() if line.strip().startswith("800")]
    assert len(rows) == 4
    for row in rows:
        assert row.count("*") == (2 if row[1] == "sweep" else 0), "800 against each other are no match for a sweep"
    exponents = [line for line in text.splitlines() if line.startswith("exponent of the number of bodies")]
    assert len(exponents) == 4 and "brute" in exponents[0]
    only = neighbours(program, "--scenes", "drum", "--dimension", 2, "--sizes", 100, "--cap", 0.02, "--skin", "on")
    assert "with margins" in only and "every step" not in only


def test_a_csv_file_has_the_same_cells(program, tmp_path):
    path = tmp_path / "cells.csv"
    found = cells(program, "--scenes", "gas,tower", "--sizes", 100, "--cap", 0.01, "--clock", "processor", "--csv", path)
    with open(path) as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == len(found)
    for row, cell in zip(rows, found):
        assert row.keys() == cell.keys()
        assert row["method"] == cell["method"] and float(row["ns_median"]) == cell["ns_median"]


def test_a_report_is_made_of_the_files(program, root, tmp_path):
    done = subprocess.run([sys.executable, root / "tools/neighbours_report.py", "--scree", program, "--output", tmp_path,
                           "--scenes", "gas,bed", "--sizes", "50,100", "--paper-sizes", "60,120", "--cap", "0.01",
                           "--clock", "processor", "--threads", "1", "--draw", tmp_path], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "| gas, space |" in done.stdout and "gas, 100 bodies, every step, 1 threads" in done.stdout
    pictures = list(tmp_path.glob("neighbours-*.svg"))
    assert len(pictures) == 6  # plane and space, every step and with margins; drum and hopper
    assert all("</svg>" in path.read_text() for path in pictures)


def test_crossings_are_found_between_sizes(root):
    sys.path.insert(0, str(root / "tools"))
    from neighbours_report import crossings, exponent
    sizes = [100, 1000, 10_000, 100_000]
    tree = [{"method": "tree", "bodies": n, "ns_median": 100.0} for n in sizes]
    sweep = [{"method": "sweep", "bodies": n, "ns_median": n**0.5} for n in sizes]
    assert crossings(sweep, tree) == [(pytest.approx(10_000), "tree")]
    assert crossings(tree, tree) == []
    assert exponent(sweep) == pytest.approx(1.5)
    assert exponent(tree) == pytest.approx(1)


@pytest.mark.parametrize("arguments, words", [
    (["--scenes", "drm"], ["'drm'", "did you mean 'drum'"]),
    (["--scenes", "zzzzzzz"], ["'zzzzzzz'", "there are drum, hopper"]),
    (["--methods", "sweeep"], ["'sweeep'", "did you mean 'sweep'"]),
    (["--dimension", "4"], ["--dimension", "4 not in {2,3}"]),
    (["--sizes", "0"], ["--sizes", "range 1 to"]),
    (["--sizes", "many"], ["--sizes", "many"]),
    (["--threads", "0"], ["--threads"]),
    (["--skin", "maybe"], ["--skin", "{on,off,both}"]),
    (["--cap", "-1"], ["--cap", "range"]),
    (["--motion", "2"], ["--motion", "range"]),
    (["--order", "best"], ["--order", "{shuffled,rows}"]),
    (["--clock", "sun"], ["--clock", "{wall,processor}"]),
    (["--scens", "drum"], ["did you mean --scenes?"]),
    (["bed"], ["bed"]),
])
def test_wrong_flags_are_told(program, arguments, words):
    said = neighbours(program, *arguments, code=2)
    for word in words:
        assert word in said


def test_a_file_that_cannot_be_written_is_told_at_once(program, tmp_path):
    said = neighbours(program, "--csv", tmp_path / "no" / "x.csv", code=1)
    assert "cannot write" in said


def test_help_and_wrong_names_tell_of_it(program):
    def bench(*arguments):
        return subprocess.run([str(program), "bench", *arguments], capture_output=True, text=True, check=False)
    assert "neighbours" in bench("--help").stdout
    text = bench("neighbours", "--help").stdout
    for scene in SCENES:
        assert scene in text
    near = bench("neighbour")
    assert near.returncode == 2 and "did you mean 'neighbours'?" in near.stderr
    both = bench("bed", "neighbours", "--sizes", "10")
    assert both.returncode == 2 and "leave out 'bed'" in both.stderr


def test_what_is_named_twice_is_measured_once(program):
    found = cells(program, "--scenes", "bed", "--dimension", 2, "--methods", "auto,sweep,auto", "--sizes", "100,100", "--cap", 0.02,
                  "--skin", "off")
    assert [c["method"] for c in found] == ["auto", "sweep"]
