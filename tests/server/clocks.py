#!/usr/bin/env python3
"""Clocks go by a steady time: not by the date, which may be set, and not while the server stands still. Nothing
that people do gives time. A move for an older position is refused."""

import json
import os
import signal
import time

from dated import Dated
from parlor_server import WAIT, Client, Server, done, equal, eventually, ok

HOUR = 3600
MOVE = 8  # seconds of the clocks here
SLACK = 1  # second: a turn of the server that takes longer does not count


class Began:
    """Something that began between two moments; a busy machine lets more time pass between them."""

    def __init__(self):
        self.earliest = self.latest = time.monotonic()

    def end(self):
        self.latest = time.monotonic()


def seat_two(server, clock, game="luz", seats=3, **more):
    """A game of people with a clock; returns the clients, the table, and when the game began."""
    people = [Client(server) for _ in range(seats)]
    table = people[0].ask("create", game=game, seats=seats, clock=clock, **more)["table"]
    for c in people[1:-1]:
        c.ask("sit", table=table)
    began = Began()
    people[-1].ask("sit", table=table)
    for c in people:
        c.until(lambda c: c.tables.get(table, {}).get("phase") == "play")
    began.end()
    return people, table, began


def live(seconds=MOVE, bank=0):
    return {"kind": "live", "move": seconds, "bank": bank}


def look(c, table):
    """The table as the server tells it now: the whole table comes after the reply."""
    assert c.ask("open", table=table).get("ok")
    while True:
        message = c.receive()
        if message.get("table") == table and "game" in message:
            return c.tables[table]


def mover_of(people, table):
    return next(c for c in people if look(c, table)["legal"])


def left(c, table):
    """The seconds on the clock that runs, as the server tells them now."""
    times = look(c, table)["times"]
    running = [s["until"] for s in times["seats"] if s["until"] is not None]
    return (running[0] - times["now"]) / 1000 if running else None


def has_standin(c, table):
    """Whether a bot plays for anybody, by what the client was told."""
    return any(p["standin"] for p in c.tables.get(table, {}).get("people", []))


def stands_in(c, table):
    """The same as the server tells it now."""
    look(c, table)
    return has_standin(c, table)


def near(c, table, whole, began, name, uncounted=(0, 0)):
    """What is left of a clock with the whole time at `began`. At least and at most so many seconds since then do
    not count."""
    asked = time.monotonic()
    found = left(c, table)
    least = whole - (time.monotonic() - began.earliest - uncounted[0])
    most = whole - max(asked - began.latest - uncounted[1], 0)
    good = found is not None and least - SLACK <= found <= most + SLACK
    ok(good, f"{name}: {found} s are left, from {least:.1f} to {most:.1f} expected")


def test_set_date():
    """An hour ahead, an hour back, in the middle of a turn."""
    server = Dated("--bot-delay", "300")
    people, table, began = seat_two(server, live())
    watcher = Client(server)
    for step in (HOUR, -HOUR, 0):
        server.set_date(step)
        look(watcher, table)  # a turn that sees the date, and then one that tells the time
        near(watcher, table, MOVE, began, f"the date is {step} s ahead")
    ok(not stands_in(watcher, table), "nobody's time is up")
    server.set_date(-HOUR)
    watcher.until(lambda c: has_standin(c, table))
    took = time.monotonic() - began.earliest
    ok(took >= MOVE - 0.1, f"the clock ran out after {took:.1f} s, with the date set back")
    for c in people:
        c.close()

    me = Client(server)
    table = me.ask("create", game="luz", seats=3, bots=["random"] * 2)["table"]
    for step in (0, -HOUR, HOUR, -2 * HOUR):
        server.set_date(step)
        me.until(lambda c: c.tables.get(table, {}).get("legal"))
        n = me.tables[table]["n"]
        me.ask("move", table=table, text=me.tables[table]["legal"][0])
        me.until(lambda c: c.tables[table]["n"] > n)
    me.until(lambda c: c.tables[table]["legal"])
    ok(True, "bots move on while the date is set")
    code = me.ask("transfer")["code"]
    server.set_date(HOUR)
    equal(server.http("POST", "/enter/" + code)[0], 204, "a code holds when the date is set ahead")
    equal(server.close(), 0, "the server stops cleanly")


def flood(c):
    """How many of some requests at once are accepted."""
    numbers = [c.request("mine") for _ in range(12)]
    return sum("ok" in c.reply(number) for number in numbers)


def test_limits():
    rate, burst = 4, 8
    server = Dated("--burst", str(burst), rate=rate)
    c = Client(server)
    began = time.monotonic()
    first = flood(c)
    server.set_date(HOUR)
    second, refilled = flood(c), rate * (time.monotonic() - began)
    ok(first + second <= burst + refilled + 1,
       f"the date set ahead does not refill a limit: {first} and {second}, {refilled:.1f} came again")
    server.set_date(-HOUR)
    time.sleep(2.5)
    ok(flood(c) >= 4, "the date set back does not freeze a limit")
    equal(server.close(), 0, "the server stops cleanly")


