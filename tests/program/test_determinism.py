"""The program gives the same `state_hash` on any number of threads, with assertions and without, with and without output."""

import json
import subprocess

import pytest
from conftest import steps
from runs import ZOOS, results_of

SHORT = {"arch": 2000, "bed": 1000, "bounce": 2000, "chain": 3000, "collide": 3000, "dice": 10000, "drum": 2500, "drum-large": 50,
         "drum-slice": 300,
         "embankment": 60, "heap": 2000, "heap-spheres": 500, "roll": 3000, "shock": 60, "silo": 200, "slope": 5000,
         "spin": 1000, "stack": 5000, "biaxial2d": 3000, "deposition2d": 4000, "drum2d": 300, "drum2d-large": 20,
         "heap2d": 6000, "hopper2d": 1500, "polydisperse2d": 1000, "sandglass": 2000, "shear2d": 2000, "tower2d": 1000}
# Placing the whole bed takes the build with sanitizers minutes, and shows nothing that a part of it does not.
FEWER = {"drum2d": ["--set", "fill.stones.count=600"], "drum2d-large": ["--set", "fill.stones.count=600"],
         "drum-large": ["--set", "fill.stones.count=500"], "drum-slice": ["--set", "fill.stones.count=500"]}
SILENT = ["--set", "output.every=0", "--set", "output.checkpoint_every=0"]


def state_hash(program, folder, scene, *arguments):
    command = [program, "run", scene, "--json", "--output", folder, *arguments]
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)["state_hash"]


@pytest.fixture(scope="module")
def built_in(program):
    listing = subprocess.run([program, "scenes"], capture_output=True, text=True, check=True).stdout
    return [line.split()[0] for line in listing.splitlines()]


@pytest.fixture(scope="module", params=ZOOS, ids=lambda zoo: zoo.stem)
def zoo(program, tmp_path_factory, request):
    """A scene, the folder of its run on one thread, and the hash."""
    folder = tmp_path_factory.mktemp("zoo") / "one"
    return request.param, folder, state_hash(program, folder, request.param, "--threads", 1)


def test_all_scenes_are_compared(built_in):
    assert sorted(SHORT) == sorted(built_in)


@pytest.mark.parametrize("threads", [2, 3, 4])
def test_threads_change_neither_hash_nor_files(threads, program, tmp_path, zoo):
    scene, folder, expected = zoo
    assert state_hash(program, tmp_path / "out", scene, "--threads", threads) == expected
    assert results_of(tmp_path / "out") == results_of(folder)


def test_output_changes_nothing(program, tmp_path, zoo):
    scene, _, expected = zoo
    text = scene.read_text()
    (tmp_path / "bare.toml").write_text(text[:text.index("[[probe]]")] + "[output]\nevery = 0\ncheckpoint_every = 0\n")
    assert state_hash(program, tmp_path / "bare", tmp_path / "bare.toml") == expected
    assert not results_of(tmp_path / "bare")
    busy = ["--set", "output.every=0.7 ms", "--set", "output.checkpoint_every=1.3 ms", "--set", "probe.top.every=20 us"]
    assert state_hash(program, tmp_path / "busy", scene, *busy) == expected


@pytest.mark.parametrize("neighbours", ["sweep", "tree", "heapsort", "cells", "lists", "bvh", "brute"])
def test_the_way_pairs_are_found_changes_nothing(neighbours, program, tmp_path, zoo):
    changes = ["--set", f"simulation.neighbours={neighbours}", *SILENT]
    assert state_hash(program, tmp_path / "out", zoo[0], *changes) == zoo[2]


@pytest.mark.parametrize("scene", ["drum", "drum2d"])
def test_one_hash_for_a_drum_whichever_way_pairs_are_found(scene, program, tmp_path):
    hashes = {neighbours: state_hash(program, tmp_path / neighbours, scene, "--steps", steps(2000), *SILENT,
                                     "--set", f"simulation.neighbours={neighbours}")
              for neighbours in ["auto", "sweep", "tree", "heapsort", "cells", "lists", "bvh", "brute"]}
    assert len(set(hashes.values())) == 1, hashes


def test_the_build_with_assertions_gives_the_zoo_the_same_bits(checked_program, tmp_path, zoo):
    scene, folder, expected = zoo
    assert state_hash(checked_program, tmp_path / "out", scene) == expected
    assert results_of(tmp_path / "out") == results_of(folder)


@pytest.mark.parametrize("scene", SHORT)
def test_the_build_with_assertions_gives_the_same_bits(scene, program, checked_program, tmp_path):
    run = ["--steps", max(2, steps(SHORT[scene]) // 5), *FEWER.get(scene, []), *SILENT]
    assert (state_hash(checked_program, tmp_path / "checked", scene, *run, "--threads", 2)
            == state_hash(program, tmp_path / "release", scene, *run, "--threads", 3))
