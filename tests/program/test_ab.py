"""bench/ab.py: the statistics of pairs, runs that take turns, settled states that both start from, instructions."""

import json
import os
import random
import shutil
import subprocess
import sys

import pytest
from conftest import ROOT

sys.path.insert(0, str(ROOT / "bench"))

import ab  # noqa: E402
import ab_runs  # noqa: E402
import ab_statistics  # noqa: E402

# Prints what `scree bench` and `scree run` do, from a list of rates, and writes down how it was called. Its state is
# readable for programs of its format only, and is made anew otherwise; 10 bodies, 7 threads.
FAKE = """#!/usr/bin/python3 -SE
import os, sys
words = sys.argv[1:]
value = lambda name, other: words[words.index(name) + 1] if name in words else other
name, rates, hash_, form, log, log_of_all = {name!r}, {rates!r}, {hash!r}, {form!r}, {log!r}, {log_of_all!r}
mode, scene, steps = words[0], words[1], int(value("--steps", "5"))
if mode == "bench" and scene not in ("drum", "chain"):
    sys.exit(print(f"there is no benchmark '{{scene}}'; there are drum, chain", file=sys.stderr) or 2)
if scene == "breaks":
    sys.exit(print("a body has left the finite numbers", file=sys.stderr) or 1)
if mode == "bench":
    state = os.path.join(os.environ["SCREE_CACHE"], scene + ".h5")
    if not os.path.exists(state) or open(state).read() != form:
        open(state + ".part", "w").write(form)
        os.rename(state + ".part", state)
        print(name, "settles", scene, file=open(log_of_all, "a"))
measured = steps >= 100
number = len(open(log).readlines()) if os.path.exists(log) else 0
if measured:
    print(*words, file=open(log, "a"))
    print(name, file=open(log_of_all, "a"))
rate = rates[number % len(rates)] if measured else rates[0]
print('{{"scene": "%s", "bodies": 10, "threads": %s, "steps": %d, "updates_per_second": %g, "state_hash": "%s"}}' % (
    scene, value("--threads", "7"), 1000 + steps * int(value("--repeats", "1")), rate, hash_))
"""


@pytest.fixture
def fake(tmp_path, monkeypatch):
    """fake("A", [rates]): a program; the first rate is that of the run that warms up."""
    monkeypatch.setenv("SCREE_CACHE", str(tmp_path / "cache"))

    def make(name, rates, hash="abc", form="1"):
        path = tmp_path / name / "scree"
        path.parent.mkdir()
        path.write_text(FAKE.format(name=name, rates=rates, hash=hash, form=form, log=str(tmp_path / f"{name}.log"),
                                    log_of_all=str(tmp_path / "all.log")))
        path.chmod(0o755)
        return str(path)

    return make


@pytest.fixture
def compare(capsys):
    """compare(A, B, flags...): exit code, what is printed, what is complained about."""
    def call(*words, flags=("--scenes", "drum", "--steps", "100", "--no-instructions")):
        try:
            code = ab.main([*map(str, words), *flags])
        except SystemExit as stop:
            code = stop.code
        return (code, *capsys.readouterr())

    return call


# ---- Statistics ----

def test_eleven_pairs_give_the_second_and_the_tenth():
    ratios = [1.05, 0.99, 1.02, 1.01, 1.00, 1.03, 1.07, 0.90, 1.04, 2.00, 1.06]
    ratio = ab_statistics.ratio_of(ratios)
    assert (ratio.median, ratio.low, ratio.high) == (1.03, 0.99, 1.07)
    assert ratio.coverage == 1 - 2 * (1 + 11) / 2**11 == pytest.approx(0.98828, abs=1e-5)


@pytest.mark.parametrize("n, rank, coverage", [(1, 1, 0), (5, 1, 0.9375), (6, 1, 0.96875), (8, 1, 0.9921875),
                                               (9, 2, 0.9609375), (12, 3, 0.96142578125), (25, 8, 0.9567147)])
def test_ranks_are_those_of_tables(n, rank, coverage):
    assert ab_statistics.rank_for(n) == rank
    assert ab_statistics.coverage(n, rank) == pytest.approx(coverage, abs=1e-7)
    assert n < 6 or ab_statistics.coverage(n, rank + 1) < 0.95, "a narrower interval would do"


def test_six_pairs_are_the_fewest_that_prove_something():
    assert ab_statistics.fewest_pairs() == 6
    assert not ab_statistics.ratio_of([1.1] * 5).sure and ab_statistics.ratio_of([1.1] * 6).sure
    assert "too few pairs" in ab_statistics.verdict(ab_statistics.ratio_of([1.1] * 5))
    assert not ab_statistics.shown_within(ab_statistics.ratio_of([1.1] * 5), 2)


