#!/usr/bin/env python3
"""Nodes of two versions on one database (next.py): the later one has other rules, a kind of event and a file of the
page that the older one does not know, and more in its schema. Nothing is broken, and people get to a node that knows
their table. A version that the older one cannot share a database with waits until it is alone, and is not disturbed
afterwards.

usage: versions.py PARLOR SOURCE REPLAY NEXT BROKEN
"""

import os
import re
import signal
import subprocess
import sys
import tempfile

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "server"))
from balancer import Haproxy, Nginx  # noqa: E402
from cluster import Cluster  # noqa: E402
from parlor_server import PARLOR, SOURCE, Client, Closed, Run, done, equal, eventually, ok  # noqa: E402

NEXT, BROKEN = sys.argv[4:6]
TABLES = 8  # so many of each kind, for all ways of the balancer
with open(os.path.join(SOURCE, "store", "postgres_schema.c"), encoding="utf-8") as source:
    SCHEMA = int(re.search(r"POSTGRES_SCHEMA = (\d+) ", source.read())[1])


def replace(node, program):
    node.process.send_signal(signal.SIGINT)
    node.process.wait(60)
    node.program = program
    node.start()


def closed_with(client, what, **members):
    """The code by which the connection ends in place of an answer; or the answer."""
    try:
        return client.ask(what, **members)
    except Closed as closed:
        return closed.code


def make(server, game="null", **more):
    """A table with its maker."""
    client = Client(server)
    return client, client.ask("create", game=game, seats=2, start="host", **more)["table"]


def schema():
    rows = database.rows("SELECT name, number FROM meta WHERE name LIKE 'schema%'")
    return {row["name"]: row["number"] for row in rows}


def journals():
    return database.rows("SELECT table_id, n, text FROM events ORDER BY table_id, n")


def come(way, table, cookie=None):
    """By the balancer, to the table's path; what the client sees of the table."""
    client = Client(way, cookie=cookie, path=f"/ws/{table}")
    reply = client.ask("open", table=table)
    if not reply.get("ok"):
        return reply
    client.until(lambda c: table in c.tables)
    rules = client.tables[table]["rules"]
    client.close()
    return rules


def is_refused(node, table):
    """Whether the node takes no connections to this table."""
    try:
        Client(node, path=f"/ws/{table}").close()
        return False
    except Closed:
        return True


def are_mixed(mixed):
    return eventually(lambda: all(node.metric("nodes_mixed") == mixed for node in nodes), 30)


def rules_of(server):
    client, table = make(server)
    client.until(lambda c: table in c.tables)
    rules = client.tables[table]["rules"]
    client.close()
    return rules, table


def test_common(newer, older):
    """New tables have the rules that all nodes know."""
    rules, table = rules_of(newer)
    equal((rules, come(older, table)), (1, 1), "with an older node there, new tables have its rules")


def test_later(all_nodes):
    made = [rules_of(all_nodes[i % 3]) for i in range(TABLES)]
    equal({rules for rules, _ in made}, {2}, "new tables have the new rules")
    return [table for _, table in made]


def test_rules(tables, older, newer):
    """Tables of the new rules, with an older node there."""
    equal(closed_with(Client(older), "open", table=tables[0]), 1012, "rules: an older node sends people on")
    ok(is_refused(older, tables[0]) and not is_refused(newer, tables[0]),
       "rules: and does not take those who name the table")
    for name, way in (("haproxy", haproxy), ("nginx", nginx)):
        equal([come(way, t) for t in tables], [2] * TABLES, f"rules: by {name} everybody gets to a node that knows")
    _, table = rules_of(older)
    equal(come(newer, table), 1, "rules: tables of the older rules go on at both")


def test_events(older, newer):
    """An event of a new kind at a table that an older node has in memory."""
    ann, table = make(older, game="photograph")
    bob = Client(newer)
    bob.ask("sit", table=table)
    ok(bob.ask("talk", table=table, text="hello").get("ok") and eventually(
        lambda: (ann.drain(0.05), any("hello" in str(m) for m in ann.whole))[1]), "events: both nodes have the table")
    bob.ask("talk", table=table, text="speak now")
    try:
        while True:
            ann.receive(20)
    except (Closed, TimeoutError) as end:
        equal(getattr(end, "code", "nothing"), 1012, "events: the older node sends its people on")
    equal(come(haproxy, table, ann.cookie), 2, "events: and they go on at one that knows the event")
    before = journals()
    equal(closed_with(Client(older), "talk", table=table, text="no", key="no"), 1012, "events: nothing is added there")
    equal(journals(), before, "events: the journal stays as it is")
    bob.close()
    return table


