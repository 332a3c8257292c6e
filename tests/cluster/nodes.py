#!/usr/bin/env python3
"""Nodes on one PostgreSQL: any of them serves any table, and each learns what the others do.

usage: nodes.py PARLOR SOURCE
"""

import json
import os
import random
import shutil
import signal
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..", "server")]
from cluster import Node  # noqa: E402
from forward import Forwarder  # noqa: E402
from parlor_server import Client, Closed, Run, Server, done, equal, eventually, ok  # noqa: E402
from postgres import Postgres  # noqa: E402

CHANCE = random.Random(7)


def journal(database, table):
    return database.rows(f"SELECT n, text FROM events WHERE table_id = '{table}' ORDER BY n")


def play(people, table):
    """All moves of a game; each person is at a node of their own."""
    moves = 0
    until = time.time() + 60
    while time.time() < until:
        for person in people:
            person.drain(0.01)
            state = person.tables.get(table, {})
            if state.get("phase") == "over":
                return moves
            if state.get("legal") and person.ask("move", table=table, text=CHANCE.choice(state["legal"])).get("ok"):
                moves += 1
    return -1


def test_game(database, one, two):
    ann, bob = Client(one), Client(two)
    table = ann.ask("create", game="photograph", seats=2, bots=[])["table"]
    ok(bob.ask("sit", table=table).get("ok"), "a table of one node is open at another")
    ann.until(lambda c: len([p for p in c.tables.get(table, {}).get("people", []) if p.get("name")]) == 2)
    ok(True, "and its people see each other")
    ann.ask("start", table=table)
    moves = play([ann, bob], table)
    ok(moves > 10, f"a whole game across two nodes: {moves} moves")
    for person in (ann, bob):
        person.until(lambda c: c.tables.get(table, {}).get("phase") == "over")
    equal(ann.tables[table]["result"], bob.tables[table]["result"], "both have the same result")
    numbers = [row["n"] for row in journal(database, table)]
    equal(numbers, list(range(len(numbers))), "the journal has no gap")
    began = time.time()
    ann.ask("talk", table=table, text="well done")
    bob.until(lambda c: any(b"well done" in text for text in c.heard[-3:]))
    ok(time.time() - began < 2, "words arrive within two seconds")
    ann.close(), bob.close()


def test_bots(database, one, two):
    """A person at one node, a spectator at another, a bot that either may ask: each move happens once."""
    ann, eve = Client(one), Client(two)
    table = ann.ask("create", game="luz", seats=3, bots=["easy", "easy"])["table"]
    ok(eve.ask("open", table=table).get("ok"), "a spectator at another node")
    play([ann], table)
    eve.until(lambda c: c.tables.get(table, {}).get("phase") == "over")
    rows = journal(database, table)
    equal([row["n"] for row in rows], list(range(len(rows))), "bots: the journal has no gap")
    equal(sum('"e":"over"' in row["text"] for row in rows), 1, "bots: the game ends once")
    ann.close(), eve.close()


def test_lobby(one, two):
    ann, bob = Client(one), Client(two)
    bob.ask("lobby", watch=True)
    table = ann.ask("create", game="luz", seats=3, bots=[], listed=True)["table"]
    bob.until(lambda c: any(table.encode() in text for text in c.heard[-5:]))
    ok(True, "a listed table of another node comes to the lobby")
    ann.close(), bob.close()


def test_presence(one, two):
    ann, bob = Client(one), Client(two)
    table = ann.ask("create", game="luz", seats=3, bots=[])["table"]
    bob.ask("sit", table=table)
    ann.until(lambda c: here(c, table) == 2)
    bob.until(lambda c: here(c, table) == 2)
    ok(True, "a player at another node is here")
    bob.close()
    ann.until(lambda c: here(c, table) == 1)
    ok(True, "and is not any more when the connection ends")
    third = Client(two, cookie=bob.cookie)
    third.ask("open", table=table)
    ann.until(lambda c: here(c, table) == 2)
    ok(True, "and comes back")
    ann.close(), third.close()


def here(client, table):
    return sum(p["here"] for p in client.tables.get(table, {}).get("people", []))


def test_code(one, two):
    ann = Client(one)
    code = ann.ask("transfer")["code"]
    status, headers, _ = two.http("POST", "/enter/" + code)
    cookie = headers.get("set-cookie", "")
    ok(status == 204 and cookie, "a code of one node is taken at another")
    equal(one.http("POST", "/enter/" + code)[0], 404, "and by nobody else after that")
    ann.close()


