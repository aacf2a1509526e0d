"""`scree mesh`: what it prints, what it repairs, its exit codes; and a collection of meshes from elsewhere."""

import json
import os
import re
import struct
import subprocess
from pathlib import Path

import pytest

MESHES = os.environ.get("SCREE_MESHES")
needs_collection = pytest.mark.skipif(not MESHES, reason="SCREE_MESHES names no collection of meshes")

CUBE_POINTS = [(x, y, z) for z in (0, 1) for y in (0, 1) for x in (0, 1)]
CUBE_FACES = [(0, 2, 1), (1, 2, 3), (4, 5, 6), (5, 7, 6), (0, 1, 4), (1, 5, 4),
              (2, 6, 3), (3, 6, 7), (1, 3, 5), (3, 7, 5), (0, 4, 2), (2, 4, 6)]


def write_obj(path, points=CUBE_POINTS, faces=CUBE_FACES):
    lines = ["v {} {} {}".format(*p) for p in points] + ["f {} {} {}".format(*(v + 1 for v in f)) for f in faces]
    path.write_text("\n".join(lines) + "\n")


@pytest.fixture
def cube(tmp_path):
    write_obj(tmp_path / "cube.obj")
    return tmp_path / "cube.obj"


def test_a_cube_in_words(scree, cube):
    assert scree("mesh", "cube.obj").stdout == """\
cube.obj: a sound solid
  file       OBJ, text
  triangles  12
  vertices   8
  surface    closed, manifold, evenly wound, convex
  shells     1, Euler number 2, genus 0
  box        1 x 1 x 1, from (0, 0, 0) to (1, 1, 1)
  area       6
  volume     1
  hull       volume 1
  centroid   (0.5, 0.5, 0.5)
  moments    0.166666667, 0.166666667, 0.166666667 (principal, about the centroid, at density 1)
"""


def test_a_cube_in_json(scree, cube):
    found = json.loads(scree("mesh", "cube.obj", "--json").stdout)
    assert found["format"] == "OBJ" and found["notes"] == []
    report = found["report"]
    assert report["sound"] is True and report["faults"] == []
    assert report["closed"] and report["manifold"] and report["oriented"] and report["convex"]
    assert report["volume"] == pytest.approx(1, abs=1e-14) and report["genus"] == 0
    assert report["shells"] == [{"triangles": 12, "closed": True, "volume": pytest.approx(1), "area": pytest.approx(6),
                                 "inside_of": 0}]


def test_what_is_wrong_is_said_and_the_exit_code_is_1(scree, tmp_path):
    write_obj(tmp_path / "open.obj", faces=CUBE_FACES[:-1])
    done = scree("mesh", "open.obj", expect=1)
    assert done.stdout.startswith(
        "open.obj: not a sound solid\n"
        "  wrong      3 open edges around 1 hole, the first from (0, 1, 0) to (0, 0, 1)\n")
    assert "volume   " not in done.stdout
    assert done.stderr == ""
    report = json.loads(scree("mesh", "open.obj", "--json", expect=1).stdout)["report"]
    assert report["volume"] is None and report["genus"] is None and report["convex"] is None


def test_what_cannot_be_read_is_refused_with_exit_code_2(scree, tmp_path):
    done = scree("mesh", "none.stl", expect=2)
    assert done.stderr == "none.stl: there is no such file\n"
    scree("mesh", expect=2)
    scree("mesh", "none.stl", "--jsn", expect=2)


@pytest.mark.parametrize("suffix", ["stl", "obj", "ply", "off"])
def test_repair_writes_what_it_has_repaired(scree, tmp_path, suffix):
    faces = [f if i != 5 else (f[0], f[2], f[1]) for i, f in enumerate(CUBE_FACES)]  # one turned
    faces += [CUBE_FACES[2], (3, 3, 7)]  # one twice, one without area
    points = CUBE_POINTS + [CUBE_POINTS[7], (9, 9, 9)]
    faces[3] = (5, 8, 6)  # a corner that stands beside its twin
    write_obj(tmp_path / "bad.obj", points, faces)
    done = scree("mesh", "bad.obj", "--repair", f"good.{suffix}")
    assert "bad.obj: not a sound solid\n" in done.stdout and f"good.{suffix}: a sound solid\n" in done.stdout
    assert [line[13:] for line in done.stdout.splitlines() if line.startswith("  done ")] == [
        "1 vertex welded to another at the same point",
        "1 vertex without a triangle left out",
        "1 triangle with two corners at one point left out",
        "1 triangle with the corners of another left out",
        "1 triangle turned to agree with the neighbours"]
    report = json.loads(scree("mesh", f"good.{suffix}", "--json").stdout)["report"]
    assert report["volume"] == pytest.approx(1, abs=1e-14) and report["triangles"] == 12
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bad.obj", f"good.{suffix}"]


