#!/usr/bin/python3
"""Writes the seeds sim-* of the fuzz corpora from games of `parlor sim`.

Usage: tests/fuzz/seeds.py [PARLOR]      (default: build/parlor)

Seeds are small: one record for each game and number of seats, the deals and each kind of move in
them, option lines, and random bytes for `play`. Other files of the corpora are written by hand or
were found by fuzzing; this script leaves them alone. Rerun it when a text form changes.
"""
import json
import pathlib
import random
import re
import subprocess
import sys

CORPUS = pathlib.Path(__file__).resolve().parent / "corpus"
TOP = CORPUS.parent.parent.parent

SETUPS = [
    ("photograph", 2, ["missed=on", "memory=aided"]),
    ("photograph", 3, []),
    ("photograph", 4, ["first=2"]),
    ("luz", 3, ["memory=aided"]),
    ("luz", 4, ["dealer=2"]),
    ("luz", 5, []),
    ("smitten", 2, ["level=easy", "card4=near", "card9=none"]),
    ("smitten", 2, ["level=medium"]),
    ("smitten", 2, ["level=hard", "card4=new"]),
    ("smitten", 1, ["easy=on"]),
    ("smitten", 1, ["hard1=on", "hard2=on"]),
    ("null", 2, ["best=low"]),
    ("null", 3, []),
]


def write(target, name, data):
    folder = CORPUS / target
    folder.mkdir(parents=True, exist_ok=True)
    (folder / ("sim-" + name)).write_bytes(data)


def simulate(parlor, game, seats, options):
    command = [parlor, "sim", game, "--seats", str(seats), "--games", "1", "--seed", "7"]
    for option in options:
        command += ["--option", option]
    return subprocess.run(command, check=True, capture_output=True).stdout.rstrip(b"\n")


def write_texts(game, seats, record, number):
    """Seeds of deals and moves: head as in fuzz.h, then the text."""
    head = "%s%da7" % (game[0], seats)
    kinds = {}
    for at, (seat, text) in enumerate(record["events"]):
        if seat != "deal":
            kinds.setdefault(re.sub(r"[0-9]+", "#", text), (min(at, 75), text))
    deals = [text for seat, text in record["events"] if seat == "deal"]
    write("deal", "%s-%d-%d" % (game, seats, number), (head + "0" + deals[0]).encode())
    for kind, (at, text) in kinds.items():
        name = "%s-%d-%s" % (game, seats, re.sub(r"[^a-zA-Z]+", "-", kind).strip("-"))
        write("move", name, (head + chr(ord("0") + at) + text).encode())


def main():
    parlor = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else TOP / "build/parlor").resolve()
    for old in CORPUS.glob("*/sim-*"):
        old.unlink()
    rng = random.Random(1)
    for number, (game, seats, options) in enumerate(SETUPS):
        line = simulate(parlor, game, seats, options)
        record = json.loads(line)
        name = "%s-%d-%d" % (game, seats, number)
        write("record", name, line)
        lines = ["%s=%s" % pair for pair in record["options"].items()]
        write("options", name, ("%s%daa" % (game[0], seats) + "\n".join(lines)).encode())
        write_texts(game, seats, record, number)
        steps = rng.randrange(40, 250)
        choices = bytes(rng.randrange(256) for _ in range(steps))
        write("play", name, ("%s%d%s7" % (game[0], seats, "ab"[number % 2])).encode() + choices)


if __name__ == "__main__":
    main()
