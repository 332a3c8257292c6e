#!/usr/bin/env python3
"""Bytes of a finished game before and after it becomes a compact record, and the loop's time for it.

Called by `bench/run retention [--games N]`. For each game a server stores N finished games of random
moves, over real sockets (`parlor load`). Then their events get the times of people (3 to 20 seconds
a move, to the millisecond) and a steady time that differs from the date, as on a server that has
been down before. All that the database uses is counted: rows, indexes, and half-empty pages, but not
free ones. Then the games grow old, and the server makes records of them. Then about half as many games are played and
grow old in the same file, in the pages that the first ones have left. Then all else that stays for a while:
tables that have not begun, games that are given up halfway, guests, links to records, and records that people
came back to. Last, a game with 12,000 events, the most that a table can get.
"""

import argparse
import json
import os
import random
import sqlite3
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.dirname(HERE)
BUILD = sys.argv[1]
sys.argv[1:2] = [os.path.join(SOURCE, BUILD, "parlor"), SOURCE]
sys.path.insert(0, os.path.join(SOURCE, "tests", "server"))
from parlor_server import PARLOR, Client, Server  # noqa: E402

GAMES = [("photograph", 2), ("photograph", 4), ("luz", 3), ("luz", 5), ("smitten", 2)]
DAY = 86400000
A_WHILE, MONTH = 2500, 300000  # games in the six hours until they become records, and in 30 days
LONGEST = 12000
REST = 1000  # tables, guests and links


def database(server):
    return sqlite3.connect(os.path.join(server.data, "parlor.db"), timeout=60)


def count(server, what):
    with database(server) as db:
        return db.execute(f"SELECT count(*) FROM {what}").fetchone()[0]


def sizes(server):
    """Bytes that the database uses, and those of its file."""
    db = database(server)
    pages, free, size = [db.execute("PRAGMA " + what).fetchone()[0] for what in ("page_count", "freelist_count", "page_size")]
    db.close()
    return (pages - free) * size, pages * size


def play(server, game, seats, games):
    """Finished games; returns how many."""
    had = count(server, "tables WHERE phase = 2")
    while count(server, "tables WHERE phase = 2") - had < games:
        subprocess.run([PARLOR, "load", "--port", str(server.port), "--tables", "4", "--game", game, "--seats", str(seats),
                        "--seconds", "1"], stdout=subprocess.DEVNULL, check=True)
    return count(server, "tables WHERE phase = 2") - had


def humanize(server):
    """Drops games that are not over, and gives the others the times of people."""
    dice = random.Random(1)
    db = database(server)
    for table in ("events", "seats", "snapshots"):
        db.execute(f"DELETE FROM {table} WHERE table_id IN (SELECT id FROM tables WHERE phase < 2)")
    db.execute("DELETE FROM tables WHERE phase < 2")
    tables = [row[0] for row in db.execute("SELECT DISTINCT table_id FROM events")]
    for table in tables:
        at = 1800000000000 + dice.randrange(30 * DAY)
        for n, text in db.execute("SELECT n, text FROM events WHERE table_id = ? ORDER BY n", (table,)).fetchall():
            if '"e":"move"' in text:
                at += dice.randrange(3000, 20000)
                text = f'{text[:-1]},"steady":{at - 98765432}}}' if '"steady"' not in text else text
            db.execute("UPDATE events SET at = ?, text = ? WHERE table_id = ? AND n = ?", (at, text, table, n))
    db.commit()
    db.close()


def pack(server):
    """All games grow old; returns the server's CPU time, and a bound of the longest step, in ms."""
    began = cpu(server)
    with database(server) as db:
        db.execute("UPDATE tables SET seen = seen - ?", (2 * DAY,))
    while count(server, "tables WHERE shelf = 3") > 0:
        time.sleep(0.1)
    steps = server.metric("retention_step_seconds_count")
    within = next(ms for ms in (1, 2.5, 5, 10, 20, 50, 100, 250, 500, 1000, 5000)
                  if server.metric(f'retention_step_seconds_bucket{{le="{ms / 1000:g}"}}') == steps)
    return cpu(server) - began, within


def cpu(server):
    """Of the server so far, in ms."""
    with open(f"/proc/{server.process.pid}/stat", encoding="ascii") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK") * 1000