def test_stopped():
    """Time in which the server is stopped or down does not count."""
    server = Dated("--bot-delay", "600")
    people, table, began = seat_two(server, live())
    look(people[0], table)
    most = time.monotonic()
    server.process.send_signal(signal.SIGSTOP)
    least = time.monotonic()
    time.sleep(3.5)
    least = time.monotonic() - least
    server.process.send_signal(signal.SIGCONT)
    look(people[0], table)
    most = time.monotonic() - most
    near(people[0], table, MOVE, began, "after a stop", (least, most))
    before = left(people[0], table)
    server.kill()
    server.set_date(50 * HOUR)
    time.sleep(1)
    server.start()
    again = [Client(server, cookie=c.cookie) for c in people]
    for c in again:
        c.ask("open", table=table)
        c.until(lambda c: table in c.tables)
    ok(not stands_in(again[0], table), "nobody's time is up after two days without a server")
    # A crash loses a few seconds of the count, which players gain.
    now = left(again[0], table)
    ok(now is not None and before - 3 <= now <= MOVE, f"after a crash {now} of {before} s are left")
    mover = mover_of(again, table)
    began = Began()
    ok(mover.ask("move", table=table, text=mover.tables[table]["legal"][0]).get("ok"), "the game goes on")
    began.end()
    most = time.monotonic()
    equal(server.stop(), 0, "the server stops cleanly")
    least = time.monotonic()
    time.sleep(1)
    least = time.monotonic() - least
    server.start()
    most = time.monotonic() - most
    c = Client(server, cookie=people[0].cookie)
    near(c, table, MOVE, began, "after a restart", (least, most))
    c.until(lambda c: has_standin(c, table))
    ok(True, "then the clock goes on to its end")
    equal(server.close(), 0, "the server stops cleanly")


def test_days():
    """Clocks of days go by the date, also while the server is down."""
    server = Dated("--bot-delay", "0")
    people, table, began = seat_two(server, {"kind": "days", "days": 2})
    near(people[0], table, 48 * HOUR, began, "two days")
    server.set_date(HOUR)
    look(people[0], table)
    near(people[0], table, 47 * HOUR, began, "the date counts")
    server.set_date(-HOUR)
    time.sleep(1.2)
    ok(not stands_in(people[0], table), "a date set back harms nobody")
    for c in people:
        c.close()
    server.stop()
    server.set_date(49 * HOUR)
    server.start()
    c = Client(server)
    c.ask("open", table=table)
    c.until(lambda c: has_standin(c, table))
    ok(True, "when the days are over, a bot stands in")
    c.drain(1)
    server.set_date(120 * HOUR)
    c.until(lambda c: sum(p["standin"] for p in c.tables[table]["people"]) >= 2)
    ok(True, "the date set ahead is seen by the running server")
    equal(server.close(), 0, "the server stops cleanly")


def has_moved(c):
    """Whether the client has heard of a move."""
    return any(e["e"] == "move" for raw in c.heard for e in json.loads(raw).get("events", []))


def test_presence():
    """Leaving, coming back, losing the connection and asking to take back give no time."""
    server = Server("--bot-delay", "700")
    people, table, began = seat_two(server, live())
    mover = mover_of(people, table)
    for _ in range(6):
        mover.ask("leave", table=table)
        time.sleep(0.2)
        mover.ask("back", table=table)
        again = Client(server, cookie=mover.cookie)
        again.ask("open", table=table)
        again.close()
    near(mover, table, MOVE, began, "leaving and coming back")
    mover.until(lambda c: has_standin(c, table))
    mover.heard.clear()

    def come_back():
        mover.ask("back", table=table)
        return has_moved(mover)

    ok(eventually(come_back, WAIT), "the stand-in moves, whatever the person does")
    mine = next(p for p in look(mover, table)["people"] if p["player"] == mover.me)
    ok(not mine["standin"], "then the person has the seat again")
    equal(server.close(), 0, "the server stops cleanly")


def test_seen():
    """A move that names the events its chooser had seen is refused for an older position."""
    server = Server("--bot-delay", "0")
    people, table, _ = seat_two(server, {"kind": "none"})
    first = mover_of(people, table)
    n, text = first.tables[table]["n"], first.tables[table]["legal"][0]
    equal(first.error("move", table=table, text=text, seen=n - 1), "move.stale", "a deal was not seen")
    equal(first.error("move", table=table, text=text, seen=n + 5), "move.stale", "an event that does not exist")
    equal(first.error("move", table=table, text=text, seen="x"), "request.member", "a number is wanted")
    people[0].ask("talk", table=table, phrase="hello")
    equal(first.error("move", table=table, text=text, seen=n), None, "talk since does not count")
    second = mover_of(people, table)
    text = second.tables[table]["legal"][0]
    equal(second.error("move", table=table, text=text, seen=n), "move.stale", "a move was not seen")
    equal(second.error("move", table=table, text=text), None, "without the number all is as before")
    for c in people:
        c.close()
    # Sealed choices: what others choose in secret changes nothing for those who still choose.
    people, table, _ = seat_two(server, {"kind": "none"}, game="null", seats=2)
    n = people[0].tables[table]["n"]
    equal([c.error("move", table=table, text="show", seen=n) for c in people], [None, None], "sealed choices")
    equal(server.close(), 0, "the server stops cleanly")


test_set_date()
test_limits()
test_stopped()
test_days()
test_presence()
test_seen()
done()
