"""Runs of the two programs that are compared: their commands, their settled states, their instructions."""

import hashlib
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(1, str(Path(__file__).resolve().parent / "compare"))
from table import result_in  # noqa: E402

# What the comparison sets itself, and so cannot be among the flags.
OURS = {"--steps", "--repeats", "--json", "--output", "--until", "--fresh", "--profile", "--quiet", "--force"}
FOLDERS_KEPT = 10  # of settled states, one per program


class WrongUse(Exception):
    """The call is wrong: exit 2."""


class Failure(Exception):
    """A run went wrong: exit 1."""


@dataclass
class Side:
    """A or B: a program with its flags, and where its settled states are."""
    name: str
    program: str
    flags: list
    own: tuple = ()  # ("bench", NAME) or ("run", SCENE) where the command says so
    states: Path = Path()

    def command(self, mode, scene, steps, repeats=1, threads=None, folder=""):
        """One run. `threads` takes the place of what the flags say: 0 for all cores."""
        flags = self.flags if threads is None else without_threads(self.flags)
        words = [self.program, mode, scene, *flags, "--json", "--steps", str(steps)]
        if threads:
            words += ["--threads", str(threads)]
        return words + (["--repeats", str(repeats)] if mode == "bench" else
                        ["--quiet", "--force", "--output", str(folder)])

    def environment(self):
        return {**os.environ, "SCREE_CACHE": str(self.states)}


def without_threads(flags):
    kept = []
    for n, flag in enumerate(flags):
        if flag != "--threads" and not flag.startswith("--threads=") and (n == 0 or flags[n - 1] != "--threads"):
            kept.append(flag)
    return kept


def read_side(name, text, threads):
    try:
        words = shlex.split(text)
    except ValueError as problem:
        raise WrongUse(f"{name}: {text}: {problem}") from None
    if not words or not shutil.which(words[0]):
        raise WrongUse(f"{name}: there is no program '{words[0] if words else ''}'")
    program, flags, own = words[0], words[1:], ()
    if flags and not flags[0].startswith("-"):
        if flags[0] not in ("bench", "run") or len(flags) < 2 or flags[1].startswith("-"):
            raise WrongUse(f"{name}: after the program come flags, `bench NAME` or `run SCENE`, not '{flags[0]}'")
        own, flags = tuple(flags[:2]), flags[2:]
    for flag in flags:
        if flag.split("=")[0] in OURS:
            raise WrongUse(f"{name}: {flag.split('=')[0]} cannot be among the flags; see --help for what can be set")
    if threads and flags == without_threads(flags):
        flags += ["--threads", str(threads)]
    return Side(name, program, flags, own)


def call(words, environment):
    """Output and messages of a run; what it printed is shown when it fails."""
    try:
        done = subprocess.run(words, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True)
    except OSError as problem:
        raise WrongUse(f"{shlex.join(words)}: {problem.strerror}") from None
    if done.returncode == 0:
        return done.stdout, done.stderr
    how = (f"ended with {done.returncode}" if done.returncode > 0 else
           f"was ended by {signal.Signals(-done.returncode).name}")
    last = "\n".join((done.stdout + done.stderr).splitlines()[-15:])
    # The program's own 2: it was asked for something that is not there.
    raise (WrongUse if done.returncode == 2 else Failure)(f"{shlex.join(words)}\n{how}:\n{last}")


def result_of(words, output):
    """The numbers that a run prints; they come with its messages where another program counts its instructions."""
    if sum(line.startswith("{") for line in output.splitlines()) > 1:
        raise WrongUse(f"{shlex.join(words)}\nprints several results; give it one number of threads")
    try:
        result = result_in(output)
        if not (result["updates_per_second"] > 0 and result["bodies"] > 0 and result["steps"] > 0):
            raise ValueError("it made no updates")
        return {key: result[key] for key in ("updates_per_second", "bodies", "steps", "state_hash", "threads")}
    except KeyError as problem:
        raise Failure(f"{shlex.join(words)}\nits result has no {problem}") from None
    except ValueError as problem:
        raise Failure(f"{shlex.join(words)}\n{problem}") from None


def measure(side, mode, scene, steps, **options):
    with tempfile.TemporaryDirectory(prefix="scree-ab-") as folder:
        words = side.command(mode, scene, steps, folder=folder, **options)
        return result_of(words, call(words, side.environment())[0])


def cache_folder():
    """Where the program has its cache, and we a part of it."""
    for name, below in (("SCREE_CACHE", "ab"), ("XDG_CACHE_HOME", "scree/ab"), ("HOME", ".cache/scree/ab")):
        if os.environ.get(name):
            return Path(os.environ[name]) / below
    return Path(tempfile.gettempdir()) / "scree-ab"


