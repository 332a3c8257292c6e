#!/usr/bin/env python3
"""Attackers from many addresses at once, pairs of people who play beside them, and people who come anew.

usage: hostile_hour.py PARLOR SOURCE [--seconds N]     (8; HOSTILE_SECONDS in the environment: the same)

Attack and quiet alternate, so that the times of both are measured on the same machine at the same time: from sending a
move until both players have its update. Nobody who plays is refused anything, the times stay near those of the quiet,
and the server's memory is bounded. Visitors connect, read the lobby and log in, each time from an address of their own:
they are not refused either, though the attackers take all connections. Somebody plays against bots, which answer in
time and by themselves. Attackers come from addresses 127.x.y.z in networks of 25, which the server tells apart;
they run with low priority, because those of the real world use no part of the server's processors.
"""

import argparse
import ctypes
import json
import multiprocessing
import os
import random
import socket
import sys
import threading
import time

PARSER = argparse.ArgumentParser()
PARSER.add_argument("--seconds", type=float, default=float(os.environ.get("HOSTILE_SECONDS", "8")))
OPTIONS, sys.argv[1:] = PARSER.parse_known_args(sys.argv[1:])
from parlor_server import WAIT, Client, Closed, Server, done, equal, is_sanitized, ok  # noqa: E402

SECONDS = OPTIONS.seconds
LONG = SECONDS >= 60
SLICE = 5 if LONG else 1  # seconds of quiet, then of attack
ATTACKERS, ADDRESSES, PAIRS, CONNECTIONS = (8, 1000, 3, 400) if LONG else (6, 200, 3, 100)
PACE = 0.06  # seconds between the moves of a pair: well within the limits of a person


class From:
    """The server as seen from one address."""

    tls = None

    def __init__(self, port, address):
        self.port, self.address = port, address

    def connect(self):
        s = socket.create_connection(("127.0.0.1", self.port), WAIT, (self.address, 0))
        s.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return s


# ---- attackers: each function is one attack from one address ----

