"""`scree bench`: what it prints beside the rates, settled states from the cache, profiles."""
import json
import os
import subprocess


def bench(program, cache, *arguments):
    done = subprocess.run([str(program), "bench", *map(str, arguments)], capture_output=True, text=True, timeout=600,
                          env={**os.environ, "SCREE_CACHE": str(cache)})
    assert done.returncode == 0, done.stderr
    return done.stdout


def numbers(program, cache, *arguments):
    return json.loads(bench(program, cache, *arguments, "--json").splitlines()[-1])


def test_settled_states_are_kept_and_used(program, tmp_path):
    arguments = ["bed", "--steps", 20, "--repeats", 2]
    first = numbers(program, tmp_path, *arguments, "--threads", 1)
    files = list(tmp_path.glob("bed-*.h5"))
    assert len(files) == 1
    written = files[0].stat().st_mtime_ns
    again = numbers(program, tmp_path, *arguments, "--threads", 2)
    assert files[0].stat().st_mtime_ns == written, "settled a second time"
    assert first["state_hash"] == again["state_hash"], "the cache changed the result"
    plain = numbers(program, tmp_path, *arguments, "--plain")
    assert first["state_hash"] == plain["state_hash"], "the instruction set changed the result"
    fresh = numbers(program, tmp_path, *arguments, "--fresh")
    assert first["state_hash"] == fresh["state_hash"]
    # What must stand beside a rate.
    assert first["young"] == 1e7 and first["dt"] == 2e-5
    assert first["coordination"] > 4 and first["max_overlap"] < 0.02
    assert 2 < first["overlapping_pairs_per_body"] < 4
    cascade = first["cascade"]
    parted = sum(cascade[name] for name in ("spheres", "last_plane", "projection", "reflection"))
    assert cascade["candidates"] == parted + cascade["entered"]
    assert cascade["overlapping"] > 0.9 * cascade["entered"]


def test_copies_of_a_bed_have_its_coordination(program, tmp_path):
    small = numbers(program, tmp_path, "bed", "--steps", 10, "--repeats", 1)
    large = numbers(program, tmp_path, "bed", "--bodies", 3000, "--steps", 10, "--repeats", 1)
    assert large["bodies"] >= 3000
    assert abs(large["coordination"] - small["coordination"]) < 0.3


def test_a_profile_names_every_stage_and_filter(program, tmp_path):
    text = bench(program, tmp_path, "bed", "--steps", 20, "--repeats", 1, "--profile")
    for word in ("predict", "place", "find_pairs", "touch", "press", "gather", "correct", "spheres", "last plane",
                 "projection", "reflection", "overlap", "floor", "reached"):
        assert word in text