def test_order(one, two):
    """A ban by the operator of one node holds at all, and signing out ends connections everywhere."""
    ann, bob = Client(one), Client(two)
    here = Client(two, cookie=ann.cookie)
    ok(ann.ask("signout").get("ok"), "a person signs out everywhere")
    ok(ends(here), "the connection at the other node ends")
    equal(Run("admin", "--data", one.data, "ban", bob.me, "--for", "1d").status, 0, "one operator bans a person")
    ok(ends(bob), "who is at another node, and is out")
    equal(Run("admin", "--data", two.data, "unban", bob.me).status, 0, "another operator unbans")
    ann.close()


def ends(client):
    try:
        until = time.time() + 10
        while time.time() < until:
            client.drain(0.1)
    except (Closed, OSError):
        return True
    return False


def test_death(database, one, two):
    """A node dies; its people go on at another one, and who was at that one already sees it."""
    ann, bob = Client(one), Client(two)
    table = ann.ask("create", game="photograph", seats=2, bots=[])["table"]
    bob.ask("sit", table=table)
    ann.ask("start", table=table)
    bob.until(lambda c: c.tables.get(table, {}).get("view"))
    one.process.send_signal(signal.SIGKILL)
    began = time.time()
    again = Client(two, cookie=ann.cookie)
    ok(again.ask("open", table=table).get("ok"), "the other node has the table")
    ok(time.time() - began < 3, "at once")
    ok(play([again, bob], table) > 10, "and the game goes on to its end")
    numbers = [row["n"] for row in journal(database, table)]
    equal(numbers, list(range(len(numbers))), "without a gap")
    again.close(), bob.close()
    one.process.wait()
    one.start()


def test_clock(database, one, two):
    """A clock runs out once, whichever node notices it: also if the mover's own node stands still."""
    ann, bob = Client(one), Client(two)
    table = ann.ask("create", game="photograph", seats=2, clock={"kind": "live", "move": 3, "bank": 0})["table"]
    bob.ask("sit", table=table)
    for c in (ann, bob):
        c.until(lambda c: c.tables.get(table, {}).get("phase") == "play")
    ok(eventually(lambda: [c.drain(0.01) or c.tables[table]["legal"] for c in (ann, bob)].count([]) == 1),
       "one person has to move")
    mover, other = (ann, bob) if ann.tables[table]["legal"] else (bob, ann)
    node = one if mover is ann else two
    seat = mover.tables[table]["you"]["seat"]
    node.process.send_signal(signal.SIGSTOP)
    try:
        other.until(lambda c: stands_in(c, table, seat))
        ok(True, "when the time is up, another node's stand-in moves for a person whose node stands still")
    finally:
        node.process.send_signal(signal.SIGCONT)
    mover.until(lambda c: stands_in(c, table, seat))
    ok(True, "and the person is told when it goes on")
    events = [json.loads(row["text"]) for row in journal(database, table)]
    equal([e["seat"] for e in events if e["e"] == "standin" and e["seat"] == seat], [seat], "it happened once")
    for c in (ann, bob):
        c.close()


def stands_in(client, table, seat):
    return any(p.get("standin") for p in client.tables[table].get("people", []) if p.get("seat") == seat)


MOVE_MS = 300000


def begin_live(one, two):
    """A game with a live clock, of a person at each node."""
    ann, bob = Client(one), Client(two)
    table = ann.ask("create", game="photograph", seats=2, clock={"kind": "live", "move": MOVE_MS // 1000,
                                                                "bank": 0})["table"]
    bob.ask("sit", table=table)
    for c in (ann, bob):
        c.until(lambda c: c.tables.get(table, {}).get("phase") == "play")
    return ann, bob, table


def move_once(people, table):
    """Whoever has to moves."""
    eventually(lambda: any(p.drain(0.01) or p.tables[table]["legal"] for p in people))
    mover = next(p for p in people if p.tables[table]["legal"])
    return mover.ask("move", table=table, text=mover.tables[table]["legal"][0]).get("ok")


def left(node, table, person=None):
    """How long the clock that runs at a table still has, as this node tells it: when it opens the table, or again."""
    client = person or Client(node)
    client.ask("open", table=table)
    client.whole.clear()
    client.until(lambda c: any(m.get("table") == table and m.get("times") for m in c.whole))
    times = client.tables[table]["times"]
    if person is None:
        client.close()
    return min(seat["until"] for seat in times["seats"] if seat["until"]) - times["now"]


