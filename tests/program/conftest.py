"""What the tests of the program share: where it is, and a way to run it as a user does."""

import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def steps(whole):
    """Steps of a run that shows more the longer it is: all in `make test-long`, a third in `make test`."""
    return whole if "SCREE_LONG" in os.environ else whole // 3


@pytest.fixture(scope="session")
def root():
    """The repository."""
    return ROOT


@pytest.fixture(scope="session")
def build():
    """The build folder under test: CTest says which; by hand it is the release build."""
    return Path(os.environ.get("SCREE_BUILD", ROOT / "build/release")).resolve()


@pytest.fixture(scope="session")
def program(build):
    path = Path(os.environ.get("SCREE", build / "apps/scree/scree")).resolve()
    assert path.is_file(), f"{path} is not there: build it first (make build), or name it in SCREE"
    return path


@pytest.fixture(scope="session")
def checked_program():
    """The program with assertions and sanitizers, hardly optimised, which must compute the same bits; `make test`
    builds it."""
    path = ROOT / "build/asan/apps/scree/scree"
    if not path.is_file():
        pytest.skip("no build with sanitizers (make test makes one)")
    return path


@pytest.fixture
def scree(program, tmp_path):
    """scree("run", "bounce", ...): runs the program in the test's own folder."""

    def call(*arguments, expect=0, timeout=300, **options):
        options.setdefault("cwd", tmp_path)
        command = [str(program), *map(str, arguments)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=timeout, **options)
        assert done.returncode == expect, (
            f"{' '.join(command)}\nended with {done.returncode}, not {expect}\n{done.stdout}{done.stderr}")
        return done

    return call