def test_an_even_number_has_its_median_in_the_middle():
    assert ab_statistics.ratio_of([4.0, 1.0, 3.0, 2.0]).median == 2.5


@pytest.mark.parametrize("n", [6, 11, 12])
def test_the_interval_holds_the_median_as_often_as_it_says(n):
    """For ratios with a long tail. The share of 4000 draws scatters by 0.3 %; four times that is allowed."""
    draw, trials = random.Random(20), 4000
    median = 2**0.5  # of 2**u, u even between 0 and 1
    held = sum(r.low <= median <= r.high for r in
               (ab_statistics.ratio_of([2**draw.random() for _ in range(n)]) for _ in range(trials)))
    assert held / trials == pytest.approx(ab_statistics.coverage(n, ab_statistics.rank_for(n)), abs=0.012)


def test_the_verdict_in_words():
    verdict = lambda low, median, high: ab_statistics.verdict(ab_statistics.Ratio(median, low, high, 0.98))
    assert verdict(1.012, 1.031, 1.05) == "B is faster by 3.1 % (1.2 to 5.0)"
    assert verdict(0.95, 0.971, 0.996) == "B is slower by 2.9 % (0.4 to 5.0)"
    assert verdict(0.99, 1.002, 1.01) == "no difference seen: B/A between 0.990 and 1.010"
    assert "no difference" in verdict(1, 1.01, 1.02)


# ---- Turns ----

def test_a_slower_program_is_found_slower(fake, compare, tmp_path):
    """The machine slows down by half in the middle; the ratio of neighbours in time does not see it."""
    a = fake("A", [7.0] + [1000.0] * 6 + [500.0] * 5)
    b = fake("B", [9.0] + [900.0, 910.0, 890.0, 905.0, 895.0, 900.0] + [450.0, 440.0, 455.0, 445.0, 460.0])
    code, text, _ = compare(a, b)
    assert code == 0
    assert "B is slower by 10.0 % (9.0 to 11.0)" in text and "98.8%" in text
    assert "not the same" not in text and "instructions are" not in text
    turns = (tmp_path / "all.log").read_text().split("\n")
    assert [t for t in turns if t in ("A", "B")] == list("BA" + "ABBA" * 5 + "AB")
    calls = set((tmp_path / "A.log").read_text().splitlines())
    assert calls == {"bench drum --json --steps 100 --repeats 1"}


def test_everything_as_json(fake, compare):
    a, b = fake("A", [7.0, 100.0, 200.0, 400.0]), fake("B", [7.0, 110.0, 230.0, 480.0], hash="def")
    code, text, _ = compare(a, b, "--pairs", "3", "--json", "--threads", "2")
    found = json.loads(text)
    assert code == 0 and found["passed"] and found["pairs"] == 3 and (found["A"], found["B"]) == (a, b)
    scene, = found["scenes"]
    assert scene["scene"] == "drum" and scene["A"]["measured_by"] == "bench drum"
    assert scene["A"]["rates"] == [100, 200, 400] and scene["B"]["updates_per_second"] == 230
    assert (scene["A"]["least"], scene["A"]["most"], scene["A"]["bodies"], scene["A"]["steps"]) == (100, 400, 10, 100)
    assert scene["A"]["threads"] == scene["B"]["threads"] == 2
    assert scene["ratio"]["ratios"] == [1.1, 1.15, 1.2]
    assert scene["ratio"]["median"] == 1.15 and scene["ratio"]["low"] == 1.1 and scene["ratio"]["high"] == 1.2
    assert scene["ratio"]["coverage"] == 0.75 and "too few pairs" in scene["verdict"]
    assert scene["instructions"] == {"why_not": "--no-instructions"} and scene["cores_of_others"] >= 0
    assert (scene["A"]["state_hashes"], scene["B"]["state_hashes"]) == (["abc"], ["def"])


def test_other_results_are_told_but_no_error(fake, compare):
    code, text, _ = compare(fake("A", [1.0]), fake("B", [1.0], hash="def"), "--pairs", "6")
    assert code == 0
    assert "the results are not the same: state_hash abc of A, def of B" in text
    assert "no difference seen: B/A between 1.000 and 1.000" in text


def test_within_is_judged_by_the_lower_end(fake, compare):
    a = fake("A", [1.0])
    b = fake("B", [1.0, 0.97, 0.99, 0.99, 0.99, 0.99, 0.99, 1.0])  # of seven pairs the interval has all
    assert compare(a, b, "--pairs", "7", "--within", "3.5")[0] == 0
    code, text, _ = compare(a, b, "--pairs", "7", "--within", "2")
    assert code == 1 and "NOT shown to be slower by no more than 2 %" in text
    assert compare(a, b, "--pairs", "5", "--within", "2")[0] == 2, "five pairs prove nothing"
    faster = fake("C", [1.5])
    code, text, _ = compare(a, faster, "--pairs", "6", "--within", "0", "--json")
    assert code == 0 and json.loads(text)["scenes"][0]["within"] is True


