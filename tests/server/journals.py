#!/usr/bin/env python3
"""Long journals: what a request costs does not depend on how long a journal is. Work is counted (events
read from journals in one turn of the loop), not timed. PARLOR_JOURNAL_EVENTS sets the length."""

import os
import sqlite3

import long_journals
from parlor_server import Client, Run, Server, done, equal, ok

EVENTS = int(os.environ.get("PARLOR_JOURNAL_EVENTS", "20000"))
TURN_MOST = 3000  # events that the server may read in one turn: some tables that are due, one request


def store(server, *statements):
    """Changes the database of a server that does not run; returns the rows of the last query."""
    rows, db = [], sqlite3.connect(os.path.join(server.data, "parlor.db"))
    with db:
        for sql in statements:
            rows = db.execute(sql).fetchall()
    db.close()
    return rows


def change(server, *statements):
    server.stop()
    rows = store(server, *statements)
    server.start()
    return rows


def loaded(server):
    """Waits until the server has no long journal left to read."""
    while server.metric("tables_loading") > 0:
        pass


def look(server, cookie, table):
    """The whole table, as its newcomer gets it."""
    c = Client(server, cookie=cookie)
    c.ask("open", table=table)
    c.until(lambda c: table in c.tables)
    c.close()
    return c.tables[table]


def replies(client, n):
    """The next so many replies, in the order of their arrival."""
    found = []
    while len(found) < n:
        m = client.receive()
        found += [m] if "re" in m else []
    return found


def turns(client):
    return {row["table"]: row["turn"] for row in client.ask("mine")["tables"]}


def test_work(server, tables, ann, bob):
    """Opening, asking and listing read a bounded number of events."""
    everything = [table for kind in tables.values() for table in kind]
    again = Client(server, cookie=ann.cookie)
    for table in everything:
        equal(again.ask("open", table=table).get("ok"), True, f"{table} opens")
        again.until(lambda c: c.tables.get(table, {}).get("n") == EVENTS - 1)
        again.ask("why", table=table, text="x")
        again.ask("close", table=table)
    loaded(server)
    ok(server.metric("journal_events_read_in_a_turn") <= TURN_MOST, "no turn of the loop reads a long journal",
       server.metric("journal_events_read_in_a_turn"))
    before = server.metric("journal_events_read_total")
    for table in everything:
        again.tables.pop(table)
        again.ask("open", table=table)
        again.until(lambda c: table in c.tables)
        again.ask("open", table=table, after=EVENTS - 100)
        again.ask("close", table=table)
        again.ask("why", table=table, text="x")
    each = (server.metric("journal_events_read_total") - before) / len(everything)
    ok(each < 10, "a second time each needs its snapshot and hardly an event", each)
    before = server.metric("journal_events_read_total")
    ok(set(everything) <= set(turns(again)), "mine lists them")
    equal(server.metric("journal_events_read_total"), before, "and reads no journal")
    again.close()


def test_waiting(server, tables):
    """While a long journal is read, requests about that table wait, and others do not."""
    change(server, "DELETE FROM snapshots", "UPDATE events SET turn = 0 WHERE turn IS NULL")
    c = Client(server)
    table = tables["talk"][0]
    numbers = [c.request("open", table=table), c.request("why", table=table, text="x"),
               c.request("lobby"), c.request("close", table=table)]
    equal([m["re"] for m in replies(c, len(numbers))], [numbers[2], numbers[0], numbers[1], numbers[3]],
          "requests about the table wait in their order, another is answered at once")
    for _ in range(100):
        c.request("why", table=tables["presence"][0], text="x")
    equal({m["error"]["id"] for m in replies(c, 100)}, {"table.busy", "table.not-seated"},
          "too many that wait are told to come again")
    gone = Client(server)
    gone.request("open", table=tables["questions"][0])
    gone.close()
    equal(c.ask("open", table=tables["questions"][0]).get("ok"), True, "one that waits may leave")
    change(server, f"UPDATE events SET text = '{{}}' WHERE table_id = '{tables['talk'][0]}' AND n = 9000",
           "DELETE FROM snapshots")
    c = Client(server)
    ok(c.ask("open", table=tables["talk"][0]).get("re"), "a broken journal is answered too")


