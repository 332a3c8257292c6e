#!/usr/bin/python3
"""Shows one game in the terminal: a game of Smitten played at random, square by square.

Usage: scripts/show.py [PARLOR]      (default: build/parlor)

The game comes from `parlor sim`; `parlor replay` checks it and gives the view after each move. This
script knows no rules.
"""
import json
import pathlib
import subprocess
import sys

SEED = "18"


def run(command, text=None):
    done = subprocess.run(command, input=text, check=True, capture_output=True, text=True)
    return done.stdout


def square(cards, row):
    """One row of a square: its cards, and dots where none lies yet."""
    return " ".join(str(n) if n in cards else "." for n in range(3 * row + 1, 3 * row + 4))


def main():
    parlor = sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent / "../build/parlor"
    line = run([parlor, "sim", "smitten", "--games", "1", "--seed", SEED])
    record = json.loads(line)
    shown = [json.loads(row) for row in run([parlor, "replay", "--view", "0", "-"], line).split("\n")
             if row]
    options = ", ".join("%s %s" % pair for pair in record["options"].items())
    print("Smitten, %d players, both playing at random (%s)\n" % (record["seats"], options))
    for number, (seat, text) in enumerate(record["events"]):
        if seat == "deal":
            print("The cards are dealt: %s\n" % text)
            continue
        after = shown[number + 1]
        squares = after["views"]["0"]["squares"] if "views" in after else None
        said = "%2d. seat %d: %s" % (number, seat, text)
        for row in range(3) if squares else []:
            print("%-28s%s   %s" % ("" if row else said, square(squares["L"], row),
                                    square(squares["R"], row)))
        print("" if squares else said + "\n")
    result = record["result"]
    print("%s: %d of 17 cards lie in the squares." % ("Won" if result["won"] else "Lost",
                                                      result["placed"]))
    print("\nMore: build/parlor help, build/parlor games, README.md")


if __name__ == "__main__":
    main()
