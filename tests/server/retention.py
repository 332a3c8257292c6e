#!/usr/bin/env python3
"""What nobody comes back to expires, and finished games become compact records that all can be done with as before."""

import glob
import json
import lzma
import os
import random
import shutil
import subprocess
import time

from dated import Dated
from finished import age, finish, finish_long, finish_many, leave, wait
from parlor_server import PARLOR, WAIT, Client, Server, done, equal, eventually, ok, sanitizers
from rows import count, insert, is_shared, query, read_all

DAY = 86400000
COUNT = "number" if is_shared() else "value"
NAME, WORDS = "Forgettable Fred", "unforgettable words"
ENV = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", **sanitizers()}


def parlor(*args, **more):
    return subprocess.run([PARLOR, *args], stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=WAIT, check=False,
                          env=ENV, **more)


def shown(client, table):
    """All that the table shows, but for the time; or the id of the refusal."""
    client.tables.pop(table, None)
    error = client.error("open", table=table)
    if error:
        return error
    client.until(lambda c: "game" in c.tables.get(table, {}))
    state = dict(client.tables[table])
    state.pop("times", None)
    client.ask("close", table=table)
    return state


def lengthen(server, table, talker, events):
    """Appends words to the journal until it has so many events."""
    n, at = query(server, "SELECT max(n) AS n, max(at) AS at FROM events WHERE table_id = ?", table)[0]
    words = {"e": "talk", "player": talker.me, "name": "X"}
    insert(server, "events(table_id, n, at, text, turn)", [
        (table, i, at + i - n, json.dumps({**words, "text": f"word {i} of many"}, separators=(",", ":")), 0)
        for i in range(n + 1, events)])
    if is_shared():
        query(server, "UPDATE heads SET last = ? WHERE table_id = ?", events - 1, table)


def everything(server, client, tables):
    """What can be done with finished tables."""
    all_of_it = [client.ask("mine")["tables"], parlor("export", *server.place()).stdout]
    for t in tables:
        share = client.ask("share", table=t)["path"]
        all_of_it += [shown(client, t), client.ask("record", table=t)["record"], server.http("GET", share)[2],
                      client.error("why", table=t, text="show"), client.error("move", table=t, text="show")]
    return all_of_it


def expand(data):
    """The journal in a record: raw LZMA2, as store/pack.h says."""
    return lzma.decompress(data, format=lzma.FORMAT_RAW, filters=[
        {"id": lzma.FILTER_LZMA2, "lc": 0, "lp": 0, "pb": 0, "dict_size": 1 << 20}])


