#!/usr/bin/env python3
"""Fair deals over real sockets (docs/fair-deals.md): seals, reveals, and all that can go wrong with
them. Records of the real server are checked by `parlor verify` and by fair_python.py."""

import json
import os
import time

import fair_python
from parlor_server import Client, Run, Server, done, equal, ok
from rows import query

LONG = "TESTS_LONG" in os.environ  # waits for the 30 seconds of a clock; tests/unit/table_draw.c does not


class Person(Client):
    """A client that seals a number, and keeps what it saw before the game."""

    def __init__(self, server, **more):
        self.kept = {}
        super().__init__(server, **more)

    def draw(self):
        self.number = os.urandom(32)
        return fair_python.seal_of(self.number).hex()

    def look(self, table):
        """The latest state, with the commitment that was seen first."""
        self.until(lambda c: table in c.tables)
        self.drain(0.05)
        state = self.tables[table]
        self.kept.setdefault("commit", state["commit"])
        return state

    def is_asked(self, table):
        draw = self.tables.get(table, {}).get("draw")
        return bool(draw) and draw["on"] and self.tables[table]["you"]["chair"] in draw["waiting"]

    def reveal(self, table):
        self.until(lambda c: c.is_asked(table))
        self.kept.update(number=self.number.hex(), seals=self.tables[table]["draw"]["seals"])
        return self.error("reveal", table=table, number=self.number.hex())


def play_on(people, table):
    """Plays the first legal move until the game is over; returns the record."""
    while True:
        for c in people:
            c.drain(0.005)
        if all(c.tables[table]["phase"] == "over" for c in people):
            return people[0].ask("record", table=table)["record"]
        movers = [c for c in people if c.tables[table]["legal"]]
        if movers:
            movers[0].ask("move", table=table, text=movers[0].tables[table]["legal"][0])


def check_record(name, record, people, notes=()):
    line = json.dumps(record)
    for c in people:
        equal(fair_python.fault(record, c.kept), None, f"{name}: fair by the document")
        run = Run("verify", "--commit", c.kept["commit"], "--number", c.kept["number"],
                  "--table", record["table"], "-", stdin=line)
        told = run.lines()[0]
        ok(told["fair"] and [w for n, w in zip(told.get("notes", []), notes) if w in n] == list(notes) and
           len(told.get("notes", [])) == len(notes), f"{name}: parlor verify agrees", told)
    for change, why in ((lambda f: f.update(secret="00" * 32), "promised"),
                        (lambda f: f["numbers"].__setitem__(0, "00" * 32), "sealed"),
                        (lambda f: f["order"].reverse(), "order")):
        forged = json.loads(line)
        change(forged["fair"])
        told = Run("verify", "-", stdin=json.dumps(forged)).lines()[0]
        ok(not told["fair"] and why in told["error"] and fair_python.fault(forged),
           f"{name}: a forged {why} is told", told)
    for flag, word in (("--commit", "seen first"), ("--number", "own number"), ("--table", "another table")):
        told = Run("verify", flag, "12" * 32, "-", stdin=line).lines()[0]
        ok(not told["fair"] and word in told["error"], f"{name}: another {flag} is told", told)


def test_alone(server):
    """One person and bots: the server has committed itself before it learns the number."""
    a = Person(server)
    t = a.ask("create", game="luz", seats=3, bots=["random", "random"], seal=a.draw())["table"]
    state = a.look(t)
    ok(state["phase"] == "open" and state["draw"]["on"] and state["draw"]["waiting"] == [0],
       "alone: the table is full and asks for the number")
    known = a.number.hex().encode()
    data = b"".join(open(os.path.join(server.data, name), "rb").read() for name in os.listdir(server.data)
                    if name.startswith("parlor.db"))
    ok(known not in data and state["commit"], "alone: the server has promised, and does not know the number")
    equal(a.error("start", table=t), "table.drawing", "alone: the start waits")
    equal(a.error("bot", table=t, chair=1, level="hard"), "table.drawing", "alone: bots do not change now")
    equal(a.error("begins", table=t, chair=1), "table.drawing", "alone: nor does who begins")
    equal(a.error("seal", table=t, seal=a.number.hex()), "table.sealed", "alone: nor the seal")
    equal(a.error("reveal", table=t, number="00" * 32), "table.number-wrong", "alone: a wrong number is refused")
    equal(a.error("reveal", table=t, number="zz"), "request.member", "alone: and so is a malformed one")
    equal(a.look(t)["phase"], "open", "alone: a refused number changes nothing")
    equal(a.reveal(t), None, "alone: the number is accepted")
    a.until(lambda c: c.tables[t]["phase"] == "play")
    equal(a.tables[t]["draw"], None, "alone: the game has begun")
    equal(a.error("reveal", table=t, number=a.number.hex()), "table.not-drawing", "alone: a number counts once")
    record = play_on([a], t)
    check_record("alone", record, [a])
    return a, t