def give_states(a, b, own_states):
    """Folders for the settled states. The program knows a state by its scene and the version of the file, not by who
    made it; so A has a folder that no other program writes into, and B begins with what A has in it (share_states)."""
    keys = [hashlib.sha256(Path(shutil.which(side.program)).read_bytes()).hexdigest() for side in (a, b)]
    if keys[0] != keys[1] and not own_states:
        keys[1] = hashlib.sha256("".join(keys).encode()).hexdigest()
    parent = cache_folder()
    for side, key in zip((a, b), keys):
        side.states = parent / key[:16]  # as long for A as for B: the environment moves the stack
        side.states.mkdir(parents=True, exist_ok=True)
        os.utime(side.states)
    folders = sorted((folder for folder in parent.iterdir() if folder.is_dir()), key=lambda f: f.stat().st_mtime)
    for old in folders[:-FOLDERS_KEPT]:
        shutil.rmtree(old, ignore_errors=True)


def share_states(a, b):
    """Both shall start from the same bits. What B cannot read it settles and replaces, which leaves A's file alone."""
    for file in a.states.glob("*.h5"):
        if not (b.states / file.name).exists():
            try:
                os.link(file, b.states / file.name)
            except OSError:
                shutil.copy2(file, b.states / file.name)


def settle(side, mode, scene):
    """One step, so that the state is in the cache and mistakes show early. On all cores: the state is the same."""
    measure(side, mode, scene, steps=1, threads=0)


def has_benchmark(side, scene):
    try:
        settle(side, "bench", scene)
        return True
    except WrongUse as problem:
        if "there is no benchmark" not in str(problem):
            raise
        return False


def prepare(a, b, scene, own_states):
    """How this scene is measured: by both in the same way."""
    if not scene.endswith(".toml") and os.path.sep not in scene:
        known = has_benchmark(a, scene)
        if not own_states:
            share_states(a, b)
        if has_benchmark(b, scene) != known:
            has, lacks = (a, b) if known else (b, a)
            raise WrongUse(f"{has.name} has a benchmark {scene}, {lacks.name} has none")
        if known:
            return "bench"
    for side in (a, b):
        settle(side, "run", scene)
    return "run"


def perf_counts():
    """Whether this machine lets perf count; many virtual ones do not."""
    if not shutil.which("perf"):
        return False
    done = subprocess.run(["perf", "stat", "-x", ",", "-e", "instructions:u", "true"], capture_output=True, text=True)
    return done.returncode == 0 and re.search(r"^\d+,", done.stderr, re.M) is not None


def find_counter():
    """(tool, "") or ("", why there is none)."""
    if perf_counts():
        return "perf", ""
    if shutil.which("valgrind"):
        return "callgrind", ""
    return "", "perf does not count on this machine, and valgrind is not installed"


COUNTERS = {"perf": (["perf", "stat", "-x", ",", "-e", "instructions:u"], re.compile(r"^(\d+),.*instructions", re.M)),
            "callgrind": (["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"],
                          re.compile(r"Collected : (\d+)"))}


def count(tool, words, environment):
    """Instructions of a whole run, and its result."""
    prefix, pattern = COUNTERS[tool]
    output, messages = call(prefix + words, environment)
    found = pattern.search(messages)
    if not found:
        raise Failure(f"{tool} printed no number of instructions")
    return int(found[1]), result_of(words, output)


def steps_to_count(bodies):
    """As many as pay under callgrind, some fifty times slower; enough for the search for neighbours to come by."""
    return min(5000, max(40, round(3e5 / bodies)))


def instructions_per_update(tool, side, job, steps):
    """On one thread. What a longer run needs beyond a shorter one is stepping; setting up and the files at the end need
    the same in both."""
    if tool == "callgrind" and Path(shutil.which(side.program)).read_bytes()[:4] != b"\x7fELF":
        raise Failure(f"{side.program} is a script, and callgrind would count its interpreter")

    def counted(times):
        lengths = {"steps": steps, "repeats": times} if job[0] == "bench" else {"steps": steps * times}
        with tempfile.TemporaryDirectory(prefix="scree-ab-") as folder:
            return count(tool, side.command(*job, **lengths, threads=1, folder=folder), side.environment())

    with ThreadPoolExecutor(2 if os.cpu_count() > 1 else 1) as pool:
        (few, short), (many, long) = pool.map(counted, (1, 2))
    updates = (long["steps"] - short["steps"]) * (short["bodies"] + long["bodies"]) / 2
    return (many - few) / updates