def measure(game, seats, games):
    server = Server("--address-connections", "0")
    empty, _ = sizes(server)
    n = play(server, game, seats, games)
    server.stop()
    humanize(server)
    before, file = sizes(server)
    server.start()
    used, longest = pack(server)
    server.stop()
    after, _ = sizes(server)
    with database(server) as db:
        data = db.execute("SELECT avg(length(data)) FROM records").fetchone()[0]
    server.start()
    more = play(server, game, seats, games // 2)
    server.stop()
    humanize(server)
    server.start()
    pack(server)
    server.stop()
    row = {"game": game, "seats": seats, "games": n, "journal": (before - empty) / n, "kept": (after - empty) / n,
           "record": data, "grows": (sizes(server)[1] - file) / more, "longest": longest, "time": used / n}
    server.close()
    return row


def show(row):
    month = (row["kept"] * MONTH + (row["journal"] - row["kept"]) * A_WHILE) / 1e6
    print(f"  {row['game']:<11}{row['seats']:>5}{row['games']:>7}{row['journal']:>10.0f}{row['kept']:>8.0f}{row['record']:>8.0f}"
          f"{month:>10.0f}{row['grows']:>9.0f}{row['time']:>9.1f}{row['longest']:>9.0f}", flush=True)
    return month


def added(server, change):
    """Bytes that the database uses more after the change."""
    server.stop()
    before, _ = sizes(server)
    server.start()
    change()
    server.stop()
    after, _ = sizes(server)
    server.start()
    return after - before


def finish(a, b):
    table = a.ask("create", game="null", seats=2)["table"]
    b.ask("sit", table=table)
    for c in (a, b):
        c.until(lambda c: c.tables.get(table, {}).get("phase") == "play")
        c.ask("move", table=table, text="show")
    for c in (a, b):
        c.ask("close", table=table)
    return table


def measure_rest():
    server = Server("--address-connections", "0")
    tables, people = [], []

    def make_guests():
        for i in range(REST):
            guest = Client(server)
            guest.ask("name", name=f"Somebody {i}")
            people.append(guest.cookie)
            guest.close()

    def make_open():
        host = Client(server, cookie=people[0])
        for _ in range(REST):
            table = host.ask("create", game="luz", seats=5, listed=True)["table"]
            host.ask("close", table=table)

    def make_finished():
        a, b = (Client(server, cookie=cookie) for cookie in people[:2])
        tables.extend(finish(a, b) for _ in range(REST // 4))

    def share():
        a = Client(server, cookie=people[0])
        for table in tables:
            a.ask("share", table=table)

    guest = added(server, make_guests) / REST
    unbegun = added(server, make_open) / REST
    added(server, make_finished)
    def review():
        a = Client(server, cookie=people[0])
        for table in tables:
            a.ask("open", table=table)
            a.ask("record", table=table)
            a.ask("close", table=table)

    link = added(server, share) / len(tables)
    pack(server)
    reviewed = added(server, review) / len(tables)
    server.close()
    print(f"\n  bytes of a guest: {guest:.0f}; of a table of five that has not begun: {unbegun:.0f}; of a link: {link:.0f};"
          f" of a record that was reviewed: {reviewed:.0f} more")


def measure_longest():
    server = Server()
    a, b = Client(server), Client(server)
    table = a.ask("create", game="null", seats=2)["table"]
    b.ask("sit", table=table)
    for c in (a, b):
        c.until(lambda c: c.tables.get(table, {}).get("phase") == "play")
        c.ask("move", table=table, text="show")
        c.close()
    server.stop()
    db = database(server)
    n = db.execute("SELECT max(n) FROM events WHERE table_id = ?", (table,)).fetchone()[0]
    at = db.execute("SELECT max(at) FROM events").fetchone()[0]
    dice = random.Random(2)
    words = open(os.path.join(SOURCE, "README.md"), encoding="utf-8").read().split()
    for i in range(n + 1, LONGEST):
        at += dice.randrange(1000, 60000)
        text = " ".join(dice.choice(words) for _ in range(8))
        db.execute("INSERT INTO events(table_id, n, at, text, turn) VALUES(?, ?, ?, ?, 0)",
                   (table, i, at, json.dumps({"e": "talk", "player": a.me, "name": "Ann", "text": text}, separators=(",", ":"))))
    db.commit()
    db.close()
    server.start()
    used, _ = pack(server)
    steps = server.metric("retention_step_seconds_count")
    server.stop()
    with database(server) as db:
        plain, data = db.execute("SELECT len, length(data) FROM records").fetchone()
    server.close()
    print(f"\n  {LONGEST} events, {plain / 1e3:.0f} KB of text: a record of {data / 1e3:.0f} KB in {used:.0f} ms of CPU,"
          f" in {steps:.0f} steps")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--rest", action="store_true", help="only what is not a finished game")
    options = parser.parse_args(sys.argv[3:])
    games = options.games
    if options.rest:
        measure_rest()
        measure_longest()
        return
    print("  bytes of a finished game, all in all: its journal, kept as a record, the record's data alone; what a month of\n"
          f"  {MONTH:,} games adds, with the journals of six hours, in MB; growth of the file by a second round; the server's\n"
          "  CPU time for a record; no step of the loop took longer than that; in ms\n\n"
          "  game       seats  games   journal    kept    data  MB/month   growth   ms/game   longest")
    months = [show(measure(game, seats, games)) for game, seats in GAMES]
    print(f"\n  a month of all five alike: {sum(months) / len(months):.0f} MB; of the largest alone: {max(months):.0f} MB")
    measure_rest()
    measure_longest()


main()
