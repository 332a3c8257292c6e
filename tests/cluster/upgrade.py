#!/usr/bin/env python3
"""Three nodes behind the real haproxy are replaced one after the other by a later version (next.py), while people
play: nobody reads an error, the checker finds nothing, and everybody's longest interruption is short. When the
last one is replaced, new tables have the new rules.

usage: upgrade.py PARLOR SOURCE REPLAY NEXT
UPGRADE_LONGEST is the longest interruption in seconds that is allowed on a quiet machine (default 3); a machine that
is slow before the upgrade may be slower by as much.
"""

import collections
import json
import os
import signal
import sys
import time

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "server"))
from balancer import Haproxy  # noqa: E402
from cluster import Cluster, judge  # noqa: E402
from history import History, Person  # noqa: E402
from parlor_server import Client, Closed, done, equal, eventually, ok  # noqa: E402
from players import Crowd, Given, Table  # noqa: E402

REPLAY, NEXT = sys.argv[3:5]  # both know the rules of both versions
LONGEST = float(os.environ.get("UPGRADE_LONGEST", "3"))
DRAIN = 2  # seconds; haproxy asks every second


LOGS = []  # of the nodes that were replaced


class Stayer(Table):
    """Somebody who stays at one table, and asks the server something again and again."""

    def run(self):
        person = Person(self.server, self.history, self.stop, self.patience)
        self.people, self.table = [person], None
        try:
            self.table = self.ask(person, "create", game="null", seats=2, start="host")["table"]
            self.leave(person)  # and comes back by the table's path
            while not self.stop.is_over():
                self.ask(person, "mine")
                time.sleep(0.05)
        except Given:
            pass
        except Exception as error:  # pylint: disable=broad-except
            self.error = repr(error)


CROSSED = {"move.stale", "table.over"}  # a bot was faster; the page shows the new position


def errors(history):
    """How often each error was answered that a person reads, and tables closed."""
    out, asked = collections.Counter(), {}
    for e in history.entries:
        if e["kind"] == "ask":
            asked[e["conn"], e["id"]] = e["do"]
        elif e["kind"] == "answer" and "error" in e and e["error"]["id"] not in CROSSED:
            # Page and terminal open a table again by themselves.
            out[e["error"]["id"]] += asked.get((e["conn"], e["re"])) != "open"
        elif e["kind"] == "told" and "closed" in e["message"]:
            out[f"closed {e['message']['closed']['id']}"] += 1
    return +out


def replace(node):
    """The node leaves in order, and a new process takes its place."""
    client = Client(node)
    node.process.send_signal(signal.SIGTERM)
    said = eventually(lambda: node.http("GET", "/healthz")[0] == 503)
    ok(said and client.ask("mine").get("ok"), "a node that leaves says so at /healthz, and goes on as before")
    try:
        while True:
            client.receive(60)
    except Closed as closed:
        equal(closed.code, 1012, "then it sends people away with a code that says so")
    equal(node.process.wait(60), 0, "and exits 0")
    LOGS.append(node.text())
    node.program = NEXT
    node.start()


def rules_of(journals):
    """How many tables of Null there are by each version of its rules."""
    plans = [json.loads(events[0]["text"]) for events in journals.values()]
    return collections.Counter(plan["rules"] for plan in plans if plan["game"] == "null")


def test_upgrade(cluster, balancer):
    history = History()
    crowd = Crowd(balancer, history, 6, patience=10)
    stayers = [Stayer(balancer, history, i, crowd.stop, patience=10) for i in range(6)]
    for one in stayers:
        one.start()
    crowd.tables += stayers
    crowd.play_until(games=2, oks=150)
    calm = max(p.waited for p in crowd.people())
    for node in cluster.nodes:
        replace(node)
        ok(balancer.until(["UP"] * 3, 30), "the new process is found", balancer.states())
        before = crowd.count("oks")
        crowd.play_until(oks=before + 30)
    ok(eventually(lambda: rules_of(cluster.journals())[2] > 0, 60), "when all are new, people play by the new rules")
    crowd.stop_in(1)
    found, _ = judge("upgrade", history, crowd, cluster.journals, REPLAY, NEXT)
    rules = rules_of(found)
    ok(rules[1] > 0, f"tables by the version of their rules: {dict(rules)}")
    people = crowd.people()
    away, waited = max(p.away for p in people), max(p.waited for p in people)
    ok(all(p.away > 0 for one in stayers for p in one.people),
       f"{sum(p.away > 0 for p in people)} of {len(people)} people lost their connection")
    ok(away < LONGEST + calm and waited < LONGEST + 2 + 2 * calm,
       f"the longest interruption was {away:.2f} s, the longest wait for an answer {waited:.2f} s"
       f" ({calm:.2f} s before the upgrade)")
    equal(errors(history), {}, "nobody reads an error")
    logs = [line for log in LOGS for line in log.splitlines() if '"error"' in line]
    print("".join(f"# {line}\n" for line in logs[-20:]), end="")


cluster = Cluster(3, "--trust-proxy", "--drain-seconds", str(DRAIN))
balancer = Haproxy(cluster.nodes)
ok(balancer.until(["UP"] * 3, 30), "haproxy finds all nodes healthy", balancer.text())
ok(eventually(lambda: all(node.metric("nodes") == 3 for node in cluster.nodes)), "the nodes know each other")
test_upgrade(cluster, balancer)
balancer.close()
for one in cluster.nodes:
    one.process.send_signal(signal.SIGINT)
equal(cluster.close(), [0, 0, 0], "the nodes stop cleanly, at once by SIGINT")
done()
