"""bench/observe.py: what output costs, of one program and of two."""

import sys

from conftest import ROOT

sys.path.insert(0, str(ROOT / "bench"))

import observe  # noqa: E402


def numbers(line):
    return [float(word) for word in line.split()[:6]]


def test_it_says_what_output_costs(program, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("SCREE_CACHE", str(tmp_path / "cache"))
    wish = ["--scene", str(ROOT / "tests/scenes/zoo2d.toml"), "--at", "0.001", "--frames", "2", "--pairs", "2",
            "--folder", str(tmp_path)]
    assert observe.main([str(program), *wish]) == 0
    heading, columns, line = capsys.readouterr().out.splitlines()
    assert "from t = 0.001 s on" in heading and "2 frames" in heading
    median, least, most = numbers(line)[:3]
    assert 0 < least <= median <= most < 1000
    # The state is kept: the second time nobody brings the scene there.
    assert observe.main([str(program), str(program), *wish]) == 0
    said = capsys.readouterr()
    assert "is brought to" not in said.err
    assert [line.split(":")[0] for line in said.out.splitlines()[-2:]] == [
        "observe, second/first", "processor time, second/first"]


def test_what_is_wrong_is_said(program, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("SCREE_CACHE", str(tmp_path / "cache"))
    assert observe.main([str(tmp_path / "nobody")]) == 2
    assert "there is no program" in capsys.readouterr().err
    assert observe.main([str(program), "--scene", "nowhere", "--folder", str(tmp_path)]) == 2
    assert "nowhere" in capsys.readouterr().err