def sit_two(server, **more):
    a, b, s = Person(server), Person(server), Person(server)
    t = a.ask("create", game="luz", seats=3, bots=["random"], seal=a.draw(), **more)["table"]
    s.ask("open", table=t)
    b.ask("open", table=t)
    b.look(t)
    equal(b.error("sit", table=t, seal=b.draw()), None, "two: a second person sits down")
    a.look(t)
    return a, b, s, t


def test_two(server):
    a, b, s, t = sit_two(server)
    shown = s.look(t)["draw"]
    equal((shown["seals"][:2], shown["waiting"]),
          ([fair_python.seal_of(c.number).hex() for c in (a, b)], [0, 1]), "two: spectators see the seals")
    equal(s.error("reveal", table=t, number=a.number.hex()), "table.not-seated", "two: but reveal nothing")
    equal(b.error("reveal", table=t, number=a.number.hex()), "table.number-wrong", "two: one's own number counts")
    equal((a.reveal(t), b.reveal(t)), (None, None), "two: both reveal")
    record = play_on([a, b], t)
    check_record("two", record, [a, b])
    s.drain(0.1)
    events = [e["e"] for raw in s.heard for e in json.loads(raw).get("events", [])]
    equal(events[:5], ["sit", "draw", "reveal", "reveal", "start"], "two: everybody sees the steps")
    equal(record["fair"]["draws"], 1, "two: the record counts one draw")
    return a, b, t


def test_void(server):
    """Somebody stands up instead of revealing: what was revealed is void."""
    a, b, s, t = sit_two(server)
    equal(a.reveal(t), None, "void: one has revealed")
    old = a.number.hex()
    equal(b.error("stand", table=t), None, "void: the other stands up")
    a.until(lambda c: not c.tables[t]["draw"]["on"])
    draw = a.look(t)["draw"]
    equal((draw["seals"], draw["waiting"]), ([None] * 3, [0]), "void: a new seal is asked of the first")
    c = Person(server)
    equal(c.error("sit", table=t, seal=c.draw()), None, "void: a third person takes the chair")
    c.until(lambda c: c.tables.get(t, {}).get("draw", {}).get("on"))
    equal(c.look(t)["draw"]["waiting"], [0], "void: nobody reveals before everybody has sealed")
    equal(c.error("reveal", table=t, number=c.number.hex()), "table.not-drawing", "void: not even in earnest")
    equal(a.error("seal", table=t, seal=a.draw()), None, "void: the first seals a new number")
    equal(a.error("reveal", table=t, number=old), "table.number-wrong", "void: the old number is void")
    equal((c.reveal(t), a.reveal(t)), (None, None), "void: now both reveal")
    record = play_on([a, c], t)
    equal((record["fair"]["draws"], old in record["fair"]["numbers"]), (2, False), "void: the record tells of it")
    check_record("void", record, [a, c], notes=["drawn 2 times"])
    free = Person(server)
    t = free.ask("create", game="null", seats=2, bots=["random"], seal=free.draw())["table"]
    free.look(t)
    equal(free.error("bot", table=t, chair=1, level=None), None, "void: the host frees a chair")
    equal(free.look(t)["draw"], {"seals": [None, None], "on": False, "waiting": [0]}, "void: by that too")


def test_refuse(server):
    """Nobody waits for ever at a table with a clock: the chair becomes free."""
    a, b, s, t = sit_two(server, clock={"kind": "live", "move": 60, "bank": 60})
    equal(a.reveal(t), None, "late: one has revealed, the other does not")
    return a, b, t


