#!/usr/bin/env python3
"""People at tables over real sockets: identities, chairs, talk, clocks, rematch, coming back, hosting."""

import gzip
import json
import os
import sqlite3

from parlor_server import Client, Closed, Run, Server, done, equal, ok
from rows import count, is_shared, query

NUMBER = "ab" * 32
server = Server("--bot-delay", "0")


def test_identity():
    a = Client(server)
    ok("HttpOnly" in a.set_cookie and "SameSite=Lax" in a.set_cookie, "the cookie is kept from scripts")
    b = Client(server, cookie=a.cookie)
    equal(b.me, a.me, "the cookie brings the same person back")
    wrong = a.cookie[:-1] + ("0" if a.cookie[-1] != "0" else "1")
    ok(Client(server, cookie=wrong).me != a.me, "a changed cookie belongs to nobody")
    equal(a.error("name", name="x" * 25), "name.bad", "an overlong name is refused")
    equal(a.ask("name", name="Zoë").get("name"), "Zoë", "a name is set")
    code = a.ask("transfer")["code"]
    status, headers, _ = server.http("POST", "/enter/" + code)
    equal(status, 204, "a code is accepted")
    moved = Client(server, cookie=headers["set-cookie"].split("=", 1)[1].split(";")[0])
    equal(moved.me, a.me, "another device has the same person")
    equal(server.http("POST", "/enter/" + code)[0], 404, "a code works once")
    evil = {"Origin": "http://evil.example"}
    equal(server.http("POST", "/enter/" + "a" * 16, evil)[0], 403, "another origin may not enter")
    equal(a.error("keep", name="zoe", passphrase="short"), "login.short", "a short passphrase is refused")
    ok(a.ask("keep", name="zoe", passphrase="correct horse").get("ok"), "a name is kept")
    c = Client(server)
    equal(c.error("keep", name="zoe", passphrase="battery staple"), "login.taken", "names are unique")
    equal(c.error("login", name="zoe", passphrase="wrong horse"), "login.wrong", "a wrong passphrase is refused")
    equal(c.error("login", name="nobody", passphrase="wrong horse"), "login.wrong", "an unknown name is refused")
    code = c.ask("login", name="zoe", passphrase="correct horse")["code"]
    _, headers, _ = server.http("POST", "/enter/" + code)
    back = Client(server, cookie=headers["set-cookie"].split("=", 1)[1].split(";")[0])
    equal(back.me, a.me, "the passphrase brings the person back")


def test_chairs():
    a, b, c = Client(server), Client(server), Client(server)
    t = a.ask("create", game="luz", seats=3, listed=True, start="host", number=NUMBER)["table"]
    rows = b.ask("lobby", watch=True)["tables"]
    ok(t in [r["table"] for r in rows], "a listed table is in the lobby")
    hidden = a.ask("create", game="luz", seats=3)["table"]
    rows = b.ask("lobby", watch=True)["tables"]
    ok(hidden not in [r["table"] for r in rows], "an unlisted table is not in the lobby")
    equal(b.ask("sit", table=t, chair=2).get("chair"), 2, "a player may choose a chair")
    equal(c.error("sit", table=t, chair=2), "table.chair-taken", "a taken chair is refused")
    equal(b.error("start", table=t, level="random"), "table.not-host", "only the host starts")
    equal(a.error("start", table=t), "table.not-full", "free chairs must be filled")
    ok(a.ask("start", table=t, level="random").get("ok"), "the host starts with a bot")
    equal(c.error("move", table=t, text="bid 3"), "table.not-seated", "a spectator cannot move")
    equal(c.error("open", table="a" * 16), "table.none", "a table must exist")
    equal(a.error("record", table=t), "table.not-over", "there is no record before the end")
    ok(a.ask("talk", table=t, text="<script>alert(1)</script>").get("ok"), "people talk")
    b.until(lambda x: any(b"<script>" in raw for raw in x.heard))
    ok(True, "people hear each other")
    ok(b.ask("mute", player=a.me, on=True).get("ok"), "a player can be muted")
    a.ask("talk", table=t, text="psst")
    b.drain()
    ok(not any(b"psst" in raw for raw in b.heard), "a muted player is not heard")
    equal(a.error("talk", table=t, text="x" * 201), "talk.length", "overlong talk is refused")


