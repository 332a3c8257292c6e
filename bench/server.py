#!/usr/bin/env python3
"""The server under load: durable moves, latency, memory, connections, restart; --peers: compared with others.

Called by `bench/run server [--peers] [--seconds N] [--only PART...]`; parts: moves, latency, idle,
connections, restart, peers. The server is the release build with its database on this disk; its
clients are `parlor load` over real sockets on the same machine. The server's time is its own CPU
time (/proc/PID/task/*/schedstat), so other programs do not count, but they do slow latencies.
"""

import argparse
import json
import os
import shutil
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.dirname(HERE)
PEERS = os.path.join(HERE, "peers")
BUILD = os.path.join(SOURCE, sys.argv[1])
PARLOR = os.path.join(BUILD, "parlor")
TABLES = 50


def cpu_seconds(pid):
    """The CPU time of a process and its threads so far."""
    total = 0
    for task in os.listdir(f"/proc/{pid}/task"):
        with open(f"/proc/{pid}/task/{task}/schedstat", encoding="ascii") as file:
            total += int(file.read().split()[0])
    return total / 1e9


def mebibytes(pid, field="VmRSS"):
    with open(f"/proc/{pid}/status", encoding="ascii") as file:
        for line in file:
            if line.startswith(field + ":"):
                return int(line.split()[1]) / 1024
    return 0


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Parlor:
    """A Parlor server with its data in a folder on this disk."""

    def __init__(self):
        self.data = tempfile.mkdtemp(prefix="bench-server-", dir=BUILD)
        self.port = free_port()
        self.process = None
        self.start()

    def start(self):
        """Starts it, and returns the seconds until it answers."""
        began = time.monotonic()
        self.process = subprocess.Popen(
            [PARLOR, "serve", "--listen", "127.0.0.1", "--port", str(self.port), "--data", self.data,
             "--rate", "0", "--address-connections", "0"], stderr=subprocess.DEVNULL)
        while self.get("/healthz") != "ok\n":
            if self.process.poll() is not None or time.monotonic() > began + 60:
                raise RuntimeError("the server does not start")
            time.sleep(0.002)
        return time.monotonic() - began

    tls = None

    def connect(self):
        """For the tests' client."""
        return socket.create_connection(("127.0.0.1", self.port), 60)

    @property
    def pid(self):
        return self.process.pid

    def get(self, path):
        try:
            with socket.create_connection(("127.0.0.1", self.port), 30) as s:
                s.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
                data = b"".join(iter(lambda: s.recv(65536), b""))
            return data.partition(b"\r\n\r\n")[2].decode()
        except OSError:
            return ""

    def metric(self, name):
        for line in self.get("/metrics").splitlines():
            if line.startswith(f"parlor_{name} "):
                return float(line.split()[1])
        return 0.0

    def load(self, *args):
        """The output of `parlor load`."""
        run = subprocess.run([PARLOR, "load", "--port", str(self.port), *map(str, args)],
                             check=True, stdout=subprocess.PIPE)
        return json.loads(run.stdout)

    def close(self):
        if self.process.poll() is None:
            self.process.terminate()
            self.process.wait()
        shutil.rmtree(self.data, ignore_errors=True)


def row(name, value):
    print(f"  {name:<58} {value:>16}", flush=True)


def measure_moves(seconds):
    """Saturated tables: moves per second of the server's CPU, each on disk before it is seen."""
    best = 0
    print(f"moves, {TABLES} tables saturated, every move durable before it is seen (best of 3 times {seconds} s)")
    for game, seats in (("photograph", 2), ("smitten", 2), ("luz", 4)):
        rates = []
        for _ in range(3):
            server = Parlor()
            before = cpu_seconds(server.pid)
            got = server.load("--tables", TABLES, "--game", game, "--seats", seats, "--seconds", seconds)
            used = cpu_seconds(server.pid) - before
            commits = server.metric("commits_total")
            rates.append((got["moves"] / used, got["moves_per_second"], got["moves"] / max(commits, 1)))
            server.close()
        rates.sort()
        per_cpu, per_second, per_commit = rates[-1]
        best = per_cpu if game == "photograph" else best
        row(f"{game}, {seats} players: moves per second of server CPU", f"{per_cpu:,.0f}")
        row(f"    median {rates[1][0]:,.0f}; moves per second of time, per commit",
            f"{per_second:,.0f}, {per_commit:.1f}")
    return best


