#!/usr/bin/env python3
"""Hostile clients get a clear error or a closed connection; the others at the table notice nothing."""

import json
import os
import random
import socket
import sqlite3
import time

from parlor_server import Client, Closed, Server, done, equal, ok
from rows import is_shared

server = Server(rate=200)
ann, bob = Client(server), Client(server)
TABLE = ann.ask("create", game="null", seats=2)["table"]
bob.ask("sit", table=TABLE)


def closed_with(client, seconds=20):
    """The code of the server's close frame; 0 if it just hangs up."""
    try:
        while True:
            client.receive(seconds)
    except Closed as closed:
        return closed.code
    except TimeoutError:
        return "open"


def test_requests():
    c = Client(server)
    base = {"id": 1, "do": "move", "table": TABLE, "text": "show"}
    cases = [
        ({**base, "id": -1}, "request.member"), ({**base, "id": "1"}, "request.member"),
        ({**base, "id": 2**60}, "request.member"), ({**base, "id": 1.5}, "request.member"),
        ({**base, "table": 7}, "request.member"), ({**base, "text": None}, "request.member"),
        ({**base, "extra": 1}, "request.extra"), ({**base, "do": []}, "request.member"),
        ({"id": 1, "do": "bot", "table": TABLE, "chair": -5, "level": "random"}, "table.not-host"),
        ({"id": 1, "do": "open", "table": "../../etc/passwd"}, "table.none"),
        ({"id": 1, "do": "open", "table": TABLE, "after": "x"}, "request.member"),
        ({"id": 1, "do": "create", "game": "nothing"}, "setup.no-such-game"),
        ({"id": 1, "do": "create", "game": "luz", "seats": 10**18}, "setup.refused"),
        ({"id": 1, "do": "create", "game": "luz", "seats": -3}, "setup.refused"),
        ({"id": 1, "do": "create", "game": "luz", "options": {"dealer": 1}}, "setup.bad-option"),
        ({"id": 1, "do": "create", "game": "luz", "bots": ["random"] * 9}, "request.member"),
        ({"id": 1, "do": "create", "game": "luz", "number": "zz"}, "request.member"),
        (base, "table.not-seated"),
    ]
    for message, want in cases:
        c.send(json.dumps(message))
        got = c.receive()
        equal(got.get("error", {}).get("id"), want, f"refused: {json.dumps(message)[:70]}")
    late = Client(server, hello=False)
    late.send(json.dumps(base))
    equal(late.receive()["error"]["id"], "hello.first", "hello comes first")
    late.send('{"id":1,"do":"hello","protocol":3}')
    equal(late.receive()["error"]["id"], "hello.version", "another version is refused")


def test_frames():
    for payload, name in ((b"{", "incomplete JSON"), (b"[]", "a list"), (b"", "an empty text"),
                          (b'{"id":1,"id":2}', "a member twice"), (b"[" * 3000, "deep nesting"),
                          (b'{"id":1\0,"do":"mine"}', "a NUL after a number"),
                          (b'{"id":1,"do":"lobby","watch":true\0}', "a NUL after a word"),
                          (b'{"id":1,"do":"mine"}\0', "a NUL at the end"),
                          (b'{"id":\x0b1,"do":"mine"}', "a control character"),
                          (b'\xef\xbb\xbf{"id":1,"do":"mine"}', "a byte order mark"),
                          (b'{"id":1,"do":"mine"} x', "bytes after the request")):
        c = Client(server)
        c.send(payload)
        equal(closed_with(c), 1007, f"{name} closes")
    c = Client(server)
    c.send(b'{"id":1,"do":"name","name":"\xff\xfe"}')
    equal(closed_with(c), 1007, "invalid UTF-8 closes")
    c = Client(server)
    c.send(b"x" * 5000)
    equal(closed_with(c), 1009, "an overlong frame closes")
    c = Client(server)
    c.raw(c.frame(b"{}", opcode=2))
    equal(closed_with(c), 1003, "a binary frame closes")
    c = Client(server)
    c.raw(c.frame(b"{}", mask=False))
    ok(closed_with(c) != "open", "a frame without a mask closes")
    c = Client(server)
    c.raw(b"\xff\xff" + os.urandom(100))
    ok(closed_with(c) != "open", "bytes that are no frame close")
    half = Client(server)
    half.raw(half.frame(b'{"id":9,"do":"mine"}')[:9])
    ok(ann.ask("mine").get("ok"), "half a frame disturbs nobody")
    half.close()
    chance = random.Random(7)
    for _ in range(20):
        c = Client(server)
        c.raw(chance.randbytes(300))
        c.close()
    ok(ann.ask("mine").get("ok"), "random bytes disturb nobody")