def test_damage(server, tables, cookie):
    """Without its snapshot, or with a damaged one, a table is the same."""
    table = tables["takebacks"][0]
    want = look(server, cookie, table)
    for sql, name in ((None, "from its snapshot"),
                      ("DELETE FROM snapshots", "without one"),
                      ("UPDATE snapshots SET text = replace(text, 'photograph', 'luz') || ' '", "a changed text"),
                      ("UPDATE snapshots SET text = substr(text, 1, 100)", "half a text"),
                      ("UPDATE snapshots SET format = '0'", "another version"),
                      ("UPDATE snapshots SET tail = tail + 1", "another last event"),
                      ("UPDATE snapshots SET n = n - 1", "another number")):
        change(server, *([sql] if sql else []))
        before = server.metric("snapshots_refused_total")
        equal(look(server, cookie, table), want, f"{name}: the table is the same")
        refused = server.metric("snapshots_refused_total") - before
        equal(refused > 0, sql is not None and "DELETE" not in sql, f"{name}: noticed or used")


def play_long(server):
    """A table with a snapshot that came from play: Luz of five, and coming and going."""
    ann = Client(server)
    table = ann.ask("create", game="luz", seats=5, bots=["random"] * 4)["table"]
    ann.until(lambda c: c.tables.get(table, {}).get("phase") == "play")
    for _ in range(40):
        ann.ask("leave", table=table)
        ann.ask("back", table=table)
    while True:
        ann.drain(0.05)
        state = ann.tables[table]
        if state["phase"] == "over":
            return ann, table
        if state["legal"]:
            ann.ask("move", table=table, text=state["legal"][0])


def test_play():
    """Snapshots are stored with the events, and a killed server goes on from them."""
    server = Server("--bot-delay", "0")
    ann, table = play_long(server)
    want = look(server, ann.cookie, table)
    record = ann.ask("record", table=table)["record"]
    server.kill()
    n, last = store(server, f"SELECT n, (SELECT max(n) FROM events WHERE table_id = '{table}') FROM snapshots")[0]
    ok(n >= 256 and last - n < 256 + 16, "a snapshot is at most some hundred events old", (n, last))
    server.start()
    equal(look(server, ann.cookie, table), want, "a killed server shows the same table")
    ok(server.metric("journal_events_read_total") < 300, "and has read only the rest of its journal")
    ann = Client(server, cookie=ann.cookie)
    equal(ann.ask("record", table=table)["record"], record, "the record is the same")
    ann.ask("name", name="Nepomuk")
    equal(server.stop(), 0, "the server stops cleanly")
    equal(Run("forget", ann.me, "--data", server.data).status, 0, "a player is forgotten")
    equal(store(server, "SELECT count(*) FROM snapshots")[0][0], 0, "also in snapshots")
    server.close()


def test_turns():
    """`mine` says whose turn it is as the tables do, in memory or not."""
    server = Server("--bot-delay", "60000")
    ann, bob = Client(server), Client(server)
    tables = [long_journals.play(server, game, ann, bob) for game in ("photograph", "smitten", None) * 2]

    def live(client, stored):
        """Whose turn it is by the tables; in Smitten one may be asked who has no legal move."""
        client.drain(0.05)
        found = {}
        for table in tables:
            known = client.tables.get(table, {})
            stuck = known.get("game") == "smitten" and known["phase"] == "play" and not known["legal"]
            found[table] = stored[table] if stuck else bool(known.get("legal"))
        return found

    for _ in range(6):
        for c in (ann, bob):
            own = turns(c)
            stored = {table: own.get(table, False) for table in tables}
            equal(stored, live(c, stored), "mine equals the tables")
        for table in tables:
            mover = next((c for c in (ann, bob) if c.tables.get(table, {}).get("legal")), None)
            if mover:
                mover.ask("move", table=table, text=mover.tables[table]["legal"][-1])
    want = {c.cookie: turns(c) for c in (ann, bob)}
    server.restart()
    for cookie, turn in want.items():
        equal(turns(Client(server, cookie=cookie)), turn, "mine is the same after a kill")
    equal(server.metric("tables_loaded"), 0, "and no table was loaded for it")
    change(server, "UPDATE events SET turn = NULL", "UPDATE seats SET chair = NULL")
    loaded(server)
    for cookie, turn in want.items():
        equal(turns(Client(server, cookie=cookie)), turn, "and with rows of an older version")
    equal(server.close(), 0, "the server stops cleanly")


def main():
    server = Server("--bot-delay", "60000")
    ann, bob = Client(server), Client(server)
    tables = long_journals.make(server, ann, bob, events=EVENTS)
    test_work(server, tables, ann, bob)
    test_damage(server, tables, ann.cookie)
    test_waiting(server, tables)
    equal(server.close(), 0, "the server stops cleanly")
    test_play()
    test_turns()
    done()


main()
