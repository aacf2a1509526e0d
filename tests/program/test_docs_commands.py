"""The documents tell the truth: their commands run, the paths and targets they name exist.

Every line of a ```sh, ```bash or ```console block is run, block after block, in a folder of its own per document
(where `scenes` is the repository's). A line that should fail says so: `scree check bad.toml  # exit 2`.
A block with <!-- not run: reason --> directly above it is left alone; one with <!-- file: NAME --> is
written to that file, for the commands after it. `make` is asked whether it could, not told to do it.
"""

import os
import re
import subprocess
from dataclasses import dataclass

import pytest

from conftest import ROOT

DOCUMENTS = sorted(path for pattern in ("*.md", "docs/*.md", "bench/*/*.md") for path in ROOT.glob(pattern))
SHELLS = {"sh", "bash", "console", "shell"}
# What may start a line; anything else wants a "not run" with its reason.
COMMANDS = {"scree", "make", "cat", "ls", "head", "tail", "echo", "grep", "mkdir", "cp", "cmp", "diff", "rm", "test"}

FENCE = re.compile(r"^( *)```+ *(\w*)[^\n]*\n(.*?)^\1```+ *$", re.M | re.S)
MARK = re.compile(r"<!-- *(not run|file): *(.*?) *-->\s*\Z")
EXIT = re.compile(r"#\s*exit (\d+)\b")
LINK = re.compile(r"\]\(([^)\s#]+)(?:#[^)]*)?\)")
INLINE = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")


@dataclass
class Block:
    language: str
    text: str
    mark: str  # "not run", "file" or ""
    value: str  # the reason, or the file's name


def blocks(text):
    for match in FENCE.finditer(text):
        mark = MARK.search(text[:match.start()])
        body = re.sub(rf"^{match[1]}", "", match[3], flags=re.M)
        yield Block(match[2], body, mark[1] if mark else "", mark[2] if mark else "")


def commands(block):
    """[(command, expected exit code)] of a shell block; in a console only what follows a prompt."""
    lines = block.text.replace("\\\n", " ").splitlines()
    if block.language == "console":
        lines = [line[2:] for line in lines if line.startswith("$ ")]
    for line in lines:
        code = EXIT.search(line)
        line = re.sub(r"(^|\s)#.*$", "", line).strip()
        if line:
            yield line, int(code[1]) if code else 0


def run_document(text, folder, program):
    """Carries out a document; returns what went otherwise than it says."""
    tools = folder / ".tools"
    tools.mkdir()
    (tools / "make").write_text(f'#!/bin/sh\nexec {os.environ.get("MAKE", "/usr/bin/make")} -n -C {ROOT} "$@"\n')
    (tools / "make").chmod(0o755)
    (tools / "scree").symlink_to(program)
    (folder / "scenes").symlink_to(ROOT / "scenes")
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("MAKE", "MFLAGS"))}
    environment["PATH"] = f"{tools}:{environment['PATH']}"

    problems = []
    for block in blocks(text):
        if block.mark == "file":
            (folder / block.value).write_text(block.text)
        if block.mark or block.language not in SHELLS:
            if block.mark == "not run" and not block.value:
                problems.append("a block is marked `not run` without a reason")
            continue
        for command, expected in commands(block):
            if command.split()[0] not in COMMANDS:
                problems.append(f"{command}\n  starts with none of {', '.join(sorted(COMMANDS))}: "
                                "put <!-- not run: reason --> above its block")
                continue
            try:
                done = subprocess.run(["bash", "-c", command], cwd=folder, env=environment, timeout=300,
                                      stdin=subprocess.DEVNULL, capture_output=True, text=True)
            except subprocess.TimeoutExpired:
                problems.append(f"{command}\n  takes more than 300 s")
                continue
            if done.returncode != expected:
                problems.append(f"{command}\n  ended with {done.returncode}, not {expected}\n{done.stdout}{done.stderr}")
    return problems


def named_paths(text):
    """Paths of the repository in `inline code`, as glob patterns: <name> stands for anything."""
    prose = FENCE.sub("", text)
    tops = {path.name for path in ROOT.iterdir()} - {"build", "out"}
    layers = {path.name for path in (ROOT / "src").iterdir()} - {"build"}  # build/... is where things are built
    for words in INLINE.findall(prose):
        for word in words.split():
            pattern = re.sub(r"<[^<>]*>|\.\.\.", "*", word.rstrip("/.,:;"))
            first = pattern.split("/")[0]
            if not re.fullmatch(r"[\w.+*/-]+", pattern):
                continue
            if "/" in pattern and first in tops:
                yield word, pattern
            elif "/" in pattern and first in layers and "." in pattern:
                yield word, f"src/{pattern}"
            elif "/" not in pattern and re.fullmatch(r"[A-Z]\w+\.(md|txt|cff|json)", pattern):
                yield word, pattern if (ROOT / pattern).exists() else f"docs/{pattern}"


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_commands(document, program, tmp_path):
    problems = run_document(document.read_text(encoding="utf-8"), tmp_path, program)
    assert not problems, f"{document.name}:\n" + "\n".join(problems)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_paths_exist(document):
    text = document.read_text(encoding="utf-8")
    # An empty folder is not there: a checkout would not have it.
    found = lambda pattern: any(path.is_file() or any(path.iterdir()) for path in ROOT.glob(pattern))
    missing = [word for word, pattern in named_paths(text) if not found(pattern)]
    for target in LINK.findall(FENCE.sub("", text)):
        if not re.match(r"[a-z]+:", target) and not (document.parent / target).exists():
            missing.append(target)
    assert not missing, f"{document.name} names what is not there: {', '.join(missing)}"


def test_the_documents_are_there():
    names = {path.name for path in DOCUMENTS}
    assert {"README.md", "CONTRIBUTING.md", "ARCHITECTURE.md", "CHANGELOG.md", "conventions.md", "step.md"} <= names


def test_the_readme_shows_the_two_commands():
    shown = [command for block in blocks((ROOT / "README.md").read_text(encoding="utf-8")) if block.language in SHELLS
             for command, _ in commands(block)]
    assert "make run" in shown and "make test" in shown


def test_what_is_wrong_is_found(program, tmp_path):
    def problems(text, name):
        (tmp_path / name).mkdir()
        return run_document(text, tmp_path / name, program)

    assert not problems("```sh\nscree --version\nmake run  # the default scene\n```\n", "right")
    assert not problems("```sh\nscree nonsense  # exit 2\n```\n", "expected")
    assert not problems("<!-- not run: needs a network -->\n```sh\ngit clone x\n```\n", "marked")
    assert not problems("<!-- file: a.txt -->\n```toml\nx = 1\n```\n```console\n$ cat a.txt\nx = 1\n```\n", "file")
    assert len(problems("```sh\nscree nonsense\n```\n", "code")) == 1
    assert len(problems("```sh\nmake nonsense\n```\n", "target")) == 1
    assert len(problems("```sh\ngit clone x\n```\n", "unmarked")) == 1
    assert len(problems("<!-- not run: -->\n```sh\nscree\n```\n", "no_reason")) == 1
    assert [word for word, pattern in named_paths("See `src/nowhere.h` and `tests/program/conftest.py`.\n")
            if not any(ROOT.glob(pattern))] == ["src/nowhere.h"]
