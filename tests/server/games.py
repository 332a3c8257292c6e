#!/usr/bin/env python3
"""Whole games of every game and mode over real sockets, by two to five clients and a spectator.

The leak law on every byte: every message that a seat or the spectator received is checked, member
by member. Views and legal moves must be exactly the engine's for that seat at that position
(tests/server/views.c, from the finished record), events may hold only the members listed in
docs/protocol.md, and sealed choices of others must not be sent.
"""

import json
import random
import subprocess
import sys

from fair_python import seal_of
from parlor_server import PARLOR, Client, Run, Server, done, equal, ok

VIEWS = sys.argv[3]
EVENTS = {
    "create": {"player", "name"},
    "sit": {"chair", "player", "name", "seal"},
    "draw": set(),
    "reveal": {"chair", "number"},
    "bot": {"chair", "level"},
    "start": {"order", "begins"},
    "deal": set(),
    "move": {"seat", "text"},
    "talk": {"player", "name", "text", "phrase"},
    "standin": {"seat", "level"},
    "back": {"seat"},
    "over": {"result", "secret"},
}
MEMBERS = {"ended", "table", "n", "events", "phase", "you", "people", "view", "legal", "times", "ask", "result",
           "game", "rules", "seats", "options", "clock", "listed", "start", "host", "commit", "talk", "begins",
           "draw", "pause"}
BEGINS = {"photograph": "first", "luz": "dealer"}
SETUPS = [
    ("photograph", 2, {}), ("photograph", 3, {"memory": "aided"}), ("photograph", 4, {"missed": "on"}),
    ("luz", 3, {}), ("luz", 4, {}), ("luz", 5, {}),
    ("smitten", 1, {}), ("smitten", 1, {"easy": "on", "hard2": "on"}),
    ("smitten", 2, {}), ("smitten", 2, {"level": "hard"}), ("null", 3, {}),
]


def play(server, game, seats, options, seed):
    """Plays a whole game; returns the people, the spectator and the table's id."""
    chance = random.Random(seed)
    people = [Client(server) for _ in range(seats)]
    spectator = Client(server)
    numbers = [chance.randbytes(32) for _ in people]
    seals = [seal_of(number).hex() for number in numbers]
    table = people[0].ask("create", game=game, seats=seats, options=options, start="host",
                          seal=seals[0])["table"]
    spectator.ask("open", table=table)
    for p, seal in zip(people[1:], seals[1:]):
        p.ask("sit", table=table, seal=seal)
    people[0].ask("start", table=table)
    for p, number in zip(people, numbers):
        p.ask("reveal", table=table, number=number.hex())
    last = -1
    while True:
        for p in people:  # all clients have seen all events
            p.until(lambda c: table in c.tables and c.tables[table]["n"] > last and
                    c.tables[table]["phase"] != "open")
        latest = max(p.tables[table]["n"] for p in people)
        for p in people:
            p.until(lambda c: c.tables[table]["n"] >= latest)
        if people[0].tables[table]["phase"] == "over":
            break
        last = latest
        movers = [p for p in people if p.tables[table]["legal"]]
        mover = chance.choice(movers)
        text = chance.choice(mover.tables[table]["legal"])
        if game == "smitten" and seats == 2 and chance.random() < 0.3:
            mover = chance.choice(people)  # S3.2: a player without a move may speak too
            text = chance.choice(["say can want", "say cannot", "say pass"])
        reply = mover.ask("move", table=table, text=text)
        if "error" in reply:
            ok(False, f"{text} is legal", reply)
            break
    spectator.until(lambda c: c.tables.get(table, {}).get("phase") == "over")
    return people, spectator, table


def fault(client, seat, table, positions, steps, sealed):
    """The first fault in the bytes that a seat (-1: the spectator) received, or None."""
    at = None
    for raw, m in zip(client.heard, client.whole, strict=True):
        if m.get("table") != table or "re" in m:
            continue
        if set(m) - MEMBERS:
            return f"unknown members {set(m) - MEMBERS}"
        for e in m.get("events", []):
            extra = set(e) - {"n", "at", "e"} - EVENTS[e["e"]]
            if extra:
                return f"{e['e']} has {extra}"
            if e["e"] == "move" and e["n"] in sealed and e["seat"] != seat and "text" in e:
                return f"event {e['n']} shows a sealed choice"
        if b"\"secret\":" in raw and m.get("phase") != "over":
            return f"the secret is sent too early: {raw[:300]}"
        if "view" not in m:
            continue
        before = sum(1 for n in steps if n <= m["n"])
        if m["view"] is None:
            if before:
                return f"no view at {m['n']}"
            continue
        if "ended" in m and m["ended"] != positions[before - 1]["views"][str(seat)]:
            return f"at {m['n']}: {m['ended']} is not the view before the deal"
        want = positions[before]
        if m["view"] != want["views"][str(seat)]:
            return f"at {m['n']}: view {m['view']} instead of {want['views'][str(seat)]}"
        if sorted(m["legal"]) != want["legal"].get(str(seat), []):
            return f"at {m['n']}: legal {m['legal']} instead of {want['legal']}"
        at = before
    return None if at == len(positions) - 1 else f"the last view is of {at}, not {len(positions) - 1}"


