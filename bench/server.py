#!/usr/bin/env python3
"""The server under load: durable moves, latency, memory, connections, restart; --peers: compared with others.

Called by `bench/run server [--peers] [--seconds N] [--only PART...]`; parts: moves, latency, idle,
connections, restart, calls, peers. The server is the release build with its database on this disk;
its clients are `parlor load` over real sockets on the same machine. The server's time is its own CPU
time (/proc/PID/task/*/schedstat), so other programs do not count, but they do slow latencies; each
part says how much of the machine they used meanwhile. `--perf` writes all figures of the run into
PERF.md, peers included.
"""

import argparse
import json
import os
import platform
import re
import resource
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
PARTS = ["moves", "latency", "idle", "connections", "restart", "calls"]
MARKS = "<!-- figures of bench/run server -->", "<!-- end of figures -->"  # in PERF.md
COMMAND = "./bench/run server " + " ".join(sys.argv[2:])


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

    more = []  # further arguments

    def __init__(self, *under):
        self.under = under  # a command that runs it
        self.data = tempfile.mkdtemp(prefix="bench-server-", dir=BUILD)
        self.port = free_port()
        self.process = None
        self.start()

    def start(self):
        """Starts it, and returns the seconds until it answers."""
        began = time.monotonic()
        self.process = subprocess.Popen(
            [*self.under, PARLOR, "serve", "--listen", "127.0.0.1", "--port", str(self.port), "--data", self.data,
             "--rate", "0", "--address-connections", "0", *self.more, *(["--sandbox", "off"] if self.under else [])],
            stderr=subprocess.DEVNULL)
        while self.get("/healthz") != "ok\n":
            if self.process.poll() is not None or time.monotonic() > began + 60:
                raise RuntimeError("the server does not start")
            time.sleep(0.002)
        return time.monotonic() - began

    tls = None

    def connect(self):
        """For the tests' client."""
        return socket.create_connection(("127.0.0.1", self.port), 60)

    def children(self):
        with open(f"/proc/{self.pid}/task/{self.pid}/children", encoding="ascii") as file:
            return list(map(int, file.read().split()))

    @property
    def pid(self):
        return self.process.pid

    def get(self, path):
        try:
            with socket.create_connection(("127.0.0.1", self.port), 30) as s:
                s.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
                data = b"".join(iter(lambda: s.recv(65536), b""))
            return data.partition(b"\r\n\r\n")[2].decode()
        except OSError:
            return ""

    def metric(self, name):
        for line in self.get("/metrics").splitlines():
            if line.startswith(f"parlor_{name} "):
                return float(line.split()[1])
        raise KeyError(name)

    def load(self, *args):
        """The output of `parlor load`."""
        run = subprocess.run([PARLOR, "load", "--port", str(self.port), *map(str, args)],
                             check=True, stdout=subprocess.PIPE)
        return json.loads(run.stdout)

    def close(self):
        if self.process.poll() is None:
            if self.under:  # strace ends with its child
                subprocess.run(["kill", *map(str, self.children())], check=True)
            else:
                self.process.terminate()
            self.process.wait()
        shutil.rmtree(self.data, ignore_errors=True)


FIGURES, PEER_FIGURES = [], []  # rows for PERF.md
LOADS = []  # cores that other programs used, in each part


def row(name, value):
    print(f"  {name:<58} {value:>16}", flush=True)


def figure(name, value):
    """A row of PERF.md."""
    FIGURES.append((name, value))


def busy_seconds():
    """The CPU time of the whole machine and of this run's processes, so far."""
    with open("/proc/stat", encoding="ascii") as file:
        ticks = list(map(int, file.readline().split()[1:]))
    ours = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    everything = sum(ticks[:8]) - ticks[3] - ticks[4]  # neither idle nor waiting for the disk
    return everything / os.sysconf("SC_CLK_TCK"), sum(u.ru_utime + u.ru_stime for u in ours)


def beside(measure, *args):
    """Measures, and says what other programs used of the machine meanwhile. Its processes have ended by then."""
    began, (busy, ours) = time.monotonic(), busy_seconds()
    result = measure(*args)
    busy_now, ours_now = busy_seconds()
    others = max(busy_now - busy - (ours_now - ours), 0) / (time.monotonic() - began)
    row("meanwhile: other programs; load average", f"{others:.2f} of {os.cpu_count()} cores; {os.getloadavg()[0]:.1f}")
    LOADS.append(others)
    return result


