#!/usr/bin/env python3
"""Databases of other versions: an old one is migrated, a newer one is refused. Games of older rules
go on by those rules, and tables that this version does not know are kept and say so."""

import json
import os
import sqlite3
import subprocess
import tempfile

from parlor_server import PARLOR, SOURCE, Client, Run, Server, done, equal, ok

SCHEMA = 8  # the newest; when it grows, add a dump of the previous one


def read(name):
    """The text of a dump and the description in its third line."""
    with open(os.path.join(SOURCE, "tests", "server", name), encoding="utf-8") as dump:
        text = dump.read()
    return text, json.loads(text.splitlines()[2][3:])


SQL, KNOWN = read("schema1.sql")
SQL2, _ = read("schema2.sql")
SQL4, _ = read("schema4.sql")
SQL5, _ = read("schema5.sql")
SQL6, _ = read("schema6.sql")
SQL7, _ = read("schema7.sql")


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


def journal(folder, table):
    db = sqlite3.connect(os.path.join(folder, "parlor.db"))
    found = db.execute("SELECT n, at, text FROM events WHERE table_id = ? ORDER BY n", (table,)).fetchall()
    db.close()
    return found


def fails(folder):
    """Starts a server that must not start; returns its log."""
    run = subprocess.run([PARLOR, "serve", "--listen", "127.0.0.1", "--port", "0", "--data", folder,
                          "--user", "nobody"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                         stderr=subprocess.PIPE, timeout=60, check=False)
    ok(run.returncode == 1, "the server does not start")
    return run.stderr.decode()


def test_goes_on(folder, sql):
    write(folder, sql=sql)
    copy = os.path.join(folder, "copy.db")
    before = version(folder)[0]
    equal((Run("export", "--data", folder).status, Run("backup", "--data", folder, copy).status, version(folder)[0]),
          (0, 0, before), "an old database can be exported and copied as it is")
    equal(Run("verify-store", "--data", folder).status, 0, "and checked")
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
        mover = next((c for c in people if c.tables[table]["legal"]), None)
        if mover:
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


def test_older_clocks(folder):
    """Before schema 3 clocks went by the date. The time without a server does not count from now on."""
    sql, known = read("clocks2.sql")
    write(folder, sql=sql)
    server = Server("--bot-delay", "0", data=folder)
    people = [Client(server, cookie=cookie) for cookie in known["people"]]
    for c in people:
        for name in ("live", "days"):
            c.ask("open", table=known[name])
            c.until(lambda c: known[name] in c.tables)
    live = people[0].tables[known["live"]]
    equal(live["n"], known["n"]["live"], "a live clock: nobody's time is up")
    left = [s["until"] - live["times"]["now"] for s in live["times"]["seats"] if s["until"]]
    ok(len(left) == 1 and 60000 < left[0] <= 90000, "a live clock goes on where it was")
    mover = next(c for c in people if c.tables[known["live"]]["legal"])
    text = mover.tables[known["live"]]["legal"][0]
    ok(mover.ask("move", table=known["live"], text=text).get("ok"), "the game goes on")
    people[0].drain(0.5)
    kinds = [json.loads(text)["e"] for _, _, text in journal(folder, known["days"])[known["n"]["days"] + 1:]]
    equal(kinds[:1], ["standin"], "a clock of days has run out by the date")
    equal(server.close(), 0, "the server stops cleanly")


def test_unknown(folder):
    """Journals of another version: each table is listed, says in words why it does not go on, and is kept."""
    sql, known = read("clocks2.sql")
    table = known["days"]
    cases = {
        "a game": ('"game":"luz"', '"game":"tarot"', "setup.no-such-game", ["tarot"]),
        "rules": ('"rules":1,', '"rules":99,', "setup.rules", ["luz", "99", "1"]),
        "an option": ('"memory":"strict"', '"mood":"gentle"', "setup.no-such-option", ["luz", "mood"]),
        "a value": ('"memory":"strict"', '"memory":"lent"', "setup.bad-option", ["memory", "lent"]),
        "a kind of event": ('{"e":"move"', '{"e":"vote"', "journal.event", ["vote"]),
    }
    ok(all(old in sql for old, *_ in cases.values()), "the dump has what is to change")
    for name, (old, new, why, args) in cases.items():
        path = os.path.join(folder, name.replace(" ", "-"))
        os.mkdir(path)
        lines = [line.replace(old, new) if f"'{table}'" in line else line for line in sql.splitlines()]
        write(path, sql="\n".join(lines))
        before = journal(path, table)
        server = Server("--bot-delay", "0", data=path)
        ann = Client(server, cookie=known["people"][0])
        said = ann.ask("open", table=table).get("error", {})
        more = [(part["id"], part["args"][:len(args)]) for part in said.get("more", [])][:1]
        equal((said.get("id"), more), ("table.unreadable", [(why, args)]), f"{name}: said in words")
        equal(ann.error("move", table=table, text="bid 1"), "table.unreadable", f"{name}: also to a move")
        rows = {row["table"]: row["phase"] for row in ann.ask("mine")["tables"]}
        equal(rows, {known["live"]: "play", table: "play"}, f"{name}: the table is listed")
        ok(ann.ask("open", table=known["live"]).get("ok"), f"{name}: other tables go on")
        ann.drain(0.1)
        equal(server.stop(), 0, f"{name}: the server stops cleanly")
        equal(journal(path, table), before, f"{name}: the journal stays as it was")
        checked = Run("verify-store", "--data", path)
        ok(checked.status == 0 and "another version" in checked.out, f"{name}: nothing is damaged", checked)
        saved = Run("repair", "--data", path)
        copy = next(name for name in os.listdir(path) if name.startswith("repaired"))
        equal((saved.status, journal(os.path.join(path, copy), table)), (0, before), f"{name}: a repair keeps it whole")
        logged = [line for line in server.lines() if line.get("event") == "journal"]
        ok(len(logged) == 1 and logged[0]["table"] == table, f"{name}: it is logged once")


def test_unknown_level(folder):
    """A level that this version does not have, or calls by another name: the usual one plays, and that is said."""
    write(folder, sql=SQL.replace('"level":"random"', '"level":"grandmaster"'))
    before = journal(folder, KNOWN["play"])
    server = Server("--bot-delay", "0", data=folder)
    people = [Client(server, cookie=KNOWN["ann"]), Client(server, cookie=KNOWN["bob"])]
    for c in people:
        c.ask("open", table=KNOWN["play"])
        c.until(lambda c: KNOWN["play"] in c.tables)
    whole = people[0].tables[KNOWN["play"]]
    bot = next(p["bot"] for p in whole["people"] if p["bot"])
    equal(whole["notes"], [{"id": "table.level-unknown", "args": ["grandmaster", bot]}], "the table says who plays")
    play_on(people, KNOWN["play"])
    record = people[0].ask("record", table=KNOWN["play"])["record"]
    ok("bot:grandmaster" in record["names"], "the game goes on to its end")
    equal(journal(folder, KNOWN["play"])[:len(before)], before, "the journal keeps the name")
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


folders = [tempfile.TemporaryDirectory(prefix="parlor-test-") for _ in range(13)]
for one in folders:
    os.chmod(one.name, 0o755)
test_goes_on(folders[0].name, SQL)
test_goes_on(folders[5].name, SQL2)
test_goes_on(folders[9].name, SQL4)
test_goes_on(folders[10].name, SQL5)
test_goes_on(folders[11].name, SQL6)
test_goes_on(folders[12].name, SQL7)
test_same_as_new(folders[0].name, folders[1].name)
test_refused(folders[2].name)
test_broken(folders[3].name)
test_older_rules(folders[4].name)
test_older_clocks(folders[6].name)
test_unknown(folders[7].name)
test_unknown_level(folders[8].name)
for one in folders:
    one.cleanup()
done()
