#!/usr/bin/env python3
"""A commit that its synchronous standby does not have is shown to nobody: not even after a crash of the first database,
which has the commit and lets everybody read it as soon as it is up again.

usage: standby.py PARLOR SOURCE
"""

import os
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..", "server")]
from cluster import Node  # noqa: E402
from parlor_server import Client, done, equal, eventually, ok  # noqa: E402
from postgres import Postgres  # noqa: E402


def told(client, table):
    return [(e["n"], e["e"]) for m in client.whole if m.get("table") == table for e in m.get("events", [])]


with Postgres() as first:
    node, other = Node(first), Node(first)
    standby = first.add_standby()
    ann, bob, cyd = Client(node), Client(node), Client(other)
    table = ann.ask("create", game="null", seats=2)["table"]
    bob.ask("sit", table=table)
    bob.until(lambda c: c.tables.get(table, {}).get("phase") == "play")
    standby.stop()
    key = "one-move"
    ann.request("move", table=table, text="show", key=key)
    ok(eventually(lambda: first.rows("SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep'")),
       "a move waits for the standby")
    first.stop("immediate")
    first.start()
    ok(first.rows(f"SELECT n FROM events WHERE table_id = '{table}' AND text LIKE '%\"move\"%'"),
       "after a crash the first database has it")
    until = time.time() + 8
    while time.time() < until and cyd.error("open", table=table) is not None:
        time.sleep(0.1)
    bob.drain(0.1)
    last = max(client.tables.get(table, {}).get("n", -1) for client in (bob, cyd))
    first.stop("immediate")
    standby.start()
    standby.promote()
    for each in (node, other):
        each.forwarder.target = standby.socket_path()
        each.forwarder.drop()
    stored = standby.rows(f"SELECT count(*) AS n FROM events WHERE table_id = '{table}'")[0]["n"]
    ok(last < stored, "nobody has seen an event that is lost", f"seen {last}, stored {stored}")
    ok(eventually(lambda: ann.error("move", table=table, text="show", key=key) != "store.failed"),
       "after the failover the move is repeated")
    ok(eventually(lambda: bob.error("move", table=table, text="show") != "store.failed"), "and the game goes on")
    bob.until(lambda c: c.tables[table]["phase"] == "over")
    rows = standby.rows(f"SELECT n, text::json->>'e' AS e FROM events WHERE table_id = '{table}' ORDER BY n")
    journal = [(row["n"], row["e"]) for row in rows]
    equal([n for n, _ in journal], list(range(len(journal))), "the journal has no gap")
    equal(told(bob, table), [event for event in journal if event[0] >= told(bob, table)[0][0]],
          "the other player has seen each event once")
    equal((node.close(), other.close()), (0, 0), "the nodes stop cleanly")
    standby.close()
done()
