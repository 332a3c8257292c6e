#!/usr/bin/env python3
"""Order at a table: the host removes and silences, people report and mute, and nobody can overdo it."""

import json

from parlor_server import Client, Run, Server, done, equal, ok
from played import Game
from rows import count, insert, query

server = Server("--trust-proxy", "--bot-delay", "0")


def at(address, **more):
    """A client from that address."""
    return Client(server, headers={"X-Forwarded-For": address}, **more)


def seat_all(people, game="null", **more):
    """A table of the first one with all of them seated; returns its id."""
    table = people[0].ask("create", game=game, seats=len(people), **more)["table"]
    for c in people[1:]:
        c.ask("sit", table=table)
    return table


def plays(c, table):
    return c.tables.get(table, {}).get("phase") == "play"


def reasons(c):
    """Why tables were closed for this client."""
    return [m["closed"]["id"] for m in map(json.loads, c.heard) if "closed" in m]


def rows(what):
    run = Run("admin", "--data", server.data, "--json", "list", what)
    return json.loads(run.out)["rows"]


def test_remove_open():
    host, guest, other = at("10.0.0.1"), at("10.0.0.2"), at("10.0.0.3")
    table = host.ask("create", game="luz", seats=4)["table"]
    for c in (guest, other):
        c.ask("sit", table=table)
    equal(other.error("remove", table=table, player=guest.me), "table.not-host", "only the host removes")
    equal(host.error("remove", table=table, player=host.me), "table.order-self", "but not the host")
    equal(host.error("remove", table=table, player="x"), "request.member", "a person has an id")
    guest.ask("talk", table=table, text="rude words")
    equal(host.error("remove", table=table, player=guest.me), None, "the host removes a person")
    guest.until(lambda c: table in c.closed)
    equal(reasons(guest), ["table.removed"], "who is told why")
    other.until(lambda c: c.tables[table]["people"][1]["player"] is None)
    equal([e["e"] for e in other.tables[table]["events"]], ["remove"], "the others see it, and the chair is free")
    equal([guest.error(what, table=table, **m) for what, m in (("sit", {}), ("open", {}), ("talk", {"text": "hi"}))],
          ["table.removed"] * 3, "the person cannot come back")
    equal(guest.ask("mine")["tables"], [], "nor finds the table in the own list")
    late = at("10.0.0.4")
    late.ask("open", table=table)
    late.until(lambda c: table in c.tables)
    equal(late.tables[table]["talk"], [], "newcomers do not see what was said")
    server.restart()
    guest = at("10.0.0.2", cookie=guest.cookie)
    equal(guest.error("sit", table=table), "table.removed", "also after a kill")
    equal([(r["act"], r["host"], r["player"], r["table"]) for r in rows("log")],
          [("remove", host.me, guest.me, table)], "the removal is in the audit log")


def test_remove_playing():
    """A bot goes on, and what people see of the cards does not change."""
    people = [at(f"10.1.0.{i}") for i in range(3)]
    host, guest, other = people
    table = seat_all(people, game="luz")
    for c in people:
        c.until(lambda c: plays(c, table))
    before = other.tables[table]["view"]
    seat = guest.tables[table]["you"]["seat"]
    equal(host.error("remove", table=table, player=guest.me), None, "the host removes a player in mid-game")
    guest.until(lambda c: table in c.closed)
    other.until(lambda c: any(p["seat"] == seat and p["bot"] for p in c.tables[table]["people"]))
    equal(guest.error("move", table=table, text="bid 1"), "table.not-seated", "the person plays no more")
    equal(guest.error("back", table=table), "table.not-seated", "and cannot come back")
    heard = len(guest.heard)
    for _ in range(200):
        mover = next((c for c in (host, other) if c.tables[table].get("legal")), None)
        if mover is None:
            if host.tables[table]["phase"] == "over":
                break
            host.receive()
            other.drain(0.05)
            continue
        mover.ask("move", table=table, text=mover.tables[table]["legal"][0])
        for c in (host, other):
            c.drain(0.05)
        if len(host.tables[table]["view"]["tricks"]) and sum(host.tables[table]["view"]["tricks"]) > 1:
            break
    ok(other.tables[table]["view"] != before, "the game goes on with a bot in the seat")
    guest.drain(0.1)
    equal([m for m in map(json.loads, guest.heard[heard:]) if m.get("table") == table], [],
          "the removed person sees nothing of it")
    server.restart()
    other = at("10.1.0.2", cookie=other.cookie)
    other.ask("open", table=table)
    other.until(lambda c: table in c.tables)
    ok(any(p["seat"] == seat and p["bot"] for p in other.tables[table]["people"]), "the bot sits there after a kill")