def least(database, table):
    """What that clock has at least: a node may have counted all the time since the last event."""
    at = database.rows(f"SELECT at FROM events WHERE table_id = '{table}' ORDER BY n DESC LIMIT 1")[0]["at"]
    return MOVE_MS - (time.time() * 1000 - at) - 300


def freeze(node, seconds, meanwhile=lambda: None):
    """Stops a node for a time; returns what was done meanwhile."""
    node.process.send_signal(signal.SIGSTOP)
    try:
        time.sleep(seconds)
        return meanwhile()
    finally:
        node.process.send_signal(signal.SIGCONT)


def test_standstill(database, one, two):
    """A node that stood still counts less time than the others. That time runs on no clock, whichever node serves the
    table before and after, and no table's clock is changed by that of another one."""
    ann, bob, table = begin_live(one, one)
    cid, dan, other = begin_live(two, two)
    before, began = left(one, table, ann), time.time()
    freeze(one, 3)
    passed = (time.time() - began) * 1000
    ok(left(one, table, ann) > before - passed + 2500, "a node's own standstill does not run on its clocks")
    ok(move_once([ann, bob], table), "a move is made there")
    there = left(two, table)
    ok(there > least(database, table), "at another node its clock has as much time left", there)
    before, began = left(one, table, ann), time.time()
    ok(move_once([cid, dan], other) and Client(one).ask("open", table=other).get("ok"),
       "it opens a table of the other node")
    after, passed = left(one, table, ann), (time.time() - began) * 1000
    ok(after > before - passed - 1000, "which changes no other table's clock", (before, after, passed))
    there = left(one, other)
    ok(there > least(database, other), "nor that of the table itself", there)
    last = journal(database, table)[-1]["n"]
    ok(eventually(lambda: database.rows(
        "SELECT min(seen) > to_timestamp(at / 1000.0 + 2) AS later FROM nodes, events"
        f" WHERE table_id = '{table}' AND n = {last} GROUP BY at")[0]["later"]), "the person to move thinks")
    there = left(two, table)
    ok(there < MOVE_MS - 1500, "for as long as the other node says, too", there)
    due = least(database, table)
    after = freeze(one, 3, lambda: left(two, table))
    ok(after > due, "the standstill of the only node that has a table does not run on its clock at the next one",
       (due, after))
    for c in (ann, bob, cid, dan):
        c.close()


def test_missed(database, one, two):
    """Notifications are lost with the connection that brings them: the node compares its tables."""
    ann, bob = Client(one), Client(two)
    table = ann.ask("create", game="photograph", seats=2, bots=[])["table"]
    bob.ask("sit", table=table)
    ann.until(lambda c: len([p for p in c.tables.get(table, {}).get("people", []) if p.get("name")]) == 2)
    two.process.send_signal(signal.SIGSTOP)
    ann.ask("talk", table=table, text="first")
    database.terminate_backends()
    eventually(lambda: ann.ask("talk", table=table, text="second").get("ok"))
    two.process.send_signal(signal.SIGCONT)
    bob.until(lambda c: c.tables.get(table, {}).get("n", -1) >= ann.tables[table]["n"])
    ok(True, "what was said while a node had no connection arrives")
    ann.close(), bob.close()


def test_listener(database, one, two):
    """A node loses the connection by which it hears of others, and finds that out in the middle of a turn: the turn
    does not fail, nor the next one, and nothing stays unheard."""
    ann, bob = Client(one), Client(two)
    table = ann.ask("create", game="photograph", seats=2, bots=[])["table"]
    bob.ask("sit", table=table)
    failures = [node.metric("commit_failures_total") for node in (one, two)]
    refused = ended = 0
    for node, client in ((one, ann), (two, bob)) * 2:
        eventually(lambda: database.count_listeners() == 2)
        node.process.send_signal(signal.SIGSTOP)
        ended += database.terminate_listeners()
        client.send(json.dumps({"do": "talk", "id": 1000000, "table": table, "text": "one"}))
        node.process.send_signal(signal.SIGCONT)
        refused += sum("ok" not in client.ask("talk", table=table, text=text) for text in ("two", "three"))
    equal(refused, 0, f"{ended} listeners end, and no request is refused")
    equal([node.metric("commit_failures_total") for node in (one, two)], failures, "nor does a turn fail")
    last = max(row["n"] for row in journal(database, table))
    for client in (ann, bob):
        client.until(lambda c: c.tables.get(table, {}).get("n", -1) >= last)
    ok(True, "and both hear all in the end")
    ann.close(), bob.close()


