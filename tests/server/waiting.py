#!/usr/bin/env python3
"""A database that is slow or absent: the real server with a store that obeys this test (waiting.c)."""

import json
import os
import select
import signal
import socket
import sys
import tempfile
import time

import parlor_server
from parlor_server import Client, Closed, Server, done, equal, eventually, ok

parlor_server.PARLOR = sys.argv[3]
FOLDER = tempfile.mkdtemp(prefix="parlor-waiting-")
CONTROL = os.path.join(FOLDER, "control")


def start(*args):
    """A server whose database works."""
    return Server(*args, env={"PARLOR_TEST_CONTROL": CONTROL})


def database(what):
    with open(CONTROL, "w", encoding="utf-8") as file:
        file.write(what + "\n")


def cpu_ms(server):
    """The CPU time of the server's process so far."""
    with open(f"/proc/{server.process.pid}/stat", encoding="utf-8") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) * 1000 // os.sysconf("SC_CLK_TCK")


def timed(act):
    began = time.time()
    result = act()
    return result, time.time() - began


def sit_down(a, b, **members):
    """A game of two people; both have seen it begin."""
    t = a.ask("create", game="null", seats=2, **members)["table"]
    b.ask("sit", table=t)
    for c in (a, b):
        c.until(lambda c: c.tables.get(t, {}).get("phase") == "play")
    return t


def healthy(server):
    return server.http("GET", "/healthz")


