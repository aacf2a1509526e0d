"""The comparison in the plane without Box2D: the pile it is given, what is measured of both engines, the tables."""

import math
import sys

import numpy as np
import pytest
from conftest import ROOT

sys.path.insert(0, str(ROOT / "bench/compare"))

import plane  # noqa: E402
import plane_table  # noqa: E402
import run_plane  # noqa: E402

SQUARE = np.array([[-1.0, -1], [1, -1], [1, 1], [-1, 1]])


def pile(positions, walls=(), ring=SQUARE, **changes):
    """Bodies of one shape and of mass 1; those in `walls` are walls."""
    count = len(positions)
    values = {"wall": np.isin(np.arange(count), list(walls)), "mass": np.ones(count),
              "position": np.array(positions, dtype=float), "angle": np.zeros(count), "velocity": np.zeros((count, 2)),
              "spin": np.zeros(count), "corners": [ring] * count}
    return plane.Pile(**(values | changes))


def regular(sides, apothem):
    angles = 2 * np.pi * np.arange(sides) / sides
    return apothem / math.cos(math.pi / sides) * np.stack([np.cos(angles), np.sin(angles)], axis=1)


def drum_with(ring):
    """Four staves that leave a square of 10 by 10 free, in no order, and one grain in it."""
    stave = np.array([[-5.0, 5], [5, 5], [7, 7], [-7, 7]])
    quarter = np.array([[0.0, 1], [-1, 0]])
    staves = [stave @ np.linalg.matrix_power(quarter, k) for k in (2, 0, 3, 1)]
    centres = [corners.mean(axis=0) for corners in staves]
    corners = [corners - centre for corners, centre in zip(staves, centres)] + [ring]
    return pile([*centres, [0, 0]], walls=range(4), corners=corners)


def test_the_lining_is_the_inside_of_the_staves(tmp_path):
    bodies = drum_with(SQUARE)
    assert plane.lining(bodies) == pytest.approx(5 * SQUARE)
    plane.write_pile(bodies, tmp_path / "pile.txt", 0.1)
    first = (tmp_path / "pile.txt").read_text().splitlines()[0].split()
    assert first[0] == "4", "and it lies a skin farther out"
    assert np.array(first[1:], dtype=float).reshape(-1, 2) == pytest.approx(5.1 * SQUARE)


def test_area_and_inertia_are_those_of_closed_forms():
    slab = SQUARE * [3, 0.5]
    assert plane.area(slab) == pytest.approx(6) and plane.area(slab[::-1]) == pytest.approx(-6)
    assert plane.gyration(slab) == pytest.approx((6**2 + 1**2) / 12)
    assert plane.gyration(slab + [2, 1]) == pytest.approx((6**2 + 1**2) / 12 + 5), "about the origin"


def test_shrinking_moves_each_edge_by_the_skin():
    for sides in (3, 4, 7, 8):
        inner = plane.shrunk(regular(sides, 1), 0.1)
        assert len(inner) == sides
        distances = (plane.normals(inner) * inner).sum(axis=1)
        assert distances == pytest.approx(np.full(sides, 0.9), rel=1e-12)


def test_edges_too_short_for_the_skin_vanish():
    blunt = np.array([[-1.0, -1], [1, -1], [1, 0.99], [0.99, 1], [-1, 1]])
    assert plane.shrunk(blunt, 0.1) == pytest.approx(0.9 * SQUARE)


def test_nothing_is_left_of_what_is_thinner_than_two_skins():
    assert len(plane.shrunk(SQUARE * [1, 0.05], 0.1)) < 3
    with pytest.raises(ValueError, match="body 4: 4 corners"):
        plane.write_pile(drum_with(SQUARE * [1, 0.05]), "/dev/null", 0.1)


def test_more_corners_than_box2d_takes_are_refused():
    with pytest.raises(ValueError, match="9 corners"):
        plane.write_pile(drum_with(regular(9, 1)), "/dev/null", 0.01)


def test_depth_is_the_shortest_way_apart():
    assert plane.depth(SQUARE, SQUARE + [1.9, 0.5]) == pytest.approx(0.1)
    assert plane.depth(SQUARE, SQUARE + [0.3, -1.8]) == pytest.approx(0.2)
    assert plane.depth(SQUARE, SQUARE + [2.25, 0]) == pytest.approx(-0.25)
    diamond = regular(4, 1)  # a corner comes 0.05 over an edge
    assert plane.depth(SQUARE, diamond + [0.95 + math.sqrt(2), 0.2]) == pytest.approx(0.05)


def test_a_pair_of_grains_counts_twice_and_walls_do_not_meet():
    bodies = pile([[0, 0], [1.9, 0], [3.7, 0.5], [5.5, 0]], walls=[0, 3])
    found = plane.overlaps(bodies)
    assert [pair[:2] for pair in found] == [(0, 1), (1, 2), (2, 3)]
    assert [pair[2] for pair in found] == pytest.approx([0.1, 0.2, 0.2])
    assert plane.coordination(bodies, found) == 2
    assert plane.overlaps(pile([[0, 0], [1.9, 0]], walls=[0, 1])) == []


def test_bodies_are_put_where_box2d_left_them(tmp_path):
    (tmp_path / "poses.txt").write_text(f"5 6 {math.pi / 2} 1 2 3\n0 0 0 0 0 0\n")
    slab = SQUARE * [3, 0.5]
    there = plane.moved(pile([[0, 0], [9, 9]], walls=[1], ring=slab), tmp_path / "poses.txt")
    assert plane.placed(there)[0] == pytest.approx(np.array([[5.5, 3], [5.5, 9], [4.5, 9], [4.5, 3]]))
    # m v^2/2 + I w^2/2 of the free one; the wall counts for nothing.
    assert plane.kinetic_energy(there) == pytest.approx(0.5 * (1 + 4) + 0.5 * 37 / 12 * 9)
    assert plane.crept(pile([[5, 4], [0, 0]], walls=[1]), there) == pytest.approx(2)