class Attacker:
    def __init__(self, port, seed, shared):
        self.port, self.seed, self.shared = port, seed, shared
        self.chance = random.Random(seed)
        self.held = []  # connections that stay for a while: (until, socket or client)

    def address(self):
        n = self.chance.randrange(ADDRESSES)
        return f"127.1.{n // 25}.{1 + n % 25}"

    def client(self, **more):
        return Client(From(self.port, self.address()), **more)

    def hold(self, what, seconds):
        self.held.append((time.time() + seconds, what))

    def drop_held(self, everything=False):
        now = time.time()
        for until, what in self.held:
            if everything or until < now or len(self.held) > 300:
                what.close()
        self.held = [] if everything else [h for h in self.held[-300:] if h[0] >= now]

    def table(self):
        tables = bytes(self.shared.tables).decode().split("\0")[0].split()
        return self.chance.choice(tables) if tables else "x" * 16

    def lobby(self):
        c = self.client()
        for _ in range(12):
            c.ask("create", game=self.chance.choice(["luz", "null", "photograph"]), listed=True)
        c.close()

    def watchers(self):
        for _ in range(8):
            c = self.client()
            c.ask("lobby", watch=True)
            self.hold(c, 4)

    def tables(self):
        c = self.client()
        for _ in range(60):
            c.request("create", game="null", seats=2)
        c.drain(0.1)
        c.close()

    def talk(self):
        c = self.client()
        table = self.table()
        c.ask("open", table=table)
        for i in range(60):
            c.request("talk", table=table, text=f"noise {i} " + "x" * 100)
        c.drain(0.1)
        c.close()

    def codes(self):
        for _ in range(10):
            c = self.client()
            c.ask("transfer")
            c.close()

    def requests(self):
        """Far over the rate, without reading, until it is closed."""
        c = self.client()
        frame = c.frame(json.dumps({"id": 1, "do": self.chance.choice(["mine", "transfer"])}).encode())
        for _ in range(20):
            c.raw(frame * 20)
        c.close()

    def silent(self):
        for _ in range(20):
            self.hold(self.client(hello=False), 5)

    def never_reads(self):
        c = self.client()
        c.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        for _ in range(50):
            c.raw(c.frame(b'{"id":0,"do":"hello","protocol":1}'))
        self.hold(c, 8)

    def half_frames(self):
        for _ in range(10):
            c = self.client(hello=False)
            c.raw(c.frame(b'{"id":1,"do":"hello","protocol":1}' + b" " * 3000)[:self.chance.randrange(1, 3000)])
            self.hold(c, 5)

    def bad_frames(self):
        for data in (b"\x81\x05hello", b"\x82\x80\0\0\0\0", b"\x81\xff" + b"\xff" * 8, b"\x81\x82\0\0\0\0\xc3\x28",
                     b"\xf1\x80\0\0\0\0", b"\x80\x80\0\0\0\0", b"\x89\xfe\x01\0" + b"\0" * 260, os.urandom(300)):
            c = self.client()
            c.raw(data)
            c.close()
        c = self.client()
        for text in (b"[]", b"{", b'{"id":1}', b'{"id":1,"do":"move","table":7}',
                     b'{"id":1,"do":"create","game":"x"}' * 2):
            c.raw(c.frame(text))
        c.close()

    def pings(self):
        c = self.client()
        c.raw(c.frame(b"x" * 125, opcode=9) * 200)
        c.close()

    def http(self):
        for head in (b"GET / HTTP/1.1\r\n\r\n", b"GET /ws HTTP/1.1\r\nHost: evil.example\r\n\r\n", os.urandom(200),
                     b"POST /enter/abc HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n"
                     b"Transfer-Encoding: chunked\r\n\r\n",
                     b"GET /" + b"a" * 8000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
                     b"GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n"):
            s = From(self.port, self.address()).connect()
            s.sendall(head)
            s.close()
        for _ in range(6):  # heads that never end
            s = From(self.port, self.address()).connect()
            s.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
            self.hold(s, 5)

    def bots(self):
        c = self.client()
        for _ in range(10):
            reply = c.ask("create", sit=False, game="luz", seats=4, bots=["expert"] * 4)
            if "table" in reply:
                c.ask("start", table=reply["table"])
        self.hold(c, 3)

    def passphrases(self):
        c = self.client()
        for i in range(8):
            c.request("keep", name=f"n{self.chance.randrange(10**9)}", passphrase="a long passphrase")
            c.request("login", name=f"n{i}", passphrase="another long one")
        self.hold(c, 2)

    def guesses(self):
        """Fills the queue of passphrases from many addresses."""
        clients = [self.client() for _ in range(25)]
        for c in clients:
            for i in range(4):
                c.request("login", name=f"n{self.chance.randrange(10**9)}", passphrase="another long one")
        for c in clients:
            self.hold(c, 3)

    def listed(self):
        """Fills the lobby from many addresses."""
        for _ in range(15):
            c = self.client()
            for _ in range(4):
                c.request("create", game="null", seats=2, listed=True)
            self.hold(c, 1)

    def sockets(self):
        """Takes all connections, from many addresses."""
        for _ in range(60):
            self.hold(self.client(), 4)

    def many_bots(self):
        """Games of bots from many addresses."""
        for _ in range(20):
            c = self.client()
            reply = c.ask("create", sit=False, game="luz", seats=4, bots=["expert"] * 4)
            if "table" in reply:
                c.ask("start", table=reply["table"])
            self.hold(c, 3)

    def victims_table(self):
        """Looks at the table of others, and asks it whatever can be asked."""
        c = self.client()
        table = self.table()
        for what, members in (("open", {}), ("why", {"text": "take 1"}), ("sit", {}), ("move", {"text": "take 1"}),
                              ("takeback", {}), ("agree", {"yes": True}), ("leave", {}), ("record", {}), ("share", {}),
                              ("stand", {}), ("rematch", {}), ("close", {}), ("open", {"after": 0}), ("close", {})):
            c.request(what, table=table, **members)
        c.drain(0.1)
        c.close()

    def storm(self):
        for _ in range(30):
            From(self.port, self.address()).connect().close()

    def run(self):
        """All attacks in turn; each attacker begins with another one."""
        os.nice(19)
        turn = self.seed * len(ATTACKS) // ATTACKERS
        while not self.shared.stop.value:
            if self.shared.paused.value:
                self.drop_held(everything=True)
                time.sleep(0.01)
                continue
            try:
                ATTACKS[turn % len(ATTACKS)](self)
            except (OSError, Closed, TimeoutError, KeyError, ValueError):
                pass  # refused
            self.shared.attacks[turn % len(ATTACKS)] += 1
            turn += 1
            self.drop_held()
            time.sleep(0.01)


