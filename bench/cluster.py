#!/usr/bin/env python3
"""Several nodes on PostgreSQL: moves of one node beside SQLite's, of 1, 2 and 4 nodes, latency within and across nodes.

Called by `bench/run cluster [--seconds N] [--only PART...]`; parts: moves, nodes, latency, affinity, death, tables.
PostgreSQL is a real one with its usual safe settings (fsync, synchronous commits), on this disk and this machine: it
shares the cores with the nodes and with the clients, so moves per second of time are bound by CPU. A node's time is its
own CPU time, as in `bench/run server`.
"""

import argparse
import json
import os
import random
import re
import statistics
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[1:1] = [HERE, os.path.join(HERE, "..", "tests", "cluster"), os.path.join(HERE, "..", "tests", "server")]
OWN = sys.argv[2:]
sys.argv[2:] = []
from server import PARLOR, Parlor, beside, cpu_seconds, row  # noqa: E402
sys.argv[1:] = [PARLOR, os.path.join(HERE, "..")]
from balancer import Haproxy  # noqa: E402
from history import History  # noqa: E402
from parlor_server import Client  # noqa: E402
from players import Crowd  # noqa: E402
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


class Timed(History):
    """A history that knows when each entry was made."""

    def add(self, **entry):
        super().add(at=time.perf_counter(), **entry)

    def answers(self):
        """(table, time) of each request at a table that was answered `ok`."""
        asked = {(e["conn"], e["id"]): e.get("table") for e in self.entries if e["kind"] == "ask"}
        for e in self.entries:
            if e["kind"] == "answer" and e.get("ok") and asked.get((e["conn"], e["re"])):
                yield asked[e["conn"], e["re"]], e["at"]


def measure_death(_):
    print("death of a node by kill -9, three nodes behind haproxy, 30 tables: until all tables are played on; 5 deaths")
    longest = []
    for seed in range(5):
        with Postgres() as database:
            nodes = [Node(database.url(), "--paths") for _ in range(3)]
            balancer, history = Haproxy(nodes), Timed()
            crowd = Crowd(balancer, history, 30, seed=100 * seed)
            crowd.play_until(oks=1500)
            killed = time.perf_counter()
            nodes[0].process.kill()
            time.sleep(8)
            crowd.join()
            balancer.close()
            for node in nodes:
                node.close()
        over = {e["message"]["table"] for e in history.entries
                if e["kind"] == "told" and e["message"].get("phase") == "over"}
        answers = list(history.answers())
        after = {table: [at for t, at in answers if t == table and at > killed] for table, at in answers
                 if killed - 1 < at < killed}
        longest.append(max(min(times) - killed if times else 0 if table in over else float("inf")
                           for table, times in after.items()))
    row("until all go on: median, longest (a person waits 0.05 s before coming back, then twice as long)",
        f"{statistics.median(longest):.2f}, {max(longest):.2f} s")


def measure_tables(_):
    print("100,000 tables of 20 events in the database")
    with Postgres() as database:
        node = Node(database.url())
        me = Client(node)
        table = me.ask("create", game="photograph", seats=2, bots=[])["table"]
        for first in range(0, 100000, 5000):
            database.sql(f"""
                INSERT INTO heads(table_id, last) SELECT 'x' || lpad(i::text, 15, '0'), 19
                    FROM generate_series({first}, {first + 4999}) i;
                INSERT INTO events SELECT 'x' || lpad(i::text, 15, '0'), k, e.at, e.text, 0
                    FROM generate_series({first}, {first + 4999}) i, generate_series(0, 19) k,
                    (SELECT at, text FROM events WHERE table_id = '{table}' AND n = 0) e;
                INSERT INTO tables SELECT 'x' || lpad(i::text, 15, '0'), 0, 0, t.due, t.due_date, t.changed, t.row, 0, t.seen
                    FROM generate_series({first}, {first + 4999}) i, (SELECT * FROM tables WHERE id = '{table}') t""")
        database.sql("ANALYZE")
        for name, ask in (("a new table", lambda: me.ask("create", game="photograph", seats=2, bots=[])),
                          ("the lobby", lambda: me.ask("lobby")), ("one's own tables", lambda: me.ask("mine"))):
            times = []
            for _ in range(20):
                began = time.perf_counter()
                ask()
                times.append((time.perf_counter() - began) * 1000)
            row(f"{name}: median", f"{statistics.median(times):.2f} ms")
        size = int(database.sql("SELECT pg_database_size('parlor')"))
        row("the database", f"{size / 1e9:.2f} GB")
        me.close()
        node.close()


parser = argparse.ArgumentParser(prog="bench/run cluster")
parser.add_argument("--seconds", type=int, default=8)
parser.add_argument("--only", nargs="+", choices=PARTS, default=PARTS)
options = parser.parse_args(OWN)
for part in options.only:
    beside({"moves": measure_moves, "nodes": measure_nodes, "latency": measure_latency, "affinity": measure_affinity,
            "death": measure_death, "tables": measure_tables}[part], options.seconds)
