#!/usr/bin/env python3
"""`parlor forget` leaves no trace of a person: the files are searched for all that was known."""

from parlor_server import Client, Run, Server, done, equal, ok
from rows import count, is_shared, query, read_all

NAME, LOGIN, WORDS, LATER = "Forgettable Fred", "fred-the-login", "unforgettable words", "Fred Renamed"


def traces(server, *texts):
    """Which of the texts stand in any file or row of the store."""
    data = read_all(server)
    return [text for text in texts if text.encode() in data]


def play(server, a, b):
    """A finished game, one in play, an open listed one with a rematch for both; returns their ids."""
    tables = []
    for moves in (2, 1, 0):
        t = a.ask("create", game="null", seats=2, listed=True)["table"]
        b.ask("sit", table=t)
        for c in (a, b)[:moves]:
            c.until(lambda c: c.tables.get(t, {}).get("phase") == "play")
            c.ask("move", table=t, text="show")
        tables.append(t)
    a.ask("share", table=tables[0])
    tables.append(b.ask("rematch", table=tables[0])["table"])
    tables.append(a.ask("create", game="luz", seats=3, listed=True, start="host")["table"])
    for t in tables[:3]:
        a.ask("talk", table=t, text=WORDS)
    return tables


def quarrel(server, a, b):
    """Reports, bans and removals that concern the first one."""
    t = b.ask("create", game="luz", seats=3)["table"]
    a.ask("sit", table=t)
    equal([c.error("report", table=t, player=d.me, why="talk") for c, d in ((a, b), (b, a))], [None, None],
          "both report each other")
    equal([b.error("silence", table=t, player=a.me, on=True), b.error("remove", table=t, player=a.me)], [None, None],
          "one removes the other")
    own = a.ask("create", game="luz", seats=3)["table"]
    a.ask("remove", table=own, player=b.me)
    for words in (["ban", LOGIN, "--for", "1d"], ["unban", LOGIN], ["ban", a.me, "--for", "ever"]):
        equal(Run("admin", "--data", server.data, *words).status, 0, "admin " + words[0])


def test_forget():
    server = Server("--bot-delay", "0")
    fred, ann = Client(server), Client(server)
    ann.ask("name", name="Ann Remains")
    fred.ask("name", name=NAME)
    tables = play(server, fred, ann)
    fred.ask("keep", name=LOGIN, passphrase="correct horse")
    fred.ask("name", name=LATER)
    fred.ask("create", game="luz", seats=3, listed=True)
    share = fred.ask("share", table=tables[0])["path"]
    quarrel(server, fred, ann)
    known = [NAME, LATER, LOGIN, WORDS, fred.me]
    equal(Run("forget", *server.place(), LOGIN).status, 1, "a running server is not changed behind its back")
    equal(sorted(traces(server, *known)), sorted(known), "a running server remembers")
    ann_rows = {row["table"]: row["phase"] for row in ann.ask("mine")["tables"]}
    equal(server.stop(), 0, "the server stops cleanly")
    number = int(fred.me, 16)
    ok(count(server, "seats", f"player = {number}") > 0, "the store knows the person's seats")
    run = Run("forget", *server.place(), LOGIN)
    equal(run.status, 0, "a person is forgotten")
    equal(traces(server, *known), [], "no file has a trace of the person")
    for table, column in (("seats", "player"), ("players", "id"), ("listings", "maker"), ("bans", "player"),
                          ("reports", "player"), ("reports", "reporter"), ("audit", "player"), ("audit", "actor")):
        equal(count(server, table, f"{column} = {number}"), 0, f"{table} has no row of the person")
    equal(count(server, "audit"), 5, "the audit log keeps its lines")
    if not is_shared():
        equal(query(server, "PRAGMA integrity_check"), [("ok",)], "the database is sound")
    equal(Run("verify-store", *server.place()).status, 0, "every journal can be replayed")
    server.start()
    ann = Client(server, cookie=ann.cookie)
    equal({row["table"]: row["phase"] for row in ann.ask("mine")["tables"]}, ann_rows, "others keep their tables")
    ann.ask("open", table=tables[1])
    ann.until(lambda c: tables[1] in c.tables)
    equal([p["name"] for p in ann.tables[tables[1]]["people"]], ["-", "Ann Remains"], "the seat has no name")
    equal(ann.error("move", table=tables[1], text="show"), None, "the game goes on")
    equal(server.http("GET", share)[0], 200, "a shared record is still there")
    equal(Run("export", *server.place()).status, 0, "the records can be exported")
    back = Client(server, cookie=fred.cookie)
    equal(back.ask("mine")["tables"], [], "the old cookie has no tables")
    equal(server.stop(), 0, "the server stops cleanly")
    equal(Run("forget", *server.place(), "nobody").status, 1, "a person must be known")
    equal(Run("forget", *server.place(), ann.me).status, 0, "a person can be given by id")
    equal(traces(server, "Ann Remains", ann.me), [], "and leaves no trace either")
    server.close()


test_forget()
done()
