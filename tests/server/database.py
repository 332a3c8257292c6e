#!/usr/bin/env python3
"""A real PostgreSQL that stands still, crashes or ends its sessions: the server keeps its people, and comes back."""

import os
import signal
import sys
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cluster"))
from postgres import Postgres  # noqa: E402

from parlor_server import Client, Server, done, equal, eventually, ok  # noqa: E402

LONGEST = 12  # seconds: a request is answered within the store's own deadlines


def healthy(server):
    return server.http("GET", "/healthz")[0] == 200


def cpu_ms(server):
    with open(f"/proc/{server.process.pid}/stat", encoding="utf-8") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) * 1000 // os.sysconf("SC_CLK_TCK")


def sit_down(a, b, **members):
    t = a.ask("create", game="null", seats=2, **members)["table"]
    b.ask("sit", table=t)
    for c in (a, b):
        c.until(lambda c: c.tables.get(t, {}).get("phase") == "play")
    return t


def journal(database, table):
    return database.rows(f"SELECT n, text FROM events WHERE table_id = '{table}' ORDER BY n")


def play_on(people, table):
    """Each makes a move as soon as that is not refused for the store; a move that was refused before may be there."""
    for c in people:
        eventually(lambda c=c: c.error("move", table=table, text="show") != "store.failed")
    for c in people:
        c.until(lambda c: c.tables[table]["phase"] == "over")


def check_journal(database, table, name):
    rows = journal(database, table)
    equal([row["n"] for row in rows], list(range(len(rows))), f"{name}: the journal has no gap")
    moves = [row["text"] for row in rows if '"e":"move"' in row["text"]]
    equal(len(moves), 2, f"{name}: each move is there once")


def test_pause(database, server):
    """All processes of PostgreSQL stand still for some seconds."""
    a, b, c = Client(server), Client(server), Client(server)
    t = sit_down(a, b, clock={"kind": "live", "move": 4, "bank": 0})
    database.pause()
    began = time.time()
    move = a.request("move", table=t, text="show")
    time.sleep(0.3)
    ok(server.http("GET", "/")[0] == 200 and time.time() - began < 2, "pause: the page is served while a commit waits")
    asks = [c.request("mine"), b.request("talk", table=t, phrase="hello")]
    ok(eventually(lambda: not healthy(server), 5), "pause: /healthz says so")
    before = cpu_ms(server)
    time.sleep(1)
    spent = cpu_ms(server) - before
    ok(spent < 300, f"pause: the loop sleeps ({spent} ms of CPU in a second)")
    reply = a.reply(move)
    ok(reply.get("error", {}).get("id") == "store.failed" and time.time() - began < LONGEST,
       f"pause: the move is refused after a while ({time.time() - began:.1f} s)")
    replies = [c.reply(asks[0]), b.reply(asks[1])]
    ok(all(r["error"]["id"] == "store.failed" for r in replies), "pause: so are the others")
    database.resume()
    ok(eventually(lambda: healthy(server)), "pause: /healthz is good again")
    play_on((a, b), t)
    check_journal(database, t, "pause")
    late = [e for m in a.whole for e in m.get("events", []) if e["e"] in ("standin", "late")]
    equal(late, [], "pause: nobody's time ran out")
    ok(c.ask("mine").get("ok") and not a.closed | b.closed | c.closed, "pause: nobody has lost connection or table")
    return [a, b, c]


def test_crash(database, server, people):
    """PostgreSQL crashes, is away for some seconds, and recovers."""
    a, b, c = people
    t = sit_down(a, b, clock={"kind": "live", "move": 4, "bank": 0})
    bots = c.ask("create", game="null", seats=2, bots=["random"])["table"]
    database.stop("immediate")
    refused = {who.error("move", table=t, text="show") for who in (a, b)}
    equal(refused, {"store.failed"}, "crash: moves are refused")
    ok(not healthy(server), "crash: /healthz says so")
    equal(server.http("GET", "/")[0], 200, "crash: the page is served")
    before = cpu_ms(server)
    time.sleep(5)
    spent = cpu_ms(server) - before
    ok(spent < 500, f"crash: the loop sleeps ({spent} ms of CPU in five seconds)")
    equal(c.error("create", game="null", seats=2), "store.failed", "crash: requests are answered all the time")
    database.start()
    ok(eventually(lambda: healthy(server)), "crash: /healthz is good again without any request")
    play_on((a, b), t)
    check_journal(database, t, "crash")
    late = [e for m in a.whole + b.whole for e in m.get("events", []) if e["e"] in ("standin", "late")]
    equal(late, [], "crash: nobody's time ran out")
    play_on((c,), bots)
    ok(c.tables[bots]["result"] is not None, "crash: bots play on")


