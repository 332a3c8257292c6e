#!/usr/bin/env python3
"""My games on a server: all of them in pages, what each row tells, and taking them off the own list."""

import json
import time

from finished import age, finish, finish_long, leave, wait
from parlor_server import Client, Server, done, equal, ok
from rows import count, insert, query

COPIES = 230


def pages(client):
    """All pages, from the first on."""
    found, more = [], {}
    while True:
        answer = client.ask("games", **more)
        found.append(answer["games"])
        if "next" not in answer:
            return found
        more = {"from": answer["next"]}


def ids(client):
    return [row["table"] for page in pages(client) for row in page]


server = Server("--bot-delay", "0")
a, b, c = Client(server), Client(server), Client(server)
a.ask("name", name="Ann")
b.ask("name", name="Bob")


def test_rows():
    """A row tells what the record tells."""
    first, long = finish(a, b), finish_long(a)
    time.sleep(0.01)  # games of the same millisecond are listed by their ids
    going = a.ask("create", game="null", seats=2)["table"]
    equal(ids(a), [going, long, first], "all my games, the latest first")
    equal(ids(c), [], "nobody else's")
    rows = {row["table"]: row for row in a.ask("games")["games"]}
    for table in (first, long):
        record, row = a.ask("record", table=table)["record"], rows[table]
        equal([row[name] for name in ("game", "seats", "options", "result", "names", "ended")],
              [record[name] for name in ("game", "seats", "options", "result", "names", "ended")],
              f"{record['game']}: the row is that of the record")
        equal([player is None for player in row["players"]],
              [name.startswith("bot:") for name in record["names"]], "players by seat, bots without an id")
        equal(row["names"][row["players"].index(a.me)], "Ann", "the own seat is found by the id")
    met = rows[long]["facts"]["fact.bids-met"]
    ok(len(met) == 3 and all(n <= of == 4 for n, of in met), "what the game itself tells", met)
    ok("facts" not in rows[first] and "result" not in rows[going], "and nothing where there is nothing")
    leave(a, b)
    before = a.ask("games")["games"]
    age(server, 2)
    ok(wait(lambda: count(server, "records") == 2), "finished games become compact records")
    equal(a.ask("games")["games"], before, "the list is the same")
    return first, long, going


def test_pages(first):
    """Many games, each once, in their order; ties too."""
    row = query(server, "SELECT row FROM tables WHERE id = ?", first)[0][0]
    copies = [f"copy{k:06}" for k in range(COPIES)]
    insert(server, "tables(id, phase, listed, due, due_date, changed, row, shelf, seen)",
           [(t, 2, 0, 2 ** 62, 2 ** 62, 5, row.replace(first, t), 3, 2 ** 52) for t in copies])
    insert(server, "seats(player, table_id, chair, changed)",
           [(signed(b.me), t, 1, 1000 + k // 10) for k, t in enumerate(copies)])
    found = pages(b)
    equal([len(page) for page in found], [100, 100, COPIES + 1 - 200], "pages of a hundred")
    equal([row["table"] for page in found for row in page], [first, *reversed(copies)], "each game once, in order")
    ok(all(len(json.dumps(page)) < 200000 for page in found), "a page is not large")
    for bad in ("x", "5", "-5.x", "5.", "99999999999999999999.x", "5." + "x" * 30):
        ok(b.error("games", **{"from": bad}) in ("request.member", None), f"from {bad}")
    equal(b.error("games", **{"from": "5"}), "request.member", "a place has a date and a table")
    equal(b.ask("games", **{"from": "5."})["games"], [], "nothing is older")


def test_forget(first, going):
    """Games leave the own list, and others keep theirs."""
    equal(a.error("forget", table=going), "table.not-over", "one that is not over stays")
    equal(c.error("forget", table=first), "table.not-yours", "nobody else's")
    ok(a.ask("forget", table=first).get("ok"), "one game")
    ok(first not in ids(a) and first in ids(b), "it is off this list alone")
    a.ask("talk", table=first, text="still here")
    ok(first not in ids(a) and first in ids(b), "talk there does not bring it back")
    ok(a.ask("record", table=first).get("ok"), "who knows its address can still see it")
    rounds = []
    while not rounds or rounds[-1]["forgotten"] > 0:
        rounds.append(b.ask("forget"))
    equal([one["forgotten"] for one in rounds], [100, 100, COPIES + 1 - 200, 0], "all of them, some at a time")
    equal(ids(b), [], "the list is empty")
    equal(count(server, "seats", f"player = {signed(b.me)}"), 0, "and so are the store's rows")
    server.restart()
    again = Client(server, cookie=a.cookie)
    ok(first not in ids(again) and going in ids(again), "the same after a restart")


def signed(player):
    number = int(player, 16)
    return number - 2 ** 64 if number >= 2 ** 63 else number


FIRST, LONG, GOING = test_rows()
test_pages(FIRST)
test_forget(FIRST, GOING)
equal(server.close(), 0, "the server stops cleanly")
done()