ATTACKS = [Attacker.lobby, Attacker.watchers, Attacker.tables, Attacker.talk, Attacker.codes, Attacker.requests,
           Attacker.silent, Attacker.never_reads, Attacker.half_frames, Attacker.bad_frames, Attacker.pings,
           Attacker.http, Attacker.bots, Attacker.passphrases, Attacker.guesses,
           Attacker.listed, Attacker.sockets, Attacker.many_bots, Attacker.victims_table, Attacker.storm]


class Shared:
    """What the processes share."""

    def __init__(self):
        self.stop = multiprocessing.Value(ctypes.c_bool, False, lock=False)
        self.paused = multiprocessing.Value(ctypes.c_bool, True, lock=False)
        self.tables = multiprocessing.Array(ctypes.c_char, 64 * 20, lock=False)
        self.attacks = multiprocessing.Array(ctypes.c_long, len(ATTACKS), lock=False)  # how many of each


# ---- people who play ----

class Player(Client):
    """Counts what happens in its games; strangers can only talk there."""

    happened = 0

    def _learn(self, m):
        super()._learn(m)
        self.happened += sum(e["e"] != "talk" for e in m.get("events") or [])


class Pair:
    """Two people at a table, game after game."""

    def __init__(self, port, number):
        self.people = [Player(From(port, f"127.200.{number}.{i + 1}")) for i in range(2)]
        self.chance = random.Random(number)
        self.table, self.faults = None, []
        self.times = {False: [], True: []}  # by attack

    def check(self, reply, what):
        if not reply.get("ok"):
            self.faults.append((what, reply))
        return reply

    def sit_down(self):
        if self.table is not None:
            for p in self.people:
                self.check(p.ask("close", table=self.table), "close")
        made = self.people[0].ask("create", game="photograph", seats=2, listed=True)
        self.table = self.check(made, "create")["table"]
        self.check(self.people[1].ask("sit", table=self.table), "sit")
        for p in self.people:
            p.until(lambda c: c.tables.get(self.table, {}).get("phase") == "play")

    def move(self):
        """Seconds from sending a move until both have seen it."""
        mover = next(p for p in self.people if p.tables[self.table]["legal"])
        before = [p.happened for p in self.people]
        began = time.perf_counter()
        reply = mover.ask("move", table=self.table, text=self.chance.choice(mover.tables[self.table]["legal"]),
                          seen=mover.tables[self.table]["n"])
        for p, happened in zip(self.people, before):
            p.until(lambda c: not reply.get("ok") or c.happened > happened)
        took = time.perf_counter() - began
        self.check(reply, "move")
        for p in self.people:
            p.inbox.clear()
            p.heard.clear()
        return took

    def play(self, shared, clock):
        """Until the time is over; moves near a change from quiet to attack or back count for neither."""
        self.sit_down()
        while not shared.stop.value:
            if self.people[0].tables[self.table]["phase"] == "over":
                self.sit_down()
            before = clock.now()
            took = self.move()
            if before is not None and before == clock.now():
                self.times[before].append(took)
            time.sleep(PACE)


# ---- people who come anew ----

class Visitor:
    """Comes again and again, from a new address, as somebody new; logs in, also from the place where the passphrase was
    kept."""

    NAME, PASSPHRASE, HOME = "Visitor", "correct horse battery", "127.202.0.1"

    def __init__(self, port):
        self.port, self.visits, self.faults = port, 0, []
        self.times = {what: {False: [], True: []} for what in ("come", "lobby", "login", "login at home")}
        self.next_login = {"login": 0, "login at home": 0}
        self.host = self.come("127.203.0.1")
        self.table = self.host.ask("create", game="luz", seats=3, listed=True)["table"]
        home = self.come(self.HOME)
        self.check(home.ask("keep", name=self.NAME, passphrase=self.PASSPHRASE), "keep")
        home.close()

    def come(self, address):
        return Client(From(self.port, address))

    def check(self, reply, what):
        if not reply.get("ok"):
            self.faults.append((what, reply))
        return reply

    def measure(self, what, clock, run):
        before, began = clock.now(), time.perf_counter()
        result = run()
        if before is not None:
            self.times[what][before].append(time.perf_counter() - began)
        return result

    def log_in(self, what, client, clock):
        """Within the limits of a person, in the quiet and under attack by turns: a few, then one in ten seconds."""
        quiet, attack = (len(self.times[what][when]) for when in (False, True))
        if time.time() < self.next_login[what] or clock.now() != (attack <= quiet):
            return
        self.next_login[what] = time.time() + (0 if quiet + attack < 3 else 11)
        reply = self.measure(what, clock, lambda: client.ask("login", name=self.NAME, passphrase=self.PASSPHRASE))
        self.check(reply, what)

    def visit(self, clock):
        self.visits += 1
        n = self.visits % 10000
        c = self.measure("come", clock, lambda: self.come(f"127.201.{n // 200}.{1 + n % 200}"))
        rows = self.check(self.measure("lobby", clock, lambda: c.ask("lobby", watch=False)), "lobby").get("tables", [])
        if self.table not in [row["table"] for row in rows]:
            self.faults.append(("not in the lobby", len(rows)))
        self.log_in("login", c, clock)
        c.close()
        home = self.come(self.HOME)
        self.log_in("login at home", home, clock)
        home.close()

    def is_done(self):
        return all(times[True] for times in self.times.values())


