"""Mesh files that are wrong: refused with the place and the reason, in bounded memory and time; exit code 2."""

import json
import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
from mesh_cases import CASES, OBJ, STL, stl_binary  # noqa: E402

SCREE = Path(os.environ.get("SCREE", HERE.parents[1] / "build/release/apps/scree/scree")).resolve()
MESHES = os.environ.get("SCREE_MESHES")
MEMORY = 256 << 20
SECONDS = 20


def limit_time():
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))


def limit_all():
    limit_time()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def limits():
    """A program built with the address sanitizer reserves terabytes of addresses: there only the time is limited."""
    probe = subprocess.run([str(SCREE), "--version"], preexec_fn=limit_all, capture_output=True)
    return limit_all if probe.returncode == 0 else limit_time


LIMITS = limits()


def mesh(folder, *arguments):
    return subprocess.run([str(SCREE), "mesh", *map(str, arguments)], cwd=folder, capture_output=True, text=True,
                          timeout=120, preexec_fn=LIMITS, env={**os.environ, "SCREE_FP_TRAPS": "1"})


def assert_refused(done, message):
    assert done.returncode == 2, f"exit code {done.returncode}\n{done.stdout}{done.stderr}"
    assert done.stderr == message + "\n"
    assert done.stdout == ""


def test_there_are_enough_cases():
    assert len(CASES) >= 90
    assert len({case[0] for case in CASES}) == len(CASES)


def test_the_base_files_are_good(tmp_path):
    for name, content in [("a.obj", OBJ), ("a.stl", STL), ("b.stl", stl_binary())]:
        (tmp_path / name).write_bytes(content)
        done = mesh(tmp_path, name)
        assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("name, file, content, message", CASES, ids=[case[0] for case in CASES])
def test_bad_mesh(tmp_path, name, file, content, message):
    (tmp_path / file).write_bytes(content)
    assert_refused(mesh(tmp_path, file), file + message)
    # --repair cannot help a file that is not read, and leaves nothing behind.
    assert_refused(mesh(tmp_path, file, "--json", "--repair", "out.ply"), file + message)
    assert sorted(path.name for path in tmp_path.iterdir()) == [file]


def test_what_is_no_file(tmp_path):
    (tmp_path / "folder.stl").mkdir()
    os.mkfifo(tmp_path / "pipe.stl")
    (tmp_path / "loop.stl").symlink_to("loop.stl")
    assert_refused(mesh(tmp_path, "folder.stl"), "folder.stl: it is a folder; a mesh file is needed")
    assert_refused(mesh(tmp_path, "pipe.stl"), "pipe.stl: it is no regular file; a mesh file is needed")
    assert_refused(mesh(tmp_path, "/dev/zero"), "/dev/zero: it is no regular file; a mesh file is needed")
    assert_refused(mesh(tmp_path, "none.stl"), "none.stl: there is no such file")
    assert_refused(mesh(tmp_path, "none/a.stl"), "none/a.stl: there is no such file")
    assert_refused(mesh(tmp_path, "loop.stl"), "loop.stl: it cannot be read: Too many levels of symbolic links")
    assert_refused(mesh(tmp_path, ""), ": there is no such file")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read(tmp_path):
    (tmp_path / "a.stl").write_bytes(STL)
    (tmp_path / "a.stl").chmod(0)
    assert_refused(mesh(tmp_path, "a.stl"), "a.stl: it cannot be opened: Permission denied")


def test_a_file_that_is_too_large(tmp_path):
    with open(tmp_path / "a.stl", "wb") as file:
        file.truncate((2 << 30) + 1)  # takes no room on the disk
    assert_refused(mesh(tmp_path, "a.stl"), "a.stl: it has 2147483649 bytes; at most 2147483648 are read")


def test_every_length_of_a_binary_file(tmp_path):
    """Sizes that fit to no whole number of triangles."""
    content = stl_binary()
    for length in list(range(0, 90)) + [133, 134, 135, 183, 184, 283]:
        (tmp_path / "a.stl").write_bytes(content[:length])
        done = mesh(tmp_path, "a.stl")
        assert done.returncode == 2 and done.stderr.startswith("a.stl: "), f"{length}: {done.stderr}"


