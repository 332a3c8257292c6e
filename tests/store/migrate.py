#!/usr/bin/env python3
"""Moving house: what was played on SQLite goes on in PostgreSQL and back again, for the same people with their
cookies. A move that is killed goes on; whatever does not fit is refused with a sentence.

usage: migrate.py PARLOR SOURCE
MIGRATE_TABLES sets how many tables are moved (default 700); it says how long a move takes.
"""

import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from types import SimpleNamespace

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, "..", "server"), os.path.join(HERE, "..", "cluster")]
from parlor_server import (  # noqa: E402
    PARLOR, SOURCE, WAIT, Client, Closed, Run, Server, done, equal, eventually, ok, sanitizers)
from played import Game, begun, view  # noqa: E402
from postgres import Postgres  # noqa: E402

FAST = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}
GOING_ON = [("photograph", 3), ("luz", 4), ("smitten", 2), ("null", 2)]
COPIES = int(os.environ.get("MIGRATE_TABLES", "700"))  # of a journal, so that there is something to interrupt
KILLS = 5
# The moved rows, with the columns that both databases have.
KINDS = {
    "events": "table_id, n, at, text, turn", "records": "table_id, n, format, len, sum, data",
    "tables": "id, phase, listed, due, due_date, changed, row, shelf, seen",
    "seats": "player, table_id, chair, changed", "players": "id, name, generation, login, hash, seen",
    "shares": "key, table_id", "snapshots": "table_id, n, format, tail, sum, text",
    "listings": "table_id, maker, address", "bans": "player, address, until, made, why",
    "reports": "id, at, table_id, event, reporter, address, player, why",
    "audit": "id, at, actor, act, table_id, player, detail",
    "dailies": "player, deal, day, score, place, won, at",
}


SECRET = "Secret-7"


def migrate(source, target):
    """The addresses have a password, which is never shown."""
    places = [place.replace("//parlor@", f"//parlor:{SECRET}@") for place in (source, target)]
    run = Run("migrate", "--from", places[0], "--to", places[1])
    assert SECRET not in run.err + run.out, run
    return run


def lite(folder):
    return sqlite3.connect(os.path.join(folder, "parlor.db"), timeout=WAIT)


def rows_of_folder(folder):
    db = lite(folder)
    found = {kind: db.execute(f"SELECT {columns} FROM {kind}").fetchall() for kind, columns in KINDS.items()}
    found["meta"] = db.execute("SELECT name, value FROM meta WHERE name <> 'moved'").fetchall()
    db.close()
    return {kind: sorted(map(plain, rows)) for kind, rows in found.items()}


def rows_of_database(database):
    found = {kind: database.rows(f"SELECT {columns} FROM {kind}") for kind, columns in KINDS.items()}
    found["meta"] = database.rows("SELECT name, value, number FROM meta WHERE name NOT IN ('schema', 'schema since', 'moved')")
    for row in found["meta"]:
        number = row.pop("number")
        row["value"] = row["value"] if number is None else number
    return {kind: sorted(plain(row.values()) for row in rows) for kind, rows in found.items()}


def plain(row):
    """The row as one text; bytes as PostgreSQL shows them."""
    return json.dumps(["\\x" + x.hex() if isinstance(x, bytes) else x for x in row])


def differences(a, b):
    return [kind for kind in a if a[kind] != b[kind]]


# ---- a house that people live in ----

