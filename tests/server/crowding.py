#!/usr/bin/env python3
"""One person or one address cannot push the others out: lobby, talk, codes, requests, silent sockets.

The server stands behind a proxy that it trusts, so that the test can come from many addresses.
"""

import json
import time

from dated import Dated
from parlor_server import Client, Closed, Server, done, equal, eventually, ok

server = Server("--trust-proxy", "--hello-seconds", "2", "--burst", "5000", rate=400)


def at(address, **more):
    """A client from that address."""
    return Client(server, headers={"X-Forwarded-For": address}, **more)


def enter(code, address):
    return server.http("POST", "/enter/" + code, {"X-Forwarded-For": address})[0]


def listed(client):
    return [row["table"] for row in client.ask("lobby", watch=False)["tables"]]


def test_lobby():
    victim, other = at("10.0.0.2"), at("10.0.0.3")
    table = victim.ask("create", game="luz", seats=3, listed=True)["table"]
    refused, made = set(), []
    for _ in range(27):
        attacker = at("10.0.0.1")
        for _ in range(4):
            reply = attacker.ask("create", game="null", seats=2, listed=True)
            refused.add(reply.get("error", {}).get("id"))
            made += [reply["table"]] if "table" in reply else []
        attacker.close()
    rows = listed(other)
    ok(table in rows, "108 tables of one address leave the others' in the lobby")
    ok(len(set(rows) & set(made)) <= 24, "one address has a part of the lobby", len(set(rows) & set(made)))
    equal(refused - {None}, {"limit.listed"}, "more listed tables are refused")
    second = other.ask("create", game="luz", seats=3, listed=True)
    ok("table" in second and second["table"] in listed(victim), "others may still list tables")
    alone = [other.ask("create", game="luz", seats=3, listed=True).get("error", {}).get("id") for _ in range(4)]
    equal(alone, [None, None, None, "limit.listed"], "a person lists four tables")
    ok("table" in other.ask("create", game="luz", seats=3), "tables that are not listed are not counted")
    server.restart()
    again = at("10.0.0.1")
    equal(again.error("create", game="null", seats=2, listed=True), "limit.listed", "a restart forgets no listing")
    newest = [at("10.0.9.1").ask("create", game="null", seats=2, listed=True)["table"] for _ in range(12)]
    ok(newest[-1] in listed(again)[:3], "the newest table of each network comes first")


def test_crowded_lobby():
    """Fifteen addresses of three networks with eight tables each leave the others' tables in the lobby."""
    victim, other = at("10.7.9.1"), at("10.8.9.1")
    table = victim.ask("create", game="luz", seats=3, listed=True)["table"]
    near = at("10.7.1.200").ask("create", game="luz", seats=3, listed=True)["table"]
    for i in range(30):
        attacker = at(f"10.7.{i % 3}.{i // 6}")
        for _ in range(4):
            attacker.ask("create", game="null", seats=2, listed=True)
    rows = listed(other)
    equal(len(rows), 100, "a crowd fills the lobby")
    ok(table in rows, "an older table of another network is there")
    ok(near in rows, "and one of a neighbour in theirs")
    crowd = [at(f"10.9.{i}.1") for i in range(110)]
    for c in crowd:
        c.ask("create", game="null", seats=2, listed=True)
    equal(len(listed(other)), 100, "with more networks than places the lobby is full")
    ok(table in listed(victim), "one's own tables are always there")
    seen = set()

    def looks():
        seen.update(listed(other))
        return table in seen
    ok(eventually(looks), "and others see it from time to time: the lot decides")


def test_tables():
    """Tables that are not listed cannot be made without end either."""
    replies = []
    for _ in range(8):
        c = at("10.0.1.1")
        replies += [c.error("create", game="null", seats=2) for _ in range(30)]
        c.close()
    ok("limit.rate" in replies and replies.count(None) <= 200, "one address makes a bounded number of tables",
       replies.count(None))
    ok("table" in at("10.0.1.2").ask("create", game="null", seats=2), "others still make tables")


def test_talk():
    a, b = at("10.1.0.1"), at("10.1.0.2")
    table = a.ask("create", game="luz", seats=3)["table"]
    other = a.ask("create", game="luz", seats=3)["table"]
    b.ask("open", table=table)
    said = [b.error("talk", table=table, text=f"word {i}") for i in range(60)]
    ok(said.count(None) <= 15 and set(said) <= {None, "limit.rate"}, "a person's talk at a table is bounded",
       said.count(None))
    b.ask("open", table=other)
    equal(b.error("talk", table=other, text="hello"), None, "the limit is for each table")
    count = 0
    for _ in range(30):
        c = at("10.1.0.3")
        count += sum(c.error("talk", table=table, text=f"word {i}") is None for i in range(5))
        c.close()
    ok(count <= 40, "the talk of one address at a table is bounded", count)
    equal(a.error("talk", table=table, text="I am still here"), None, "the others may still talk")


def test_codes():
    victim = at("10.2.0.2")
    old = victim.ask("transfer")["code"]
    code = victim.ask("transfer")["code"]
    equal(enter(old, "10.2.0.2"), 404, "a new code replaces the person's old one")
    refused = []
    for _ in range(300):
        attacker = at("10.2.0.1")
        refused.append(attacker.error("transfer"))
        attacker.close()
    ok(set(refused) == {None, "limit.codes"} and refused.count(None) <= 16, "one address has a few codes",
       refused.count(None))
    for i in range(30):
        for _ in range(10):
            at(f"10.2.{i + 1}.7").ask("transfer")
    equal(enter(code, "10.2.0.2"), 204, "codes of others void no code")


