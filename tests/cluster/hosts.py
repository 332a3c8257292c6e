#!/usr/bin/env python3
"""What hosts do holds at all nodes: bans, announcements, deletions, retention, people who are forgotten, a store that
has moved; also at a node that was cut off meanwhile.

usage: hosts.py PARLOR SOURCE
"""

import json
import os
import shutil
import signal
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..", "server")]
from parlor_server import Client, Closed, Run, Server, done, equal, eventually, ok  # noqa: E402
from postgres import Postgres  # noqa: E402

DAY = 86400000
NAME, WORDS = "Forgettable Fred", "unforgettable words"


def admin(node, *words):
    run = Run("admin", "--data", node.data, "--json", *words)
    assert run.status == 0, run
    return json.loads(run.out)


def ends(client):
    """Whether the server ends the connection."""
    until = time.time() + 20
    try:
        while time.time() < until:
            client.drain(0.1)
    except (Closed, OSError):
        return True
    return False


def pair(one, two, **more):
    """A table of two people at two nodes, who see each other."""
    ann, bob = Client(one), Client(two)
    table = ann.ask("create", game="null", seats=2, **more)["table"]
    bob.ask("sit", table=table)
    for c in (ann, bob):
        c.until(lambda c: c.tables.get(table, {}).get("phase") == "play")
    return ann, bob, table


class Cut:
    """The node stands still and has no connection to the database; after that it goes on."""

    def __init__(self, database, node):
        self.database, self.node = database, node

    def __enter__(self):
        self.node.process.send_signal(signal.SIGSTOP)
        gone = sessions(self.database)
        self.database.terminate_backends()
        assert eventually(lambda: not gone & sessions(self.database))

    def __exit__(self, *_):
        self.node.process.send_signal(signal.SIGCONT)


def sessions(database):
    return {row["pid"] for row in database.rows("SELECT pid FROM pg_stat_activity WHERE application_name = 'parlor'")}


# ---- acts of one operator ----

def notice(client):
    """The last notice that the client was told; None: none, or it was taken back."""
    found = [m["notice"] for m in client.whole if "notice" in m]
    return found[-1] if found else None


def test_announce(one, two):
    bob = Client(two)
    admin(one, "announce", "10m", "--text", "A new version")
    bob.until(notice)
    equal(notice(bob)["text"], "A new version", "an announcement of one operator comes to people at another node")
    late = Client(two)
    ok(late.hello.get("notice", {}).get("text") == "A new version", "and to those who come later", late.hello)
    third = Server(*two.args[:2])
    equal(Client(third).hello.get("notice", {}).get("at"), notice(bob)["at"], "also at a node that starts later")
    third.close()
    admin(two, "announce", "off")
    bob.until(lambda c: notice(c) is None)
    ok(True, "another operator takes it back")
    bob.close(), late.close()


def test_delete(one, two):
    ann, bob, table = pair(one, two, listed=True)
    eve = Client(two)
    eve.ask("lobby", watch=True)
    admin(one, "delete", table)
    bob.until(lambda c: table in c.closed)
    ok(True, "a table that one operator deletes closes at another node")
    eve.until(lambda c: any(m.get("lobby", {}).get("phase") == "gone" for m in c.whole if isinstance(m.get("lobby"), dict)))
    ok(True, "and leaves the lobby there")
    equal(bob.error("open", table=table), "table.none", "it is gone")
    for c in (ann, bob, eve):
        c.close()


def test_missed(database, one, two):
    """What was told while the node had no connection is not missed."""
    ann, bob, cat = Client(one), Client(two), Client(one)
    here = Client(two, cookie=ann.cookie)
    with Cut(database, two):
        ok(eventually(lambda: cat.ask("name", name="Cat").get("ok")), "a node is cut off, and the other is not")
        ok(ann.ask("signout").get("ok"), "a person signs out meanwhile")
        admin(one, "ban", bob.me, "--for", "1d")
    ok(ends(here), "who has signed out is out at the node that comes back")
    ok(ends(bob), "and so is who is banned")
    admin(two, "unban", bob.me)
    ann.close(), cat.close()


# ---- guesses ----

def guesses(nodes, address, name, tries):
    """How many passphrases are tried in turn at all nodes, for each that is refused."""
    clients = [Client(node, headers={"X-Forwarded-For": address}) for node in nodes]
    tried = 0
    for i in range(tries):
        reply = clients[i % len(clients)].error("login", name=name, passphrase=f"wrong horse {i}")
        tried += reply == "login.wrong"
        assert reply in ("login.wrong", "limit.rate"), reply
    for client in clients:
        client.close()
    return tried


def test_guesses(database, one, two):
    """Who guesses passphrases has as many tries at all nodes as at one."""
    began = time.time()
    tried = guesses((one, two), "10.1.1.1", "nobody-at-all", 14)
    most = 5 + (time.time() - began) / 10 + 1
    ok(5 <= tried <= most, f"of 14 guesses from one address at two nodes, {tried} are tried", most)
    began, tried = time.time(), 0
    for i in range(6):
        tried += guesses((one, two), f"10.1.2.{i + 1}", "known-name", 5)
    most = 20 + (time.time() - began) / 10 + 1
    ok(20 <= tried <= most, f"of 30 guesses at one name, {tried}", most)
    database.sql("UPDATE tries SET until = until - 60000")
    tried = guesses((one, two), "10.1.1.1", "another-name", 7)
    ok(tried >= 5, "after a minute there are new tries", tried)