class House:
    """A server on SQLite with all that a store can hold, and its people."""

    def __init__(self):
        self.server = Server("--bot-delay", "0", "--compact-hours", "6")
        self.packed, self.finished = [], []
        for game in (("null", 2), ("luz", 3)):
            self.packed.append(Game(self.server, *game))
            self.packed[-1].play()
        self.pack()
        self.going_on = [begun(self.server, *g, self.finished) for g in GOING_ON]
        self.finished.append(Game(self.server, "null", 2))
        self.finished[-1].play()
        self.shared = self.finished[-1].people[0].ask("share", table=self.finished[-1].id)["path"]
        self.make_order()
        self.more_tables()

    def pack(self):
        """The finished games become compact records."""
        for g in self.packed:
            for p in g.people:
                p.ask("close", table=g.id)
        db = lite(self.server.data)
        db.execute("UPDATE tables SET seen = seen - 86400000 WHERE phase = 2")
        db.commit()
        db.close()
        until = time.time() + WAIT
        while self.server.metric("tables_compacted_total") < len(self.packed) and time.time() < until:
            time.sleep(0.05)

    def make_order(self):
        """An account, words, a report, bans and a listed table."""
        game = self.going_on[0]
        self.host, self.other = game.people[:2]
        self.host.ask("keep", name="returner", passphrase="a long passphrase")
        self.host.ask("talk", table=game.id, text="з нами Мавка 🎴")
        game.catch_up(game.n() + 1)
        assert not self.other.error("report", table=game.id, player=self.host.me, why="talk")
        self.banned = Client(self.server)
        self.banned.ask("name", name="Banned")
        self.admin("ban", self.banned.me, "--for", "ever", "--why", "talk")
        self.admin("ban", "203.0.113.7", "--for", "7d")
        self.listed = Client(self.server)
        self.open = self.listed.ask("create", game="null", seats=2, listed=True)["table"]

    def admin(self, *words):
        run = Run("admin", "--data", self.server.data, *words)
        assert run.status == 0, run
        return run.out

    def more_tables(self):
        """Stops the server, and multiplies a journal: no event names its table."""
        self.server.stop()
        db = lite(self.server.data)
        chance = random.Random(1)
        for table, share in ((self.going_on[1].id, 4), (self.finished[-1].id, 1)):
            seats = db.execute("SELECT player, chair, changed FROM seats WHERE table_id = ?", (table,)).fetchall()
            for _ in range(COPIES * share // 5):
                new = "".join(chance.choice("23456789abcdefghjkmnpqrstuvwxyz") for _ in range(16))
                db.execute("INSERT INTO events SELECT ?, n, at, text, turn FROM events WHERE table_id = ?",
                           (new, table))
                db.execute("INSERT INTO tables SELECT ?, phase, listed, due, changed, row, due_date, shelf, seen "
                           "FROM tables WHERE id = ?", (new, table))
                db.executemany("INSERT INTO seats(player, table_id, chair, changed) VALUES(?, ?, ?, ?)",
                               [(player, new, chair, changed) for player, chair, changed in seats])
        db.executemany("INSERT INTO dailies(player, deal, day, score, place, won, at) VALUES(?, ?, 20776, ?, 1, 1, 5)",
                       [(player, f"luz/2026-11-{day}", player * day) for player in (-7, 8) for day in range(10, 20)])
        # As in files of older versions: nobody knows whose turn it was, nor the chair.
        db.execute("UPDATE events SET turn = NULL WHERE table_id = ? AND n < 3", (self.finished[-1].id,))
        db.execute("UPDATE seats SET chair = NULL WHERE table_id = ?", (self.finished[-1].id,))
        db.commit()
        db.close()

    def games(self):
        return self.packed + self.finished + self.going_on


def come_back(house, server, name):
    """All people come back with their cookies and see their tables as they left them."""
    wrong = []
    for g in house.games():
        was, now = g.come_back(server)
        wrong += [(a, b) for a, b in zip(was, now) if view(a) != view(b)]
    equal(wrong, [], f"{name}: everybody sees every table as it was, with the old cookies")
    equal(server.http("GET", house.shared)[0], 200, f"{name}: links lead to their games")
    ok(Client(server).ask("login", name="returner", passphrase="a long passphrase").get("ok"),
       f"{name}: accounts are there")
    lobby = Client(server).ask("lobby", watch=False)["tables"]
    ok(any(t["table"] == house.open for t in lobby), f"{name}: the lobby has its table", lobby)
    try:
        refused = Client(server, cookie=house.banned.cookie, hello=False).error("hello", protocol=2)
    except Closed as closed:
        refused = closed.code
    ok(refused is not None, f"{name}: who was banned still is", refused)


# ---- there ----

def kill_and_resume(house, database):
    """The move is killed at several places, and each time goes on. A busy machine may kill the last one too late."""
    source, target = "sqlite:" + house.server.data, database.url()
    resumed, rows = 0, sum(map(len, rows_of_folder(house.server.data).values()))
    command = [PARLOR, "migrate", "--from", source, "--to", target]
    env = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", **sanitizers()}
    for kill in range(KILLS):
        process = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        wait_for_rows(process, database, max(count_rows(database) + 1, rows * kill * 0.15))
        process.kill()
        out, err = process.communicate()
        resumed += b"earlier move goes on" in err
        wait_for_lock(database)
        if kill == 0:
            refuse_half(house, database)
        if process.returncode == 0:
            break
    ok(resumed == kill >= 1, "a move that is killed goes on where it stood", (resumed, kill))
    if process.returncode == 0:
        return SimpleNamespace(status=0, out=out.decode(), err=err.decode())
    return migrate(source, target)


def count_rows(database):
    """How many rows have arrived, as the mark says; -1: there is no mark."""
    try:
        mark = database.rows("SELECT convert_from(value, 'UTF8') AS mark FROM meta WHERE name = 'moving'")
    except RuntimeError:
        return -1
    return int(mark[0]["mark"].split()[2]) if mark else -1


def wait_for_rows(process, database, rows):
    """Lets the move work until so many rows have arrived. It stands while they are counted: a busy machine counts
    slowly, and the move could come to its end meanwhile."""
    until = time.time() + WAIT
    while process.poll() is None and time.time() < until:
        process.send_signal(signal.SIGSTOP)
        arrived = count_rows(database)
        process.send_signal(signal.SIGCONT)
        if arrived >= rows:
            break
        time.sleep(0.01)


def wait_for_lock(database):
    """Until PostgreSQL has noticed that the killed process is gone, and has given its lock back."""
    locked = "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objid = 7021986"
    if not eventually(lambda: not database.rows(locked), WAIT):
        raise TimeoutError


def refuse_half(house, database):
    """Nobody opens what is half moved, and nothing else is moved there."""
    serve = Run("serve", "--port", "0", "--data", house.server.data + "/half", "--store", database.url())
    ok(serve.status != 0 and "a move to it is not finished" in serve.err + serve.out, "no server opens a half", serve)
    said = Run("verify-store", "--store", database.url())
    ok(said.status == 1 and "run parlor migrate again" in said.err, "nor does verify-store", said)
    other = tempfile.mkdtemp(prefix="parlor-test-")
    shutil.copy(os.path.join(house.server.data, "parlor.db"), other)
    db = lite(other)
    db.execute("UPDATE players SET name = 'Somebody' WHERE name = 'Banned'")
    db.commit()
    db.close()
    said = migrate("sqlite:" + other, database.url())
    ok(said.status == 1 and "holds a part of another store" in said.err, "another store does not go there", said)
    shutil.rmtree(other)


def test_there(house, database):
    said = migrate("sqlite:" + house.server.data, database.url().replace("/parlor?", "/nothing?"))
    ok(said.status == 1 and "does not exist" in said.err, "a database that is not there", said)
    before = rows_of_folder(house.server.data)
    said = kill_and_resume(house, database)
    equal((said.status, said.out), (0, ""), "at last it is finished")
    unfinished = sum(json.loads(row)[1] != 2 for row in before["tables"])
    ok(f"Unfinished tables replayed from both stores: {unfinished}." in said.err, "and verified", said.err)
    equal(differences(before, rows_of_database(database)), [], "PostgreSQL has every row of every kind")
    equal(differences(before, rows_of_folder(house.server.data)), [], "and the folder has not changed")
    equal(Run("verify-store", "--store", database.url()).status, 0, "verify-store finds nothing")
    test_closed(["--data", house.server.data], "sqlite:" + house.server.data, "dbname=parlor", "the old folder")
    said = migrate("sqlite:" + house.server.data, database.url())
    ok(said.status == 1 and "is not empty" in said.err, "what is finished is not begun again", said)


def test_closed(words, place, where, name):
    """A store that has moved is served no more; it can be read, and be opened again."""
    said = Run("serve", "--port", "0", *words)
    ok(said.status == 1 and "its data has moved" in said.err and "parlor migrate --reopen" in said.err and
       where in said.err, f"{name}: no server opens it, and the reason names the new place", said)
    equal(Run("export", *words).status, 0, f"{name}: its games can still be exported")
    folder = tempfile.mkdtemp(prefix="parlor-test-")
    said = migrate(place, f"sqlite:{folder}/new")
    ok(said.status == 1 and where in said.err and "already" in said.err, f"{name}: it does not move twice", said)
    shutil.rmtree(folder)
    said = Run("migrate", "--reopen", place)
    ok(said.status == 0 and where in said.err, f"{name}: it can be opened again", said)
    equal(Run("migrate", "--reopen", place).status, 1, f"{name}: once")


def mark_as_moved(folder, where):
    db = lite(folder)
    db.execute("INSERT OR REPLACE INTO meta(name, value) VALUES('moved', ?)", (where.encode(),))
    db.commit()
    db.close()


def test_serve(house, database):
    folder = tempfile.mkdtemp(prefix="parlor-test-")
    server = Server("--bot-delay", "0", "--store", database.url(), data=folder)
    said = migrate(database.url(), f"sqlite:{folder}/new")
    ok(said.status == 1 and "stop the servers first" in said.err, "a database that is served is not moved", said)
    come_back(house, server, "there")
    house.going_on[0].play(2)
    house.going_on[1].play()
    packed = house.packed[0]
    equal(packed.people[0].error("talk", table=packed.id, phrase="thanks"), None,
          "there: people talk at a table that was a compact record")
    packed.catch_up(packed.n() + 1)
    game = house.going_on[0]
    equal(game.people[2].error("report", table=game.id, player=game.people[0].me, why="talk"), None,
          "there: a new report")
    run = Run("admin", "--data", folder, "unban", "203.0.113.7")
    equal(run.status, 0, "there: the operator goes on")
    equal(server.stop(), 0, "there: the server stops cleanly")
    ok(not any(line["level"] == "error" for line in server.lines()), "there: the log has no complaint", server.text())
    reports = [row["id"] for row in database.rows("SELECT id FROM reports ORDER BY id")]
    equal(reports, [1, 2], "there: the new report comes after the old ones")
    os.unlink(server.log.name)
    shutil.rmtree(folder)


# ---- and back ----

def test_back(house, database):
    folder = tempfile.mkdtemp(prefix="parlor-test-")
    new = os.path.join(folder, "new")
    said = migrate(database.url(), "sqlite:" + new)
    equal((said.status, said.out), (0, ""), "back into a new folder")
    equal((os.stat(new).st_mode & 0o777, os.stat(new + "/parlor.db").st_mode & 0o777), (0o700, 0o600),
          "which is for its user alone")
    equal(differences(rows_of_database(database), rows_of_folder(new)), [], "with every row of every kind")
    equal(Run("verify-store", "--data", new).status, 0, "verify-store finds nothing")
    test_closed(["--data", folder + "/none", "--store", database.url()], database.url(), new, "the old database")
    said = migrate("sqlite:" + new, f"sqlite:{folder}/other")
    equal((said.status, differences(rows_of_folder(new), rows_of_folder(folder + "/other"))), (0, []),
          "from folder to folder it is a copy")
    equal(Run("migrate", "--reopen", "sqlite:" + new).status, 0, "and the first of them is to be served")
    os.chmod(folder, 0o755)
    server = Server("--bot-delay", "0", data=new)
    said = migrate("sqlite:" + new, f"sqlite:{folder}/third")
    ok(said.status == 1 and "stop the server first" in said.err, "a folder that is served is not moved", said)
    come_back(house, server, "back")
    ok(all(g.play() for g in house.going_on), "back: the games are played to the end")
    equal(server.stop(), 0, "back: the server stops cleanly")
    ok(not any(line["level"] == "error" for line in server.lines()), "back: the log has no complaint", server.text())
    os.unlink(server.log.name)
    shutil.rmtree(folder)


# ---- refusals ----

def clear(database):
    database.sql("DROP SCHEMA public CASCADE; CREATE SCHEMA public")


def test_changed(house, database):
    """A row that is not what it was is found at the end, and nobody serves it."""
    clear(database)
    source = "sqlite:" + house.server.data
    process = subprocess.Popen([PARLOR, "migrate", "--from", source, "--to", database.url()], stderr=subprocess.PIPE)
    wait_for_rows(process, database, 7 * COPIES)
    process.kill()
    process.communicate()
    table = database.rows("SELECT min(table_id) AS id FROM events")[0]["id"]
    database.sql(f"UPDATE events SET at = at + 1 WHERE table_id = '{table}' AND n = 0;"
                 f"UPDATE seats SET chair = 9 WHERE table_id = '{house.going_on[0].id}'")
    mark_as_moved(house.server.data, "elsewhere")
    said = migrate(source, database.url())
    ok(said.status == 1 and "has moved to elsewhere already" in said.err, "what has moved elsewhere stays", said)
    mark_as_moved(house.server.data, "postgres:" + " ".join(f"{name}={value}" for name, value in (
        ("user", "parlor"), ("dbname", "parlor"), ("host", database.folder), ("port", database.port))))
    said = migrate(source, database.url())
    ok(said.status == 1 and "no server will open it" in said.err, "a difference is a failure", said)
    ok("events: " in said.out and "seats: " in said.out and "players: " not in said.out, "it names what differs", said)
    again = migrate(source, database.url())
    equal((again.status, again.out), (1, said.out), "the target stays half moved, and is compared again")
    said = Run("export", "--store", database.url())
    ok(said.status == 1 and "not finished" in said.err, "nobody opens it", said)
    equal(Run("migrate", "--reopen", source).status, 0, "the folder can be opened again")


def test_bad_text(house, database):
    """PostgreSQL takes only UTF-8 without NUL: the first such text is named before anything is moved."""
    clear(database)
    table = house.going_on[0].id
    for name, text in (("no UTF-8", b"{\"talk\":\"\xff\"}"), ("half a letter", b"{\"talk\":\"\xd1"),
                       ("a surrogate", b"{\"\xed\xa0\x80\"}"), ("a NUL", b"{\"a\0b\"}")):
        bad = tempfile.mkdtemp(prefix="parlor-test-")
        shutil.copy(os.path.join(house.server.data, "parlor.db"), bad)
        db = lite(bad)
        db.execute("UPDATE events SET text = CAST(? AS TEXT) WHERE table_id = ? AND n = 1", (text, table))
        db.commit()
        db.close()
        said = migrate("sqlite:" + bad, database.url())
        ok(said.status == 1 and f"{table} (events): a text there is not valid UTF-8" in said.err,
           f"{name}: it names the table", said)
        if name == "a NUL":
            said = migrate("sqlite:" + bad, f"sqlite:{bad}/new")
            ok(said.status == 0 and f"table {table}: this version cannot replay it" in said.out,
               "another folder gets it as it is", said)
        shutil.rmtree(bad)
    equal(sum(map(len, rows_of_database(database).values())), 0, "nothing was moved")
    start = time.time()
    said = migrate("sqlite:" + house.server.data, database.url())
    equal(said.status, 0, "and a sound store can go there")
    print(f"# {time.time() - start:.1f} s: {said.err.splitlines()[-2]}")


def test_old(database):
    """A file of an older version becomes one of this version first."""
    clear(database)
    folder = tempfile.mkdtemp(prefix="parlor-test-")
    db = lite(folder)
    with open(os.path.join(SOURCE, "tests", "server", "schema1.sql"), encoding="utf-8") as file:
        db.executescript(file.read())
    db.close()
    said = migrate("sqlite:" + folder, database.url())
    equal((said.status, said.out), (0, ""), "a file of the first version is moved")
    equal(differences(rows_of_folder(folder), rows_of_database(database)), [], "with every row of every kind")
    equal(Run("verify-store", "--store", database.url()).status, 0, "verify-store finds nothing")
    shutil.rmtree(folder)


def test_usage(house):
    for words in ([], ["--from", "sqlite:a"], ["--from", "a", "--to", "sqlite:b"],
                  ["--from", "sqlite:", "--to", "sqlite:b"], ["--reopen", "b"], ["--reopen", "sqlite:a", "--to", "b"]):
        equal(Run("migrate", *words).status, 2, "usage: migrate " + " ".join(words))
    said = migrate("sqlite:" + house.server.data, "sqlite:" + house.server.data)
    ok(said.status == 1 and "in use" in said.err, "a folder does not move into itself", said)
    said = migrate("sqlite:/nowhere", "sqlite:/nowhere/else")
    equal(said.status, 1, "what is not there cannot be moved")


with Postgres(settings=FAST) as postgres:
    home = House()
    test_there(home, postgres)
    test_serve(home, postgres)
    test_back(home, postgres)
    test_changed(home, postgres)
    test_bad_text(home, postgres)
    test_old(postgres)
    test_usage(home)
    equal(home.server.close(), 0, "the first server has stopped cleanly")
done()
