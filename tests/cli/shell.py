#!/usr/bin/env python3
"""The command's surroundings: completion in a real bash, the manual page, the changelog."""

import os
import shutil
import subprocess

from points import PARLOR, SOURCE, Run, done, equal, ok

COMPLETION = os.path.join(SOURCE, "cli", "completion", "parlor.bash")
MANUAL = os.path.join(SOURCE, "docs", "man", "parlor.1")
COMMANDS = ("games", "rules", "bots", "sim", "match", "replay", "watch", "review", "perft", "serve",
            "export", "load")

ASK = r"""
source "$1"
COMP_LINE=$2 COMP_POINT=${#2} COMP_WORDS=("$3")
_parlor
printf '%s\n' "${COMPREPLY[@]}"
"""


def complete(line):
    """Bash's completions of the last word of the line."""
    run = subprocess.run(
        ["bash", "-c", ASK, "bash", COMPLETION, line, PARLOR],
        capture_output=True,
        text=True,
        check=False,
    )
    return run.stdout.split() if run.returncode == 0 else [f"status {run.returncode}", run.stderr]


def flags_of_help(command):
    """The options that `parlor help` lists, each at the start of its line."""
    lines = Run("help", command).out.splitlines()
    return {line.split()[0] for line in lines if line.startswith("  --")}


def test_completion():
    run = subprocess.run(["bash", "-n", COMPLETION], capture_output=True, check=False)
    ok(run.returncode == 0 and not run.stderr, "the completion is valid bash", run)
    listed = [line.split()[0] for line in Run("help").out.splitlines() if line.startswith("  ")]
    offered = [word for word in complete("parlor ") if not word.startswith("-")]
    equal(sorted(offered), sorted(listed), "all commands")
    equal(complete("parlor --lang uk si"), ["sim"], "a command after an option")
    equal(complete("parlor match luz --bots random,rand"), ["random,random"], "a second bot")
    equal(complete("parlor sim ")[:3], ["photograph", "luz", "smitten"], "the games")
    equal(complete("parlor sim pho"), ["photograph"], "a game")
    equal(complete("parlor sim luz --se"), ["--seats", "--seed"], "options")
    equal(complete("parlor sim luz --seats "), ["3", "4", "5"], "seats of the game")
    equal(complete("parlor sim --seats 3 l"), ["luz"], "a game after an option")
    equal(complete("parlor sim smitten --option level=e"), ["easy"], "a value after =")
    levels = [f"level={x}" for x in ("easy", "medium", "hard")]
    equal(complete("parlor sim smitten --option le"), levels, "an option of the game")
    equal(complete("parlor replay --view "), ["0", "1", "2", "3", "4"], "seats to view")
    equal(complete("parlor help per"), ["perft"], "a command to explain")
    equal(complete("parlor replay " + MANUAL[:-2]), [MANUAL], "a file")
    ok("--lang" in complete("parlor version --"), "options of every command")
    for command in COMMANDS:
        offered = set(complete(f"parlor {command} -"))
        told = flags_of_help(command)
        ok(offered == told, f"{command}: offers the options that help lists", offered ^ told)


def test_manual():
    with open(MANUAL, encoding="utf-8") as file:
        text = file.read()
    if shutil.which("groff"):
        groff = ["groff", "-man", "-Tutf8", "-ww", MANUAL]
        run = subprocess.run(groff, capture_output=True, check=False)
        ok(run.returncode == 0 and not run.stderr and run.stdout, "the manual renders", run.stderr)
    else:
        ok(".TH PARLOR 1" in text, "the manual exists (no groff to render it)")
    for command in COMMANDS:
        told = flags_of_help(command)
        missing = [w for w in told if w.replace("-", "\\-") not in text]
        equal(missing, [], f"the manual lists the options of {command}")
    version = Run("version").out.strip()
    ok(f'"{version}"' in text, "the manual names this version", version)


def test_changelog():
    with open(os.path.join(SOURCE, "CHANGELOG.md"), encoding="utf-8") as file:
        sections = [line[3:].split()[0] for line in file if line.startswith("## ")]
    equal(sections[:2], ["Unreleased", Run("version").out.split()[1]],
          "the changelog opens with Unreleased and this version")


test_completion()
test_manual()
test_changelog()
done()