def test_two_hosts():
    one, two, guest = at("10.2.0.1"), at("10.2.0.2"), at("10.2.0.3")
    tables = [c.ask("create", game="luz", seats=3)["table"] for c in (one, two)]
    for t in tables:
        guest.ask("sit", table=t)
    equal(one.error("remove", table=tables[1], player=guest.me), "table.not-host", "a host rules at the own table only")
    equal(one.error("remove", table=tables[0], player=guest.me), None, "there it holds")
    equal(guest.error("talk", table=tables[1], text="hello"), None, "and nowhere else")
    equal(two.error("remove", table=tables[1], player="00000000000000ff"), None, "a spectator is removed by id")


def test_silence():
    host, guest = at("10.3.0.1"), at("10.3.0.2")
    table = host.ask("create", game="luz", seats=3)["table"]
    guest.ask("sit", table=table)
    equal(guest.error("silence", table=table, player=host.me, on=True), "table.not-host", "only the host silences")
    equal(host.error("silence", table=table, player=guest.me, on=True), None, "a person is silenced for all")
    equal(guest.error("talk", table=table, text="but"), "talk.silenced", "who can say nothing")
    server.restart()
    host, guest = at("10.3.0.1", cookie=host.cookie), at("10.3.0.2", cookie=guest.cookie)
    equal(guest.error("talk", table=table, text="but"), "talk.silenced", "also after a kill")
    equal(host.error("silence", table=table, player=guest.me, on=False), None, "until the host relents")
    equal(guest.error("talk", table=table, text="thanks"), None, "then again")
    errors = [host.error("silence", table=table, player=guest.me, on=i % 2 == 0) for i in range(120)]
    ok(errors.count(None) < 105 and errors[-1] == "table.arranged-enough", "the journal stays bounded",
       errors.count(None))


def test_report():
    host, guest, away = at("10.4.0.1"), at("10.4.0.2"), at("10.4.0.3")
    table = host.ask("create", game="luz", seats=3)["table"]
    guest.ask("sit", table=table)
    n = host.ask("talk", table=table, text="a secret word") and 3
    equal(guest.error("report", table=table, player=host.me, why="talk"), None, "a person is reported")
    equal(guest.error("report", table=table, why="other"), None, "and a table")
    equal(guest.error("report", table=table, player=guest.me, why="talk"), "report.nobody", "nobody reports oneself")
    equal(guest.error("report", table=table, player=away.me, why="talk"), "report.nobody", "nor who is not there")
    equal(away.error("report", table=table, player=host.me, why="talk"), "report.not-here", "nor from afar")
    equal(guest.error("report", table=table, player=host.me, why="ugly"), "request.member", "the reason is one of few")
    found = rows("reports")
    equal([(r["table"], r["player"], r["reporter"], r["why"]) for r in found],
          [(table, None, guest.me, "other"), (table, host.me, guest.me, "talk")], "the operator sees both")
    equal(found[1]["event"], n, "with the event at that time")
    server.restart()
    equal(rows("reports"), found, "after a kill too")
    equal(Run("admin", "--data", server.data, "dismiss", str(found[0]["number"])).status, 0, "one is settled")
    equal(len(rows("reports")), 1, "and gone")


