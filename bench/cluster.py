#!/usr/bin/env python3
"""Several nodes on PostgreSQL: moves of one node beside SQLite's, of 1, 2 and 4 nodes, latency within and across nodes.

Called by `bench/run cluster [--seconds N] [--only PART...]`; parts: moves, nodes, latency, affinity, death, tables.
PostgreSQL is a real one with its usual safe settings (fsync, synchronous commits), on this disk and this machine: it
shares the cores with the nodes and with the clients, so moves per second of time are bound by CPU. A node's time is its
own CPU time, as in `bench/run server`.
"""

import argparse
import itertools
import json
import os
import random
import re
import statistics
import subprocess
import sys
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[1:1] = [HERE, os.path.join(HERE, "..", "tests", "cluster"), os.path.join(HERE, "..", "tests", "server")]
OWN = sys.argv[2:]
sys.argv[2:] = []
from server import PARLOR, Parlor, beside, cpu_seconds, row  # noqa: E402
sys.argv[1:] = [PARLOR, os.path.join(HERE, "..")]
from balancer import Haproxy  # noqa: E402
from history import GONE  # noqa: E402
from parlor_server import Client, Closed  # noqa: E402
from postgres import Postgres  # noqa: E402

TABLES = 50
PARTS = ["moves", "nodes", "latency", "affinity", "death", "tables"]


class Astray(Haproxy):
    """A balancer that takes no heed of tables: each connection goes to the next node."""

    def configure(self, ports):
        text = super().configure(ports)
        changed = re.sub(r"balance uri [^\n]*", "balance roundrobin", text)
        assert changed != text
        return changed


class Node(Parlor):
    """A Parlor server on a shared database."""

    def __init__(self, url, *more):
        self.more = ["--store", url, "--user", "nobody", *more]
        super().__init__()


def database_seconds(database):
    return sum(cpu_seconds(pid) for pid in database.processes())


def log_bytes(database):
    """How much PostgreSQL has written to its log so far."""
    return int(float(database.sql("SELECT pg_current_wal_lsn() - '0/0'::pg_lsn")))


def start_load(port, seconds, *more, game="photograph", seats=2):
    return subprocess.Popen([PARLOR, "load", "--port", str(port), "--tables", str(TABLES), "--game", game, "--seats",
                             str(seats), "--seconds", str(seconds), *more], stdout=subprocess.PIPE)


def run_load(servers, seconds):
    """All servers under load at once; their results, and the CPU seconds of each."""
    before = [cpu_seconds(server.pid) for server in servers]
    loads = [start_load(server.port, seconds) for server in servers]
    results = [json.loads(load.communicate()[0]) for load in loads]
    return results, [cpu_seconds(server.pid) - was for server, was in zip(servers, before)]


def measure_moves(seconds):
    print(f"moves, Photograph, {TABLES} tables of two saturated, one node; SQLite and PostgreSQL in turn, 3 times {seconds} s")
    with Postgres() as database:
        found = {"SQLite": [], "PostgreSQL": []}
        for _ in range(3):
            for name in found:
                server = Parlor() if name == "SQLite" else Node(database.url())
                spent, log = database_seconds(database), log_bytes(database)
                (got,), (used,) = run_load([server], seconds)
                spent = (database_seconds(database) - spent) / max(got["moves"], 1) * 1e6
                log = (log_bytes(database) - log) / max(got["moves"], 1)
                server.close()
                found[name].append((got["moves"] / used, got["moves_per_second"], got["p50_ms"], got["p99_ms"], spent, log))
    for name, runs in found.items():
        best = max(runs)
        row(f"{name}: moves per second of the node's CPU, best (median)",
            f"{best[0]:,.0f} ({statistics.median(run[0] for run in runs):,.0f})")
        row("    moves per second of time; p50, p99", f"{best[1]:,.0f}; {best[2]:.1f}, {best[3]:.1f} ms")
    row("    CPU of PostgreSQL's own processes per move", f"{statistics.median(r[4] for r in found['PostgreSQL']):.0f} µs")
    row("    bytes of its log per move", f"{statistics.median(r[5] for r in found['PostgreSQL']):,.0f}")
    ratio = statistics.median(r[0] for r in found["PostgreSQL"]) / statistics.median(r[0] for r in found["SQLite"])
    row("    PostgreSQL / SQLite, medians", f"{ratio:.2f}")


