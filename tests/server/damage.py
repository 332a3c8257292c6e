#!/usr/bin/env python3
"""Damaged journals, damaged pages and a cut WAL: noticed, told in words, never extended, and repaired."""

import glob
import os
import random
import shutil
import sqlite3
import subprocess
import time

import long_journals
from parlor_server import PARLOR, WAIT, Client, Server, done, equal, eventually, ok, sanitizers

WAL_FRAME = 24 + 4096  # a header and a page
OFTEN = {"PARLOR_CHECK_SECONDS": "1"}
ENV = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", **sanitizers()}


def parlor(*args, **more):
    return subprocess.run([PARLOR, *args], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=WAIT,
                          check=False, env=ENV, **more)


def database(server):
    return sqlite3.connect(os.path.join(server.data, "parlor.db"))


def begin(a, b):
    """A game of Luz of two people and a bot, some moves on; returns the table."""
    t = a.ask("create", game="luz", seats=3, bots=["random"])["table"]
    b.ask("sit", table=t)
    until = time.time() + 30
    while time.time() < until:
        for c in (a, b):
            while c.ready():
                c.receive()
            if c.tables.get(t, {}).get("legal"):
                c.ask("move", table=t, text=c.tables[t]["legal"][0])
        if a.tables.get(t, {}).get("n", 0) > 12:
            return t
        time.sleep(0.01)
    raise TimeoutError


def journal(server, table):
    db = database(server)
    rows = db.execute("SELECT n, text FROM events WHERE table_id = ? ORDER BY n", (table,)).fetchall()
    db.close()
    return rows


def opened(client, table):
    """The whole table, or the id of the refusal."""
    client.tables.pop(table, None)
    error = client.error("open", table=table)
    if error:
        return error
    client.until(lambda c: "game" in c.tables.get(table, {}))
    return client.tables[table]


def health(server, want, seconds=WAIT):
    """Asks /healthz until its text contains the words."""
    until = time.time() + seconds
    while True:
        status, _, body = server.http("GET", "/healthz")
        if want in body.decode() or time.time() > until:
            return status, body.decode()
        time.sleep(0.05)


def use_repaired(server):
    """Puts the repaired database into its place, as `parlor repair` says; returns the old files."""
    new = glob.glob(os.path.join(server.data, "repaired-*"))[0]
    old = os.path.join(server.data, "old")
    os.mkdir(old)
    for path in glob.glob(os.path.join(server.data, "parlor.*")):
        shutil.move(path, old)
    shutil.move(os.path.join(new, "parlor.db"), server.data)
    left = os.listdir(new)
    shutil.rmtree(new)
    return old, left