def test_repair_does_not_fill_holes(scree, tmp_path):
    write_obj(tmp_path / "open.obj", faces=CUBE_FACES[:-1])
    done = scree("mesh", "open.obj", "--repair", "still_open.ply", expect=1)
    assert "  done       nothing that this command can do\n" in done.stdout
    assert "still_open.ply: not a sound solid\n  wrong      3 open edges around 1 hole" in done.stdout
    assert (tmp_path / "still_open.ply").exists()


def test_repair_replaces_a_file_only_when_told(scree, cube, tmp_path):
    (tmp_path / "out.stl").write_text("precious")
    done = scree("mesh", "cube.obj", "--repair", "out.stl", expect=2)
    assert done.stderr == "out.stl is there already; --force replaces it\n"
    assert (tmp_path / "out.stl").read_text() == "precious"
    scree("mesh", "cube.obj", "--repair", "out.stl", "--force")
    assert (tmp_path / "out.stl").stat().st_size == 84 + 12 * 50


def test_repair_writes_known_formats_only(scree, cube):
    done = scree("mesh", "cube.obj", "--repair", "out.gltf", expect=2)
    assert done.stderr == "out.gltf: meshes are written as .stl, .obj, .ply or .off\n"


def test_repair_into_a_folder_that_is_not_there_fails(scree, cube):
    done = scree("mesh", "cube.obj", "--repair", "none/out.stl", expect=1)
    assert "none" in done.stderr


def test_a_decimal_comma_of_the_country_changes_nothing(scree, cube):
    plain = scree("mesh", "cube.obj", "--json").stdout
    assert scree("mesh", "cube.obj", "--json", env={**os.environ, "LC_ALL": "de_DE.UTF-8"}).stdout == plain


def test_the_words_of_a_file_come_out_as_valid_json(scree, tmp_path):
    write_obj(tmp_path / "cube.obj")
    text = (tmp_path / "cube.obj").read_text()
    (tmp_path / "cube.obj").write_text('o a "b" \\ c\td\n' + text)
    assert json.loads(scree("mesh", "cube.obj", "--json").stdout)["names"] == ['a "b" \\ c?d']
    for name, shown in [("Würfel".encode(), "Würfel"), ("Würfel".encode("latin-1"), "W?rfel"), (b"a\xe2\x82", "a??")]:
        (tmp_path / "cube.obj").write_bytes(b"o " + name + b"\n" + text.encode())
        assert json.loads(scree("mesh", "cube.obj", "--json").stdout)["names"] == [shown]


def test_the_document_shows_what_the_program_prints(program, root, tmp_path):
    text = (root / "docs/meshes.md").read_text(encoding="utf-8")
    for name, content in re.findall(r"<!-- file: (\S+) -->\n```text\n(.*?)```", text, re.S):
        (tmp_path / name).write_text(content)
    shown = re.findall(r"\n\n```text\n((\S+?):.*?)```", text, re.S)
    assert [name for _, name in shown] == ["stone.off", "broken.obj", "short.off"]
    for block, name in shown:
        done = subprocess.run([program, "mesh", name], cwd=tmp_path, capture_output=True, text=True, timeout=60)
        assert (done.stdout + done.stderr).startswith(block), f"{name} prints:\n{done.stdout}{done.stderr}"