def test_stretches_last_as_long_as_asked(fake, compare, tmp_path):
    """10 bodies at 1234 updates per second make 123.4 steps in a second; both do what the faster needs."""
    for seconds, steps in (("2", "250"), ("0.9", "120")):
        fakes = [fake(name + seconds, rates) for name, rates in (("A", [1234.0]), ("B", [600.0]))]
        assert compare(*fakes, "--pairs", "1", "--seconds", seconds,
                       flags=("--scenes", "drum", "--no-instructions"))[0] == 0
        for name in "AB":
            last = (tmp_path / f"{name}{seconds}.log").read_text().splitlines()[-1].split()
            assert last[last.index("--steps") + 1] == steps


def test_two_commands_of_one_build(fake, compare, tmp_path):
    program = fake("A", [8.0])
    code, _, _ = compare(f"{program} --threads 1", f"{program} --threads=2 --plain", "--pairs", "1", "--threads", "5")
    assert code == 0
    one = "bench drum --threads 1 --json --steps 100 --repeats 1"
    two = "bench drum --threads=2 --plain --json --steps 100 --repeats 1"
    assert (tmp_path / "A.log").read_text().splitlines() == [two, one, one, two], "both said how many threads"


def test_two_scenes(fake, compare):
    program = fake("A", [8.0])
    flags = ("--pairs", "1", "--steps", "100", "--no-instructions", "--json")
    code, text, _ = compare(f"{program} bench drum", f"{program} run heap --set law.normal=hertz", flags=flags)
    scene, = json.loads(text)["scenes"]
    assert code == 0 and scene["scene"] == "drum, heap"
    assert (scene["A"]["measured_by"], scene["B"]["measured_by"]) == ("bench drum", "run heap")
    code, _, complaint = compare(f"{program} bench drum", program, flags=flags)
    assert code == 2 and "A names its scene, B does not" in complaint
    code, _, complaint = compare(f"{program} bench drum", f"{program} bench drum", "--scenes", "drum", flags=flags)
    assert code == 2 and "--scenes" in complaint


def test_scenes_without_benchmark_are_run(fake, compare, tmp_path):
    program = fake("A", [8.0])
    code, text, _ = compare(program, program, "--pairs", "1", "--json",
                            flags=("--steps", "100", "--no-instructions", "--scenes", "chain", "heap", "my.toml"))
    assert code == 0
    assert [s["A"]["measured_by"] for s in json.loads(text)["scenes"]] == ["bench chain", "run heap", "run my.toml"]
    call = (tmp_path / "A.log").read_text().splitlines()[-1].split()
    assert call[:7] == ["run", "my.toml", "--json", "--steps", "100", "--quiet", "--force"]
    assert not os.path.exists(call[-1]), "files of a run were left behind"


# ---- Settled states ----

def settled(tmp_path):
    return [line for line in (tmp_path / "all.log").read_text().splitlines() if "settles" in line]


def test_b_starts_from_the_states_of_a(fake, compare, tmp_path):
    a, b = fake("A", [8.0]), fake("B", [8.0])
    for _ in range(2):
        assert compare(a, b, "--pairs", "1")[0] == 0
    assert settled(tmp_path) == ["A settles drum"], "once, and kept"
    assert compare(a, b, "--pairs", "1", "--own-states")[0] == 0
    assert settled(tmp_path) == ["A settles drum", "B settles drum"]


def test_a_build_with_another_kind_of_state_leaves_ours_alone(fake, compare, tmp_path):
    a, b = fake("A", [8.0]), fake("B", [8.0], form="2")
    assert compare(a, b, "--pairs", "4")[0] == 0
    assert settled(tmp_path) == ["A settles drum", "B settles drum"], "they spoiled each other's state"


def test_a_new_build_settles_anew_and_old_states_go(fake, compare, tmp_path):
    program = fake("A", [8.0])
    for n in range(12):
        with open(program, "a") as file:
            file.write(f"# build {n}\n")
        assert compare(program, program, "--pairs", "1")[0] == 0
        os.utime(max((tmp_path / "cache/ab").iterdir(), key=os.path.getmtime), (n, n))
    assert len(settled(tmp_path)) == 12
    assert len(list((tmp_path / "cache/ab").iterdir())) == ab_runs.FOLDERS_KEPT


# ---- Instructions ----

