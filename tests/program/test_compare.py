"""bench/compare without the other engines: reads its inputs, gives Yade our forces, knows when work differs."""

import sys

import pytest
from conftest import ROOT

sys.path.insert(0, str(ROOT / "bench/compare"))

import bed  # noqa: E402
import run  # noqa: E402
import table  # noqa: E402

LENGTH, YOUNG = 0.0132, 1e7
SUMMARY = {"bodies": 682, "dynamic_bodies": 648, "overlapping_pairs": 1740, "coordination": 5.0, "time": 0.66,
           "dt": 2e-5, "max_overlap": 0.0168, "state_hash": "46124e3793149011"}


def ours(threads=2, **changes):
    bench = {"bench": "drum", "bodies": 682, "threads": threads, "repeats": 5, "dt": 2e-5, "coordination": 5.0,
             "updates_per_second": 417312.0, "updates_per_second_min": 4.0e5, "updates_per_second_max": 4.4e5}
    return table.scree_result(bench, SUMMARY, [1e-4, 3e-4]) | changes


def yade(threads=2, **changes):
    return {"engine": "Yade", "threads": threads, "bodies": 682, "grains": 648, "dt": 2e-5, "coordination": 5.2,
            "updates_per_second": 2000.0, "updates_per_second_min": 1900.0, "updates_per_second_max": 2100.0,
            "overlapping_pairs": 1800, "overlap_volume_mean": 1.9e-4, "overlap_volume_max": 3.1e-4,
            "force_per_volume": YOUNG / LENGTH, "force_per_volume_at_walls": YOUNG / LENGTH / 2,
            "volume_ratio": 1.00001} | changes


def test_a_result_is_found_among_other_words():
    assert table.result_in('Welcome {to} it\n{"threads": 1}\n{"threads": 2}\nBye\n') == {"threads": 2}
    with pytest.raises(ValueError, match="no result.*\nWelcome"):
        table.result_in("Welcome\n")


def test_the_table_shows_what_was_measured():
    lines = table.comparison([ours(1, updates_per_second=220000.0), ours()], [yade()], []).splitlines()
    assert len(lines) == 5 and len({line.count("|") for line in lines}) == 1
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    assert cells[0] == table.HEADINGS
    assert cells[3][4:] == ["417,000", "400,000", "440,000", "0.012", "5.00", "2.55", ""]
    assert cells[4][0] == "Yade" and cells[4][4] == "2,000"
    assert cells[4][-1] == "209", "against ours on as many threads"


def test_the_remarks_name_what_was_equal():
    text = "\n".join(table.remarks([ours()], [yade()], SUMMARY, LENGTH, YOUNG))
    for words in ("Y = 1e+07 Pa", "l = 0.0132 m", "dt = 2e-05 s", "max_overlap 1.7 %", "young = 2 Y/l = 1.5152e+09",
                  "scree on 2 0.2 and 0.3, Yade on 2 0.19 and 0.31", "Yade on 2 +4.0 %"):
        assert words in text
    assert len(table.remarks([ours()], [], SUMMARY, LENGTH, YOUNG)) == 2


def test_the_same_work_is_accepted():
    assert table.problems([ours()], [yade()], LENGTH, YOUNG) == []
    assert table.problems([ours()], [yade(coordination=5.49), yade(coordination=4.51)], LENGTH, YOUNG) == []


@pytest.mark.parametrize("change, word", [({"coordination": 5.6}, "contacts"), ({"coordination": 4.4}, "contacts"),
                                          ({"coordination": float("nan")}, "contacts"), ({"dt": 1e-5}, "dt"),
                                          ({"force_per_volume": 1.01 * YOUNG / LENGTH}, "force"),
                                          ({"force_per_volume_at_walls": YOUNG / LENGTH}, "walls"),
                                          ({"volume_ratio": 0.99}, "volume"), ({"bodies": 681}, "bodies")])
def test_other_work_is_named(change, word):
    found = table.problems([ours()], [yade(**change)], LENGTH, YOUNG)
    assert len(found) == 1 and word in found[0]