def run_parlor(game, seats, seconds):
    """Of saturated tables: moves per second of CPU, per second of time, per commit; bytes per move and player, moves."""
    server = Parlor()
    before = cpu_seconds(server.pid)
    got = server.load("--tables", TABLES, "--game", game, "--seats", seats, "--seconds", seconds)
    used = cpu_seconds(server.pid) - before
    commits = server.metric("commits_total")
    server.close()
    return (got["moves"] / used, got["moves_per_second"], got["moves"] / max(commits, 1),
            got["bytes_per_move_and_player"], got["moves"])


def measure_moves(seconds):
    """Saturated tables: moves per second of the server's CPU, each on disk before it is seen."""
    print(f"moves, {TABLES} tables saturated, every move durable before it is seen (best of 3 times {seconds} s)")
    for game, seats in (("photograph", 2), ("smitten", 2), ("luz", 4)):
        rates = sorted(run_parlor(game, seats, seconds) for _ in range(3))
        per_cpu, per_second, per_commit = rates[-1][:3]
        row(f"{game}, {seats} players: moves per second of server CPU", f"{per_cpu:,.0f}")
        figure(f"{game.capitalize()}, {seats} players, {TABLES} tables saturated: "
               "moves per second of server CPU (best of 3; median)", f"{per_cpu:,.0f} ({rates[1][0]:,.0f})")
        row(f"    median {rates[1][0]:,.0f}; moves per second of time, per commit",
            f"{per_second:,.0f}, {per_commit:.1f}")
        row(f"    bytes a move and player, over {rates[-1][4]:,} moves", f"{rates[-1][3]:,}")


def measure_latency(seconds):
    print("latency, 1,000 tables of two with one move per second each, from sending a move until all players have its update")
    server = Parlor()
    before = cpu_seconds(server.pid)
    got = server.load("--tables", 1000, "--game", "photograph", "--seats", 2, "--rate", 1, "--seconds", seconds)
    row(f"p50 of {got['moves']:,} moves", f"{got['p50_ms']:.2f} ms")
    row("p99", f"{got['p99_ms']:.2f} ms")
    figure("1,000 tables of two, one move per second each: "
           "p50, p99 from sending a move until all players have its update",
           f"{got['p50_ms']:.2f} ms, {got['p99_ms']:.1f} ms")
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
    figure("1,000 idle tables of two in play, with their connections: memory of the server", f"{full:.1f} MiB")
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
    figure(f"{count:,.0f} connections on 2,500 tables of four (Luz), {got['moves_per_second']:,} moves per second: "
           "p50, p99; memory",
           f"{got['p50_ms']:.1f} ms, {got['p99_ms']:.0f} ms; {memory:.0f} MiB")
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
    figure(f"restart after `kill -9` with {len(tables):,} unfinished tables ({events:,} events) until it answers",
           f"{seconds:.2f} s")
    row(f"after kill -9, {len(tables):,} tables and {events:,} events: until it answers", f"{seconds:.2f} s")
    before = cpu_seconds(server.pid)
    took = open_all(server, tables)
    used = cpu_seconds(server.pid) - before
    row("then one client opens each; server CPU for that", f"{took:.1f} s; {used:.2f} s")
    figure("reading all of them from their journals: server CPU", f"{used:.2f} s")
    server.process.kill()
    server.process.wait()
    db = sqlite3.connect(os.path.join(server.data, "parlor.db"))
    with db:  # as if a clock had run out at every table
        db.execute("UPDATE tables SET due = 1")
    db.close()
    seconds = server.start()
    row("until it answers when a clock has run out at every table", f"{seconds:.2f} s")
    figure("restart as if a clock had run out at each of them", f"{seconds:.2f} s")
    server.close()


def measure_calls():
    """System calls a move, counted by strace, which slows the server: more moves share a commit than without it."""
    print(f"system calls a move, {TABLES} tables saturated (strace -c)")
    if not shutil.which("strace"):
        row("strace is not installed", "")
        return
    for game, seats in (("photograph", 2), ("luz", 4)):
        with tempfile.TemporaryDirectory() as folder:
            counts = os.path.join(folder, "counts")
            server = Parlor("strace", "-c", "-f", "-o", counts)
            got = server.load("--tables", TABLES, "--game", game, "--seats", seats, "--seconds", 6)
            moves, commits = server.metric("moves_total"), server.metric("commits_total")
            server.close()
            with open(counts, encoding="ascii") as file:
                lines = re.finditer(r"^ *[\d.]+ +[\d.]+ +\d+ +(\d+) +(?:\d+ +)?(\w+)$", file.read(), re.M)
            found = {line[2]: int(line[1]) for line in lines}
        names = ("recvfrom", "sendto", "pwrite64", "fdatasync", "fcntl", "epoll_wait")
        row(f"{game}: {got['moves']:,} moves, {moves / max(commits, 1):.0f} a commit; all calls",
            f"{found.pop('total', 0) / moves:.2f}")
        row("    " + ", ".join(f"{name} {found.get(name, 0) / moves:.2f}" for name in names), "")


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


