"""An installed scree serves another project: find_package(scree), scree::scree, the public headers."""

import os
import re
import shutil
import subprocess

import pytest


def run(*command, **options):
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=600, **options)
    assert done.returncode == 0, f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def prefix(build, tmp_path_factory):
    """An installation, moved after the fact: nothing in it may remember where it was made."""
    if "SCREE_SANITIZE:STRING=\n" not in (build / "CMakeCache.txt").read_text():
        pytest.skip("a library with sanitizers is not for others")
    folder = tmp_path_factory.mktemp("install")
    run("cmake", "--build", build, "--target", "scree", "scree_library")
    run("cmake", "--install", build, "--prefix", folder / "made_here")
    shutil.move(folder / "made_here", folder / "used_here")
    return folder / "used_here"


def test_installed_files(prefix, root):
    scenes = {path.name for path in (root / "scenes").glob("*.toml")}
    assert scenes and {path.name for path in (prefix / "share/scree/scenes").iterdir()} == scenes
    headers = {path.name for path in (root / "include/scree").glob("*.h")}
    assert headers and {path.name for path in (prefix / "include/scree").iterdir()} == headers
    assert (prefix / "share/scree/README.md").is_file() and (prefix / "share/scree/LICENSE").is_file()


def test_installed_program(prefix, root, tmp_path):
    version = (root / "VERSION").read_text().strip()
    assert version in run(prefix / "bin/scree", "--version", cwd=tmp_path)
    listed = run(prefix / "bin/scree", "scenes", cwd=tmp_path)
    for scene in (root / "scenes").glob("*.toml"):
        assert scene.stem in listed


def test_outside_project(prefix, root, tmp_path):
    source = tmp_path / "project"
    shutil.copytree(root / "tests/outside", source)
    environment = {key: value for key, value in os.environ.items() if not key.startswith("CMAKE_")}
    run("cmake", "-S", source, "-B", tmp_path / "build", "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
        f"-DCMAKE_PREFIX_PATH={prefix}", env=environment)
    run("cmake", "--build", tmp_path / "build", env=environment)
    output = run(tmp_path / "build/drop", cwd=tmp_path)
    assert output.endswith("fine\n"), output


def test_the_program_in_the_readme(prefix, root, tmp_path):
    (source,) = re.findall(r"```cpp\n(.*?)```", (root / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    project = tmp_path / "project"
    shutil.copytree(root / "tests/outside", project)
    (project / "main.cpp").write_text(source)
    run("cmake", "-S", project, "-B", tmp_path / "build", "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
        f"-DCMAKE_PREFIX_PATH={prefix}")
    run("cmake", "--build", tmp_path / "build")
    output = run(tmp_path / "build/drop", cwd=tmp_path)
    assert "at z =" in output and "balance off by" in output, output


def test_wrong_version_is_refused(prefix, root, tmp_path):
    (tmp_path / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.25)\nproject(future CXX)\nfind_package(scree 99 REQUIRED)\n")
    done = subprocess.run(["cmake", "-S", tmp_path, "-B", tmp_path / "build", f"-DCMAKE_PREFIX_PATH={prefix}"],
                          capture_output=True, text=True, timeout=300)
    assert done.returncode != 0 and "99" in done.stderr
