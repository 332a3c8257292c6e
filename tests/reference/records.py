#!/usr/bin/env python3
"""Reads records and replays them with the reference games.

As a program it prints the same as `parlor replay --legal` (except the wording of errors):

    records.py FILE        (or - for standard input)
"""

import json
import sys

from common import Refused
from luz import Luz
from photograph import Photograph
from smitten import Smitten

GAMES = {game.name: game for game in (Photograph, Luz, Smitten)}


def start_game(record):
    """The game of a record, before its first event."""
    if not isinstance(record, dict):
        raise Refused("a record is a JSON object")
    if not same_json(record.get("parlor"), 1):
        raise Refused("not a record of version 1")
    if record.get("game") not in list(GAMES):
        raise Refused("no such game")
    seats = record.get("seats")
    options = record.get("options", {})
    if isinstance(seats, bool) or not isinstance(seats, int):
        raise Refused("seats is not a number")
    if not isinstance(options, dict) or not isinstance(record.get("events"), list):
        raise Refused("options or events are missing")
    game = GAMES[record["game"]]()
    game.init(seats, options, record.get("rules", game.rules[-1]))
    return game


def apply_event(game, event):
    """Carries one event out, or raises Refused and changes nothing."""
    if not isinstance(event, list) or len(event) != 2 or not isinstance(event[1], str):
        raise Refused("an event is a pair")
    who, text = event
    if who == "deal":
        game.deal(text.split(" "))
    elif isinstance(who, int) and not isinstance(who, bool):
        game.apply(who, text)
    else:
        raise Refused("%r is not a seat" % (who,))


def describe(game, viewer=None):
    """The present actors, their legal moves, and the public members of a view."""
    actors = game.actors()
    legal = {str(seat): game.legal(seat) for seat in actors if seat != "deal"}
    views = {} if viewer is None else {"views": {str(viewer): game.public()}}
    return {"actors": actors, "legal": legal, **views}


def same_json(a, b):
    """Equal as JSON values; in Python True equals 1."""
    return json.dumps(a, sort_keys=True) == json.dumps(b, sort_keys=True)


def known_members(value, model):
    """Readers ignore unknown members."""
    if not isinstance(value, dict):
        return value
    return {name: value[name] for name in value if name in model}


def check_result(game, record):
    if game.over() and "result" not in record:
        raise Refused("the result is missing")
    if game.over() and not same_json(known_members(record["result"], game.result()), game.result()):
        raise Refused("the result should be %s" % json.dumps(game.result()))
    if not game.over() and "result" in record:
        raise Refused("there is a result, but the game is not over")


def replay_record(number, text, viewer=None):
    """All output lines of one record, as objects."""
    lines = []
    event_number = None
    try:
        record = json.loads(text)
        game = start_game(record)
        for event_number, event in enumerate(record["events"]):
            lines.append({"line": number, "event": event_number, **describe(game, viewer)})
            apply_event(game, event)
        event_number = len(record["events"])
        check_result(game, record)
        if game.over():
            lines.append({"line": number, "result": game.result()})
        else:
            lines.append({"line": number, "event": event_number, **describe(game, viewer)})
    except (Refused, ValueError) as why:
        at = {} if event_number is None else {"event": event_number}
        lines.append({"line": number, **at, "error": str(why)})
    return lines


def write_line(value):
    return json.dumps(value, separators=(",", ":"))


def main():
    source = sys.stdin if sys.argv[1:] in ([], ["-"]) else open(sys.argv[1], encoding="utf-8")
    status = 0
    for number, text in enumerate(source, 1):
        for line in replay_record(number, text):
            print(write_line(line))
            if "error" in line:
                status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
