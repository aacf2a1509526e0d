"""No operation of a run lacks a meaningful result: with traps for invalid operations, divisions by zero and
overflows armed, every built-in scene runs."""

import os
import signal
import subprocess

import pytest
from conftest import steps
from runs import ZOO, ZOOS

STEPS = {"embankment": 300, "shock": 300, "silo": 1000, "drum": 3000, "drum-large": 5, "drum-slice": 20, "bed": 3000, "heap": 3000,
         "heap-spheres": 3000, "dice": 20000, "biaxial2d": 4000, "drum2d": 1000, "drum2d-large": 50, "hopper2d": 3000,
         "polydisperse2d": 1500, "sandglass": 3000}


def run(program, tmp_path, scene, *arguments):
    done = subprocess.run([str(program), "run", str(scene), "--quiet", "--output", str(tmp_path / "out"), *arguments],
                          capture_output=True, text=True, timeout=300, env={**os.environ, "SCREE_FP_TRAPS": "1"})
    assert done.returncode == 0, f"ended with {done.returncode}: {done.stderr}"


def names(program):
    listing = subprocess.run([program, "scenes"], capture_output=True, text=True, check=True).stdout
    return [line.split()[0] for line in listing.splitlines()]


def test_built_in_scenes_run_under_traps(program, tmp_path):
    for scene in names(program):
        run(program, tmp_path, scene, "--force", "--steps", str(steps(STEPS.get(scene, 5000))))


@pytest.mark.parametrize("zoo", ZOOS, ids=lambda zoo: zoo.stem)
@pytest.mark.parametrize("integrator", ["gear", "verlet"])
def test_the_zoo_runs_under_traps(integrator, zoo, program, tmp_path):
    run(program, tmp_path, zoo, "--set", f"simulation.integrator={integrator}")


def test_a_touching_body_can_be_fixed_and_freed(program, tmp_path):
    """A contact left between two bodies without mass once made the work of the drives not a number."""
    run(program, tmp_path, ZOO.parent / "taken_and_released.toml")


def test_the_traps_are_armed(program, tmp_path):
    """The first kick overflows: without traps the run fails with a message, with them by a signal."""
    absurd = ["simulation.dt=1e60", "body.ball.velocity=[0,0,-1e60]", "material.rubber.stiffness=1e60",
              "material.rubber.density=1e-30", "shape.ball.radius=1e-20"]
    changes = [word for change in absurd for word in ("--set", change)]
    command = [str(program), "run", "bounce", "--quiet", "--force-dt", *changes, "--steps", "5", "--output"]
    plain = subprocess.run([*command, str(tmp_path / "plain")], capture_output=True, text=True, timeout=120)
    assert plain.returncode == 1 and "finite" in plain.stderr
    trapped = subprocess.run([*command, str(tmp_path / "trapped")], capture_output=True, timeout=120,
                             env={**os.environ, "SCREE_FP_TRAPS": "1"})
    assert trapped.returncode == -signal.SIGFPE