def test_flood():
    host = at("10.5.0.1")
    table = host.ask("create", game="luz", seats=3)["table"]
    pest = at("10.5.0.2")
    pest.ask("open", table=table)
    replies = [pest.error("report", table=table, why="other") for _ in range(30)]
    ok(replies.count(None) <= 6 and set(replies) == {None, "report.enough"}, "one person reports a few times",
       replies.count(None))
    equal(sum(r["reporter"] == pest.me for r in rows("reports")), 1, "the same thing once")
    stored = 0
    for _ in range(20):
        c = at("10.5.0.2")
        c.ask("open", table=table)
        stored += sum(c.error("report", table=table, why="other") is None for _ in range(3))
        c.close()
    ok(stored <= 21, "an address with many people reports a bounded number", stored)
    other = at("10.5.0.3")
    other.ask("open", table=table)
    equal(other.error("report", table=table, why="other"), None, "others still report")


def test_full():
    """Reports and log lines of one address or host do not grow without bound."""
    equal(server.stop(), 0, "the server stops")
    query(server, "DELETE FROM reports")
    query(server, "DELETE FROM audit")
    insert(server, "reports(at, table_id, event, reporter, address, player, why)",
           [(9999999999999, "x", 0, i, i if i < 100 else 1000 + i // 50, 0, "other") for i in range(1, 10050)])
    insert(server, "audit(at, actor, act, table_id, player, detail)",
           [(1, i % 2, "remove", "", 0, "") for i in range(20100)])
    server.start()
    host, guest = at("10.6.0.1"), at("10.6.0.2")
    table = host.ask("create", game="luz", seats=3)["table"]
    guest.ask("sit", table=table)
    equal(guest.error("report", table=table, why="other"), None, "a report")
    equal(host.error("remove", table=table, player=guest.me), None, "a removal")
    equal(count(server, "reports"), 10000, "reports make room")
    equal(count(server, "reports", "address < 100 AND reporter < 100"), 99,
          "the oldest ones of addresses with many do, and no others")
    equal([count(server, "audit", f"actor {sign} 0") for sign in ("=", "!=")], [10050, 10000],
          "hosts' lines push out hosts' lines, and not the operator's")


def test_mute():
    a, b = at("10.7.0.1"), at("10.7.0.2")
    table = a.ask("create", game="luz", seats=3)["table"]
    b.ask("sit", table=table)
    b.ask("mute", player=a.me, on=True)
    a.ask("talk", table=table, text="unheard words")
    b.ask("open", table=table)
    b.drain()
    ok(not any(b"unheard" in text for text in b.heard), "a muted person is not heard")


def test_ended():
    """All cards of an ended game are for those who may watch the table, listed or not; nobody else sees them."""
    game = Game(server, "null", 2)
    host, watcher, gone = game.people[0], at("10.9.0.1"), at("10.9.0.2")
    for c in (watcher, gone):
        c.ask("open", table=game.id)
    equal(watcher.error("record", table=game.id), "table.not-over", "no cards are told while the game is on")
    equal(host.error("remove", table=game.id, player=gone.me), None, "a watcher is removed")
    game.play()
    record = host.ask("record", table=game.id)["record"]
    equal([c.ask("record", table=game.id)["record"] for c in (watcher, at("10.9.0.3"))], [record] * 2,
          "then who watches sees them all, and whoever comes by the table's link")
    equal(gone.error("record", table=game.id), "table.removed", "but not a person whom the host has removed")
    equal([c.error("share", table=game.id) for c in (watcher, gone)], ["table.not-yours"] * 2,
          "and only who sat there makes a link for all")


test_remove_open()
test_remove_playing()
test_two_hosts()
test_ended()
test_silence()
test_report()
test_flood()
test_full()
test_mute()
equal(server.close(), 0, "the server stops cleanly")
done()
