#!/usr/bin/env python3
"""A database at several places: a node leaves one that is silent for the next one, when it starts and in the middle of
a game. A machine that lost its power refuses nothing: it never answers.

usage: places.py PARLOR SOURCE
"""

import os
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..", "server")]
from forward import Forwarder  # noqa: E402
from parlor_server import Server, done, equal, eventually, ok  # noqa: E402
from played import begun  # noqa: E402
from postgres import DATABASE, ROLE, Postgres  # noqa: E402

with Postgres() as database:
    first, second = (Forwarder(database.socket_path()) for _ in range(2))
    hosts = ",".join(f"127.0.0.1:{each.address[1]}" for each in (first, second))
    first.pause()
    start = time.time()
    server = Server("--bot-delay", "0", "--store",
                    f"postgres://{ROLE}@{hosts}/{DATABASE}?sslmode=disable&target_session_attrs=read-write")
    ok(time.time() - start < 40, "a server starts although its first place is silent", time.time() - start)
    game = begun(server, "luz", 3, [])
    ok(game.is_heard(), "and serves people from the second one")
    for falls, stands in ((second, first), (first, second)):
        stands.resume()
        falls.pause()
        ok(eventually(game.is_heard, 40), "when this one falls silent, it goes on at the other", server.text())
    game.catch_up_all(server)
    ok(game.play(), "the game is played to its end")
    first.resume()
    equal(server.close(), 0, "the server stops cleanly")
    first.close()
    second.close()
done()