def test_sessions(database, server, people):
    """Sessions are ended again and again while people play: nobody is disconnected, nothing is played twice."""
    a, b, _ = people
    stop = threading.Event()

    def nemesis():
        while not stop.wait(0.7):
            database.terminate_backends()

    thread = threading.Thread(target=nemesis)
    thread.start()
    tables = []
    until = time.time() + 4
    while time.time() < until:
        reply = a.ask("create", game="null", seats=2)
        if "table" not in reply:
            time.sleep(0.1)
            continue
        t = reply["table"]
        tables.append(t)
        eventually(lambda t=t: b.error("sit", table=t) != "store.failed")
        for who in (a, b):
            who.until(lambda c, t=t: c.tables.get(t, {}).get("phase") in ("play", "over"))
        play_on((a, b), t)
    stop.set()
    thread.join()
    ok(len(tables) > 1, f"sessions: {len(tables)} games were played")
    rows = database.rows("SELECT table_id, count(*) AS n, max(n) AS last, sum((text LIKE '%\"e\":\"move\"%')::int) AS moves"
                         " FROM events GROUP BY table_id")
    wrong = [row for row in rows if row["table_id"] in tables and (row["n"] != row["last"] + 1 or row["moves"] != 2)]
    equal(wrong, [], "sessions: journals have no gaps, and each move once")
    ok(not a.closed | b.closed, "sessions: no table was closed")
    ok(eventually(lambda: healthy(server)), "sessions: /healthz is good afterwards")


def test_two_nodes(database, server):
    """A table open at two nodes: what happens at one of them is told at the other. Conflicts are in waiting.py."""
    other = Server("--store", database.url())
    a, b = Client(server), Client(server)
    made = []  # a session that was ended just before may die now
    eventually(lambda: made.append(a.ask("create", game="null", seats=2).get("table")) or made[-1])
    t = made[-1]
    b.ask("sit", table=t)
    for who in (a, b):
        who.until(lambda c: c.tables.get(t, {}).get("phase") == "play")
    far = Client(other, cookie=b.cookie)
    equal(far.me, b.me, "two nodes: a cookie holds at both")
    ok(far.ask("open", table=t).get("ok"), "two nodes: a table opens at both")
    other.process.send_signal(signal.SIGSTOP)  # it hears of both moves at once, in any order
    ok(a.ask("move", table=t, text="show").get("ok"), "two nodes: one moves here")
    move = far.request("move", table=t, text="show")
    other.process.send_signal(signal.SIGCONT)
    ok(far.reply(move).get("ok"), "two nodes: the other moves there")
    far.until(lambda c: c.tables[t]["phase"] == "over")
    numbers = [e["n"] for m in far.whole if m.get("table") == t for e in m.get("events", [])]
    equal(numbers, list(range(numbers[0], numbers[-1] + 1)), "two nodes: all events are told there, in order")
    ok(not any("error" in m for m in far.whole), "two nodes: nobody is told of a failure")
    ok(a.ask("talk", table=t, phrase="hello").get("ok"), "two nodes: a word here")
    a.until(lambda c: c.tables[t]["phase"] == "over")
    equal([row["n"] for row in journal(database, t)], list(range(len(journal(database, t)))), "two nodes: no gap")
    for who in (a, far):
        who.drain()
        wholes = [m for m in who.whole if m.get("table") == t and "game" in m]
        equal(len(wholes), 1, "two nodes: nobody gets the whole table again")
    test_listener(database, server, other)
    equal(other.close(), 0, "two nodes: the second stops cleanly")


def test_listener(database, server, other):
    """After a lost connection each node hears of the other at once, not only now and then."""
    here, there = Client(server), Client(other)
    t = here.ask("create", game="null", seats=2)["table"]
    ok(there.ask("open", table=t).get("ok"), "listener: the table is open at both")
    database.terminate_backends()
    ok(eventually(lambda: here.error("talk", table=t, text="first") is None), "listener: the store is back")
    there.until(lambda c: "first" in talks(c, t))
    waits = []
    for i in range(5):
        began = time.time()
        here.ask("talk", table=t, text=f"word {i}")
        there.until(lambda c, i=i: f"word {i}" in talks(c, t))
        waits.append(time.time() - began)
    ok(sorted(waits)[2] < 0.7, f"listener: words come at once: {[round(w, 2) for w in waits]} s")


def test_stop(database):
    """A server that stops while PostgreSQL stands still waits for it once; the unit gives it 20 s (TimeoutStopSec)."""
    server = Server("--store", database.url())
    a = Client(server)
    t = a.ask("create", game="null", seats=2)["table"]
    database.pause()
    a.request("talk", table=t, phrase="hello")
    began = time.time()
    equal(server.stop(), 0, "stop: the server stops cleanly")
    took = time.time() - began
    ok(took < LONGEST, f"stop: in bounded time ({took:.1f} s)")
    database.resume()
    server.close()


def talks(client, table):
    return [e.get("text") for m in client.whole if m.get("table") == table
            for e in m.get("events", []) + m.get("talk", []) if e["e"] == "talk"]


def main():
    with Postgres(settings={"fsync": "off"}) as database:
        server = Server("--store", database.url())
        people = test_pause(database, server)
        test_crash(database, server, people)
        test_sessions(database, server, people)
        test_two_nodes(database, server)
        equal(server.close(), 0, "the server stops cleanly")
        test_stop(database)
    done()


main()
