#!/usr/bin/python3
"""Measures the strength of the bots and prints the tables of docs/strength.md.

Usage: scripts/strength.py [--parlor PROGRAM] [--scale X] [--only WORDS] [--list]

Each line is one `parlor match` command, which --list prints. --scale multiplies the numbers of
deals, --only runs the lines whose command contains these words. Lines are printed as they finish.
"""
import argparse
import json
import subprocess
import sys

LUZ, PHOTOGRAPH, SMITTEN = "luz", "photograph", "smitten"


def lines():
    """(game, seats, bots, deals, more arguments) of every line, level by level."""
    for seats in (2, 3, 4):
        for pair, deals in (("easy,random", 100), ("medium,random", 100), ("hard,random", 60),
                            ("expert:1000,random", 20), ("medium,easy", 100), ("hard,medium", 100),
                            ("expert:1000,hard", 100 if seats == 4 else 80)):
            yield PHOTOGRAPH, seats, pair, deals, ["--seed", "2027" if "hard" in pair else "2026"]
    yield PHOTOGRAPH, 2, "expert:1000,easy", 60, ["--seed", "2026"]
    for seats in (3, 4, 5):
        for pair, deals in (("easy,random", 40), ("medium,random", 40), ("hard,random", 20),
                            ("expert:6000,random", 20), ("medium,easy", 40), ("hard,medium", 80),
                            ("expert:6000,hard", 60), ("expert:6000,flat:4400", 60),
                            ("expert,flat:110000", 4)):
            yield LUZ, seats, pair, deals, []
    for level in ("easy", "medium", "hard"):
        for bots, deals in (("random", 500), ("easy", 300), ("medium", 300), ("hard", 200),
                            ("expert", 100)):
            yield SMITTEN, 2, bots, deals, ["--option", "level=" + level]
    for bots, deals in (("random", 500), ("easy", 300), ("medium", 300), ("hard", 200),
                        ("expert", 200)):
        yield SMITTEN, 1, bots, deals, []


def write_row(match):
    """One row of Markdown."""
    first = match["bots"][0]
    wins = first["wins"]
    rate = "%.1f %% [%.1f, %.1f]" % (100 * wins["rate"], 100 * wins["low"], 100 * wins["high"])
    cost = " / ".join("%.2f" % ms for ms in match["cpu_ms"])
    if "lead_per_deal" not in first:
        return "| %s | %d | %s | %s |" % (first["bot"], match["deals"], rate, cost)
    lead = first["lead_per_deal"]
    names = [bot["bot"] for bot in match["bots"]]
    return "| %d | %s | %d | %+.2f ± %.2f | %s | %s |" % (
        match["seats"], " over ".join(names), match["deals"], lead["mean"], lead["margin"], rate,
        cost)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--parlor", default="build/parlor")
    parser.add_argument("--scale", type=float, default=1)
    parser.add_argument("--only", default="")
    parser.add_argument("--list", action="store_true")
    wanted = parser.parse_args()
    for game, seats, bots, deals, more in lines():
        deals = max(2, round(deals * wanted.scale))
        command = ["match", game, "--seats", str(seats), "--bots", bots, "--deals", str(deals),
                   *more]
        text = "parlor " + " ".join(command)
        if wanted.only not in text:
            continue
        print("`%s`" % text if wanted.list else "", end="\n" if wanted.list else "", flush=True)
        if wanted.list:
            continue
        run = subprocess.run([wanted.parlor, *command, "--json"], capture_output=True, text=True,
                             check=False)
        if run.returncode != 0:
            print("%s: %s" % (text, run.stderr.strip()), file=sys.stderr)
            return 1
        row = write_row(json.loads(run.stdout))
        label = " ".join(more[1:]) if more else ""
        print("%s%s" % (row, " <!-- %s %s -->" % (game, label)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