def test_refused(server, a, b, t):
    b.look(t)
    b.until(lambda c: c.tables[t]["you"]["chair"] is None, 45)
    draw = a.look(t)["draw"]
    ok(not draw["on"] and draw["waiting"] == [0] and a.tables[t]["people"][1]["player"] is None,
       "late: after 30 seconds the chair is free", a.tables[t])
    events = [e["e"] for raw in a.heard for e in json.loads(raw).get("events", [])]
    ok("late" in events, "late: everybody is told why", events)
    equal(b.ask("mine")["tables"], [], "late: it is no table of theirs any more")


def test_restart(server):
    """The server is killed between the seals and the numbers, and again between two numbers."""
    a, b, s, t = sit_two(server)
    server.restart()
    a, b = [again(server, c) for c in (a, b)]
    for c in (a, b):
        equal(c.ask("mine")["tables"][0]["turn"], True, "restart: the table waits for one's number")
        c.ask("open", table=t)
        equal((c.look(t)["draw"]["on"], c.look(t)["commit"]), (True, c.kept["commit"]),
              "restart: the promise stands, and the numbers are still asked for")
    equal(a.reveal(t), None, "restart: one reveals")
    server.restart()
    a, b = [again(server, c) for c in (a, b)]
    for c in (a, b):
        c.ask("open", table=t)
    equal(b.look(t)["draw"]["waiting"], [1], "restart: that number is kept")
    equal(b.reveal(t), None, "restart: the other reveals")
    for c in (a, b):
        c.until(lambda c: c.tables.get(t, {}).get("phase") == "play")
    check_record("restart", play_on([a, b], t), [a, b])


def again(server, c):
    """The same person after a lost connection."""
    c.close()
    new = Person(server, cookie=c.cookie)
    new.kept, new.number = c.kept, c.number
    return new


def test_rematch(server, a, b, t):
    """A rematch has its own promise and new numbers."""
    before = a.kept
    a.kept, b.kept = {}, {}
    second = a.ask("rematch", table=t, seal=a.draw())["table"]
    ok(a.look(second)["commit"] != before["commit"], "rematch: a new promise")
    b.ask("open", table=second)
    b.look(second)
    b.ask("sit", table=second, seal=b.draw())
    equal((b.reveal(second), a.reveal(second)), (None, None), "rematch: both reveal")
    check_record("rematch", play_on([a, b], second), [a, b])


def test_old_clients(server):
    """Numbers in the open, as clients did before there were seals: played, and told."""
    a, b = Person(server), Client(server)
    equal(a.error("create", game="null", seal="00" * 32, number="00" * 32), "request.member",
          "old: a number or a seal, not both")
    t = a.ask("create", game="null", seats=2, seal=a.draw())["table"]
    a.look(t)
    b.ask("sit", table=t, number="ab" * 32)
    equal(a.reveal(t), None, "old: the sealed number is still asked for")
    record = play_on([a, b], t)
    name = record["names"][record["fair"]["order"][1]]
    check_record("old", record, [a], notes=[f"Without a seal: the numbers of {name}"])
    t = b.ask("create", game="null", seats=2, number="ab" * 32)["table"]
    a.ask("sit", table=t)
    record = play_on([b, a], t)
    notes = Run("verify", "-", stdin=json.dumps(record)).lines()[0]["notes"]
    ok(len(notes) == 3 and "seals" not in record["fair"] and "Not checked" in notes[0] and
       "Without a seal" in notes[1] and "No number" in notes[2], "old: verify tells what it could not check", notes)
    equal(fair_python.fault(record), None, "old: such a deal is repeated as before")


def test_no_secret_twice(server):
    rows = [json.loads(row[0])["secret"] for row in query(server, "SELECT text FROM events WHERE n = 0")]
    ok(len(rows) > 5 and len(rows) == len(set(rows)), "every table has a secret of its own", len(rows))


server = Server("--bot-delay", "0")
began = time.time()
late = test_refuse(server) if LONG else None
test_alone(server)
two = test_two(server)
test_rematch(server, *two)
test_void(server)
test_old_clients(server)
if LONG:
    test_refused(server, *late)
    ok(time.time() - began > 20, "late: not much sooner than after 30 seconds")
test_restart(server)
test_no_secret_twice(server)
equal(server.close(), 0, "the server stops cleanly")
done()