def test_records():
    """Finished games become records, and nobody notices."""
    server = Server("--bot-delay", "0")
    a, b = Client(server), Client(server)
    watched = finish(a, b)
    tables = [finish(a, b, WORDS), finish_long(a), finish(a, b), watched]
    leave(a, b)
    before = everything(server, a, tables)
    events = count(server, "events")
    b.ask("open", table=watched)

    def seen(table):
        return query(server, "SELECT seen FROM tables WHERE id = ?", table)[0][0]

    was = seen(watched)
    age(server, 2)
    ok(wait(lambda: server.metric("tables_compacted_total") == 3), "three finished games become records")
    ok(wait(lambda: seen(watched) >= was), "one that somebody has open stays, as long as it is open")
    equal((count(server, "events", f"table_id <> '{watched}'"), count(server, "snapshots"), count(server, "records")),
          (0, 0, 3), "the journals are gone")
    size = query(server, "SELECT sum(length(data)) FROM records")[0][0]
    ok(size < 3000, f"{events} events in {size} bytes")
    b.ask("close", table=watched)
    age(server, 2)
    ok(wait(lambda: count(server, "records") == 4), "and then becomes a record too")
    equal(everything(server, a, tables), before, "all that can be done with them is the same")
    export = os.path.join(server.data, "games.jsonl")
    with open(export, "wb") as file:
        file.write(before[1])
    equal(parlor("verify", export).returncode, 0, "the deals can be checked")
    equal(parlor("review", "--budget", "1", "--line", "2", export).returncode, 0, "a game can be reviewed")
    good = parlor("verify-store", *server.place())
    equal((good.returncode, good.stdout), (0, b""), "verify-store: all is sound")
    ok(b"Tables: 4" in good.stderr and str(events).encode() in good.stderr, "verify-store: it counts them", good.stderr)
    if not is_shared():
        copy = os.path.join(server.data, "copy")
        os.mkdir(copy)
        equal(parlor("backup", *server.place(), os.path.join(copy, "parlor.db")).returncode, 0, "a backup")
        equal(parlor("export", "--data", copy).stdout, before[1], "it has the records")

    equal(a.error("talk", table=tables[0], phrase="thanks"), None, "people can still talk there")
    equal((count(server, "records"), count(server, "events")), (3, shown(a, tables[0])["n"] + 1),
          "it is a journal again")
    again = b.ask("rematch", table=tables[2])["table"]
    ok(again and shown(b, tables[2])["rematch"] == again, "a rematch of a record")
    age(server, 2)
    ok(wait(lambda: count(server, "records") == 4), "and they become records again")
    equal(shown(b, tables[2])["rematch"], again, "with what came later")
    equal(server.stop(), 0, "the server stops cleanly")
    line = [x for x in server.lines() if x["event"] == "retention"]
    equal(sum(int(x["tables-compacted"]) for x in line), 6, "the log sums it up")
    ok(len(line) <= 2, "in a line or two")
    server.start()
    a = Client(server, cookie=a.cookie)
    equal(shown(a, tables[1]), before[2 + 5], "after a restart too")
    ok(not [x for x in server.lines() if x["event"] == "lost"], "nothing seems lost")
    equal(server.close(), 0, "the server stops cleanly")


def test_long_records():
    """A record of many events is a record and nothing else, however often it is opened."""
    server = Server()
    a, b = Client(server), Client(server)
    tables = finish_many(a, b, 2)
    for t, events in zip(tables, (300, 6000)):
        lengthen(server, t, a, events)
    before = [shown(a, t) for t in tables]
    ok(eventually(lambda: count(server, "snapshots") == 2), "long journals have snapshots")
    age(server, 2)
    ok(wait(lambda: count(server, "records") == 2), "long journals become records")
    most = server.metric("journal_events_read_in_a_turn")
    ok(512 < most <= 2048, "part by part", most)
    for _ in range(2):
        equal([shown(a, t) for t in tables], before, "which people open")
    time.sleep(0.1)
    equal((count(server, "records"), count(server, "snapshots")), (2, 0), "and which stay records without snapshots")
    equal(b.error("talk", table=tables[0], phrase="thanks"), None, "something new makes it a journal")
    ok(eventually(lambda: count(server, "snapshots") == 1), "with a snapshot")
    age(server, 2)
    ok(wait(lambda: count(server, "records") == 2), "and then it is a record again")
    equal(count(server, "snapshots"), 0, "without one")
    server.stop()
    query(server, "INSERT INTO snapshots(table_id, n, format, tail, sum, text) SELECT id, 2, 'x', 0, 0, '' FROM tables")
    server.start()
    ok("phase" in shown(Client(server, cookie=a.cookie), tables[0]), "a snapshot that an older version has left")
    ok(eventually(lambda: count(server, "snapshots") == 1), "goes when the record is opened")
    equal(server.close(), 0, "the server stops cleanly")