def test_files(way, name):
    got = {way.http("GET", "/assets/next.js")[0] for _ in range(12)}
    equal(got, {200}, f"files: {name} finds the node that has a file of the page")
    ok(eventually(lambda: way.http("GET", "/assets/none.js")[0] == 404), f"files: {name} says that nobody has it")


def test_protocol(older, newer):
    """Clients of either version at either node: a version that a server does not know is refused by name."""
    for node in (older, newer):
        client = Client(node, hello=False)
        equal([client.error("hello", protocol=3), client.ask("hello", protocol=1).get("protocol")],
              ["hello.version", 1], "protocol: a later client goes on by one that the server knows")
        client.close()


def test_alone(older, *tables):
    """Only nodes that do not know the tables are left: they say so, and leave them alone."""
    before = journals()
    client = Client(older)
    equal([client.error("open", table=table) for table in tables], ["table.unreadable"] * len(tables),
          "alone: it says in words why a table does not go on")
    equal(closed_with(client, "mine").get("ok"), True, "alone: on the same connection")
    client.drain(0.3)
    equal(journals(), before, "alone: and nothing is changed there")
    client.close()


def refused(program):
    """The log of a server that must not start."""
    with tempfile.TemporaryDirectory(prefix="parlor-test-") as data:
        os.chmod(data, 0o755)
        run = subprocess.run([program, "serve", "--listen", "127.0.0.1", "--port", "0", "--data", data, "--user",
                              "nobody", "--store", database.url()], stdin=subprocess.DEVNULL, capture_output=True,
                             timeout=60, check=False, env={"PATH": os.environ["PATH"]})
    return run.returncode, run.stderr.decode()


def test_broken(cluster):
    """A schema that older programs cannot use."""
    before, at = journals(), schema()
    status, log = refused(BROKEN)
    ok(status == 1 and "stop them first" in log, "breaking: it does not start while an older server is there", log)
    equal((schema(), journals()), (at, before), "breaking: and has changed nothing")
    node = cluster.nodes[0]
    node.forwarder.cut()  # it is there, without a connection
    cluster.nodes[1].stop()
    cluster.nodes[2].stop()
    cluster.nodes[1].program = BROKEN
    ok(eventually(lambda: database.terminate_backends() == 0), "breaking: the last older server has lost its database")
    cluster.nodes[1].rise()
    equal(schema(), {"schema": SCHEMA + 2, "schema since": SCHEMA + 2}, "breaking: alone it starts, and changes the schema")
    node.forwarder.mend()
    client = Client(node, hello=False)
    ok(eventually(lambda: f"for programs of schema {SCHEMA + 2} and later" in node.text()),
       "breaking: an older server that comes back says why it stays away", node.text()[-500:])
    equal(node.http("GET", "/healthz")[0], 503, "breaking: at /healthz, too")
    client.close()
    status, log = refused(PARLOR)
    ok(status == 1 and "install a newer version" in log, "breaking: an older server does not start any more", log)
    checked = Run("verify-store", "--store", database.url())
    ok(checked.status != 0 and "install a newer version" in checked.out + checked.err,
       "breaking: nor does a command read it wrongly", checked)
    equal(journals(), before, "breaking: all journals are as they were")


cluster = Cluster(3, "--trust-proxy")
database, nodes = cluster.database, cluster.nodes
equal(schema(), {"schema": SCHEMA, "schema since": 1}, "the database has a schema, and says who can use it")
haproxy, nginx = Haproxy(nodes), Nginx(nodes)
replace(nodes[0], NEXT)
equal(schema(), {"schema": SCHEMA + 1, "schema since": 1}, "a later version adds to it, with older servers there")
ok(are_mixed(1), "the nodes know that they differ")
test_common(nodes[0], nodes[1])
replace(nodes[1], NEXT)
replace(nodes[2], NEXT)
ok(are_mixed(0), "all are of the later version")
later = test_later(nodes)
replace(nodes[1], PARLOR)
equal(schema(), {"schema": SCHEMA + 1, "schema since": 1}, "an older version starts on the newer schema, and keeps it")
ok(are_mixed(1), "one of them is an older one again")
ok(haproxy.until(["UP"] * 3, 30), "haproxy finds all nodes healthy", haproxy.states())
test_rules(later, nodes[1], nodes[0])
unreadable = [later[0], test_events(nodes[1], nodes[0])]
test_files(haproxy, "haproxy")
test_files(nginx, "nginx")
test_protocol(nodes[1], nodes[0])
haproxy.close()
nginx.close()
replace(nodes[0], PARLOR)
replace(nodes[2], PARLOR)
ok(are_mixed(0), "all are of the older version again")
test_alone(nodes[1], *unreadable)
test_broken(cluster)
for one in nodes:
    one.process.send_signal(signal.SIGINT)
equal([node.process.wait(60) for node in nodes], [0, 0, 0], "the nodes stop cleanly")
cluster.close()
done()
