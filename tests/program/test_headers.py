"""Every header compiles on its own, without warnings: whoever includes it need not know what else to include."""

import json
import os
import re
import shlex
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# Most of the time would go into Eigen and oneTBB. Headers that include these two anyway, directly or not, get them
# precompiled, which takes nothing from the test: all other headers are compiled without.
HEAVY = ("base/vector.h", "base/parallel.h")


def layer_commands(build):
    """{layer: compile command without its files}: from the compile commands of that layer's sources."""
    commands = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        match = re.search(r"-o \S*\bscree_(\w+)\.dir/", entry["command"])
        if match and match[1] not in commands:
            words = shlex.split(entry["command"])
            compiler = next(n for n, word in enumerate(words) if re.search(r"(\+\+|g\+\+-\d+|clang-\d+)$", word))
            # What a header needs is told by these; the project's precompiled headers would hide what it lacks.
            kept = re.compile(r"-[DIWf](?!sanitize)|-std=|-isystem$")
            commands[match[1]] = words[compiler:compiler + 1] + [
                word for n, word in enumerate(words) if n > compiler and (kept.match(word) or words[n - 1] == "-isystem")]
    return commands


def reached(header, source_folder, seen=None):
    """The project's headers that a header includes, directly or not."""
    seen = set() if seen is None else seen
    path = source_folder / header
    if path.exists():
        for name in re.findall(r'^#include "(\w+/[\w/]+\.h)"', path.read_text(), re.M):
            if name not in seen:
                seen.add(name)
                reached(name, source_folder, seen)
    return seen


def precompile(heavy, command, folder):
    """The flags with which a compilation starts from these headers, precompiled."""
    header = folder / f"{'_'.join(re.sub(r'.*/|[.]h', '', name) for name in heavy)}.h"
    header.write_text("".join(f'#include "{name}"\n' for name in heavy))
    run_compiler(command + ["-x", "c++-header", "-c", str(header), "-o", f"{header}.gch"])
    return ["-include", str(header)]


def run_compiler(command):
    """Through the compiler cache where there is one, as cmake/compiler.cmake sets it."""
    cache = [shutil.which("ccache")] if shutil.which("ccache") else []
    settings = {"CCACHE_BASEDIR": str(ROOT), "CCACHE_NOHASHDIR": "1", "CCACHE_SLOPPINESS": "pch_defines,time_macros"}
    return subprocess.run(cache + command, capture_output=True, text=True, env={**os.environ, **settings})


def check(header, command, folder):
    """Includes a header twice and nothing else; returns the compiler's complaints."""
    source = folder / (re.sub(r"\W", "_", header) + ".cpp")
    source.write_text(f'#include "{header}"\n#include "{header}"\n')
    done = run_compiler(command + ["-c", str(source), "-o", str(source.with_suffix(".o"))])
    return "" if done.returncode == 0 else f"{header}:\n{done.stderr}"


def check_all(tasks):
    with ThreadPoolExecutor(2) as pool:
        return [problem for problem in pool.map(lambda task: check(*task), tasks) if problem]


def test_internal_headers(root, build):
    # Below the build folder, always in the same place: so the compiler cache finds what did not change.
    folder = build / "headers_alone"
    folder.mkdir(exist_ok=True)
    commands = layer_commands(build)
    assert commands, "no compile commands of src/ in the build folder"
    headers = sorted(str(path.relative_to(root / "src")) for path in (root / "src").rglob("*.h"))
    assert headers
    precompiled = {(): []}
    tasks = []
    for header in headers:
        # A layer of headers alone has no command of its own; run's serves all below it.
        command = commands.get(header.split("/")[0], commands.get("run", commands["base"]))
        heavy = tuple(name for name in HEAVY if name in reached(header, root / "src"))
        if heavy not in precompiled:
            precompiled[heavy] = precompile(heavy, command, folder)
        tasks.append((header, command + precompiled[heavy], folder))
    problems = check_all(tasks)
    assert not problems, "\n".join(problems)


def test_public_headers_need_nothing_but_the_compiler(root, tmp_path):
    """Without the include paths of Eigen, HDF5 or our own src: what a user of the library has."""
    command = ["g++", "-std=c++20", "-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Wconversion", "-Werror",
               f"-I{root / 'include'}"]
    headers = sorted(f"scree/{path.name}" for path in (root / "include/scree").glob("*.h"))
    assert headers
    problems = check_all([(header, command, tmp_path) for header in headers])
    assert not problems, "\n".join(problems)


def test_a_header_that_leans_on_others_is_caught(tmp_path):
    (tmp_path / "leaning.h").write_text("#pragma once\ninline std::string leaning() { return {}; }\n")
    assert check("leaning.h", ["g++", "-std=c++20", f"-I{tmp_path}"], tmp_path)
    (tmp_path / "upright.h").write_text("#pragma once\n#include <string>\ninline std::string upright() { return {}; }\n")
    assert not check("upright.h", ["g++", "-std=c++20", f"-I{tmp_path}"], tmp_path)