class Learner:
    """Plays against bots, game after game."""

    def __init__(self, port):
        self.client, self.faults, self.table = Player(From(port, "127.204.0.1")), [], None
        self.times = {False: [], True: []}

    def is_settled(self, client):
        t = client.tables.get(self.table, {})
        return bool(t.get("legal")) or t.get("phase") == "over"

    def play(self, clock):
        """A move, and the bots' answers: seconds for each of them."""
        c = self.client
        if self.table is None or c.tables[self.table]["phase"] == "over":
            if self.table is not None:
                c.ask("close", table=self.table)
            reply = c.ask("create", game="luz", seats=3, bots=["medium"] * 2)
            self.table = reply["table"]
            c.until(self.is_settled)
            return
        before, n, began = clock.now(), c.tables[self.table]["n"], time.perf_counter()
        reply = c.ask("move", table=self.table, text=c.tables[self.table]["legal"][0], seen=n)
        if not reply.get("ok"):
            self.faults.append(("move", reply))
            return
        c.until(lambda c: c.tables[self.table]["n"] > n)
        c.until(self.is_settled)
        answers = c.tables[self.table]["n"] - n - 1
        if before is not None and answers > 0:
            self.times[before].append((time.perf_counter() - began) / answers)
        c.inbox.clear()
        c.heard.clear()
        c.whole.clear()


def keep_learning(learner, shared, clock):
    try:
        while not shared.stop.value:
            learner.play(clock)
    except (OSError, Closed, TimeoutError, KeyError) as fault:
        learner.faults.append(("lost", repr(fault)))


class Clock:
    """Quiet or attack, in turns."""

    def __init__(self, shared):
        self.shared, self.settled = shared, 0

    def turn(self, attack):
        self.settled = time.time() + 0.2
        self.shared.paused.value = not attack

    def now(self):
        """Whether there is an attack; None: it changes just now."""
        return None if time.time() < self.settled else not self.shared.paused.value


def keep_playing(pair, shared, clock):
    try:
        pair.play(shared, clock)
    except (OSError, Closed, TimeoutError, KeyError, StopIteration) as fault:
        pair.faults.append(("lost", repr(fault)))


def keep_visiting(visitor, shared, clock):
    try:
        while not shared.stop.value:
            visitor.visit(clock)
            time.sleep(0.2)
    except (OSError, Closed, TimeoutError, KeyError) as fault:
        visitor.faults.append(("lost", repr(fault)))