@pytest.mark.parametrize("degrees", [-35, 0, 20])
def test_the_surface_has_the_angle_of_its_top_row(degrees):
    slope = math.tan(math.radians(degrees))
    x = np.linspace(-7, 7, 141)
    rows = [[a, slope * a - below] for below in (0, 1, 2) for a in x]
    drum = [[10, 0], [-10, 0]]
    bodies = pile(drum + rows, walls=[0, 1], ring=0.1 * SQUARE)
    assert plane.surface_angle(bodies) == pytest.approx(degrees, abs=0.5)


def test_grains_outside_of_the_drum_are_counted():
    assert plane.outside(pile([[10, 0], [-10, 0], [0, -10.5], [0, -9.5], [7, 7.5]], walls=[0, 1])) == 2


def test_the_pile_is_read_from_a_run(scree, tmp_path):
    scree("run", ROOT / "bench/compare/pile2d.toml", "--steps", 2, "--output", "pile", "--set", "output.every=5e-5")
    bodies = plane.read_pile(tmp_path / "pile")
    assert (bodies.wall.sum(), (~bodies.wall).sum()) == (64, 1000)
    assert {len(ring) for ring, wall in zip(bodies.corners, bodies.wall) if wall} == {4}
    assert {len(ring) for ring, wall in zip(bodies.corners, bodies.wall) if not wall} == {plane.CORNERS}
    assert plane.masses_off(bodies, 2600) < 1e-5 and plane.masses_off(bodies, 2610) > 1e-3
    assert bodies.velocity[~bodies.wall][:, 1] == pytest.approx(-9.81 * 2 * 2.7e-5, rel=1e-6), "in free fall"
    assert all(plane.area(ring) > 0 for ring in bodies.corners)
    # Staves are centred between 25 and 29 cm.
    assert np.linalg.norm(bodies.position[:64], axis=1) == pytest.approx(0.27, abs=0.001)

    plane.write_pile(bodies, tmp_path / "pile.txt", run_plane.SKIN)
    lines = [line.split() for line in (tmp_path / "pile.txt").read_text().splitlines()]
    assert lines[0][0] == "64" and len(lines[0]) == 1 + 2 * 64
    assert lines[1] == ["1064"] and len(lines) == 1066
    assert all(len(line) == 9 + 2 * int(line[8]) for line in lines[2:])
    inner = np.array(lines[-1][9:], dtype=float).reshape(-1, 2)
    outer = bodies.corners[-1]
    perimeter = np.linalg.norm(np.roll(outer, -1, axis=0) - outer, axis=1).sum()
    assert plane.area(outer) - plane.area(inner) == pytest.approx(run_plane.SKIN * perimeter, rel=0.1)


def end(steps, wall, **changes):
    return {"bodies": 1064, "dynamic_bodies": 1000, "steps": steps, "wall": wall, "threads": 1, "dt": 2.5e-5,
            "state_hash": "ab", "cores_of_others": 0.1, "overlapping_pairs": 1900} | changes


def ours(**changes):
    result = plane_table.scree_result([end(60000, 90.0), end(64000, 92.0), end(68000, 96.0), end(72000, 97.0)])
    return result | figures() | changes


def figures():
    return {"coordination": 3.7, "overlap_mean": 0.005, "overlap_max": 0.05, "kinetic_energy": 1e-4, "crept": 0.01,
            "surface_at_rest": 5.8, "surface": 35.0, "coordination_turned": 3.2, "outside": 0}


def box2d(**changes):
    return {"engine": "Box2D", "threads": 1, "grains": 1000, "dt": 1 / 1000, "updates_per_second": 5e5,
            "updates_per_second_min": 4e5, "updates_per_second_max": 6e5, "cores_of_others": 0} | figures() | changes


def test_rates_are_those_of_the_stretches_alone():
    mine = ours()
    assert mine["updates_per_second"] == pytest.approx(2e6)
    assert (mine["updates_per_second_min"], mine["updates_per_second_max"]) == pytest.approx((1e6, 4e6))


def test_both_factors_are_told():
    """Per step scree is 4 times as fast; with steps 40 times as long Box2D simulates 10 times as much."""
    lines = plane_table.comparison([ours(threads=2), ours()], [box2d()]).splitlines()
    speeds, states = lines[:5], lines[6:]
    for part in (speeds, states):
        assert len({line.count("|") for line in part}) == 1
    cells = [cell.strip() for cell in speeds[-1].strip("|").split("|")]
    assert cells == ["Box2D", "1", "0.001", "500,000", "400,000", "600,000", "0.5", "4", "10"]
    assert len(states) == 4 and states[-1].startswith("| Box2D | 0.001 | 3.70 | 0.5 | 5 | 0.0001 | 0.01 | 6° | 35° |")


def test_a_pile_that_is_not_the_same_is_named():
    assert plane_table.problems(end(1, 1), 1905, 1e-6, [box2d()]) == []
    for arguments, word in (((1930, 1e-6, []), "1930 pairs"), ((1900, 0.01, []), "masses"),
                            ((1900, math.nan, []), "masses"), ((1900, 0, [box2d(grains=999)]), "999 grains")):
        found = plane_table.problems(end(1, 1), *arguments)
        assert len(found) == 1 and word in found[0]


def test_one_thread_is_always_measured():
    assert run_plane.parse(["--threads", "2"]).threads == [1, 2]
    for words in (["--threads", "0"], ["--frequencies", "0"]):
        with pytest.raises(SystemExit):
            run_plane.parse(words)
