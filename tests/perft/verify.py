#!/usr/bin/env python3
"""Counts the rows of a perft table with the reference implementation of tests/reference.

`verify.py TABLE [LIMIT]` takes the rows whose count is at most LIMIT (20000 if not given); the
others would take Python too long. Output is TAP.
"""

import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "reference"))

import luz  # noqa: E402
import photograph  # noqa: E402
import smitten  # noqa: E402

GAMES = {"photograph": photograph.Photograph, "luz": luz.Luz, "smitten": smitten.Smitten}


def count(game, depth):
    """Sequences of exactly `depth` moves."""
    actors = game.actors()
    if actors == ["deal"]:
        return 0
    total = 0
    for seat in actors:
        for text in game.legal(seat):
            if depth == 1:
                total += 1
                continue
            after = game.copy()
            after.apply(seat, text)
            total += count(after, depth - 1)
    return total


def reach(words, deals, moves):
    """The position of a row."""
    options = dict(word.split("=", 1) for word in words[1:])
    game = GAMES[words[0]]()
    game.init(int(options.pop("seats")), options)
    deals = [deal.split() for deal in deals.split("/")]

    def deal_now():
        while game.actors() == ["deal"] and deals:
            game.deal(deals.pop(0))

    deal_now()
    for event in filter(None, moves.split(",")):
        seat, text = event.split(" ", 1)
        game.apply(int(seat), text)
        deal_now()
    return game


def main():
    limit = int(sys.argv[2]) if len(sys.argv) > 2 else 20000
    points = 0
    failed = False
    with open(sys.argv[1], encoding="ascii") as table:
        for number, row in enumerate(table, 1):
            if not row.strip() or row.startswith("#"):
                continue
            setting, deals, moves, depth, want = row.rstrip("\n").split(" ; ")
            if int(want) > limit or setting.split()[0] not in GAMES:
                continue
            found = count(reach(setting.split(), deals, moves), int(depth))
            points += 1
            good = found == int(want)
            failed = failed or not good
            print("%s %d - row %d: %s, depth %s: %s" % (
                "ok" if good else "not ok", points, number, setting, depth, want), flush=True)
            if not good:
                print("# the reference finds %d" % found)
    print("1..%d" % points)
    sys.exit(1 if failed or points == 0 else 0)


main()