def measure_nodes(seconds):
    print(f"nodes, Photograph, {TABLES} tables of two saturated at each node, its players there ({os.cpu_count()} cores for all)")
    with Postgres() as database:
        first = 0
        for count in (1, 2, 4):
            nodes = [Node(database.url()) for _ in range(count)]
            results, used = run_load(nodes, seconds)
            conflicts = sum(node.metric("store_conflicts_total") for node in nodes)
            for node in nodes:
                node.close()
            moves = sum(got["moves"] for got in results)
            first = first or moves
            row(f"{count} nodes: moves per second of time; of the nodes' CPU",
                f"{moves / seconds:,.0f}; {moves / sum(used):,.0f}")
            row("    beside one node; conflicts", f"{moves / first:.2f}; {conflicts:.0f}")


def time_moves(one, two, moves):
    """Milliseconds from sending a move until the other player has its update."""
    times, chance = [], random.Random(1)
    while len(times) < moves:
        people = [Client(one), Client(two)]
        table = people[0].ask("create", game="photograph", seats=2, bots=[])["table"]
        people[1].ask("sit", table=table)
        people[0].ask("start", table=table)
        for person in people:
            person.until(lambda c: c.tables.get(table, {}).get("view"))
        while people[0].tables[table].get("phase") != "over" and len(times) < moves:
            for person, other in (people, people[::-1]):
                person.drain(0.002)
                state = person.tables[table]
                if not state.get("legal") or state.get("phase") == "over":
                    continue
                began, n = time.perf_counter(), state["n"]
                person.request("move", table=table, text=chance.choice(state["legal"]))
                other.until(lambda c, n=n: c.tables[table]["n"] > n)
                times.append((time.perf_counter() - began) * 1000)
        for person in people:
            person.close()
    return sorted(times)


def measure_latency(_):
    print("latency, one table, 400 moves: from sending a move until the other player has its update")
    with Postgres() as database:
        nodes = [Node(database.url()) for _ in range(2)]
        for name, pair in (("on one node", (nodes[0], nodes[0])), ("across two nodes", nodes)):
            times = time_moves(*pair, 400)
            row(f"{name}: p50, p99", f"{times[200]:.1f}, {times[396]:.1f} ms")
        for node in nodes:
            node.close()


def measure_affinity(seconds):
    print(f"affinity, {TABLES} tables saturated, three nodes behind haproxy: all people of a table at one node, or at any")
    for game, seats in (("photograph", 2), ("null", 3)):
        for name, kind in (("at one node", Haproxy), ("at any node", Astray)):
            with Postgres() as database:
                nodes = [Node(database.url(), "--paths") for _ in range(3)]
                balancer = kind(nodes)
                got = json.loads(start_load(balancer.port, seconds, "--paths", game=game, seats=seats).communicate()[0])
                conflicts = sum(node.metric("store_conflicts_total") for node in nodes)
                balancer.close()
                for node in nodes:
                    node.close()
            row(f"{game} of {seats}, {name}: moves per second; p50, p99",
                f"{got['moves_per_second']:,.0f}; {got['p50_ms']:.1f}, {got['p99_ms']:.1f} ms")
            row("    conflicts; per 1,000 moves", f"{conflicts:.0f}; {conflicts / max(got['moves'], 1) * 1000:.1f}")


