#!/usr/bin/env python3
"""Bots are shared fairly: whoever starts many games with bots keeps nobody else's bot and nobody's
passphrase waiting. Thoughts that nobody wants any more are dropped."""

import os
import statistics
import time

from parlor_server import Client, Server, done, equal, is_sanitized, ok

TABLES = 40
BOT_SECONDS = 5
FREE = ["--bot-tables", "0", "--address-bot-tables", "0"]


def start(*args):
    return Server("--bot-delay", "0", "--bot-threads", "1", "--bot-seconds", str(BOT_SECONDS), "--trust-proxy", *args)


def come(server, address, cookie=None):
    """A client from an address of its own."""
    return Client(server, cookie=cookie, headers={"X-Forwarded-For": address})


def bots_alone(client, **plan):
    """Starts a game of bots alone; returns the table, or the refusal."""
    table = client.ask("create", sit=False, **{"game": "luz", "seats": 4, "bots": ["expert"] * 4, **plan})["table"]
    return client.error("start", table=table) or table


def settle(client, table):
    client.until(lambda c: c.tables.get(table, {}).get("legal") or c.tables.get(table, {}).get("phase") == "over")


def answer_times(client, moves):
    """How long a bot takes to answer, for some moves of a person against two bots."""
    table = client.ask("create", game="luz", seats=3, bots=["medium"] * 2)["table"]
    settle(client, table)
    times = []
    while len(times) < moves and client.tables[table]["phase"] == "play":
        n, began = client.tables[table]["n"], time.time()
        if not client.ask("move", table=table, text=client.tables[table]["legal"][0]).get("ok"):
            client.receive()
            continue
        client.until(lambda c: c.tables[table]["n"] > n)
        settle(client, table)
        bots = client.tables[table]["n"] - n - 1
        if bots > 0:
            times.append((time.time() - began) / bots)
    client.ask("close", table=table)
    return times


def cpu(server):
    with open(f"/proc/{server.process.pid}/stat", encoding="ascii") as file:
        part = file.read().rpartition(")")[2].split()
    return (int(part[11]) + int(part[12])) / os.sysconf("SC_CLK_TCK")


def test_fair():
    server = start(*FREE)
    victim, near = come(server, "10.0.0.1"), come(server, "10.0.0.2")
    keeper = come(server, "10.0.0.3")
    ok(keeper.ask("keep", name="keeper", passphrase="correct horse").get("ok"), "a passphrase is kept")
    quiet = statistics.median(answer_times(victim, 8))
    guest = come(server, "10.0.0.2")
    hands = [guest, come(server, "10.0.0.2", guest.cookie)]
    tables = [bots_alone(hands[i % 2]) for i in range(TABLES)]
    equal(len(set(tables)), TABLES, f"one guest starts {TABLES} games of experts")
    began = time.time()
    ok("code" in come(server, "10.0.0.4").ask("login", name="keeper", passphrase="correct horse"),
       "a login is answered while they think")
    login = time.time() - began
    ok(login < 5, f"within {1000 * login:.0f} ms")
    # An answer waits for the end of one thought of the guest, and those are short.
    for who, name in ((victim, "at another address"), (near, "at the same address")):
        times = answer_times(who, 8)
        ok(statistics.median(times) < 3 * quiet + 1 and max(times) < 3 * quiet + 5,
           f"{name} a bot answers within {statistics.median(times):.2f} s (quiet {quiet:.2f}, most {max(times):.2f})")
    waits = server.metric('works_waiting{class="bot"}')
    ok(waits >= TABLES - 2, f"{waits:.0f} thoughts wait meanwhile")
    equal(server.metric('works_waiting{class="passphrase"}'), 0, "and no passphrase")
    ok(server.metric('work_wait_seconds_count{class="passphrase"}') == 2, "waits are measured by class")

    # The guest leaves: nobody looks at those games any more, so their bots pause.
    dropped = server.metric("bot_works_dropped_total")
    for c in hands:
        c.close()
    end = time.time() + 10
    while server.metric('works_waiting{class="bot"}') > 0 and time.time() < end:
        time.sleep(0.05)
    equal(server.metric('works_waiting{class="bot"}'), 0, "when the guest leaves, nothing is left to think about")
    ok(server.metric("bot_works_dropped_total") - dropped >= TABLES - 2, "stale thoughts are dropped")
    time.sleep(0.3)
    moves, used = server.metric("moves_total"), cpu(server)
    time.sleep(1.5)
    equal(server.metric("moves_total"), moves, "no bot plays on for nobody")
    ok(cpu(server) - used < 0.5, f"and costs nothing: {cpu(server) - used:.2f} s")
    victim.ask("open", table=tables[0])
    victim.until(lambda c: tables[0] in c.tables)
    n = victim.tables[tables[0]]["n"]
    victim.until(lambda c: c.tables[tables[0]]["n"] > n)
    ok(server.metric("moves_total") > moves, "when somebody looks again, the bots go on")
    equal(server.close(), 0, "the server stops cleanly while they think")