def test_begins():
    a, b, c = Client(server), Client(server), Client(server)
    nothing = {"people": [{"player": None}] * 3, "phase": None, "begins": "not told"}

    def told(client):
        return client.tables.get(t, nothing)

    for begins, id_ in ((3, "table.chair-none"), (-1, "table.chair-none"), ("1", "request.member")):
        equal(a.error("create", game="luz", seats=3, begins=begins), id_, f"begins: {begins!r} is refused")
    equal(a.error("create", game="smitten", begins=0), "begins.none",
          "begins: a game without a first seat refuses it")
    equal(a.error("create", game="luz", begins=0, options={"dealer": "0"}), "begins.twice",
          "begins: it may be given only once")
    equal(a.error("create", game="luz", seats=3, options={"dealer": "3"}), "setup.refused",
          "begins: the option must be a seat too")
    t = a.ask("create", game="luz", seats=3, start="host", begins=2, number=NUMBER)["table"]
    b.ask("sit", table=t, number=NUMBER)
    c.ask("sit", table=t, number=NUMBER)
    a.until(lambda x: told(x)["people"][2]["player"] == c.me)
    equal((a.tables[t]["begins"], "dealer" in a.tables[t]["options"]), (2, False),
          "begins: the table shows the chair, and no seat yet")
    equal(b.error("begins", table=t, chair=1), "table.not-host", "begins: only the host may choose")
    equal(a.error("begins", table=t, chair=3), "table.chair-none", "begins: a chair must exist")
    equal(a.error("begins", table=t), "request.member", "begins: a chair or null is needed")
    ok(a.ask("begins", table=t, chair=None).get("ok"), "begins: the host may leave it to chance")
    c.until(lambda x: told(x)["begins"] is None)
    ok(a.ask("begins", table=t, chair=1).get("ok"), "begins: the host may name a person")
    c.until(lambda x: told(x)["begins"] == 1)
    a.ask("start", table=t)
    for x in (a, b, c):
        x.until(lambda x: told(x)["phase"] == "play")
    seat = b.tables[t]["you"]["seat"]
    equal({x.tables[t]["options"]["dealer"] for x in (a, b, c)}, {str(seat)},
          "begins: all see that person's seat")
    equal(a.error("begins", table=t, chair=0), "table.begun", "begins: it is fixed during the game")
    named = {}
    for given in ({"begins": 0}, {"options": {"first": "1"}}, {"begins": None}, {}):
        t = a.ask("create", game="photograph", seats=2, number=NUMBER, **given)["table"]
        b.ask("sit", table=t, number=NUMBER)
        a.until(lambda x: told(x)["phase"] == "play")
        order = [p["seat"] for p in a.tables[t]["people"]]
        first = int(a.tables[t]["options"]["first"])
        named[json.dumps(given)] = (a.tables[t]["begins"], order.index(first))
        equal(bool(a.tables[t]["legal"]), order.index(first) == 0,
              f"begins: {given}: this chair has the first turn")
    equal(list(named.values())[:2], [(0, 0), (1, 1)], "begins: a chair by member or by option")
    equal([one[0] for one in list(named.values())[2:]], [None, None], "begins: otherwise chance decides")


def test_coded():
    """Smitten's printed rules forbid codes: a bot with a code never sits beside a person."""
    a, b = Client(server), Client(server)
    bots = json.loads(a.heard[0])["bots"]  # from the greeting
    equal([(g, x["name"]) for g in bots for x in bots[g] if x.get("coded")], [("smitten", "expert")],
          "the greeting marks the levels that use a code")
    refused = a.ask("create", game="smitten", seats=2, bots=["expert"])["error"]
    equal((refused["id"], refused["args"]), ("table.bot-coded", ["expert"]),
          "a coded bot cannot sit beside the host")
    t = a.ask("create", game="smitten", seats=2, start="host")["table"]
    equal(a.error("bot", table=t, chair=1, level="expert"), "table.bot-coded", "a coded bot cannot be added later")
    equal(a.error("start", table=t, level="expert"), "table.bot-coded", "a coded bot cannot be added at the start")
    pair = a.ask("create", game="smitten", seats=2, bots=["expert"], sit=False, start="host")["table"]
    equal(b.error("sit", table=pair), "table.bot-coded", "nobody can sit beside a coded bot")
    ok(a.ask("start", table=pair, level="expert").get("ok"), "two coded bots may be watched")


def events_of(table):
    """The number of a table's events in the journal."""
    return count(server, "events", f"table_id = '{table}'")


