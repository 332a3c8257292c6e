#!/usr/bin/env python3
"""Frames in pieces from many connections at once are answered to their own senders; idle connections cost little."""

import json
import os
import random
import time

from parlor_server import Client, Closed, Server, done, equal, is_sanitized, ok

PIECES, IDLE = 12, 600
server = Server()
chance = random.Random(7)


def resident():
    with open(f"/proc/{server.process.pid}/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def message(client, number):
    """The bytes of one request: whole, or in fragments with a ping between them."""
    text = json.dumps({"id": number, "do": "name", "name": "n" * (number % 20 + 1)}).encode()
    text += b" " * chance.choice([0, 0, 130])
    if chance.random() < 0.5:
        return client.frame(text)
    cut = chance.randrange(1, len(text))
    return (client.frame(text[:cut], fin=False) + client.frame(b"are you there", opcode=9)
            + client.frame(text[cut:], opcode=0))


def test_pieces():
    clients = [Client(server) for _ in range(PIECES)]
    bytes_of = [b"".join(message(c, 100 + i) for i in range(20)) for c in clients]
    while any(bytes_of):  # in turns, cut anywhere
        at = chance.choice([i for i, left in enumerate(bytes_of) if left])
        n = chance.choice([1, 1, 2, 3, 7, 40, 300])
        clients[at].raw(bytes_of[at][:n])
        bytes_of[at] = bytes_of[at][n:]
        if chance.random() < 0.2:
            time.sleep(0.001)
    names = []
    for c in clients:
        got = [c.receive() for _ in range(20)]
        names.append([m.get("re") for m in got] == list(range(100, 120)) and all(m.get("ok") for m in got))
    equal(names, [True] * PIECES, "each connection gets its own answers, in order")
    for c in clients[:PIECES // 2]:  # they hang up in the middle of a frame
        c.raw(c.frame(b'{"id":1,"do":"name","name":"x"}')[:9])
        c.close()
    equal([c.ask("name", name="Ann").get("ok") for c in clients[PIECES // 2:]], [True] * (PIECES - PIECES // 2),
          "half a frame of others changes nothing")
    for c in clients[PIECES // 2:]:
        c.raw(c.frame(b"", opcode=8))
        try:
            c.receive()
            ok(False, "a close frame is answered")
        except Closed as closed:
            equal(closed.code, 0, "a close frame is answered")
        c.close()


def test_idle():
    before = resident()
    idle = [Client(server) for _ in range(IDLE)]
    more = (resident() - before) / IDLE
    ok(more < 4096 or is_sanitized(), f"an idle connection takes {more:.0f} bytes")
    equal([c.ask("name", name="Bob").get("ok") for c in idle], [True] * IDLE, "and all of them are awake at once")
    for c in idle:
        c.close()


test_pieces()
test_idle()
equal(server.close(), 0, "the server stops cleanly")
done()