def check_begins(name, game, record):
    """The record says how the first seat was drawn, and verify detects a forged draw."""
    option = BEGINS.get(game)
    equal("begins" in record["fair"], option is not None, f"{name}: the record says how the first seat was drawn")
    if option is None:
        return
    equal(record["fair"]["options"][option], record["options"][option], f"{name}: the record names the first seat")
    named = record["fair"]["order"].index(int(record["options"][option]))
    forged = json.loads(json.dumps(record))
    forged["fair"]["begins"] = (named + 1) % record["seats"]
    older = json.loads(json.dumps(record))
    del older["fair"]["begins"]
    other = str((int(record["options"][option]) + 1) % record["seats"])
    moved = json.loads(json.dumps(record))
    moved["fair"]["options"][option] = moved["options"][option] = other
    lines = "".join(json.dumps(r) + "\n" for r in (forged, older, moved))
    told = Run("verify", "-", stdin=lines).lines()
    equal([x["fair"] for x in told], [False, True, False],
          f"{name}: a forged chair or seat is detected, an older record is fair")
    ok("Who began" in told[0]["error"] and "Who began" in told[2]["error"],
       f"{name}: verify names the forged draw", told)


def check(server, game, seats, options, seed):
    name = f"{game}, {seats} seats, {options or 'as usual'}"
    people, spectator, table = play(server, game, seats, options, seed)
    record = people[0].ask("record", table=table)["record"]
    line = json.dumps(record) + "\n"
    equal(spectator.ask("record", table=table)["record"], record, f"{name}: the spectator may see all cards now")
    equal(spectator.error("share", table=table), "table.not-yours", f"{name}: but makes no link for others")
    run = subprocess.run([VIEWS], input=line.encode(), capture_output=True, check=False)
    positions = [json.loads(x) for x in run.stdout.splitlines()]
    seen = {e["n"]: e for raw in spectator.heard for e in json.loads(raw).get("events", [])}
    steps = sorted(n for n, e in seen.items() if e["e"] in ("deal", "move"))
    ok(len(positions) == len(steps) + 1 == len(record["events"]) + 1,
       f"{name}: a whole game of {len(steps)} events", run.stderr)
    sealed = {n for n, before in zip(steps, positions)
              if len(before["legal"]) > 1 and game in ("photograph", "null")}
    equal(fault(spectator, -1, table, positions, steps, sealed), None, f"{name}: the spectator's bytes are right")
    for p in people:
        seat = p.tables[table]["you"]["seat"]
        equal(fault(p, seat, table, positions, steps, sealed), None, f"{name}: seat {seat}'s bytes are right")
    replay = Run("replay", "-", stdin=line)
    equal(replay.lines(), [{"line": 1, "result": record["result"]}], f"{name}: parlor replay agrees")
    verify = Run("verify", "-", stdin=line)
    told = verify.lines()[0]
    ok(told["fair"] and len(told["notes"]) == 1, f"{name}: parlor verify agrees", told)
    check_begins(name, game, record)
    other = "f" if record["fair"]["numbers"][0][0] == "0" else "0"
    record["fair"]["numbers"][0] = other + record["fair"]["numbers"][0][1:]
    verify = Run("verify", "-", stdin=json.dumps(record) + "\n")
    equal((verify.status, verify.lines()[0]["fair"]), (1, False), f"{name}: a forged number is detected")
    path = people[-1].ask("share", table=table)["path"]
    status, _, body = server.http("GET", path)
    equal((status, json.loads(body)["result"]), (200, record["result"]), f"{name}: a link shares the record")
    for p in [*people, spectator]:
        p.close()


def check_bots(server):
    for game, seats in (("photograph", 3), ("luz", 4), ("smitten", 2)):
        c = Client(server)
        table = c.ask("create", game=game, seats=seats, sit=False, start="host",
                      bots=["random"] * seats)["table"]
        c.ask("start", table=table)
        c.until(lambda c: c.tables.get(table, {}).get("phase") == "over")
        ok(c.tables[table]["result"] is not None, f"{game}: bots alone play a whole game")
        c.close()


def check_bot_partner(server):
    """If the person never moves first, the bot waits a little and then plays."""
    c = Client(server)
    table = c.ask("create", game="smitten", seats=2, bots=["random"])["table"]
    while c.tables.get(table, {}).get("phase") != "over":
        view = c.tables.get(table, {}).get("view")
        legal = c.tables.get(table, {}).get("legal")
        if view and legal and (view["phase"] == "carry"):
            n = c.tables[table]["n"]
            c.ask("move", table=table, text=legal[0])
            c.until(lambda c: c.tables[table]["n"] > n)
        else:
            try:
                c.receive(2)
            except TimeoutError:  # no card of the bot fits, so the person must play
                c.ask("move", table=table, text=c.tables[table]["legal"][0])
    ok(True, "smitten: a bot partner plays when the person waits")
    c.close()


server = Server("--bot-delay", "0")
for index, setup in enumerate(SETUPS):
    check(server, *setup, seed=index)
check_bots(server)
check_bot_partner(server)
export = Run("export", *server.place())
ok(len(export.lines()) >= len(SETUPS), "parlor export writes all finished games", export)
equal(Run("replay", "-", stdin=export.raw).status, 0, "the exported games are right")
equal({x["fair"] for x in Run("verify", "-", stdin=export.raw).lines()}, {True}, "the exported games are fair")
equal(server.close(), 0, "the server stops cleanly")
done()