def test_a_large_mesh_takes_seconds(scree, tmp_path):
    """A wavy block of 40,800 triangles as binary STL."""
    n = 100
    height = lambda i, j: 1 + 0.01 * ((i * 7 + j * 3) % 5)
    triangles = []
    for i in range(n):
        for j in range(n):
            a, b, c, d = [(i + p, j + q, height(i + p, j + q)) for p, q in ((0, 0), (1, 0), (1, 1), (0, 1))]
            low = [(p[0], p[1], 0.0) for p in (a, b, c, d)]
            triangles += [(a, b, c), (a, c, d), (low[0], low[2], low[1]), (low[0], low[3], low[2])]
    for k in range(n):
        for p, q in (((k, 0), (k + 1, 0)), ((n, k), (n, k + 1)), ((k + 1, n), (k, n)), ((0, k + 1), (0, k))):
            low, high = [(*p, 0.0), (*q, 0.0)], [(*p, height(*p)), (*q, height(*q))]
            triangles += [(low[0], low[1], high[1]), (low[0], high[1], high[0])]
    facets = [struct.pack("<12f", 0, 0, 0, *(x for p in t for x in p)) + b"\0\0" for t in triangles]
    (tmp_path / "block.stl").write_bytes(bytes(80) + struct.pack("<I", len(facets)) + b"".join(facets))
    report = json.loads(scree("mesh", "block.stl", "--json", timeout=60).stdout)["report"]
    assert report["triangles"] == 4 * n * n + 8 * n and report["crossings"] == 0 and report["genus"] == 0


GOOD = ["assimp__Cube.off", "assimp__box_without_lineending.obj", "cube_ascii_crlf_upper.stl", "mercury__Rattleback.stl",
        "mercury__RotatingDrum.stl", "sphere_header_says_solid.stl", "trimesh__20mm-xyz-cube.stl",
        "trimesh__7_8ths_cube.stl", "trimesh__busted.STL", "trimesh__negative_indices.obj", "trimesh__plate_holes.STL",
        "trimesh__torus.STL", "trimesh__tube.obj", "trimesh__two_objects_mixed_case_names.stl", "trimesh__unit_cube.STL",
        "trimesh__unit_sphere.STL"]


@needs_collection
def test_the_collection_is_known():
    assert {path.name for path in (Path(MESHES) / "good").iterdir()} == set(GOOD)


@needs_collection
@pytest.mark.parametrize("name", GOOD)
def test_good_mesh_of_the_collection(scree, name):
    expected = next(entry for entry in json.loads((Path(MESHES) / "MANIFEST.json").read_text())
                    if entry["file"] == f"good/{name}")
    found = json.loads(scree("mesh", Path(MESHES) / "good" / name, "--json", env={**os.environ, "SCREE_FP_TRAPS": "1"})
                       .stdout)
    report = found["report"]
    size = max(expected["bbox"])
    assert report["sound"] and report["closed"] and report["manifold"] and report["oriented"]
    assert report["triangles"] == expected["tris"]
    assert report["vertices"] == expected["verts_welded"]
    assert len(report["shells"]) == expected["components"]
    assert report["genus"] == expected["genus_total"]
    assert report["euler"] == expected["euler"]
    assert report["volume"] == pytest.approx(expected["volume"], rel=1e-6)
    assert report["area"] == pytest.approx(expected["area"], rel=1e-6)
    assert report["centroid"] == pytest.approx(expected["centroid"], rel=1e-6, abs=1e-6 * size)
    assert report["moments"] == pytest.approx(expected["principal_I_unit_density"], rel=1e-6)
    assert [high - low for low, high in zip(report["low"], report["high"])] == pytest.approx(expected["bbox"], rel=1e-5)
    if "convex" in expected:
        assert report["convex"] is expected["convex"]
    assert report["hull_volume"] >= report["volume"] * (1 - 1e-6)
    disagree = sum(int(note.split()[0]) for note in found["notes"] if "against the order" in note)
    assert disagree == expected.get("normals_disagree", 0)


@needs_collection
@pytest.mark.parametrize("name, volume", [("cube_all_flipped.stl", 1), ("cube_one_flipped.stl", 1),
                                          ("trimesh__joined_tetrahedra.obj", 0.8660254)])
def test_bad_mesh_of_the_collection_is_repaired(scree, tmp_path, name, volume):
    scree("mesh", Path(MESHES) / "bad" / name, "--repair", "good.ply")
    report = json.loads(scree("mesh", "good.ply", "--json").stdout)["report"]
    assert report["volume"] == pytest.approx(volume, rel=1e-6)


@needs_collection
@pytest.mark.parametrize("name", ["trimesh__torus.STL", "trimesh__tube.obj"])
def test_repair_leaves_a_good_mesh_as_it_is(scree, name):
    scree("mesh", Path(MESHES) / "good" / name, "--repair", "same.off")
    before = json.loads(scree("mesh", Path(MESHES) / "good" / name, "--json").stdout)["report"]
    after = json.loads(scree("mesh", "same.off", "--json").stdout)["report"]
    for key in ("triangles", "vertices", "volume", "centroid", "moments", "area"):
        assert after[key] == before[key]