def test_journals():
    server = Server("--bot-delay", "0")
    a, b = Client(server), Client(server)
    a.ask("name", name="Ann")
    equal(a.error("keep", name="ann", passphrase="a long passphrase"), None, "a passphrase is kept")
    bad, gap, headless, whole = [begin(a, b) for _ in range(4)]
    equal(server.stop(), 0, "the server stops cleanly")
    good = parlor("verify-store", "--data", server.data)
    equal((good.returncode, good.stdout), (0, ""), "verify-store: nothing to say about a sound store")
    ok("Tables: 4" in good.stderr, "verify-store: it counts the tables", good.stderr)
    db = database(server)
    db.execute("UPDATE events SET text = substr(text, 1, 20) WHERE table_id = ? AND n = 9", (bad,))
    db.execute("DELETE FROM events WHERE table_id = ? AND n = 7", (gap,))
    db.execute("UPDATE events SET text = 'nothing' WHERE table_id = ? AND n = 0", (headless,))
    db.commit()
    db.close()
    before = {t: journal(server, t) for t in (bad, gap, headless)}
    said = parlor("verify-store", "--data", server.data)
    equal(said.returncode, 1, "verify-store: the exit status says that there are problems")
    equal(sorted(said.stdout.splitlines()), sorted([f"table {bad}: event 9 is damaged", f"table {headless}: event 0 is damaged",
          f"table {gap}: event 7 is missing, and later ones are there"]), "verify-store: one line per problem")

    server.start()
    a, b = Client(server, cookie=a.cookie), Client(server, cookie=b.cookie)
    for table, event in ((bad, 9), (gap, 7)):
        state = opened(a, table)
        equal((state["n"], state["damaged"]), (event - 1, event), "a damaged table shows its last sound position")
        equal(a.error("move", table=table, text=(state["legal"] or ["bid 1"])[0]), "table.damaged", "nobody moves there")
        equal(b.error("talk", table=table, phrase="hello"), "table.damaged", "nobody talks there")
    equal(opened(a, headless), "table.damaged", "a table without its first event is not hidden")
    ok("damaged" not in opened(a, whole), "a sound table is not called damaged")
    rows = [row["table"] for row in a.ask("mine")["tables"]]
    ok(all(t in rows for t in (bad, gap, whole)), "damaged tables stay in the list of one's own")
    status, text = health(server, "damaged tables: 2")
    ok(status == 200 and "ok\n" in text and "verify-store" in text, "/healthz tells how many, and what to do", text)
    lines = [line for line in server.lines() if line["event"] == "journal"]
    ok(any(line.get("table") == bad and line["damaged-from-event"] == "9" and "repair" in line["do"] for line in lines),
       "the log names table and event")
    equal(server.metric("tables_damaged"), 2.0, "/metrics counts them")
    n = opened(a, whole)["n"]
    until = time.time() + WAIT
    while a.tables[whole]["n"] < n + 3 and time.time() < until:
        for c in (a, b):
            opened(c, whole) if whole not in c.tables else None
            while c.ready():
                c.receive()
            if c.tables[whole]["legal"]:
                c.ask("move", table=whole, text=c.tables[whole]["legal"][0])
    ok(a.tables[whole]["n"] >= n + 3, "other games go on")
    shown = parlor("play", f"http://127.0.0.1:{server.port}/t/{bad}", "--plain", "--watch", stdin=subprocess.DEVNULL)
    ok("journal is damaged" in shown.stdout + shown.stderr, "the terminal says it in words",
       shown.stdout[-300:] + shown.stderr[-300:])
    equal(server.stop(), 0, "the server stops cleanly")
    equal({t: journal(server, t) for t in before}, before, "a damaged journal is not touched")

    fixed = parlor("repair", "--data", server.data)
    equal(fixed.returncode, 0, "repair: it succeeds")
    equal(sorted(fixed.stdout.splitlines()), sorted([f"table {bad}: kept up to event 8; what came after it is lost",
          f"table {gap}: kept up to event 6; what came after it is lost", f"table {headless}: lost"]),
          "repair: it tells what is lost")
    ok("parlor.last" in fixed.stderr, "repair: it says what to do next", fixed.stderr)
    equal({t: journal(server, t) for t in before}, before, "repair: the old file is as it was")
    old, left = use_repaired(server)
    equal(left, [], "repair: the new folder holds the database alone")
    equal(parlor("verify-store", "--data", server.data).returncode, 0, "repair: the new database is sound")
    server.start()
    a, b = Client(server, cookie=a.cookie), Client(server, cookie=b.cookie)
    equal(a.ask("hello", protocol=1)["you"]["name"], "Ann", "repair: people are who they were")
    ok(opened(a, bad)["n"] >= 8 and opened(a, gap)["n"] >= 6, "repair: the tables go on where they are sound")
    equal(opened(a, headless), "table.none", "repair: the lost one is gone")
    code = a.ask("login", name="ann", passphrase="a long passphrase").get("code")
    ok(code, "repair: passphrases still hold")
    ok("damaged" not in health(server, "ok")[1], "repair: nothing is damaged any more")
    equal(server.close(), 0, "the server stops cleanly")
    shutil.rmtree(old, ignore_errors=True)


def test_long_journal():
    """A journal that is read in slices is damaged far from its start."""
    server = Server()
    a, b = Client(server), Client(server)
    long, headless = [long_journals.play(server, "photograph", a, b) for _ in range(2)]
    server.stop()
    db = database(server)
    for table in (long, headless):
        long_journals.lengthen(db, table, long_journals.talk, a, b, 3000)
    db.execute("UPDATE events SET text = '{}' WHERE table_id = ? AND n = 2000", (long,))
    db.execute("DELETE FROM events WHERE table_id = ? AND n = 0", (headless,))
    db.commit()
    db.close()
    server.start()
    a = Client(server, cookie=a.cookie)
    state = opened(a, long)
    equal((state["n"], state["damaged"]), (1999, 2000), "a long journal: the last sound position")
    equal(a.error("talk", table=long, phrase="hello"), "table.damaged", "a long journal: nobody talks there")
    equal(opened(a, headless), "table.damaged", "a long journal without its first event is not hidden")
    equal(len(journal(server, long)), 3000, "a long journal: it is not touched")
    equal(server.close(), 0, "the server stops cleanly")