def test_read_records():
    """Long records that people open at the same time, each read by parts: each is expanded and gone through once."""
    server = Server()
    people = [Client(server) for _ in range(6)]
    sizes = range(1500, 1506)
    tables = finish_many(people[0], people[1], len(sizes))
    for t, events in zip(tables, sizes):
        lengthen(server, t, people[0], events)
    before = [shown(people[0], t) for t in tables]
    age(server, 2)
    ok(wait(lambda: count(server, "records") == len(tables)), "long records")
    server.restart()
    people = [Client(server, cookie=c.cookie) for c in people]

    def read():
        return [server.metric(f"record_events_{what}_total") for what in ("expanded", "passed")]

    for c, t in zip(people, tables):
        c.request("open", table=t)
    for c, t in zip(people, tables):
        c.until(lambda c: "game" in c.tables.get(t, {}))
    expanded, passed = read()
    equal(expanded, sum(sizes), "records that are opened together are expanded once")
    ok(passed <= 2 * len(sizes), "and nothing in them is read twice", passed)
    most = server.metric("journal_events_read_in_a_turn")
    ok(most <= 128 + len(tables), "and no turn of the loop reads more than a part of them", most)
    for c, t in zip(people, tables):
        c.ask("close", table=t)
        c.tables.clear()
    equal([shown(people[0], t) for t in tables], before, "they show what they have shown before")
    equal(server.close(), 0, "the server stops cleanly")


def test_expiry():
    """Unfinished tables go when nobody comes, each kind in its time; by no date that is set."""
    server = Dated("--bot-delay", "3600000", "--keep-records", "100")
    a, b, host = Client(server), Client(server), Client(server)
    tables = {"over": finish(a, b)}
    tables["open"] = a.ask("create", game="luz", seats=3, listed=True)["table"]
    tables["running"] = a.ask("create", game="null", seats=2)["table"]
    b.ask("sit", table=tables["running"])
    tables["days"] = a.ask("create", game="null", seats=2, clock={"kind": "days", "days": 3})["table"]
    b.ask("sit", table=tables["days"])
    # Somebody who leaves a game would be waited for, and the table would stay in memory, where it does not expire.
    tables["bots"] = host.ask("create", game="photograph", seats=2, sit=False, bots=["random"] * 2)["table"]
    equal(host.error("start", table=tables["bots"]), None, "bots play alone")
    host.until(lambda c: c.tables.get(tables["bots"], {}).get("phase") == "play")
    share = a.ask("share", table=tables["over"])["path"]
    leave(a, b, host)

    def left():
        rows = [r[0] for r in query(server, "SELECT id FROM tables")]
        return [name for name, table in tables.items() if table in rows]

    expected = list(tables)

    def old(days, *gone):
        """After so many more days these are gone; what has gone too early shows later at the latest."""
        age(server, days)
        for name in gone:
            expected.remove(name)
        if not gone:
            time.sleep(1.3)
        ok(wait(lambda: left() == expected), f"{days} more days: {' '.join(gone) or 'nothing'} expires", str(left()))

    for date in (3000 * 86400, -3000 * 86400, 0):
        server.set_date(date)
        time.sleep(0.2)
    server.stop()
    server.set_date(3000 * 86400)
    server.start()
    a, b = Client(server, cookie=a.cookie), Client(server, cookie=b.cookie)
    time.sleep(1.5)
    equal((len(left()), count(server, "records")), (5, 0), "a date that is set ahead removes nothing")
    server.set_date(0)
    old(6)
    ok(wait(lambda: count(server, "records") == 1), "the finished one is a record")
    old(2, "open")
    equal(shown(a, tables["open"]), "table.none", "people are told")
    equal([r["table"] for r in a.ask("mine")["tables"] if r["table"] == tables["open"]], [], "and it leaves their list")
    ok("phase" in shown(b, tables["running"]), "somebody looks at a table")
    old(29, "bots")
    watcher = Client(server)
    watcher.ask("open", table=tables["running"])
    old(3)
    watcher.close()
    ok("phase" in shown(a, tables["running"]), "a table that somebody has open stays")
    old(31, "running")
    old(40, "over")
    equal((server.http("GET", share)[0], count(server, "records"), count(server, "shares")), (404, 0, 0),
          "a record goes with its link")
    old(310, "days")
    for table in ("events", "snapshots", "tables", "seats", "listings", "records"):
        equal(count(server, table), 0, f"{table} is empty")
    equal((server.metric("tables_expired_total"), server.metric("records_deleted_total")), (4.0, 1.0), "/metrics counts them")
    server.restart()
    ok(not [x for x in server.lines() if x["event"] == "lost"], "what has expired does not seem lost")
    equal(server.close(), 0, "the server stops cleanly")