class Player(threading.Thread):
    """Somebody at a table who moves when it is time, and comes back as the page does (web/src/lib/transport.ts)."""

    FIRST, LONGEST = 0.5, 30  # seconds before the first try, and at most

    def __init__(self, server, seed, table=None):
        super().__init__(daemon=True)
        self.server, self.table = server, table
        self.chance = random.Random(seed)
        self.stopping, self.lost, self.back, self.error = False, False, None, None
        self.client = Client(server)
        if table is None:
            self.table = self.client.ask("create", game="photograph", seats=2, bots=[])["table"]
        else:
            self.client.ask("sit", table=table)
            self.client.ask("start", table=table)
        self.cookie = self.client.cookie
        self.connect(True)

    def connect(self, by_table):
        self.client.close()
        self.client = Client(self.server, cookie=self.cookie, path=f"/ws/{self.table}" if by_table else "/ws")
        if not self.client.ask("open", table=self.table).get("ok"):
            raise Closed()
        self.client.until(lambda c: self.table in c.tables, 5)

    def come_back(self):
        for tries in itertools.count():
            time.sleep(min(self.LONGEST, self.FIRST * 2 ** tries) * self.chance.uniform(0.75, 1.25))
            try:
                self.connect(tries % 2 == 0)
                if self.client.ask("talk", table=self.table, phrase="thanks").get("ok"):
                    self.back = time.perf_counter()
                    return
            except GONE:
                pass

    def run(self):
        try:
            while not self.stopping:
                try:
                    self.client.drain(0.2)
                    legal = self.client.tables[self.table].get("legal")
                    if legal and self.chance.random() < 0.1:
                        self.client.ask("move", table=self.table, text=self.chance.choice(legal))
                except GONE:
                    self.lost = True
                    self.come_back()
        except Exception as error:  # pylint: disable=broad-except
            self.error = error

    def stop(self):
        self.stopping = True
        self.join(30)
        self.client.close()


def kill_a_node(seed, tables):
    """The seconds from a node's death until each of its people plays on: has the table again, and is answered there."""
    with Postgres() as database:
        nodes = [Node(database.url(), "--paths") for _ in range(3)]
        balancer = Haproxy(nodes)
        people = []
        for i in range(tables):
            people.append(Player(balancer, 1000 * seed + 2 * i))
            people.append(Player(balancer, 1000 * seed + 2 * i + 1, people[-1].table))
        for person in people:
            person.start()
        time.sleep(3)
        nodes[0].process.kill()
        killed = time.perf_counter()
        until = time.time() + 30
        while time.time() < until and (time.time() < until - 24 or any(p.lost and p.back is None for p in people)):
            time.sleep(0.05)
        for person in people:
            person.stop()
        errors = [person.error for person in people if person.error is not None]
        if errors:
            raise errors[0]
        balancer.close()
        for node in nodes:
            node.close()
        return [(p.back or float("inf")) - killed for p in people if p.lost]


def measure_death(_):
    print("death of a node by kill -9, three nodes behind haproxy, 60 people at 30 tables: until each person plays on")
    deaths = [sorted(kill_a_node(seed, 30)) for seed in range(5)]
    every = sorted(time for death in deaths for time in death)
    row("people who lost their connection, of 300", f"{len(every)}")
    row("until they play on: median, 95 %, longest (a page waits for 0.4 to 0.6 s before it comes back)",
        f"{statistics.median(every):.2f}, {every[int(len(every) * 0.95)]:.2f}, {every[-1]:.2f} s")
    row("the last person of each death: median", f"{statistics.median(death[-1] for death in deaths):.2f} s")


# Of 100,000 tables: open and in the lobby, in play with a live clock that is due, in play, finished.
KINDS = {"listed": 2000, "due": 1000, "running": 7000, "finished": 90000}


def make_table(one, two, kind):
    """A table of this kind, made by people; the others are its copies."""
    clock = {"clock": {"kind": "live", "move": 3600, "bank": 0}} if kind == "due" else {}
    table = one.ask("create", game="null", seats=2, bots=[], listed=kind == "listed", **clock)["table"]
    if kind == "listed":
        return table
    two.ask("sit", table=table)
    for person in (one, two):
        person.until(lambda c: c.tables.get(table, {}).get("phase") == "play")
    if kind == "finished":
        for person in (one, two):
            person.ask("move", table=table, text="show")
        one.until(lambda c: c.tables[table]["phase"] == "over")
    return table