def test_a_factor_can_be_demanded():
    assert table.too_slow([ours()], [yade()], 0) == table.too_slow([ours()], [yade()], 200) == []
    assert "209 times" in table.too_slow([ours()], [yade()], 210)[0]


def test_company_is_told():
    quiet, loud = ours(cores_of_others=0.06), yade(cores_of_others=0.9)
    assert "scree on 2 0.1" in table.crowd([quiet]) and "again" not in table.crowd([quiet])
    assert "Yade on 2 0.9. **Too many: measure again.**" in table.crowd([quiet, loud])


def test_company_is_measured():
    result = run.measure(["/usr/bin/python3", "-c", "sum(range(10**7)); print('{\"threads\": 1}')"])
    assert result["threads"] == 1 and 0 <= result["cores_of_others"] < 1024


def test_yade_gets_the_forces_of_the_law():
    """Its rules for pairs, applied to our constants, give Y/l and k_t for two grains and at a wall."""
    matter, r = bed.Matter(young=1e7, density=2600, friction=0.5, damping=0.3, tangential_ratio=2 / 7), 0.0066
    theirs = bed.yade_matter(matter, r)
    series = lambda a, b: a * b / (a + b)
    for other, l in ((theirs.grain, 2 * r), (theirs.wall, 4 * r)):
        assert series(theirs.grain, other) == pytest.approx(matter.young / l, rel=1e-12)
        stiffness = 2 / 7 * matter.young * 3.141592653589793 * r**2 / l
        assert series(theirs.grain * theirs.poisson, other * theirs.poisson) == pytest.approx(stiffness, rel=1e-12)


def test_the_bed_is_read_from_a_run(scree, tmp_path):
    scree("run", "drum", "--steps", 2, "--output", "drum", "--set", "output.every=4e-5",
          "--set", 'output.formats=["vtk"]', "--set", "event[0].at=0", "--set", "event[1].at=0")
    bodies = bed.read_bodies(tmp_path / "drum")
    walls, grains = [b for b in bodies if b.wall], [b for b in bodies if not b.wall]
    assert (len(walls), len(grains)) == (34, 648)
    assert {len(b.corners) for b in walls} == {8} and {len(b.corners) for b in grains} == {12}
    assert all(b.spin == pytest.approx([0, 0.5235988, 0]) for b in walls)
    # A stave is a trapezium of 13.79 and 19.70 mm by 30 mm, 200 mm long; a lid 200 x 20 x 200 mm.
    assert walls[0].volume == pytest.approx(0.0167435 * 0.03 * 0.2, rel=1e-4)
    assert walls[33].volume == pytest.approx(8e-4, rel=1e-4)
    assert walls[33].centre == pytest.approx([0, 0.11, 0], abs=1e-6)
    # Twelve corners on the ellipsoid: less than its volume, more than half of it.
    assert 0.0061 < bed.equivalent_radius(bodies) < 0.0078
    matter = bed.matter_of(bed.read_scene(tmp_path / "drum"))
    assert (matter.young, matter.density, matter.friction, matter.damping) == (1e7, 2600, 0.5, 0.3)

    bed.write_bodies(bodies, tmp_path / "bed.txt")
    lines = (tmp_path / "bed.txt").read_text().splitlines()
    assert lines[0] == "682" and len(lines) == 683
    assert all(len(line.split()) == 12 + 3 * len(b.corners) for line, b in zip(lines[1:], bodies))


def test_units_with_prefixes_are_refused():
    assert bed.si("1e7 Pa") == 1e7 and bed.si(3) == 3
    with pytest.raises(ValueError, match="10 MPa"):
        bed.si("10 MPa")


def test_bullet_brings_one_thread_along():
    assert run.parse(["--threads", "2"]).threads == [1, 2]
    assert run.parse(["--threads", "2", "--engines", "yade"]).threads == [2]
    with pytest.raises(SystemExit):
        run.parse(["--threads", "0"])