def test_downtime():
    """Age is the server's own time: the count that it keeps in the store."""
    server = Server("--compact-hours", "0")
    a, b = Client(server), Client(server)
    t = a.ask("create", game="luz", seats=3)["table"]
    over = finish(a, b)
    leave(a, b)
    for days, there in ((6, True), (2, False)):
        server.stop()
        query(server, f"UPDATE meta SET {COUNT} = {COUNT} + ? WHERE name = 'count'", days * DAY)
        server.start()
        ok(wait(lambda: (count(server, "tables", f"id = '{t}'") == 1) == there) and (there or time.sleep(0.2) is None),
           f"after {days} days of serving the table is {'there' if there else 'gone'}")
    equal((count(server, "records"), count(server, "tables")), (0, 1), "a finished one stays, if the host wants it")
    ok("phase" in shown(Client(server, cookie=a.cookie), over), "and opens")
    equal(server.close(), 0, "the server stops cleanly")


def test_guests():
    server = Server()
    people = {name: Client(server) for name in ("nobody", "player", "keeper", "leaver", "banned", "here")}
    for name, c in people.items():
        c.ask("name", name=name.title())
    finish(people["player"], Client(server))
    equal(people["keeper"].error("keep", name="keeper", passphrase="correct horse"), None, "one has a passphrase")
    people["leaver"].ask("signout")
    query(server, "INSERT INTO bans VALUES(?, '', ?, 0, 'talk')", int(people["banned"].me, 16), 1 << 62)
    for name in ("nobody", "player", "keeper", "leaver", "banned"):
        people[name].close()
    time.sleep(0.2)
    query(server, "UPDATE players SET seen = seen - ?", 89 * DAY)
    time.sleep(1.3)
    equal(count(server, "players"), 6, "89 days are not enough")
    again = Client(server, cookie=people["here"].cookie)
    ok(wait(lambda: count(server, "players", f"seen > (SELECT min(seen) FROM players) + {88 * DAY}") == 1),
       "a hello counts")
    query(server, "UPDATE players SET seen = seen - ?", 2 * DAY)
    ok(wait(lambda: server.metric("guests_expired_total") == 1), "a guest without games is forgotten")
    equal(sorted(r[0] for r in query(server, "SELECT name FROM players")), ["Banned", "Here", "Keeper", "Leaver", "Player"],
          "and nobody else")
    back = Client(server, cookie=people["nobody"].cookie)
    ok(back.ask("hello", protocol=1)["you"]["name"].startswith("Guest"), "who comes back is a guest like any other")
    equal(back.error("create", game="luz", seats=3), None, "and may play")
    again.close()
    equal(server.close(), 0, "the server stops cleanly")


def test_forget():
    server = Server()
    fred, ann = Client(server), Client(server)
    fred.ask("name", name=NAME)
    ann.ask("name", name="Ann Remains")
    tables = [finish(fred, ann, WORDS), finish(ann, fred), finish(ann, Client(server))]
    leave(fred, ann)
    age(server, 2)
    ok(wait(lambda: count(server, "records") == 3), "three records")
    exported = parlor("export", *server.place()).stdout
    equal(server.stop(), 0, "the server stops cleanly")
    equal(parlor("forget", *server.place(), fred.me).returncode, 0, "a person is forgotten")

    def traces():
        data = read_all(server) + b"".join(expand(r[0]) for r in query(server, "SELECT data FROM records"))
        return [x for x in (NAME, WORDS, fred.me) if x.encode() in data]

    ok("Ann Remains" in expand(query(server, "SELECT data FROM records")[0][0]).decode(), "the search finds names")
    equal(traces(), [], "no file and no record has a trace of the person")
    server.start()
    ann = Client(server, cookie=ann.cookie)
    equal([p["name"] for p in shown(ann, tables[0])["people"]], ["-", "Ann Remains"], "the seat has no name")
    age(server, 2)
    ok(wait(lambda: count(server, "records") == 3), "what was changed becomes a record again")
    equal(traces(), [], "without a trace")
    lines = parlor("export", *server.place()).stdout.splitlines()
    events = [json.loads(line)["events"] for line in exported.splitlines()]
    equal([json.loads(line)["events"] for line in lines], events, "the moves stay")
    equal(server.close(), 0, "the server stops cleanly")