def test_silence(database, one):
    """The database's end of a node's connections is gone without a word: the node finds out, and catches up."""
    far = Node(database)
    ann, bob = Client(one), Client(far)
    table = ann.ask("create", game="photograph", seats=2, bots=[])["table"]
    bob.ask("open", table=table)
    far.forwarder.half_open()
    ann.ask("talk", table=table, text="do you hear me")
    bob.until(lambda c: any(b"do you hear me" in text for text in c.heard))
    ok(True, "what was said while a node talked to nobody arrives")
    ann.close(), bob.close()
    equal(far.close(), 0, "and that node stops cleanly")


class Mute(Forwarder):
    """A connection whose far side is gone without a word after so many parts."""

    def __init__(self, database, number, parts):
        self.folder = tempfile.mkdtemp(prefix="parlor-node-")
        os.chmod(self.folder, 0o755)
        self.number, self.left, self.order = number, parts, []
        super().__init__(database.socket_path(), os.path.join(self.folder, f".s.PGSQL.{database.port}"))

    def ends(self, end, part):
        if end in self.near and end not in self.order:
            self.order.append(end)
        if self.order[self.number:] == [end]:
            self.left -= 1
            if self.left == 0:
                self._forget(self.pairs[end])
                self.pairs.pop(self.pairs[end])
                self.pairs[end] = None
        return False


def test_check(database):
    """The start's check of the journals is never answered: the node stops all the same. The check is the third
    connection, and asks about its fourth part; before that it connects and looks at the schema."""
    mutes = [Mute(database, 2, parts) for parts in (2, 3, 4, 5)]
    nodes = [Server("--store", database.url(mute.folder)) for mute in mutes]
    eventually(lambda: all(mute.left <= 0 for mute in mutes))
    for node in nodes:
        node.process.send_signal(signal.SIGTERM)
    equal([node.close() for node in nodes], [0] * 4, "nodes stop while a check of the database is not answered")
    equal([mute.left <= 0 for mute in mutes], [True] * 4, "each at another moment of the check")
    for mute in mutes:
        mute.close()
        shutil.rmtree(mute.folder, ignore_errors=True)


def test_goodbye(database):
    """A node that stops while PostgreSQL owes it an answer is not counted any more."""
    def backends(query="%"):
        return {row["pid"] for row in database.rows(f"SELECT pid FROM pg_stat_activity WHERE query LIKE '{query}' AND "
                                                    "backend_type = 'client backend' AND pid <> pg_backend_pid()")}

    def counted():
        return {row["node"] for row in database.rows("SELECT node FROM nodes")}

    def find():
        """The backend to which the node says every two seconds that it is there."""
        return backends("WITH me AS%") - others

    others, before = backends(), counted()
    node = Server("--store", database.url(), "--drain-seconds", "0")
    eventually(lambda: counted() - before and len(find()) == 1)
    (backend,) = find()
    os.kill(backend, signal.SIGSTOP)
    try:
        time.sleep(3)
        node.process.send_signal(signal.SIGTERM)
        time.sleep(0.7)
    finally:
        os.kill(backend, signal.SIGCONT)
    equal(node.close(), 0, "a node stops while the database owes it an answer")
    eventually(lambda: backend not in backends())
    equal(counted() - before, set(), "and is not counted any more")


with Postgres(settings={"fsync": "off"}) as shared:
    nodes = [Server("--store", shared.url(), "--bot-delay", "0") for _ in range(2)]
    try:
        test_game(shared, *nodes)
        test_bots(shared, *nodes)
        test_lobby(*nodes)
        test_presence(*nodes)
        test_code(*nodes)
        test_order(*nodes)
        test_clock(shared, *nodes)
        test_standstill(shared, *nodes)
        test_missed(shared, *nodes)
        test_listener(shared, *nodes)
        test_silence(shared, nodes[0])
        test_check(shared)
        test_goodbye(shared)
        test_death(shared, *nodes)
    finally:
        for node in nodes:
            node.close()
done()