def test_why():
    a, b = Client(server), Client(server)
    t = a.ask("create", game="photograph", seats=2)["table"]
    equal(a.error("why", table=t, text="take 1L2"), "table.not-begun", "why: no move is legal before the start")
    b.ask("sit", table=t)
    for c in (a, b):
        c.until(lambda c: c.tables.get(t, {}).get("phase") == "play")
    mover, other = (a, b) if a.tables[t]["legal"] else (b, a)
    before, seen = events_of(t), mover.tables[t]["n"]
    legal = mover.tables[t]["legal"]
    replies = [mover.ask("why", table=t, text=text) for text in legal]
    ok(replies and all(r.get("ok") and r.get("legal") is True for r in replies), "why: legal moves are legal")
    bad = ["take 9R9", "take 1L9", "wind 1>2", "dance", "", "x" * 900, "take 1L1"]
    for c in (mover, other):
        same = [c.ask("why", table=t, text=text).get("error") == c.ask("move", table=t, text=text).get("error")
                and c.error("why", table=t, text=text) is not None for text in bad if text not in legal]
        ok(all(same) and len(same) > 3, "why: refusals are the same as of move")
    equal(other.error("why", table=t, text=legal[0]), "move.not-your-turn", "why: only the player to move may ask")
    equal(mover.error("why", table=t), "request.member", "why: a text is needed")
    other.ask("leave", table=t)
    other.error("why", table=t, text="dance")
    mover.until(lambda c: c.tables[t]["n"] > seen)
    mover.drain()
    equal((events_of(t), mover.tables[t]["n"]), (before + 1, seen + 1), "why: it changes and stores nothing")
    ok(mover.ask("move", table=t, text=legal[0]).get("ok"), "why: the move can still be made")


def test_clock():
    a = Client(server)
    t = a.ask("create", game="smitten", seats=1, clock={"kind": "live", "move": 1, "bank": 0})["table"]
    a.until(lambda c: c.tables.get(t, {}).get("people", [{}])[0].get("standin"))
    ok(True, "a stand-in plays for a player who is out of time")
    ok(a.ask("back", table=t).get("ok"), "the player reclaims the seat")
    equal(a.error("create", game="luz", clock={"kind": "live", "move": -1, "bank": 0}), "table.clock",
          "a negative clock is refused")


def test_signals():
    """S3.2: signals are not moves; both players may use them throughout the game."""
    a, b = Client(server), Client(server)
    t = a.ask("create", game="smitten", seats=2, start="host",
              clock={"kind": "live", "move": 3000, "bank": 600})["table"]
    b.ask("sit", table=t)
    equal(a.error("move", table=t, text="say can"), "table.not-begun", "signals are refused before the deal")
    a.ask("start", table=t)
    for c in (a, b):
        c.until(lambda c: c.tables.get(t, {}).get("phase") == "play")
    # A card that any partner's hand can carry out while the other square is empty.
    mover, other = (a, b) if any(x[5] in "123467" for x in a.tables[t]["legal"]) else (b, a)
    mover.ask("move", table=t, text=next(x for x in mover.tables[t]["legal"] if x[5] in "123467"))
    for c in (a, b):
        c.until(lambda c: len(c.tables[t]["view"]["log"]) > 0)
    before = dict(mover.tables[t])
    equal(mover.tables[t]["legal"], [], "the player who has played waits")
    ok(mover.ask("move", table=t, text="say cannot pass").get("ok"), "the waiting player may signal")
    ok(other.ask("move", table=t, text="say can").get("ok"), "the player to move may signal too")
    for c in (a, b):
        c.until(lambda c: len(c.tables[t]["view"]["signals"]) == 2)
    after, seat = mover.tables[t], mover.tables[t]["you"]["seat"]
    equal(after["view"]["said"], {str(seat): "cannot pass", str(1 - seat): "can"}, "both players see both signals")
    equal([(s["turn"], s["move"]) for s in after["view"]["signals"]], [(1, 1), (1, 1)],
          "signals keep their turn and move")
    equal(after["view"]["actors"], before["view"]["actors"], "signals do not change the actors")
    dues = [u["times"]["seats"] for u in (before, after)]
    equal(dues[1], dues[0], "signals do not change the clocks")
    equal(other.error("takeback", table=t), "takeback.not-last", "a signal cannot be taken back")
    equal(mover.error("takeback", table=t), "takeback.reveal", "takeback skips signals and refers to the last move")
    for i in range(40):
        if mover.ask("move", table=t, text=["say can", "say cannot"][i % 2]).get("error"):
            break
    equal((i, mover.error("move", table=t, text="say can")), (31, "talk.signals-enough"),
          "a seat's signals are limited")
    mover.until(lambda c: c.tables[t]["n"] >= before["n"] + 33)
    ok(other.ask("move", table=t, text="say want").get("ok"), "the other seat has its own limit")


