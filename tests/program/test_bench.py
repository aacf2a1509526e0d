"""`scree bench`: what it prints beside the rates, settled states from the cache, profiles."""
import json
import os
import subprocess

import pytest


@pytest.fixture(scope="module")
def cache(tmp_path_factory):
    """Settling takes seconds: once is enough."""
    return tmp_path_factory.mktemp("cache")


def bench(program, cache, *arguments):
    done = subprocess.run([str(program), "bench", *map(str, arguments)], capture_output=True, text=True, timeout=600,
                          env={**os.environ, "SCREE_CACHE": str(cache)})
    assert done.returncode == 0, done.stderr
    return done.stdout


def numbers(program, cache, *arguments):
    return json.loads(bench(program, cache, *arguments, "--json").splitlines()[-1])


def test_settled_states_are_kept_and_used(program, cache):
    arguments = ["bed", "--steps", 20, "--repeats", 2]
    first = numbers(program, cache, *arguments, "--threads", 1)
    files = list(cache.glob("bed-*.h5"))
    assert len(files) == 1
    written = files[0].stat().st_mtime_ns
    again = numbers(program, cache, *arguments, "--threads", 2)
    assert files[0].stat().st_mtime_ns == written, "settled a second time"
    assert first["state_hash"] == again["state_hash"], "the cache changed the result"
    plain = numbers(program, cache, *arguments, "--plain")
    assert first["state_hash"] == plain["state_hash"], "the instruction set changed the result"
    # What must stand beside a rate.
    assert first["young"] == 1e7 and first["dt"] == 2e-5
    assert first["coordination"] > 4 and first["max_overlap"] < 0.02
    assert 2 < first["overlapping_pairs_per_body"] < 4
    cascade = first["cascade"]
    parted = sum(cascade[name] for name in ("spheres", "last_plane", "projection", "reflection"))
    assert cascade["candidates"] == parted + cascade["entered"]
    assert cascade["overlapping"] > 0.9 * cascade["entered"]


def test_copies_of_a_bed_have_its_coordination(program, cache):
    small = numbers(program, cache, "bed", "--steps", 10, "--repeats", 1)
    large = numbers(program, cache, "bed", "--bodies", 3000, "--steps", 10, "--repeats", 1)
    assert large["bodies"] >= 3000
    assert abs(large["coordination"] - small["coordination"]) < 0.3


def test_bodies_of_a_large_bed_may_be_numbered_at_random(program, cache):
    arguments = ["bed", "--bodies", 3000, "--steps", 10, "--repeats", 1]
    along = numbers(program, cache, *arguments)
    shuffled = numbers(program, cache, *arguments, "--shuffle")
    assert shuffled["bodies"] == along["bodies"]
    assert shuffled["state_hash"] != along["state_hash"]
    assert shuffled["contacts"] == pytest.approx(along["contacts"], rel=0.01), "not the same bed"
    assert numbers(program, cache, *arguments, "--shuffle", "--threads", 1)["state_hash"] == shuffled["state_hash"]
    alone = subprocess.run([str(program), "bench", "bed", "--shuffle"], capture_output=True, text=True, check=False)
    assert alone.returncode == 2 and "--bodies" in alone.stderr


def test_several_numbers_of_threads_take_turns(program, cache):
    arguments = ["bed", "--steps", 10, "--repeats", 3, "--threads", "1,2"]
    one, two = (json.loads(line) for line in bench(program, cache, *arguments, "--json").splitlines())
    assert (one["threads"], two["threads"]) == (1, 2)
    assert one["threads_used"] == 1 and 1 <= two["threads_used"] <= 2
    assert one["state_hash"] == two["state_hash"]
    assert one["speed_up"] == 1 and two["speed_up"] > 0
    assert "bed: 2 threads are" in bench(program, cache, *arguments)
    assert "bed" in bench(program, cache, "--threads", 2, "bed", "--steps", 5, "--repeats", 1), "an option took the name"


def test_a_profile_names_every_stage_and_filter(program, cache):
    text = bench(program, cache, "bed", "--steps", 20, "--repeats", 1, "--profile")
    for word in ("predict", "place", "find_pairs", "touch", "press", "gather", "correct", "spheres", "last plane",
                 "projection", "reflection", "overlap", "floor", "reached"):
        assert word in text