def test_a_fan_whose_triangles_all_lie_close_together(tmp_path):
    """Three thousand triangles around one corner: nearly every box overlaps every other."""
    lines = ["v 0 0 0"] + [f"v {i} {i * i / 3000} 1000" for i in range(1, 3001)]
    (tmp_path / "a.obj").write_text("\n".join(lines + [f"f 1 {i} {i + 1}" for i in range(2, 3001)]))
    done = mesh(tmp_path, "a.obj")
    assert done.returncode == 1, done.stdout + done.stderr
    assert [line for line in done.stdout.splitlines() if "wrong" in line] == [
        "  wrong      3001 open edges around 1 hole, the first from (0, 0, 0) to (1, 0.000333333, 1000)"]


# The collection of bad files: exit code, and the message (2) or the kinds of faults with their numbers (1).
COLLECTION = {
    "assimp__OutOfMemory.off": ":2: the header says 353535235358 vertices, but only 293 bytes follow",
    "assimp__box_UTF16BE.obj": ": it is UTF-16 text; write it as plain text or UTF-8",
    "assimp__invalid.off": ":6: a face with 0 corners; at least 3 are needed",
    "assimp__malformed.obj": ":28: a face with vertex 0; vertices count from 1, and -1 is the last one so far",
    "assimp__sphereWithHole.stl": {"open": 9, "non-manifold-vertex": 2},
    "assimp__triangle_with_empty_solid.stl": {"open": 3},
    "cube_all_flipped.stl": {"inside-out": 1},
    "cube_ascii_garbage_token.stl": ":33: 'banana' is no number; y of a vertex must be one, such as -0.5 or 2e-3",
    "cube_ascii_truncated.stl": ":78: the file ends within a facet, with 'endfac' where 'endfacet' must stand",
    "cube_missing_facet.stl": {"open": 3},
    "cube_one_flipped.stl": {"winding": 3},
    "cube_one_nan_vertex.stl": ": byte 258: triangle 4, corner 2: x is not a number; coordinates must be finite numbers "
                               "up to 1e+15",
    "cube_tiny_1e-30.stl": ": it is too small: 1e-30 across, where at least 1e-12 is needed (lengths are metres; has a "
                           "unit been lost?)",
    "mercury__Screw.stl": {"duplicate": 384, "non-manifold-edge": 768, "crossing": 1000},
    "sphere_count_too_big.stl": ": byte 80: the header says 4294967295 triangles, which take 214748364834 bytes, but the "
                                "file has 64084, room for 1280; it is cut off or the number is wrong",
    "sphere_truncated_midfacet.stl": ": byte 80: the header says 1280 triangles, which take 64084 bytes, but the file has "
                                     "35101, room for 700; it is cut off or the number is wrong",
    "trimesh__empty.stl": ": it holds no triangles",
    "trimesh__joined_tetrahedra.obj": {"duplicate": 1, "non-manifold-edge": 3},
    "trimesh__notenoughindices.obj": ":9: a face with 2 corners; at least 3 are needed",
    "trimesh__shared.STL": {"non-manifold-edge": 1},
    "trimesh__soup.stl": {"open": 300, "crossing": 1000},
    "trimesh__stl_empty_bin.stl": ": it holds no triangles",
    "trimesh__teapot.stl": {"open": 64, "non-manifold-vertex": 1, "crossing": 56},
    "two_cubes_interpenetrating.stl": {"crossing": 18},
}


@pytest.mark.skipif(not MESHES, reason="SCREE_MESHES names no collection of meshes")
@pytest.mark.parametrize("name", COLLECTION)
def test_bad_mesh_of_the_collection(tmp_path, name):
    path = Path(MESHES) / "bad" / name
    done = mesh(tmp_path, path, "--json")
    expected = COLLECTION[name]
    if isinstance(expected, str):
        assert_refused(done, str(path) + expected)
        return
    assert done.returncode == 1, done.stdout + done.stderr
    faults = json.loads(done.stdout)["report"]["faults"]
    assert {fault["kind"]: fault["count"] for fault in faults} == expected


@pytest.mark.skipif(not MESHES, reason="SCREE_MESHES names no collection of meshes")
def test_the_collection_is_known():
    assert {path.name for path in (Path(MESHES) / "bad").iterdir()} == set(COLLECTION)
