#!/usr/bin/env python3
"""Databases of other versions: an old one is migrated, a newer one is refused. Games of older rules
go on by those rules."""

import json
import os
import sqlite3
import subprocess
import tempfile

from parlor_server import PARLOR, SOURCE, Client, Run, Server, done, equal, ok

SCHEMA = 2  # the newest; when it grows, add a dump of the previous one


def read(name):
    """The text of a dump and the description in its third line."""
    with open(os.path.join(SOURCE, "tests", "server", name), encoding="utf-8") as dump:
        text = dump.read()
    return text, json.loads(text.splitlines()[2][3:])


SQL, KNOWN = read("schema1.sql")


def write(folder, more="", sql=SQL):
    db = sqlite3.connect(os.path.join(folder, "parlor.db"))
    db.executescript(sql + more)
    db.close()


def version(folder):
    db = sqlite3.connect(os.path.join(folder, "parlor.db"))
    found = db.execute("PRAGMA user_version").fetchone()[0]
    names = {row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'index'")}
    db.close()
    return found, names


def fails(folder):
    """Starts a server that must not start; returns its log."""
    run = subprocess.run([PARLOR, "serve", "--listen", "127.0.0.1", "--port", "0", "--data", folder,
                          "--user", "nobody"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                         stderr=subprocess.PIPE, timeout=60, check=False)
    ok(run.returncode == 1, "the server does not start")
    return run.stderr.decode()


def test_goes_on(folder):
    write(folder)
    server = Server("--bot-delay", "0", data=folder)
    equal(version(folder)[0], SCHEMA, "an old database is migrated to the newest schema")
    ann, bob = Client(server, cookie=KNOWN["ann"]), Client(server, cookie=KNOWN["bob"])
    equal(ann.ask("hello", protocol=1)["you"]["name"], "Ann", "people keep their names")
    mine = {row["table"]: row["phase"] for row in bob.ask("mine")["tables"]}
    equal(mine, {KNOWN["over"]: "over", KNOWN["play"]: "play", KNOWN["open"]: "open"}, "people keep their tables")
    for c in (ann, bob):
        c.ask("open", table=KNOWN["play"])
        c.until(lambda c: KNOWN["play"] in c.tables)
    equal(ann.tables[KNOWN["play"]]["n"], KNOWN["n"], "the game in play has all its events")
    mover = ann if ann.tables[KNOWN["play"]]["legal"] else bob
    text = mover.tables[KNOWN["play"]]["legal"][0]
    ok(mover.ask("move", table=KNOWN["play"], text=text).get("ok"), "the game in play goes on")
    status, _, body = server.http("GET", KNOWN["share"])
    ok(status == 200 and json.loads(body)["table"] == KNOWN["over"], "a shared record is still there")
    equal(ann.ask("sit", table=KNOWN["open"]).get("ok"), True, "a free chair can be taken")
    guest = Client(server)
    ok("code" in guest.ask("login", name="ann", passphrase="correct horse"), "passphrases still work")
    ok(server.metric('tables_stored{phase="over"}') in (None, 1.0), "tables are counted")
    equal(server.stop(), 0, "the server stops cleanly")
    equal(Run("export", "--data", folder).status, 0, "the database can be exported")
    again = Server("--bot-delay", "0", data=folder)
    equal(version(folder)[0], SCHEMA, "a second start changes nothing")
    equal(again.close(), 0, "the second server stops cleanly")


def play_on(people, table):
    """Plays the first legal move until the game is over."""
    while True:
        for c in people:
            c.drain(0.01)
        if people[0].tables[table]["phase"] == "over":
            return
        mover = next(c for c in people if c.tables[table]["legal"])
        assert mover.ask("move", table=table, text=mover.tables[table]["legal"][0]).get("ok")


def test_older_rules(folder):
    """Photograph of version 1: Sunset on top of the deck waits for the next refill (P6.4)."""
    sql, known = read("rules1.sql")
    write(folder, sql=sql)
    server = Server("--bot-delay", "0", data=folder)
    people = [Client(server, cookie=known["ann"]), Client(server, cookie=known["bob"])]
    for name, n in known["n"].items():
        for c in people:
            c.ask("open", table=known[name])
            c.until(lambda c: known[name] in c.tables)
        equal((people[0].tables[known[name]]["n"], people[0].tables[known[name]]["phase"]),
              (n, known["phases"][name]), f"{name}: the table has its events and phase")
    view = people[0].tables[known["waiting"]]["view"]
    equal((view["phase"], view["sunset"], view["top"]), ("take", "ahead", None), "Sunset waits unseen")
    scores = [[p["score"] for p in people[0].tables[known[name]]["view"]["players"]]
              for name in ("waiting", "on", "over")]
    equal(scores, known["scores"], "the tables keep their scores")
    status, _, body = server.http("GET", known["share"])
    ok(status == 200 and json.loads(body)["rules"] == 1, "a record names the version of its rules")
    for name in ("waiting", "on", "smitten"):
        play_on(people, known[name])
        record = people[0].ask("record", table=known[name])["record"]
        equal(record["rules"], 1, f"{name}: played to the end by its rules")
        line = json.dumps(record)
        equal(Run("replay", "-", stdin=line).status, 0, f"{name}: the record replays")
        equal(Run("verify", "-", stdin=line).status, 0, f"{name}: its deal is fair")
    rematch = people[0].ask("rematch", table=known["over"])["table"]
    people[0].until(lambda c: rematch in c.tables)
    equal(people[0].tables[rematch]["rules"], 2, "a rematch has the newest rules")
    fresh = people[0].ask("create", game="photograph", bots=["random"])["table"]
    people[0].until(lambda c: c.tables.get(fresh, {}).get("view") is not None)
    whole = people[0].tables[fresh]
    ok(whole["rules"] == 2 and whole["view"]["top"] is not None, "a new table has the newest rules")
    equal(server.close(), 0, "the server stops cleanly")


def test_same_as_new(folder, new):
    server = Server(data=new)
    server.close()
    equal(version(folder), version(new), "a migrated database equals a new one")


def test_refused(folder):
    write(folder, "PRAGMA user_version = 99;")
    ok("newer than" in fails(folder), "a database of a newer Parlor is refused")
    equal(version(folder)[0], 99, "the refused database does not change")


def test_broken(folder):
    write(folder, "CREATE TABLE tables_phase(x);")
    before = version(folder)
    fails(folder)
    equal(version(folder), before, "a failed migration is rolled back")


folders = [tempfile.TemporaryDirectory(prefix="parlor-test-") for _ in range(5)]
for one in folders:
    os.chmod(one.name, 0o755)
test_goes_on(folders[0].name)
test_same_as_new(folders[0].name, folders[1].name)
test_refused(folders[2].name)
test_broken(folders[3].name)
test_older_rules(folders[4].name)
for one in folders:
    one.cleanup()
done()