def test_wait(server):
    """While a commit waits, sockets are served, and nothing is decided."""
    a, b = Client(server), Client(server)
    t = sit_down(a, b)
    idle = Client(server)
    database("waits")
    move = a.request("move", table=t, text="show")
    time.sleep(0.3)
    (status, headers, _), took = timed(lambda: server.http("GET", "/", {"Cookie": f"parlor={a.cookie}"}))
    ok(status == 200 and "set-cookie" not in headers and took < 1, "wait: the page is served meanwhile")
    ok("set-cookie" in server.http("GET", "/")[1], "wait: a new visitor gets a cookie")
    (status, _, body), took = timed(lambda: server.http("GET", f"/t/{t}"))
    ok((status, body) == (200, server.http("GET", "/")[2]) and took < 1, "wait: so is a table's, without a preview")
    equal(server.http("GET", "/metrics", {"Authorization": "Bearer " + parlor_server.TOKEN})[0], 200,
          "wait: /metrics answers")
    status, _, body = healthy(server)
    ok(status == 200 or b"does not answer" in body, "wait: /healthz answers")
    asks = [idle.request("mine"), b.request("why", table=t, text="show"), b.request("move", table=t, text="show")]
    idle.raw(idle.frame(b"hello", opcode=9))
    late = socket.create_connection(("127.0.0.1", server.port))
    late.sendall(f"GET /record/{'a' * 20} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode())
    upgrade = socket.create_connection(("127.0.0.1", server.port))
    upgrade.sendall((f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nUpgrade: websocket\r\n"
                     "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
                     f"Sec-WebSocket-Version: 13\r\nCookie: parlor={idle.cookie}\r\n\r\n").encode())
    server.connect().close()  # somebody connects, and goes at once
    time.sleep(0.3)
    ready = select.select([a.socket, b.socket, idle.socket, late, upgrade], [], [], 0)[0]
    equal(ready, [], "wait: no request is answered before the commit, and none is refused")
    ok(eventually(lambda: healthy(server)[0] == 503, 10) and b"does not answer" in healthy(server)[2],
       "wait: /healthz says that the store does not answer")
    before = cpu_ms(server)
    time.sleep(1)
    spent = cpu_ms(server) - before
    ok(spent < 300, f"wait: the loop sleeps while it waits ({spent} ms of CPU in a second)")
    database("works")
    ok(a.reply(move).get("ok"), "wait: the move is answered when it is stored")
    ok(idle.reply(asks[0]).get("ok"), "wait: another request is answered too")
    ok(b.reply(asks[1]).get("legal") and b.reply(asks[2]).get("ok"), "wait: so are two that came one after the other")
    for c in (a, b):
        c.until(lambda c: c.tables[t]["phase"] == "over")
    ok(a.tables[t]["result"] is not None, "wait: the game ends")
    late.settimeout(10)
    ok(b" 404 " in late.recv(200), "wait: the record that was asked for is answered")
    upgrade.settimeout(10)
    ok(b" 101 " in upgrade.recv(200), "wait: the WebSocket that was asked for opens")
    equal(healthy(server)[0], 200, "wait: /healthz is good again")
    for s in (late, upgrade):
        s.close()


def test_flood(server):
    """Clients that send much, or go, while the store waits: the loop does not spin, all is handled later."""
    a, loud, leaving = Client(server), Client(server), Client(server)
    t = a.ask("create", game="null", seats=2)["table"]
    database("waits")
    move = a.request("talk", table=t, phrase="hello")
    time.sleep(0.3)
    asks = [loud.request("why", table=t, text="x" * 200) for _ in range(100)]  # more than is read ahead
    leaving.request("mine")
    leaving.close()
    time.sleep(0.2)
    before = cpu_ms(server)
    time.sleep(1)
    spent = cpu_ms(server) - before
    ok(spent < 300, f"flood: the loop sleeps ({spent} ms of CPU in a second)")
    ok(server.metric("connections") >= 3, "flood: nobody is freed while the store waits")
    database("works")
    ok(a.reply(move).get("ok"), "flood: the request is answered")
    equal([loud.reply(n)["re"] for n in asks], asks, "flood: all requests are answered, in their order")
    ok(eventually(lambda: server.metric("connections") <= 5), "flood: who has gone is freed afterwards")


def test_open(server):
    """A read that waits in the middle of a turn."""
    a, b = Client(server), Client(server)
    t = sit_down(a, b)
    a.ask("move", table=t, text="show")
    for c in (a, b):
        c.ask("close", table=t)
    server.restart()
    a, b = Client(server, cookie=a.cookie), Client(server, cookie=b.cookie)
    database("waits")
    first, second = a.request("open", table=t), b.request("open", table=t)
    b.request("move", table=t, text="show")
    time.sleep(0.3)
    equal(server.http("GET", "/")[0], 200, "open: the page is served while a journal is read")
    database("works")
    ok(a.reply(first).get("ok") and b.reply(second).get("ok"), "open: both see the table")
    a.until(lambda c: c.tables.get(t, {}).get("phase") == "over")
    ok(a.tables[t]["result"] is not None, "open: the game ends")


def test_clock():
    """A live clock stands still while the store does not answer."""
    server = start()
    a, b = Client(server), Client(server)
    t = sit_down(a, b, clock={"kind": "live", "move": 3, "bank": 0})
    database("waits")
    number = a.request("talk", table=t, phrase="hello")
    time.sleep(5)
    database("works")
    ok(a.reply(number).get("ok"), "clock: the request is stored after five seconds")
    move = a.ask("move", table=t, text="show")
    ok(move.get("ok"), f"clock: three seconds for a move are not over: {move}")
    server.close()


def test_absent():
    """The database is absent for longer than a clock has: sockets stay, nothing is lost, all comes back."""
    server = start("--bot-delay", "200")
    a, b, alone = Client(server), Client(server), Client(server)
    people = (a, b, alone)
    t = sit_down(a, b, clock={"kind": "live", "move": 3, "bank": 0})
    bots = alone.ask("create", game="luz", seats=4, bots=["random"] * 3)["table"]
    alone.until(lambda c: c.tables.get(bots, {}).get("phase") == "play")
    idle = alone.ask("create", game="null", seats=2)["table"]
    database("fails")
    equal(a.error("move", table=t, text="show"), "store.failed", "absent: a move is refused with store.failed")
    equal(b.error("move", table=t, text="show"), "store.failed", "absent: so is another at the same table")
    status, _, body = healthy(server)
    ok(status == 503 and b"refuses changes" in body, "absent: /healthz says so")
    equal(alone.error("create", game="null", seats=2), "store.failed", "absent: no table is made")
    equal(alone.error("open", table="a" * 16), "store.failed", "absent: no table is said to be missing")
    equal(server.http("GET", "/", {"Cookie": f"parlor={a.cookie}"})[0], 200, "absent: the page is served")
    try:
        Client(server, cookie=a.cookie)
        status = 101
    except Closed as closed:
        status = closed.code
    equal(status, 503, "absent: nobody gets another identity for a moment")
    before = cpu_ms(server)
    time.sleep(4)
    spent = cpu_ms(server) - before
    ok(spent < 1000, f"absent: the loop sleeps ({spent} ms of CPU in 4 s)")
    equal(a.error("move", table=t, text="show"), "store.failed", "absent: requests are answered all the time")
    for c in people:
        c.heard.clear()
    database("works")
    ok(eventually(lambda: healthy(server)[0] == 200, 5), "absent: /healthz is good again without any request")
    ok(eventually(lambda: a.error("move", table=t, text="show") is None, 5), "absent: a move is stored again")
    ok(b.error("move", table=t, text="show") is None, "absent: nobody's time has run out")
    for c in (a, b):
        c.until(lambda c: c.tables[t]["phase"] == "over")
    moves = {e["n"]: e["seat"] for c in (a, b) for m in c.whole for e in m.get("events", []) if e["e"] == "move"}
    equal(sorted(moves.values()), [0, 1], "absent: each has made one move, and nobody's was made by a stand-in")
    n = alone.tables[bots]["n"]
    ok(eventually(lambda: (alone.drain(0.1), alone.tables[bots]["n"] > n)[1] or play_any(alone, bots)),
       "absent: the game with bots goes on")
    ok(alone.ask("talk", table=idle, phrase="hello").get("ok"), "absent: so does a table where nobody did anything")
    ok(all(not c.closed for c in people), "absent: nobody's table was closed")
    equal(server.close(), 0, "absent: the server stops cleanly")


def play_any(client, table):
    """Makes a move if it is this client's turn; False."""
    if client.tables[table].get("legal"):
        client.ask("move", table=table, text=client.tables[table]["legal"][0])
    return False


def faster(times, table, client, text):
    """Another node, where this person sits too, is faster at the table."""
    database(f"faster {times} {table} " + json.dumps({"e": "talk", "player": client.me, "name": "Elsewhere", "text": text}))


def talks(client, table):
    return [e.get("text") or e.get("phrase") for m in client.whole if m.get("table") == table
            for e in m.get("events", []) if e["e"] == "talk"]


def test_faster():
    """Another node was faster at a table: what it did is shown, and the request is decided again."""
    server = start()
    a, b, c = Client(server), Client(server), Client(server)
    t = sit_down(a, b)
    faster(1, t, b, "first")
    ok(a.ask("move", table=t, text="show").get("ok"), "faster: the move is made all the same")
    b.until(lambda c: "first" in talks(c, t))
    a.drain()
    b.drain()
    for who in (a, b):
        numbers = [e["n"] for m in who.whole if m.get("table") == t for e in m.get("events", [])]
        equal(numbers, list(range(numbers[0], numbers[-1] + 1)), "faster: each event is told once, in order")
        ok(not who.closed and not any("error" in m for m in who.whole), "faster: nobody is told of a failure")
    equal(server.metric("store_conflicts_total"), 1, "faster: it is counted")
    faster(1, t, b, "second")
    asks = [c.request("open", table=t), b.request("talk", table=t, text="third")]
    ok(c.reply(asks[0]).get("ok") and b.reply(asks[1]).get("ok"), "faster: who opens the table meanwhile sees it")
    c.until(lambda c: t in c.tables and "third" in [e["text"] for e in c.tables[t]["talk"]] + talks(c, t))
    for who in (a, b):
        who.until(lambda c: "third" in talks(c, t))
        equal(talks(who, t), ["first", "second", "third"], "faster: words stand in the journal's order")
    faster(2, t, b, "again")
    ok(a.ask("talk", table=t, text="fourth").get("ok"), "faster: a request that loses twice is decided a third time")
    faster(100, t, b, "always")
    equal(a.error("talk", table=t, text="fifth"), "store.failed", "faster: one that always loses is refused in the end")
    database("faster 0 " + t + " x")
    equal(healthy(server)[0], 200, "faster: the store is healthy")
    ok(b.ask("move", table=t, text="show").get("ok"), "faster: the game goes on")
    for who in (a, b, c):
        who.until(lambda c: c.tables[t]["phase"] == "over")
        ok("fifth" not in talks(who, t), "faster: nobody heard what was refused")
    test_lost_rematch(server, a, b, t)
    equal(server.close(), 0, "faster: the server stops cleanly")


def test_lost_rematch(server, a, b, t):
    """Two people want to play again at two nodes: there is one new table, and the other one goes."""
    database(f"faster 1 {t} " + json.dumps({"e": "rematch", "table": "z" * 16}))
    before = server.metric("tables_created_total")
    equal(a.ask("rematch", table=t).get("table"), "z" * 16, "rematch: the table of the faster one is the answer")
    a.drain()
    equal(server.metric("tables_created_total"), before + 1, "rematch: this node had made one")
    ok(eventually(lambda: [m["table"] for m in a.ask("mine")["tables"]] == [t]), "rematch: it is gone again")
    ok(all(m["table"] == t for m in a.whole if "table" in m and "n" in m), "rematch: nobody has seen it")


def test_stop():
    """SIGTERM while the store waits."""
    server = start()
    a = Client(server)
    t = a.ask("create", game="null", seats=2)["table"]
    database("waits")
    a.request("talk", table=t, phrase="hello")
    time.sleep(0.3)
    server.process.send_signal(signal.SIGTERM)
    status, took = timed(lambda: server.process.wait(60))
    ok(status == 0 and took < 15, f"stop: the server ends in bounded time ({took:.1f} s, status {status})")
    server.close()


def main():
    os.mkfifo(CONTROL)
    server = start()
    test_wait(server)
    test_flood(server)
    test_open(server)
    equal(server.close(), 0, "the server stops cleanly")
    test_clock()
    test_absent()
    test_faster()
    test_stop()
    os.unlink(CONTROL)
    os.rmdir(FOLDER)
    done()


main()
