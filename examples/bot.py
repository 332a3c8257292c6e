#!/usr/bin/env python3
"""A bot for Parlor in Python: the whole protocol of docs/bot-protocol.md, and two simple rules.

    parlor match --bot "examples/bot.py" --bot easy luz
    parlor bot http://localhost:8080/t/ID --exec examples/bot.py

Write your own `choose`: it gets the game (name, seats, your seat, options), the view of your seat and
the legal moves as texts, and returns one of them.
"""
import json
import random
import sys


def choose(game, view, legal, rng):
    """One of the legal moves."""
    if game["game"] == "luz" and view["phase"] == "bid":
        return min(legal, key=lambda bid: abs(int(bid[4:].strip("+")) - 10 / game["seats"]))
    if game["game"] == "photograph" and view["phase"] == "take":
        fewest = min(int(move[-1]) for move in legal)  # few photos, few blurry shots
        return rng.choice([move for move in legal if int(move[-1]) == fewest])
    return rng.choice(legal)


def main():
    game = None
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "hello":
            print("hello example", flush=True)
        elif word == "game":
            game = json.loads(rest)
        elif word == "turn":
            turn = json.loads(rest)
            if not turn["legal"]:  # only another seat can act: give no signal
                print("pass", flush=True)
                continue
            rng = random.Random(turn["seed"])  # equal questions get equal answers
            print(choose(game, turn["view"], turn["legal"], rng), flush=True)
        elif word == "over":
            print("# the result:", json.loads(rest)["result"], flush=True)
        elif word == "bye":
            break


main()