def measure_latency(seconds):
    print("latency, 1,000 tables of two with one move per second each, from sending a move until all players have its update")
    server = Parlor()
    before = cpu_seconds(server.pid)
    got = server.load("--tables", 1000, "--game", "photograph", "--seats", 2, "--rate", 1, "--seconds", seconds)
    row(f"p50 of {got['moves']:,} moves", f"{got['p50_ms']:.2f} ms")
    row("p99", f"{got['p99_ms']:.2f} ms")
    row("server CPU in all", f"{cpu_seconds(server.pid) - before:.1f} s of {seconds} s")
    row("time of a commit, mean",
        f"{1000 * server.metric('commit_seconds_sum') / max(server.metric('commit_seconds_count'), 1):.2f} ms")
    server.close()


def hold(server, tables, game, seats, look, *args):
    """Calls `look` while the tables are open; returns its result and that of the load."""
    found, result = [], []
    seconds = 6
    thread = threading.Thread(target=lambda: result.append(server.load(
        "--tables", tables, "--game", game, "--seats", seats, "--seconds", seconds, *args)))
    thread.start()
    until = time.monotonic() + 120
    while server.metric("connections") < tables * seats and time.monotonic() < until:
        time.sleep(0.1)
    time.sleep(seconds - 2)
    found.append(look())
    thread.join()
    return found[0], result[0]


def measure_idle():
    print("memory, 1,000 idle tables of two in play, and their 2,000 connections")
    server = Parlor()
    empty = mebibytes(server.pid)
    full, _ = hold(server, 1000, "photograph", 2, lambda: mebibytes(server.pid), "--idle")
    row("of the server before", f"{empty:.1f} MiB")
    row("with them", f"{full:.1f} MiB")
    row("per table with its two connections", f"{(full - empty) * 1024 / 1000:.1f} KiB")
    server.close()
    return full


def measure_connections():
    print("connections, 2,500 tables of four (Luz), one move per second at each")
    server = Parlor()

    def look():
        return server.metric("connections"), mebibytes(server.pid)

    (count, memory), got = hold(server, 2500, "luz", 4, look, "--rate", 1)
    row("held", f"{count:,.0f}")
    row("moves per second; p50, p99",
        f"{got['moves_per_second']:,}; {got['p50_ms']:.0f}, {got['p99_ms']:.0f} ms")
    row("memory of the server", f"{memory:.1f} MiB")
    server.close()


def open_all(server, tables):
    """Seconds until one client has opened every table, so that each was read from its journal."""
    sys.path.insert(0, os.path.join(SOURCE, "tests", "server"))
    sys.argv = [sys.argv[0], PARLOR, SOURCE]
    from parlor_server import Client

    client = Client(server)
    began = time.monotonic()
    for at in range(0, len(tables), 20):
        part = tables[at:at + 20]
        for table in part:
            client.request("open", table=table)
            number = client.request("close", table=table)
        client.reply(number)
    assert not any(m.get("error") for m in client.inbox)
    client.close()
    return time.monotonic() - began


def measure_restart():
    print("restart with 10,000 unfinished tables in the database")
    server = Parlor()
    for _ in range(4):
        server.load("--tables", 2500, "--game", "photograph", "--seats", 2, "--seconds", 4, "--rate", 1)
    server.process.kill()
    server.process.wait()
    db = sqlite3.connect(os.path.join(server.data, "parlor.db"))
    tables = [row[0] for row in db.execute("SELECT id FROM tables WHERE phase = 1")]
    events = db.execute("SELECT count(*) FROM events").fetchone()[0]
    db.close()
    seconds = server.start()
    row(f"after kill -9, {len(tables):,} tables and {events:,} events: until it answers", f"{seconds:.2f} s")
    before = cpu_seconds(server.pid)
    took = open_all(server, tables)
    row("then one client opens each; server CPU for that",
        f"{took:.1f} s; {cpu_seconds(server.pid) - before:.2f} s")
    server.process.kill()
    server.process.wait()
    db = sqlite3.connect(os.path.join(server.data, "parlor.db"))
    with db:  # as if a clock had run out at every table
        db.execute("UPDATE tables SET due = 1")
    db.close()
    row("until it answers when a clock has run out at every table", f"{server.start():.2f} s")
    server.close()