def test_killed():
    """kill -9 while records are made: each game is there, once."""
    server = Server()
    a, b = Client(server), Client(server)
    tables = finish_many(a, b, 40)
    exported = parlor("export", *server.place()).stdout
    age(server, 2)
    kills, dice = 0, random.Random(15)
    while count(server, "records") < len(tables) and kills < 30:
        time.sleep(dice.random() * 0.25)
        server.restart()
        kills += 1
        twice = query(server, "SELECT table_id FROM records WHERE table_id IN (SELECT table_id FROM events)")
        neither = query(server, "SELECT id FROM tables WHERE id NOT IN (SELECT table_id FROM records UNION "
                        "SELECT table_id FROM events)")
        if twice or neither:
            break
    ok(kills > 1 and not twice and not neither, f"{kills} kills: a journal or a record, never both or neither")
    ok(wait(lambda: count(server, "records") == len(tables)), "in the end all are records")
    equal(parlor("export", *server.place()).stdout, exported, "and all is there")
    equal(parlor("verify-store", *server.place()).returncode, 0, "the store is sound")
    equal(server.close(), 0, "the server stops cleanly")


def test_damage():
    """A damaged record, and records on a damaged database."""
    server = Server()
    a, b = Client(server), Client(server)
    tables = sorted(finish_many(a, b, 40))
    age(server, 2)
    ok(wait(lambda: count(server, "records") == len(tables)), "records")
    bad = tables[7]
    query(server, "UPDATE records SET data = CAST(substr(data, 1, 30) || x'0055' || substr(data, 33) AS BLOB) WHERE table_id = ?", bad)
    equal(shown(a, bad), "table.damaged", "a damaged record is called damaged")
    ok("phase" in shown(a, tables[8]), "others are not")
    exported = parlor("export", "--data", server.data)
    equal((exported.returncode, len(exported.stdout.splitlines())), (1, len(tables) - 1), "export: all others")
    equal(server.stop(), 0, "the server stops cleanly")
    said = parlor("verify-store", "--data", server.data)
    equal((said.returncode, said.stdout.decode()), (1, f"table {bad}: event 0 is damaged\n"), "verify-store names it")
    path = os.path.join(server.data, "parlor.db")
    with open(path, "r+b") as file:
        file.write(b"\0" * 4096)  # the first page
    fixed = parlor("repair", "--data", server.data)
    equal((fixed.returncode, fixed.stdout.decode()), (0, f"table {bad}: lost\n"), "repair saves all others")
    new = glob.glob(os.path.join(server.data, "repaired-*", "parlor.db"))[0]
    for old in glob.glob(os.path.join(server.data, "parlor.*")):
        os.unlink(old)
    shutil.move(new, path)
    equal(parlor("export", "--data", server.data).stdout, exported.stdout, "the same records")
    equal(parlor("verify-store", "--data", server.data).returncode, 0, "the new database is sound")
    server.start()
    a = Client(server, cookie=a.cookie)
    ok("phase" in shown(a, tables[8]) and len(a.ask("mine")["tables"]) == 20, "people find their games")
    equal(server.close(), 0, "the server stops cleanly")


for name in ("records", "long_records", "read_records", "expiry", "downtime", "guests", "forget", "killed", "damage"):
    if name == "damage" and is_shared():  # the pages of PostgreSQL are its own business
        continue
    globals()["test_" + name]()
done()