def test_flood():
    c = Client(server)
    try:
        for i in range(20000):
            c.send('{"id":%d,"do":"mine"}' % i)
    except OSError:
        pass
    ok(closed_with(c) != "open", "a flood of requests is cut off")
    start = time.time()
    ok(ann.ask("lobby", watch=False).get("ok") and time.time() - start < 10, "others are still served")
    c = Client(server)
    try:
        for _ in range(20000):
            c.raw(c.frame(b"", opcode=9))
    except OSError:
        pass
    ok(closed_with(c) != "open", "a flood of pings is cut off")


def test_http():
    bad = {"Origin": "http://evil.example"}
    try:
        Client(server, headers=bad)
        status = 101
    except Closed as closed:
        status = closed.code
    equal(status, 403, "a WebSocket from another origin is refused")
    ok(Client(server, headers={"Origin": f"http://127.0.0.1:{server.port}"}).me,
       "a WebSocket from the server's own origin is accepted")
    equal(server.http("GET", "/ws")[0], 400, "a plain request to /ws is refused")
    ok(server.http("GET", "/" + "a" * 9000)[0] in (0, 414, 431), "an overlong path is refused")
    ok(server.http("GET", "/", {"X": "y" * 9000})[0] in (0, 431, 413), "an overlong header is refused")
    with socket.create_connection(("127.0.0.1", server.port)) as s:
        s.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ")
        ok(ann.ask("mine").get("ok"), "slow headers hold nobody up")
    with socket.create_connection(("127.0.0.1", server.port)) as s:
        s.sendall(b"\x00\xff\x13\x37" * 100 + b"\r\n\r\n")
        s.settimeout(2)
        try:
            s.recv(100)
        except OSError:
            pass
    equal(server.http("GET", "/healthz")[0], 200, "the server survives nonsense")


def test_game_goes_on():
    for p in (ann, bob):
        equal(p.ask("move", table=TABLE, text="show").get("ok"), True, "the game goes on")
    ann.until(lambda c: c.tables[TABLE]["phase"] == "over")
    ok(ann.tables[TABLE]["result"] is not None, "the game has a result")


def test_store():
    """Another writer locks the database: only stored events are sent, and play recovers."""
    db = sqlite3.connect(os.path.join(server.data, "parlor.db"), isolation_level=None)
    t = ann.ask("create", game="null", seats=2)["table"]
    bob.ask("sit", table=t)
    ann.until(lambda c: c.tables.get(t, {}).get("phase") == "play")
    heard = len(bob.heard)
    db.execute("BEGIN IMMEDIATE")
    equal(ann.error("move", table=t, text="show"), "store.failed", "a move that cannot be stored is refused")
    equal(server.http("GET", "/healthz")[0], 503, "/healthz reports it")
    db.execute("ROLLBACK")
    db.close()
    bob.drain()
    ok(not any(b'"e":"move"' in raw for raw in bob.heard[heard:]), "nobody has seen the move")
    equal(ann.ask("move", table=t, text="hide").get("ok"), True, "play goes on afterwards")
    equal(server.http("GET", "/healthz")[0], 200, "/healthz is good again")


test_requests()
test_frames()
test_flood()
test_http()
test_game_goes_on()
if not is_shared():  # tests/server/database.py stops PostgreSQL
    test_store()
equal(server.close(), 0, "the server stops cleanly")
done()
