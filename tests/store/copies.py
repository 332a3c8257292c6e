#!/usr/bin/env python3
"""Two drills with a real PostgreSQL: it is destroyed while people play, and restored by the steps of docs/hosting.md,
from a dump into a new cluster, and from a base backup with archived WAL. The people go on with their cookies.

usage: copies.py PARLOR SOURCE
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, "..", "server"), os.path.join(HERE, "..", "cluster")]
from parlor_server import SOURCE, WAIT, Client, Run, Server, done, equal, ok  # noqa: E402
from played import begun, view  # noqa: E402
from postgres import DATABASE, ROLE, Postgres, programs  # noqa: E402

FAST = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}
GAMES = [("photograph", 2), ("luz", 3), ("smitten", 2)]
URL = "postgres://parlor@/parlor?host=/var/run/postgresql"


def steps(title):
    """The commands under these words of the document."""
    with open(os.path.join(SOURCE, "docs", "hosting.md"), encoding="utf-8") as file:
        part = re.search(re.escape(title) + r".*?\n\n((?: {4}[^\n]*\n)+)", file.read(), re.S).group(1)
    return "\n".join(line.strip() for line in part.splitlines())


def follow(database, title, names):
    """Runs those commands as they stand, with the test's own places."""
    text = steps(title)
    for old, new in names.items():
        assert old in text, (old, text)
        text = text.replace(old, new)
    run = subprocess.run(["sh", "-e", "-c", text], capture_output=True, check=False, text=True, cwd="/", timeout=WAIT,
                         user=database.user, group=database.user, extra_groups=[] if database.user else None,
                         env={"PATH": programs() + ":/usr/bin:/bin", "LC_ALL": "C", "PGHOST": database.folder,
                              "PGUSER": ROLE, "PGPORT": str(database.port)})
    ok(run.returncode == 0, f"the document's steps work as they stand: {title}", (text, run))


def come_back(games, server, name):
    wrong = []
    for g in games:
        was, now = g.come_back(server)
        wrong += [(a, b) for a, b in zip(was, now) if view(a) != view(b)]
    equal(wrong, [], f"{name}: everybody sees every table as it was, with the old cookies")
    ok(Client(server).ask("login", name="returner", passphrase="a long passphrase").get("ok"),
       f"{name}: accounts are there")


def serve(database, folder):
    return Server("--bot-delay", "0", "--store", database.url(), data=folder)


def test_dump(folder):
    """Returns the new database with its server and games."""
    old = Postgres(settings=FAST)
    server, finished = serve(old, folder), []
    games = [begun(server, *g, finished) for g in GAMES] + finished
    games[0].people[0].ask("keep", name="returner", passphrase="a long passphrase")
    place = tempfile.mkdtemp(prefix="parlor-test-")
    os.chmod(place, 0o777)
    follow(old, "A dump, while the servers run:", {URL: old.url(), "/var/backups/parlor": place})
    server.kill()
    old.close()

    archive = tempfile.mkdtemp(prefix="parlor-test-")
    os.chmod(archive, 0o777)
    os.mkdir(archive + "/wal")
    os.chmod(archive + "/wal", 0o777)
    new = Postgres(settings={**FAST, "full_page_writes": "on", **archiving(archive)})
    new.sql(f"DROP DATABASE {DATABASE}", database="postgres")
    follow(new, "To restore a dump into a new cluster:", {URL: new.url(), "/var/backups/parlor": place})
    equal(Run("verify-store", "--store", new.url()).status, 0, "dump: verify-store finds nothing")
    shutil.rmtree(place)
    server = serve(new, folder)
    come_back(games, server, "dump")
    return new, server, games, archive


def archiving(place):
    """The settings of the document."""
    lines = steps("an archive of the WAL").replace("/var/backups/parlor", place).splitlines()
    found = dict(line.split(" = ", 1) for line in lines)
    return {name: value.strip("'") for name, value in found.items()}


def test_archive(database, server, games, place):
    """Moves after the base backup are in the WAL."""
    names = {"/var/backups/parlor": place}
    follow(database, "From time to time a base backup:", names)
    for g in games:
        g.play(2)
    server.kill()
    database.sql("SELECT pg_switch_wal()")
    until = time.time() + WAIT
    last = database.rows("SELECT pg_walfile_name(pg_current_wal_lsn() - 1) AS name")[0]["name"]
    archived = "SELECT coalesce(last_archived_wal, '') AS name FROM pg_stat_archiver"
    while database.rows(archived)[0]["name"] < last and time.time() < until:
        time.sleep(0.05)
    database.stop("immediate")
    shutil.rmtree(database.data)  # the disk is lost
    os.mkdir(database.data, 0o700)
    shutil.chown(database.data, database.user, database.user)
    follow(database, "With PostgreSQL stopped and its data folder empty:",
           {**names, "/var/lib/postgresql/15/main": database.data})
    database.start()
    while database.rows("SELECT pg_is_in_recovery() AS still")[0]["still"] and time.time() < until:
        time.sleep(0.05)
    equal(Run("verify-store", "--store", database.url()).status, 0, "archive: verify-store finds nothing")
    server.start()
    come_back(games, server, "archive")
    ok(all(g.play() for g in games), "archive: the games are played to the end")
    equal(server.stop(), 0, "archive: the server stops cleanly")
    ok(not any(line["level"] == "error" for line in server.lines()), "archive: the log has no complaint", server.text())


with tempfile.TemporaryDirectory(prefix="parlor-test-") as data:
    postgres, node, played, wal = test_dump(data)
    test_archive(postgres, node, played, wal)
    node.close()
    postgres.close()
    shutil.rmtree(wal)
done()