def test_rate():
    slow = Server(rate=5)
    c = Client(slow)
    numbers = [c.request("mine") for _ in range(100)]
    replies = [c.receive() for _ in numbers]
    equal([r["re"] for r in replies], numbers, "each refusal answers its request")
    ok(any(r.get("error", {}).get("id") == "limit.rate" for r in replies), "the rate is limited")
    equal(slow.close(), 0, "the server stops cleanly")


def closing_time(client, seconds):
    """The code of the close frame and the seconds until it came."""
    start = time.time()
    try:
        while True:
            client.receive(seconds)
    except Closed as closed:
        return closed.code, time.time() - start
    except TimeoutError:
        return "open", seconds


def test_silent():
    speaks = at("10.3.0.1")
    silent = at("10.3.0.1", hello=False)
    wordy = at("10.3.0.1", hello=False)
    wordy.send(json.dumps({"id": 1, "do": "mine"}))
    code, seconds = closing_time(silent, 20)
    equal(code, 1008, "a socket without hello is closed")
    ok(1.5 < seconds < 15, "it is closed after its time", seconds)
    equal(closing_time(wordy, 20)[0], 1008, "other requests do not keep it open")
    ok(speaks.ask("mine").get("ok"), "a socket with hello stays open")
    waiting, refused = [], 0
    for _ in range(40):
        try:
            waiting.append(at("10.3.0.4", hello=False))
        except Closed as closed:
            refused += closed.code == 503
    ok(len(waiting) == 16 and refused == 24, "sockets without hello are bounded by address", len(waiting))
    ok(at("10.3.0.5").me, "other addresses are not affected")
    waiting[0].ask("hello", protocol=1)
    ok(at("10.3.0.4").me, "one that says hello makes room")


def test_passphrases():
    """Addresses that fill the queue of passphrases keep nobody out: neither a person who was here before, nor one from
    another network."""
    known = at("10.4.0.1")
    ok(known.ask("keep", name="Ada", passphrase="correct horse").get("ok"), "a passphrase is kept")
    crowd = [at(f"10.5.{i // 25}.{i % 25}") for i in range(100)]
    for i, c in enumerate(crowd):
        for n in range(4):
            c.request("login", name=f"nobody {i} {n}", passphrase="wrong horse")
    again, newcomer = at("10.4.0.1"), at("10.6.0.1")
    first = again.request("login", name="Ada", passphrase="correct horse")
    second = newcomer.request("login", name="Ada", passphrase="correct horse")
    ok("code" in again.reply(first), "with 400 guesses waiting, a person who was here before logs in")
    ok("code" in newcomer.reply(second), "and so does one from another network")
    said = []
    for c in crowd:
        while c.ready():
            said.append(c.receive().get("error", {}).get("id"))
    ok(set(said) == {"login.wrong", "limit.busy"} and said.count("limit.busy") >= 300,
       "most of the others were refused at once, or when these came", said.count("limit.busy"))


def test_connections():
    """Addresses that take all connections keep nobody out, and nobody at play loses theirs."""
    full = Dated("--trust-proxy", "--connections", "40", "--burst", "5000", rate=400)

    def come(address, cookie=None):
        return Client(full, cookie=cookie, headers={"X-Forwarded-For": address})

    def refused(address):
        try:
            come(address).close()
            return None
        except Closed as closed:
            return closed.code

    def play(address):
        """Two people at play, who have finished a game before; they share a network."""
        pair = [come(address + ".1"), come(address + ".2")]
        for game in range(2):
            table = pair[0].ask("create", game="null", seats=2)["table"]
            pair[1].ask("sit", table=table)
            for c in pair:
                c.until(lambda c: c.tables.get(table, {}).get("phase") == "play")
            for c in pair if game == 0 else []:
                c.ask("move", table=table, text="show")
        return pair, table

    pair, table = play("10.1.1")
    regular = pair[0].cookie
    full.set_date(2 * 86400)
    crowd = [come(f"10.2.{i % 2}.{i // 4}") for i in range(38)]
    newcomer, neighbour = come("10.3.1.1"), come("10.2.0.200")
    ok(newcomer.me and neighbour.me, "a server full of two networks takes a newcomer of a third one, and a neighbour")
    equal(refused("10.2.0.1"), 503, "but nobody who has enough")
    for c in crowd:
        c.close()
    ok(eventually(lambda: full.metric("connections") <= 5), "the crowd leaves")
    crowd = []
    while full.metric("connections") < 40:
        crowd.append(come(f"10.4.{len(crowd)}.1"))
    equal(refused("10.5.1.1"), 503, "a crowd of as many networks leaves no room for strangers")
    again = [come(f"10.6.{i}.1", regular) for i in range(5)]
    equal([c.me for c in again], [pair[0].me] * 5, "but for somebody who was known before")
    for c in pair:
        equal(c.error("move", table=table, text="show"), None, "who plays keeps the connection")
    ok(full.metric('refused_total{reason="crowd"}') >= 7, "others have given way")
    equal(full.close(), 0, "the server stops cleanly")


test_lobby()
test_crowded_lobby()
test_tables()
test_talk()
test_codes()
test_passphrases()
test_rate()
test_silent()
test_connections()
equal(server.close(), 0, "the server stops cleanly")
done()