def test_coming_back():
    a, b = Client(server), Client(server)
    t = a.ask("create", game="null", seats=2)["table"]
    b.ask("sit", table=t)
    a.until(lambda c: c.tables.get(t, {}).get("phase") == "play")
    seen = a.tables[t]["n"]
    a.close()
    b.ask("move", table=t, text="show")
    server.restart()
    again = Client(server, cookie=a.cookie)
    again.ask("open", table=t, after=seen)
    again.until(lambda c: t in c.tables)
    got = again.tables[t]
    equal([e["n"] for e in got["events"]], [seen + 1], "missing events are sent after a crash")
    ok("text" not in got["events"][0], "a sealed choice stays sealed among them")
    equal(again.ask("move", table=t, text="hide").get("ok"), True, "the game goes on")
    again.until(lambda c: c.tables[t]["phase"] == "over")
    again.ask("open", table=t, after=999)
    again.until(lambda c: "commit" in c.tables[t])
    ok(True, "a wrong number gives the whole table")
    second = again.ask("rematch", table=t)["table"]
    stranger = Client(server)
    equal(stranger.error("sit", table=second), "table.reserved", "a rematch is for the same people")
    friend = Client(server, cookie=b.cookie)
    equal(friend.ask("sit", table=second).get("ok"), True, "the same people may sit")


def test_open_tables():
    a = Client(server)
    t = a.ask("create", game="null", seats=2, bots=["random"])["table"]
    a.until(lambda c: c.tables.get(t, {}).get("phase") == "play")
    a.ask("move", table=t, text="show")
    a.until(lambda c: c.tables[t]["phase"] == "over")
    equal(Client(server).error("rematch", table=t), "table.not-seated", "a spectator cannot ask for a rematch")
    rest = [a.ask("create", game="null", seats=2)["table"] for _ in range(31)]
    equal(a.error("rematch", table=rest[0]), "table.not-over", "an unfinished table has no rematch")
    equal(a.error("create", game="null", seats=2), "limit.tables", "a connection may have 32 open tables")
    equal(a.error("rematch", table=t), "limit.tables", "a rematch counts as an open table")
    ok(a.ask("close", table=rest[0]).get("ok"), "a table can be closed")
    ok(a.ask("rematch", table=t).get("ok"), "then the rematch is accepted")


def test_http():
    status, headers, body = server.http("GET", "/", {"Accept-Encoding": "gzip"})
    ok(status == 200 and b"Parlor" in gzip.decompress(body), "the page is compressed")
    ok("default-src 'none'" in headers["content-security-policy"], "the page has a strict policy")
    equal(headers["x-content-type-options"], "nosniff", "the page has the usual headers")
    again = server.http("GET", "/", {"If-None-Match": headers["etag"]})
    equal((again[0], again[2]), (304, b""), "an unchanged page is not sent again")
    words = json.loads(server.http("GET", "/words/uk.json")[2])
    ok(words["page.your-turn"] == "Ваш хід.", "the catalogue is served")
    equal(server.http("GET", "/healthz")[2], b"ok\n", "/healthz answers")
    ok(server.metric("moves_total") is not None, "/metrics has figures")
    equal(server.http("GET", "/../etc/passwd")[0], 404, "other files are not found")
    equal(server.http("DELETE", "/")[0], 405, "DELETE is refused")


def test_hosting():
    a = Client(server)
    a.ask("name", name="Forgettable")
    t = a.ask("create", game="smitten", seats=1)["table"]
    text = "".join(row[0] for row in query(server, "SELECT text FROM events WHERE table_id = ?", t))
    ok("Forgettable" in text, "a name is in the journal")
    if not is_shared():
        check_backup(t)
    equal(Run("export", "--data", "/nowhere").status, 1, "export needs an existing folder")


def check_backup(table):
    copy = os.path.join(server.data, "copy.db")
    equal(Run("backup", "--data", server.data, copy).status, 0, "a backup works while the server runs")
    rows = sqlite3.connect(copy).execute("SELECT count(*) FROM events WHERE table_id = ?", (table,)).fetchone()
    ok(rows[0] >= 3, "the backup holds the events")
    equal(Run("backup", "--data", server.data, copy).status, 1, "a backup does not overwrite a file")


def test_load():
    run = Run("load", "--port", str(server.port), "--tables", "5", "--game", "luz", "--seconds", "2")
    got = run.lines()[0] if run.status == 0 else {}
    ok(got.get("moves", 0) > 0 and got["connections"] == 20, "parlor load plays", run)
    equal(Run("load", "--port", "1", "--seconds", "1").status, 1, "parlor load needs a server")


def test_stop():
    a = Client(server)
    equal(server.stop(), 0, "the server stops gently")
    try:
        a.receive()
        code = None
    except Closed as closed:
        code = closed.code
    equal(code, 1012, "the server tells clients to reconnect")


test_identity()
test_chairs()
test_begins()
test_coded()
test_why()
test_clock()
test_signals()
test_coming_back()
test_open_tables()
test_http()
test_hosting()
test_load()
test_stop()
server.close()
done()