def fill(server, source, copies):
    """Copies a journal under new ids: a database of many pages."""
    db = database(server)
    row = db.execute("SELECT phase, listed, due, changed, row FROM tables WHERE id = ?", (source,)).fetchone()
    for i in range(copies):
        table = f"{i * 7919 % 10007:05d}" + "copyofatable"[:11]
        db.execute("INSERT INTO events SELECT ?, n, at, text, turn FROM events WHERE table_id = ?", (table, source))
        db.execute("INSERT INTO tables(id, phase, listed, due, changed, row) VALUES(?, ?, ?, ?, ?, ?)",
                   (table, 2, row[1], 2**62, row[3], row[4].replace(source, table)))
    # The copies are games that are not over: their rows say so, too.
    db.execute("UPDATE tables SET phase = ?", (row[0],))
    db.commit()
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    pages = db.execute("PRAGMA page_count").fetchone()[0]
    root = db.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'events'").fetchone()[0]
    db.close()
    return pages, root


def spoil(path, pages):
    """Overwrites these pages, numbered from 1, with noise."""
    with open(path, "r+b") as file:
        for page in pages:
            file.seek((page - 1) * 4096)
            file.write(random.Random(page).randbytes(4096))


def test_pages():
    server = Server("--bot-delay", "0")
    a, b = Client(server), Client(server)
    a.ask("name", name="Ann")
    table = begin(a, b)
    server.stop()
    copies = 150
    pages, root = fill(server, table, copies)
    path = os.path.join(server.data, "parlor.db")
    with open(path, "rb") as file:
        sound = file.read()
    events = len(journal(server, table))
    chance = random.Random(7)
    for name, spoiled in (("the first page", [1]), ("the root of all journals", [root]),
                          ("five pages", chance.sample(range(2, pages), 5))):
        with open(path, "wb") as file:
            file.write(sound)
        spoil(path, spoiled)
        with open(path, "rb") as file:
            damaged = file.read()
        said = parlor("verify-store", "--data", server.data)
        ok(said.returncode == 1 and len(said.stdout) > 0, f"{name}: verify-store notices", said.stdout + said.stderr)
        fixed = parlor("repair", "--data", server.data)
        equal(fixed.returncode, 0, f"{name}: repair succeeds")
        with open(path, "rb") as file:
            ok(file.read() == damaged, f"{name}: the old file is as it was")
        new = glob.glob(os.path.join(server.data, "repaired-*"))[0]
        db = sqlite3.connect(os.path.join(new, "parlor.db"))
        kept = dict(db.execute("SELECT table_id, count(*) FROM events GROUP BY table_id"))
        people = db.execute("SELECT name FROM players").fetchall()
        db.close()
        whole = sum(n == events for n in kept.values())
        # A page of noise costs at most the journals that reach into it.
        ok(whole >= copies + 1 - 12 * len(spoiled), f"{name}: {whole} of {copies + 1} journals are whole, {len(kept)} saved")
        if len(spoiled) == 1:
            equal(people, [("Ann",)], f"{name}: nobody is lost")
        told = [line for line in fixed.stdout.splitlines() if line.startswith("table ")]
        ok(len(told) >= copies + 1 - whole - len(spoiled), f"{name}: {len(told)} tables are named", fixed.stdout)
        equal(parlor("verify-store", "--data", new).returncode, 0, f"{name}: the new database is sound")
        shutil.rmtree(new)
    # Pages of journals in the middle, while a server runs: one may be free, or newer in the WAL.
    with open(path, "wb") as file:
        file.write(sound)
    server.env = OFTEN
    server.start()
    ok(eventually(lambda: server.metric("store_checks_total") >= 2, WAIT), "pages: the database is checked now and then")
    equal(health(server, "ok"), (200, "ok\n"), "pages: and is sound")
    spoil(path, range(pages // 2, pages // 2 + 8))
    status, text = health(server, "damaged:")
    ok(status == 503 and "parlor repair" in text, "pages: the running server notices, /healthz says what to do", text)
    ok(any(line["event"] == "damaged" and "repair" in line["do"] for line in server.lines()), "pages: the log says it")
    equal(server.metric("store_damaged"), 1.0, "pages: /metrics says it")
    a = Client(server, cookie=a.cookie)
    equal(a.error("name", name="Bea"), "store.damaged", "pages: nothing is stored any more")
    ok(isinstance(opened(a, table), dict), "pages: tables are still shown")
    equal(server.close(), 0, "the server stops cleanly")


def test_cut_wal():
    server = Server("--bot-delay", "0")
    a, b = Client(server), Client(server)
    table = begin(a, b)
    server.kill()
    wal = os.path.join(server.data, "parlor.db-wal")
    ok(os.path.getsize(wal) > 8192, "cut: a killed server leaves its WAL")
    equal(parlor("verify-store", "--data", server.data).returncode, 0, "cut: the whole WAL is sound")
    with open(wal, "r+b") as file:
        file.truncate(os.path.getsize(wal) - 3 * WAL_FRAME)
    said = parlor("verify-store", "--data", server.data)
    ok(said.returncode == 1 and "the last commits are gone" in said.stdout, "cut: verify-store notices", said.stdout)
    server.start()
    status, text = health(server, "gone")
    ok(status == 200 and "gone" in text, "cut: /healthz says that commits are gone", text)
    ok(any(line["event"] == "lost" and line["table"] == table for line in server.lines()), "cut: the log says it")
    a = Client(server, cookie=a.cookie)
    ok(isinstance(opened(a, table), dict), "cut: the table goes on with what is left")
    begin(a, Client(server, cookie=b.cookie))
    server.restart()
    equal(health(server, "ok")[1], "ok\n", "cut: it is said once")
    equal(server.close(), 0, "the server stops cleanly")


def test_wal_taken():
    """Somebody removes the WAL of a running server: it still has the file open, and nothing is lost."""
    server = Server("--bot-delay", "0", env=OFTEN)
    a, b = Client(server), Client(server)
    table = begin(a, b)
    wal = os.path.join(server.data, "parlor.db-wal")
    equal(parlor("verify-store", "--data", server.data).returncode, 0, "taken: verify-store finds a running server sound")
    os.rename(wal, wal + ".taken")
    status, text = health(server, "parlor.db-wal was cut or replaced")
    ok(status == 503 and "restart the server" in text, "taken: the running server notices, /healthz says what to do", text)
    ok(any(line["event"] == "damaged" and "restart" in line["do"] for line in server.lines()), "taken: the log says it")
    equal(a.error("name", name="Bea"), "store.damaged", "taken: nothing more is stored")
    said = parlor("verify-store", "--data", server.data)
    ok(said.returncode == 1 and "parlor.db-wal was cut or replaced" in said.stdout, "taken: verify-store notices too",
       said.stdout + said.stderr)
    state = opened(a, table)
    server.restart()
    a = Client(server, cookie=a.cookie)
    equal(opened(a, table)["n"], state["n"], "taken: even kill -9 costs nothing")
    equal(health(server, "ok")[1], "ok\n", "taken: and all is well again")
    equal(a.error("name", name="Bea"), None, "taken: the server stores again")
    equal(server.close(), 0, "the server stops cleanly")


def test_wal_cut():
    """Somebody cuts the WAL of a running server."""
    server = Server("--bot-delay", "0", env=OFTEN)
    a, b = Client(server), Client(server)
    table = begin(a, b)
    wal = os.path.join(server.data, "parlor.db-wal")
    with open(os.path.join(server.data, "parlor.db"), "rb") as file:
        before = file.read()
    os.truncate(wal, os.path.getsize(wal) - 3 * WAL_FRAME)
    status, text = health(server, "parlor.db-wal was cut or replaced")
    ok(status == 503 and "parlor repair" in text, "cut now: the running server notices, /healthz says what to do", text)
    ok(any(line["event"] == "damaged" and "repair" in line["do"] for line in server.lines()), "cut now: the log says it")
    equal(server.metric("store_damaged"), 1.0, "cut now: /metrics says it")
    equal(a.error("name", name="Bea"), "store.damaged", "cut now: nothing more is stored")
    equal(server.stop(), 0, "cut now: the server stops cleanly")
    with open(os.path.join(server.data, "parlor.db"), "rb") as file:
        ok(file.read() == before, "cut now: and writes no page of it into the database")
    said = parlor("verify-store", "--data", server.data)
    ok(said.returncode == 1 and "the last commits are gone" in said.stdout, "cut now: verify-store says what is lost",
       said.stdout)
    equal(parlor("repair", "--data", server.data).returncode, 0, "cut now: repair succeeds")
    old, _ = use_repaired(server)
    server.start()
    a = Client(server, cookie=a.cookie)
    ok(opened(a, table)["n"] > 3, "cut now: the table goes on with what was left")
    equal(health(server, "ok")[1], "ok\n", "cut now: and all is well again")
    equal(server.close(), 0, "the server stops cleanly")
    shutil.rmtree(old, ignore_errors=True)


test_journals()
test_long_journal()
test_pages()
test_cut_wal()
test_wal_taken()
test_wal_cut()
done()