def copy_table(database, table, first, count):
    """So many tables with the same journal, and rows like the table's."""
    for start in range(first, first + count, 5000):
        several = f"generate_series({start}, {min(start + 5000, first + count) - 1}) i"
        new = "'x' || lpad(i::text, 15, '0')"
        database.sql(f"""
            INSERT INTO heads(table_id, last) SELECT {new}, last FROM {several}, heads WHERE table_id = '{table}';
            INSERT INTO events SELECT {new}, n, at, text, turn FROM {several}, events WHERE table_id = '{table}';
            INSERT INTO listings SELECT {new}, i, i FROM {several}, listings WHERE table_id = '{table}';
            INSERT INTO tables SELECT {new}, phase, listed, due, due_date, changed, replace(row, '{table}', {new}),
                shelf, seen FROM {several}, tables WHERE id = '{table}'""")


def fill(database):
    """The tables; returns the first number of each kind."""
    node = Node(database.url())
    one, two = Client(node), Client(node)
    firsts, first = {}, 0
    for kind, count in KINDS.items():
        table = make_table(one, two, kind)
        copy_table(database, table, first, count)
        if kind == "due":
            database.sql(f"UPDATE tables SET due = 0 WHERE id >= 'x{first:015}' AND id < 'x{first + count:015}'")
        firsts[kind], first = first, first + count
    one.close(), two.close()
    node.close()
    database.sql("ANALYZE")
    return firsts


def time_each(ask, arguments):
    times = []
    for argument in arguments:
        began = time.perf_counter()
        reply = ask(argument)
        times.append((time.perf_counter() - began) * 1000)
        assert "error" not in reply, reply
    return statistics.median(times)


def measure_tables(_):
    print("100,000 tables in the database: " + ", ".join(f"{count:,} {kind}" for kind, count in KINDS.items()))
    with Postgres() as database:
        firsts = fill(database)
        events = int(database.sql("SELECT count(*) FROM events"))
        due = "SELECT count(*) FROM tables WHERE phase = 1 AND due <= (SELECT number FROM meta WHERE name = 'count')"
        before = int(database.sql(due))
        began = time.perf_counter()
        node = Node(database.url())
        row("a node's start, until it answers", f"{(time.perf_counter() - began) * 1000:.0f} ms")
        while int(database.sql(due)) > 0:
            time.sleep(0.01)
        row(f"until it has looked after {before:,} tables that seemed due", f"{time.perf_counter() - began:.2f} s")
        plan = database.sql("EXPLAIN (ANALYZE, FORMAT JSON) SELECT id FROM tables WHERE phase = 1 AND (due <= 1 OR"
                            " due_date <= 1) AND NOT EXISTS (SELECT 1 FROM watchers JOIN nodes USING (node) WHERE table_id = id"
                            " AND nodes.seen > clock_timestamp() - interval '6 seconds')")
        row("the query for due tables, when none is", f"{json.loads(plan)[0]['Execution Time']:.2f} ms")
        me = Client(node)
        for name, ask in (("a new table", lambda i: me.ask("create", game="photograph", seats=2, bots=[])),
                          ("the lobby", lambda i: me.ask("lobby", watch=True)), ("one's own tables", lambda i: me.ask("mine"))):
            row(f"{name}: median", f"{time_each(ask, range(20)):.2f} ms")
        me.close()
        for kind in ("listed", "running", "finished"):
            me = Client(node)
            ids = [f"x{firsts[kind] + i:015}" for i in range(20)]
            assert me.ask("open", table=f"x{firsts[kind] + 30:015}").get("ok")
            row(f"opening one that is {kind}: median", f"{time_each(lambda i: me.ask('open', table=i), ids):.2f} ms")
            me.close()
        size = int(database.sql("SELECT pg_database_size('parlor')"))
        row("the database; events", f"{size / 1e9:.2f} GB; {events:,}")
        node.close()


parser = argparse.ArgumentParser(prog="bench/run cluster")
parser.add_argument("--seconds", type=int, default=8)
parser.add_argument("--only", nargs="+", choices=PARTS, default=PARTS)
options = parser.parse_args(OWN)
for part in options.only:
    beside({"moves": measure_moves, "nodes": measure_nodes, "latency": measure_latency, "affinity": measure_affinity,
            "death": measure_death, "tables": measure_tables}[part], options.seconds)
