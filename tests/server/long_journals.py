"""Tables with very long journals, for tests and measurements: played with the real server as far as
that is quick, then made long in its database, as people could make them who never stop."""

import json
import os
import sqlite3

EVENTS = 200000


def put(kind, **members):
    return {"e": kind, **members}


def person(client):
    return {"player": client.me, "name": "X"}


def talk(ann, bob, _):
    for i in range(EVENTS):
        yield put("talk", **person((ann, bob)[i % 2]), text=f"word {i} of very many that were said here")


def presence(_ann, _bob, _):
    while True:
        yield put("leave", seat=0)
        yield put("standin", seat=0, level="random")
        yield put("back", seat=0)


def questions(_ann, _bob, _):
    while True:
        yield put("ask", seat=0)
        yield put("agree", seat=1, yes=False)


def takebacks(_ann, _bob, last):
    while True:
        yield put("ask", seat=last["seat"])
        yield put("agree", seat=1 - last["seat"], yes=True)
        yield put("takeback", seat=last["seat"])
        yield last


def signals(_ann, _bob, last):
    while True:
        for _ in range(16):
            yield put("move", seat=0, text="say can")
            yield put("move", seat=1, text="say want")
        yield put("takeback", seat=last["seat"], steps=33)
        yield last


def lobby(_ann, _bob, _):
    while True:
        yield put("bot", chair=1, level="random")
        yield put("free", chair=1)


# Name of the journal, its game (None: it has not begun), and what fills it.
KINDS = [("talk", "photograph", talk), ("presence", "photograph", presence), ("questions", "photograph", questions),
         ("takebacks", "photograph", takebacks), ("signals", "smitten", signals), ("lobby", None, lobby)]


def play(server, game, ann, bob):
    """A table where two people have made some moves; its id."""
    table = ann.ask("create", game=game or "photograph", seats=2, start="host")["table"]
    if game is None:
        ann.ask("sit", table=table)
        return table
    for c in (ann, bob):
        c.ask("sit", table=table)
        c.until(lambda c: table in c.tables)
    ann.ask("start", table=table)
    for _ in range(2):
        for c in (ann, bob):
            c.drain(0.02)
        mover = next((c for c in (ann, bob) if c.tables[table]["legal"]), None)
        if mover:
            mover.ask("move", table=table, text=mover.tables[table]["legal"][0])
    ann.drain(0.02)
    if ann.tables[table]["phase"] == "over":  # a game of Smitten can be lost with its first move
        return play(server, game, ann, bob)
    return table


def lengthen(db, table, fill, ann, bob, events):
    """Appends events to the journal until it has so many."""
    rows = db.execute("SELECT n, at, text FROM events WHERE table_id = ? ORDER BY n", (table,)).fetchall()
    n, at, _ = rows[-1]
    moves = [json.loads(row[2]) for row in rows if json.loads(row[2])["e"] == "move"]
    source = fill(ann, bob, moves[-1] if moves else None)
    new = ((table, i, at + i - n, json.dumps(next(source), separators=(",", ":"))) for i in range(n + 1, events))
    db.executemany("INSERT INTO events(table_id, n, at, text) VALUES(?, ?, ?, ?)", new)


def make(server, ann, bob, copies=1, events=EVENTS):
    """Makes `copies` tables of each kind with the server of a test, which is stopped meanwhile;
    returns lists of ids by kind."""
    found = {name: [play(server, game, ann, bob) for _ in range(copies)] for name, game, _ in KINDS}
    server.stop()
    db = sqlite3.connect(os.path.join(server.data, "parlor.db"))
    with db:
        for name, _, fill in KINDS:
            for table in found[name]:
                lengthen(db, table, fill, ann, bob, events)
    db.close()
    server.start()
    return found