# ---- retention ----

def finish(one, two):
    ann, bob, table = pair(one, two)
    for c in (ann, bob):
        c.ask("move", table=table, text="show")
    for c in (ann, bob):
        c.until(lambda c: c.tables[table].get("phase") == "over")
        c.close()
    return table


def compacted(*nodes):
    return sum(node.metric("tables_compacted_total") for node in nodes)


def age(database, days):
    database.sql(f"UPDATE tables SET seen = seen - {days * DAY}")


def test_retention(database, one, two):
    """One node does it, each thing once, and leaves what is open at the other."""
    before = compacted(one, two)
    tables = [finish(one, two) for _ in range(8)]
    ann = Client(two)
    idle = ann.ask("create", game="luz", seats=3)["table"]
    other = Client(one)
    idle_too = other.ask("create", game="luz", seats=3)["table"]
    age(database, 8)
    ok(eventually(lambda: compacted(one, two) - before >= len(tables), 40), "finished games become records")
    found = database.rows("SELECT count(*) AS n FROM records")[0]["n"]
    equal((compacted(one, two) - before, found >= len(tables)), (len(tables), True), "each of them once")
    ok(0 in (one.metric("tables_compacted_total"), two.metric("tables_compacted_total")), "by one node")
    ok(eventually(lambda: database.rows("SELECT count(*) AS n FROM tables WHERE seen < (SELECT number FROM meta "
                                        f"WHERE name = 'count') - {7 * DAY} AND phase = 0")[0]["n"] == 0), "all was looked at")
    left = [row["id"] for row in database.rows("SELECT id FROM tables WHERE phase = 0")]
    ok(idle in left and idle_too in left, "a table that somebody has open stays, at whichever node", left)
    ann.close(), other.close()


# ---- people who are forgotten ----

def traces(database, *texts):
    data = database.dump()
    return [text for text in texts if text in data]


def test_forget(database, one, two):
    fred, ann = Client(one), Client(two)
    fred.ask("name", name=NAME)
    ann.ask("name", name="Ann Remains")
    table = fred.ask("create", game="luz", seats=3, listed=True)["table"]
    ann.ask("sit", table=table)
    fred.ask("talk", table=table, text=WORDS)
    ann.until(lambda c: any(WORDS.encode() in text for text in c.heard))
    own = Client(two, cookie=fred.cookie)
    own.ask("open", table=table)
    said = Run("forget", "--store", database.url(), fred.me)
    ok(said.status == 1 and "stop the servers first" in said.err, "nobody is forgotten behind the back of nodes", said)
    ok(NAME in database.dump(), "the store knows the name")
    equal(one.stop(), 0, "one node stops")
    with Cut(database, two):
        said = Run("forget", "--store", database.url(), fred.me)
        equal(said.status, 0, "a person is forgotten while the other is cut off")
    known = (NAME, WORDS, fred.me, str(int(fred.me, 16)))
    equal(traces(database, *known), [], "no row has a trace of the person")
    ok(ends(own), "the person's connection at the node that comes back ends")
    ok(eventually(lambda: ann.ask("talk", table=table, phrase="thanks").get("ok")), "others play on")
    ann.until(lambda c: [p["name"] for p in c.tables[table]["people"] if p.get("name")] == ["-", "Ann Remains"])
    ok(True, "and see no name any more")
    eve = Client(two)
    eve.ask("open", table=table)
    eve.until(lambda c: table in c.tables)
    ok(not any(NAME.encode() in text or WORDS.encode() in text for text in eve.heard), "nor does who comes later")
    ann.ask("stand", table=table)
    equal(traces(database, *known), [], "and nothing writes it again")
    two.stop()
    equal(traces(database, *known), [], "not even as the node stops")
    equal(Run("verify-store", "--store", database.url()).status, 0, "the store is sound")
    for node in (one, two):
        node.start()


# ---- a store that has moved ----

def test_moved(database, one, two):
    """A node that comes back to a store that has moved changes nothing there."""
    folder = tempfile.mkdtemp(prefix="parlor-test-")
    ann = Client(two)
    table = ann.ask("create", game="luz", seats=3)["table"]
    equal(one.stop(), 0, "one node stops")
    with Cut(database, two):
        said = Run("migrate", "--from", database.url(), "--to", f"sqlite:{folder}/new")
        ok(said.status == 0, "all moves away", said)
    ok(eventually(lambda: two.http("GET", "/healthz")[0] == 503), "the node says that it is of no use")
    equal(ann.error("talk", table=table, phrase="thanks"), "store.failed", "and refuses changes")
    ok(eventually(lambda: any("its data has moved" in line.get("why", "") for line in two.lines())),
       "its log says why", two.text()[-2000:])
    equal(Run("migrate", "--reopen", database.url()).status, 0, "the old place is opened again")
    ok(eventually(lambda: ann.ask("talk", table=table, phrase="thanks").get("ok")), "and people play on there")
    shutil.rmtree(folder)
    one.start()


with Postgres(settings={"fsync": "off"}) as shared:
    nodes = [Server("--store", shared.url(), "--bot-delay", "0", "--trust-proxy") for _ in range(2)]
    try:
        test_announce(*nodes)
        test_guesses(shared, *nodes)
        test_delete(*nodes)
        test_missed(shared, *nodes)
        test_retention(shared, *nodes)
        test_forget(shared, *nodes)
        test_moved(shared, *nodes)
    finally:
        for node in nodes:
            node.close()
done()