def install_peers():
    """Installs exactly the packages of the lock file, unless they are there."""
    there, wanted = (os.path.join(PEERS, name) for name in ("node_modules/.package-lock.json", "package-lock.json"))
    if not os.path.exists(there) or os.path.getmtime(there) < os.path.getmtime(wanted):
        subprocess.run(["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"], cwd=PEERS, check=True,
                       stdout=subprocess.DEVNULL)


def measure_peers(seconds, our_memory):
    """In turns, so that all of them meet the same machine."""
    print(f"peers, in memory (nothing on disk), {TABLES} tables of two saturated, and 1,000 idle tables of two")
    rates = {"parlor": 0, "boardgame": 0, "colyseus": 0}
    for _ in range(3):
        for name in rates:
            rate = run_parlor("photograph", 2, seconds) if name == "parlor" else run_peer(name, TABLES, seconds)
            rates[name] = max(rates[name], rate[0])
    ours = rates["parlor"]
    row("Parlor, Photograph, every move durable (best of 3)", f"{ours:,.0f} moves/CPU-s, {our_memory:.0f} MiB")
    PEER_FIGURES.append(("Parlor, every move durable", f"{ours:,.0f}", "", f"{our_memory:.0f} MiB", ""))
    for name, title in (("boardgame", "boardgame.io 0.50.2"), ("colyseus", "Colyseus 0.16")):
        rate, memory = rates[name], run_peer(name, 1000, 6, "idle")[1]
        row(title, f"{rate:,.0f} moves/CPU-s, {memory:.0f} MiB")
        row(f"    Parlor does {ours / rate:.1f} times as many moves, in {our_memory / memory:.2f} of the memory", "")
        PEER_FIGURES.append((title, f"{rate:,.0f}", f"{ours / rate:.1f} times", f"{memory:.0f} MiB",
                             f"{our_memory / memory:.2f}"))


def machine():
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        model = re.search(r"model name\s*: (.*)", file.read())
    return f"{model[1] if model else platform.machine()}, {os.cpu_count()} cores"


def commit():
    found = subprocess.run(["git", "describe", "--always", "--dirty"], cwd=SOURCE, check=False,
                           stdout=subprocess.PIPE, text=True)
    return found.stdout.strip() or "unknown"


def write_perf(load):
    """Puts the figures of this run between the two marks in PERF.md."""
    lines = ["", f"    {COMMAND}", "",
             f"{machine()}, {time.strftime('%-d %B %Y')}, commit {commit()}. Load average before: {load:.1f}; other",
             f"programs used {min(LOADS):.2f} to {max(LOADS):.2f} of {os.cpu_count()} cores during the parts.", "",
             "| | |", "| --- | ---: |", *(f"| {name} | {value} |" for name, value in FIGURES)]
    if PEER_FIGURES:
        lines += ["", "| | moves per second of server CPU | Parlor | memory | Parlor |",
                  "| --- | ---: | ---: | ---: | ---: |", *("| " + " | ".join(f) + " |" for f in PEER_FIGURES)]
    path = os.path.join(SOURCE, "PERF.md")
    with open(path, encoding="utf-8") as file:
        text = file.read()
    before, rest = text.split(MARKS[0])
    after = rest.split(MARKS[1])[1]
    with open(path, "w", encoding="utf-8") as file:
        file.write(before + MARKS[0] + "\n" + "\n".join(lines) + "\n\n" + MARKS[1] + after)


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
    parser.add_argument("--perf", action="store_true", help="measure everything, peers too, and write it into PERF.md")
    args = parser.parse_args()
    load = os.getloadavg()[0]
    if args.urgent:
        os.nice(-15)
    parts = args.only or PARTS + ["peers"] * (args.peers or args.perf)
    peers = args.peers or "peers" in parts
    if peers:
        install_peers()
    if "moves" in parts:
        beside(measure_moves, args.seconds)
    hurry(args.urgent)
    if "latency" in parts:
        beside(measure_latency, 2 * args.seconds)
    if "connections" in parts:
        beside(measure_connections)
    hurry(False)
    memory = beside(measure_idle) if "idle" in parts or peers else 0
    if "restart" in parts:
        beside(measure_restart)
    if "calls" in parts:
        measure_calls()
    if peers:
        beside(measure_peers, args.seconds, memory)
    if args.perf:
        write_perf(load)


if __name__ == "__main__":
    main()