def resident(server):
    with open(f"/proc/{server.process.pid}/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


def part(times, share):
    times = sorted(times)
    return 1000 * times[min(int(len(times) * share), len(times) - 1)] if times else 0.0


def check_times(quiet, attack):
    print(f"# {len(quiet)} moves in the quiet, {len(attack)} under attack; milliseconds at p50, p90, p99: "
          + " | ".join(", ".join(f"{part(t, s):.2f}" for s in (0.5, 0.9, 0.99)) for t in (quiet, attack)))
    enough = 10 if is_sanitized() else 30
    ok(len(quiet) >= enough and len(attack) >= enough, "people play in both", (len(quiet), len(attack)))
    if LONG:
        ok(part(attack, 0.99) <= 2 * part(quiet, 0.99), "p99 under attack is within twice that of the quiet")
    # On a busy machine attackers, bots and players wait for the same cores, so single moves take as long as they like:
    # the short test says that people wait for a fraction of a second, and no longer than the slower moves of the quiet.
    ok(part(attack, 0.5) <= 2 * part(quiet, 0.9) + 50, "p50 under attack is near the p90 of the quiet")
    ok(part(attack, 0.9) <= 5 * part(quiet, 0.9) + 250, "p90 under attack is a fraction of a second")


def check_visits(visitor):
    for what, times in visitor.times.items():
        print(f"# {what}: milliseconds at p50, p90, most: " + " | ".join(
            ", ".join(f"{part(times[attack], s):.0f}" for s in (0.5, 0.9, 1)) + f" ({len(times[attack])})"
            for attack in (False, True)) + " (quiet | attack)")
    equal(visitor.faults, [], f"{visitor.visits} visitors are refused nothing, and find the table in the lobby")
    ok(visitor.is_done(), "all of it also under attack")


def is_full(server):
    """Whether the attackers have taken all connections, so that some gave way."""
    return server.metric('refused_total{reason="crowd"}') > 0


def check_bots(learner, server):
    print("# a bot's answer: milliseconds at p50, p90, most: " + " | ".join(
        ", ".join(f"{part(learner.times[attack], s):.0f}" for s in (0.5, 0.9, 1)) + f" ({len(learner.times[attack])})"
        for attack in (False, True)) + " (quiet | attack)")
    equal(learner.faults, [], "who plays against bots is refused nothing")
    ok(part(learner.times[True], 0.9) < 15000, "the bots answer in time")
    equal(server.metric("bots_stuck_total"), 0, "and no move is played for one that waits")
    ok(is_full(server), "the attackers took all connections")


def check_memory(memory):
    print(f"# memory in MiB: {memory[0]:.0f} at first, {max(memory):.0f} at most, {memory[-1]:.0f} at last")
    ok(max(memory) < 256 or is_sanitized(), "the server's memory is bounded", max(memory))
    third = len(memory) // 3
    if LONG and not is_sanitized():
        ok(max(memory[2 * third:]) <= 1.25 * max(memory[third:2 * third]) + 8, "and does not grow any more")


def main():
    server = Server("--hello-seconds", "5", "--queue-seconds", "10", "--connections", str(CONNECTIONS),
                    "--bot-delay", "200", rate=20)
    shared = Shared()
    attackers = [multiprocessing.Process(target=Attacker(server.port, i, shared).run) for i in range(ATTACKERS)]
    for a in attackers:
        a.start()
    pairs, clock, memory = [Pair(server.port, i) for i in range(PAIRS)], Clock(shared), []
    visitor, learner = Visitor(server.port), Learner(server.port)
    players = [threading.Thread(target=keep_playing, args=(pair, shared, clock)) for pair in pairs]
    players.append(threading.Thread(target=keep_visiting, args=(visitor, shared, clock)))
    players.append(threading.Thread(target=keep_learning, args=(learner, shared, clock)))
    for player in players:
        player.start()
    end, attack = time.time() + SECONDS, False
    last = end + WAIT  # a very busy machine gets more time for all attacks
    while time.time() < end or (time.time() < last and not (
            min(shared.attacks) and visitor.is_done() and learner.times[True] and is_full(server))):
        clock.turn(attack)
        until = time.time() + SLICE
        while time.time() < until:
            shared.tables.value = " ".join(p.table for p in pairs if p.table).encode()
            memory.append(resident(server))
            time.sleep(min(0.2, max(until - time.time(), 0)))
        attack = not attack
    shared.stop.value = True
    for thread in players + attackers:
        thread.join(WAIT)
    for a in attackers:
        if a.is_alive():
            a.kill()
    equal([f for p in pairs for f in p.faults], [], "nobody who plays is refused anything")
    ok(min(shared.attacks) > 0, f"{sum(shared.attacks)} attacks, of every kind", list(shared.attacks))
    check_times([t for p in pairs for t in p.times[False]], [t for p in pairs for t in p.times[True]])
    check_visits(visitor)
    check_bots(learner, server)
    check_memory(memory)
    ok(server.process.poll() is None and server.http("GET", "/healthz")[2] == b"ok\n", "the server runs")
    equal(server.close(), 0, "and stops cleanly")
    done()


main()
