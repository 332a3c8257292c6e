"""Finished games at a test's server, and time that passes for them."""

import time

from parlor_server import WAIT
from rows import query

DAY = 86400000


def age(server, days, table="%"):
    """Nobody has been at the table for so many days."""
    query(server, "UPDATE tables SET seen = seen - ? WHERE id LIKE ?", days * DAY, table)


def wait(test, seconds=WAIT):
    until = time.time() + seconds
    while not test() and time.time() < until:
        time.sleep(0.05)
    return test()


def finish(a, b, words=None):
    """A finished game of two people."""
    t = a.ask("create", game="null", seats=2)["table"]
    b.ask("sit", table=t)
    for c in (a, b):
        c.until(lambda c: c.tables.get(t, {}).get("phase") == "play")
        c.ask("move", table=t, text="show")
    if words:
        a.ask("talk", table=t, text=words)
    return t


def finish_many(a, b, n):
    tables = []
    for _ in range(n):
        tables.append(finish(a, b))
        leave(a, b)
    return tables


def finish_long(a):
    """A finished game with bots."""
    t = a.ask("create", game="luz", seats=3, bots=["random"] * 2)["table"]
    until = time.time() + WAIT
    while a.tables.get(t, {}).get("phase") != "over" and time.time() < until:
        if a.tables.get(t, {}).get("legal"):
            a.ask("move", table=t, text=a.tables[t]["legal"][-1])
        else:
            a.receive()
    return t


def leave(*clients):
    """They close all tables."""
    for c in clients:
        for t in list(c.tables):
            c.ask("close", table=t)
        c.tables.clear()