def test_crowd():
    """Games of bots of 240 addresses: all thoughts become shorter, and no bot waits for so long that a move is played
    for it."""
    server = start(*FREE)
    victim = come(server, "10.9.0.1")
    crowd = [come(server, f"10.1.{i % 12}.{i // 12}") for i in range(240)]
    for c in crowd:
        c.request("create", sit=False, game="luz", seats=4, bots=["expert"] * 4)
    for c in crowd:
        c.request("start", table=c.reply(c.id)["table"])
    most, end = 0, time.time() + 60
    while most < 200 and time.time() < end:
        most = max(most, server.metric('works_waiting{class="bot"}'))
    ok(most >= 200, f"{most:.0f} thoughts wait")
    times = answer_times(victim, 4)
    ok(max(times) < 15, f"a bot of another network answers within {max(times):.1f} s")
    began, moves = time.time(), server.metric("bot_moves_total")
    while server.metric("bot_moves_total") < moves + 300 and time.time() < began + 60:
        time.sleep(0.1)
    ok(time.time() - began < 60, f"all others go on: 300 moves in {time.time() - began:.1f} s")
    equal(server.metric("bots_stuck_total"), 0, "no move was played for a bot that waits")
    equal(server.close(), 0, "the server stops cleanly")


def test_restart():
    """A game of bots that nobody looks at stays where it is, also after a crash."""
    server = Server("--bot-delay", "50")
    host = Client(server)
    table = bots_alone(host, bots=["easy"] * 4)
    host.until(lambda c: c.tables[table]["n"] > 12)
    server.restart()
    time.sleep(1)
    equal(server.metric("moves_total"), 0, "after a crash no bot plays for nobody")
    equal(server.metric("tables_loaded"), 0, "and the table is not loaded")
    again = Client(server)
    again.ask("open", table=table)
    again.until(lambda c: table in c.tables)
    n = again.tables[table]["n"]
    again.until(lambda c: c.tables[table]["n"] > n + 5)
    ok(server.metric("moves_total") > 0, "somebody looks: the bots go on")
    equal(server.close(), 0, "the server stops cleanly")


def resident(server):
    with open(f"/proc/{server.process.pid}/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def test_solving():
    """A rare mode of solo Smitten is not solved on demand; a long thought about it ends when nobody
    wants it, and takes the memory that it may."""
    server = Server("--bot-delay", "0", "--bot-threads", "1", "--bot-seconds", "20", "--bot-memory", "64")
    host, before = Client(server), resident(server)
    bots_alone(host, game="smitten", seats=1, bots=["expert"],
               options={"easy": "on", "hard1": "on", "card4": "near", "card9": "none"})
    most, end, running = 0, time.time() + 3, 0
    while time.time() < end:
        most, running = max(most, resident(server)), server.metric('works_running{class="bot"}')
        time.sleep(0.1)
    ok(most - before < 160 << 20 or is_sanitized(), f"a game that has to be solved takes {(most - before) >> 20} MiB")
    with open(f"/proc/{server.process.pid}/status", encoding="ascii") as file:
        threads = next(int(line.split()[1]) for line in file if line.startswith("Threads"))
    ok(threads <= 5, f"and {threads} threads")
    equal(running, 1, "the bot thinks for long")
    host.close()
    began = time.time()
    while server.metric('works_running{class="bot"}') > 0 and time.time() < began + 15:
        time.sleep(0.02)
    ok(time.time() - began < 10, f"until nobody wants it: {1000 * (time.time() - began):.0f} ms")
    ok(not any(name.startswith("smitten-") for name in os.listdir(server.data)), "no mode was solved")
    equal(server.close(), 0, "the server stops cleanly")


def test_limits():
    server = start("--bot-tables", "2", "--address-bot-tables", "3")
    a, b, far = come(server, "10.0.0.1"), come(server, "10.0.0.1"), come(server, "10.0.0.9")
    bots_alone(a, bots=["easy"] * 4)
    second = a.ask("create", game="photograph", seats=2, bots=["easy"])["table"]
    equal(a.ask("create", game="photograph", seats=2, bots=["easy"])["error"]["id"], "limit.bots",
          "a third game with bots is refused to one person")
    equal(bots_alone(a), "limit.bots", "also if it is started later")
    table = a.ask("create", game="photograph", seats=2, start="full")["table"]
    equal(a.error("bot", table=table, chair=1, level="easy"), "limit.bots", "or by a bot in the last chair")
    equal(a.ask("create", game="photograph", seats=3, bots=["easy"]).get("error"), None,
          "a table that waits for a person is not")
    friends = a.ask("create", game="photograph", seats=3, bots=["easy"])["table"]
    equal(b.error("sit", table=friends), None, "two people and a bot begin")
    b.until(lambda c: c.tables.get(friends, {}).get("phase") == "play")
    equal(b.ask("create", game="photograph", seats=2, bots=["easy"]).get("error"), None,
          "another person at the address may play")
    equal(b.ask("create", game="photograph", seats=2, bots=["easy"])["error"]["id"], "limit.bots-address",
          "until the address has enough")
    equal(far.ask("create", game="photograph", seats=2, bots=["easy"]).get("error"), None, "another address may")
    equal(b.error("sit", table=table), None, "a game of two people always begins")
    a.ask("close", table=second)
    other = a.ask("create", game="photograph", seats=2, bots=["easy"])
    equal(other.get("error"), None, "after closing one, a person may start another")
    equal(a.error("open", table=second), "limit.bots", "but not come back to it before closing a second")
    a.ask("close", table=other["table"])
    equal(a.error("open", table=second), None, "then it goes on")
    equal(server.close(), 0, "the server stops cleanly")


test_fair()
test_crowd()
test_restart()
test_solving()
test_limits()
done()