def tool(folder, name, text):
    """A program that takes the place of perf or valgrind. 5000 instructions of set-up, 30 per step."""
    folder.mkdir(exist_ok=True)
    (folder / name).write_text("#!/usr/bin/python3 -SE\nimport re, subprocess, sys\nline = ' '.join(sys.argv)\n"
                               "number = lambda name, other: int((re.findall(name + ' ([0-9]+)', line) + [other])[0])\n"
                               "count = 5000 + 30 * number('--steps', 0) * number('--repeats', 1)\n" + text)
    (folder / name).chmod(0o755)


@pytest.fixture
def path(tmp_path, monkeypatch):
    """A folder that is looked through first, with a perf that cannot count."""
    tool(tmp_path / "bin", "perf", "print('<not supported>,,instructions:u', file=sys.stderr)\n")
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:{os.environ['PATH']}")
    return tmp_path / "bin"


def counted(compare, *words, scene="drum"):
    code, text, _ = compare(*words, flags=("--pairs", "1", "--scenes", scene, "--steps", "100", "--json"))
    assert code == 0
    return json.loads(text)["scenes"][0]


@pytest.mark.parametrize("scene", ["drum", "heap"])
def test_instructions_by_perf(fake, compare, path, scene):
    """30 in a step of 10 bodies, by those that `bench` and those that `run` measures. More threads would need more."""
    tool(path, "perf", "count *= number('--threads', 7)\nprint(f'{count},,instructions:u,1,100', file=sys.stderr)\n"
         "sys.exit(subprocess.run(sys.argv[6:]).returncode)\n")
    a, b = fake("A", [8.0]), fake("B", [8.0])
    found = counted(compare, a, f"{b} --threads 2", scene=scene)
    assert found["instructions"] == {"tool": "perf", "A": 3, "B": 3, "ratio": 1}


def test_a_tool_that_fails_is_no_error(fake, compare, path):
    tool(path, "valgrind", "sys.exit('unhandled instruction bytes')\n")
    found = counted(compare, fake("A", [8.0]), fake("B", [8.0]))
    assert "script" in found["instructions"]["why_not"], "the interpreter would be counted"
    assert any("instructions are not counted" in note for note in found["notes"])
    with pytest.raises(ab_runs.Failure, match="unhandled"):
        ab_runs.count("callgrind", ["true"], os.environ)


def test_no_tool_is_no_error(fake, compare, path, monkeypatch):
    a, b = fake("A", [8.0]), fake("B", [8.0])
    monkeypatch.setenv("PATH", str(path))
    assert "valgrind is not installed" in counted(compare, a, b)["instructions"]["why_not"]


# ---- What can go wrong ----

def test_errors_say_what_is_wrong(fake, compare, tmp_path):
    program = fake("A", [8.0])
    for words, code, message in (
            ((tmp_path / "none", program), 2, "A: there is no program"),
            ((program, ""), 2, "B: there is no program"),
            ((program, f"{program} --steps 3"), 2, "B: --steps cannot be among the flags"),
            ((program, f"{program} drum"), 2, "after the program come flags"),
            ((program, f"{program} 'x"), 2, "No closing quotation"),
            ((program, program, "--pairs", "0"), 2, "--pairs: at least 1")):
        found, text, complaint = compare(*words)
        assert (found, text) == (code, "") and message in complaint, complaint


def test_a_run_that_fails_shows_why(fake, compare):
    program = fake("A", [8.0])
    code, _, complaint = compare(program, program, flags=("--scenes", "breaks"))
    assert code == 1 and "ended with 1" in complaint and "left the finite numbers" in complaint
    code, _, complaint = compare("/bin/echo", "/bin/echo")
    assert code == 1 and "printed no result" in complaint


# ---- The program itself ----

def test_the_program_against_itself(program, tmp_path):
    command = [ROOT / "bench/ab.py", program, f"{program} --threads 1", "--scenes", "chain", "--pairs", "6", "--steps",
               "300", "--threads", "1", "--json"]
    if not shutil.which("valgrind"):
        command.append("--no-instructions")
    done = subprocess.run(command, capture_output=True, text=True, timeout=300,
                          env={**os.environ, "SCREE_CACHE": str(tmp_path)})
    assert done.returncode == 0, done.stderr
    scene, = json.loads(done.stdout)["scenes"]
    assert scene["A"]["state_hashes"] == scene["B"]["state_hashes"] and len(scene["A"]["state_hashes"]) == 1
    assert 0.1 < scene["ratio"]["median"] < 10
    if "tool" in scene["instructions"]:
        assert 100 < scene["instructions"]["A"] < 100000
        assert scene["instructions"]["ratio"] == pytest.approx(1, abs=0.02)


def test_a_scene_that_is_not_there(program, tmp_path):
    done = subprocess.run([ROOT / "bench/ab.py", program, program, "--scenes", "nosuch"], capture_output=True,
                          text=True, env={**os.environ, "SCREE_CACHE": str(tmp_path)})
    assert done.returncode == 2 and "nosuch" in done.stderr