def run_peer(name, tables, seconds, *idle):
    """(moves per second of CPU, memory) of a peer with this many tables of two."""
    port = free_port()
    server = subprocess.Popen(["node", f"{name}-server.js", str(port)], cwd=PEERS, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, env={**os.environ, "NODE_ENV": "production"})
    server.stdout.readline()
    client = subprocess.Popen(["node", f"{name}-client.js", str(port), str(tables), str(seconds), *idle], cwd=PEERS,
                              stdout=subprocess.PIPE)
    client.stdout.readline()  # "ready": it has warmed up
    before = cpu_seconds(server.pid)
    time.sleep(max(seconds - 1, 1))
    memory = mebibytes(server.pid)
    got = json.loads(client.stdout.readline())
    used = cpu_seconds(server.pid) - before
    client.wait()
    server.terminate()
    server.wait()
    return got["moves"] / max(used, 1e-9), memory


def measure_peers(seconds, ours, our_memory):
    print(f"peers, in memory (nothing on disk), {TABLES} tables of two saturated, and 1,000 idle tables of two")
    if not os.path.isdir(os.path.join(PEERS, "node_modules")):
        subprocess.run(["npm", "ci", "--silent", "--ignore-scripts", "--no-audit", "--no-fund"], cwd=PEERS, check=True)
    row("Parlor, Photograph, every move durable", f"{ours:,.0f} moves/CPU-s, {our_memory:.0f} MiB")
    for name, title in (("boardgame", "boardgame.io 0.50"), ("colyseus", "Colyseus 0.16")):
        rate = max(run_peer(name, TABLES, seconds)[0] for _ in range(3))
        memory = run_peer(name, 1000, 6, "idle")[1]
        row(title, f"{rate:,.0f} moves/CPU-s, {memory:.0f} MiB")
        row(f"    Parlor does {ours / rate:.1f} times as many moves, in {our_memory / memory:.2f} of the memory", "")


def hurry(on):
    """Sets whether new processes get real-time priority over all other work of the machine."""
    kind = os.SCHED_RR if on else os.SCHED_OTHER
    if os.sched_getscheduler(0) != kind:
        os.sched_setscheduler(0, kind, os.sched_param(1 if on else 0))


def main():
    parser = argparse.ArgumentParser(prog="bench/run server", description=__doc__.splitlines()[0])
    parser.add_argument("build", help=argparse.SUPPRESS)
    parser.add_argument("--peers", action="store_true", help="compare with boardgame.io and Colyseus (npm)")
    parser.add_argument("--seconds", type=int, default=10, help="of each run (10)")
    parser.add_argument("--urgent", action="store_true", help="priority over other work of a shared machine; real time for latencies (root)")
    parser.add_argument("--only", nargs="+", default=[], metavar="PART")
    args = parser.parse_args()
    if args.urgent:
        os.nice(-15)
    parts = args.only or ["moves", "latency", "idle", "connections", "restart"] + ["peers"] * args.peers
    peers = args.peers or "peers" in parts
    ours = measure_moves(args.seconds) if "moves" in parts or peers else 0
    hurry(args.urgent)
    if "latency" in parts:
        measure_latency(2 * args.seconds)
    if "connections" in parts:
        measure_connections()
    hurry(False)
    memory = measure_idle() if "idle" in parts or peers else 0
    if "restart" in parts:
        measure_restart()
    if peers:
        measure_peers(args.seconds, ours, memory)


if __name__ == "__main__":
    main()
