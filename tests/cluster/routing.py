#!/usr/bin/env python3
"""Three nodes on one PostgreSQL behind the real haproxy and nginx, with the configurations of docs/hosting: tables
have their nodes, people are told apart, and nodes that die, stand still or lose their database."""

import json
import os
import signal
import subprocess
import sys
import time

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "server"))
from balancer import HAPROXY, PATH, Haproxy, Nginx  # noqa: E402
from cluster import Cluster  # noqa: E402
from parlor_server import Client, Closed, Run, done, equal, ok  # noqa: E402

TABLES = [f"/ws/{i:016x}" for i in range(60)]


def other_nodes(before, after, lost):
    """Of the tables that were not at the lost node: those that have moved all the same."""
    return [path for path, a, b in zip(TABLES, before, after) if a != lost and a != b]


def people(node):
    run = Run("admin", "list", "people", "--json", "--data", node.data)
    return [json.loads(line) for line in run.out.splitlines()]


def test_routes(name, balancer):
    """Returns the node of each table."""
    routes = balancer.routes(TABLES)
    spread = sorted(routes.count(node) for node in set(routes))
    ok(len(spread) == 3 and spread[0] >= 5, f"{name}: tables are spread over the nodes: {spread}")
    equal(balancer.routes(TABLES), routes, f"{name}: and each has its node")
    longer = balancer.routes([path + "/more?x=1" for path in TABLES])
    equal(longer, routes, f"{name}: the first two parts of the path decide")
    ok(len(set(balancer.routes([f"/?{i}" for i in range(12)]))) > 1, f"{name}: other requests go anywhere")
    return routes


def test_address(name, balancer, nodes):
    """The node sees the visitor's address by the balancer's header, and not what the visitor says."""
    client = Client(balancer, headers={"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Host": "evil.example"})
    told = json.dumps([people(node) for node in nodes])
    ok("127.0.0.1" in told and "203.0.113.9" not in told and client.me in told,
       f"{name}: the balancer's word counts, not the visitor's", told)
    equal(balancer.http("GET", "/healthz")[0], 200, f"{name}: HTTP comes through")
    client.close()


def until_closed(client, seconds):
    """The seconds until the connection ends; None: it does not."""
    began = time.time()
    try:
        while True:
            client.receive(max(seconds - (time.time() - began), 0.01))
    except TimeoutError:
        return None
    except Closed:
        return time.time() - began


def at_node(balancer, nodes, index):
    """A client whose connection has reached this node."""
    for _ in range(30):
        client = Client(balancer)
        if any(client.me in json.dumps(p) for p in people(nodes[index])):
            return client
        client.close()
    raise RuntimeError("nobody gets to that node")


def test_loss(balancer, cluster, routes):
    nodes = cluster.nodes
    there = at_node(balancer, nodes, 0)
    nodes[0].kill()
    ok(until_closed(there, 10) is not None, "a killed node: its connections end")
    ok(balancer.until(["DOWN", "UP", "UP"], 20), "and it gets no more", balancer.states())
    equal(other_nodes(routes, balancer.routes(TABLES), "a"), [], "tables of the other nodes stay where they are")
    nodes[0].rise()
    ok(balancer.until(["UP"] * 3, 20), "it comes back", balancer.states())
    equal(balancer.routes(TABLES), routes, "and its tables come back to it")

    there = at_node(balancer, nodes, 1)
    nodes[1].process.send_signal(signal.SIGSTOP)
    taken = until_closed(there, 20)
    ok(taken is not None, "a node that stands still: its connections end", balancer.states())
    equal(other_nodes(routes, balancer.routes(TABLES), "b"), [], "and its tables alone move")
    nodes[1].process.send_signal(signal.SIGCONT)
    ok(balancer.until(["UP"] * 3, 20), "it comes back", balancer.states())


def test_database(balancer, cluster):
    there = [at_node(balancer, cluster.nodes, i) for i in range(3)]
    cluster.database.stop("immediate")
    for i, client in enumerate(there):  # a node notices by itself, and sooner by what people do
        client.request("name", name=f"Guest at {i}")
    ok(balancer.until(["NOLB"] * 3, 30), "without a database no node is preferred", balancer.states())
    equal([until_closed(client, 0.5) for client in there], [None] * 3, "but connections stay")
    equal(balancer.http("GET", "/healthz")[0], 503, "and a node still answers, by itself")
    cluster.database.start()
    ok(balancer.until(["UP"] * 3, 30), "all comes back with the database", balancer.states())
    ok(all(client.ask("mine").get("ok") for client in there), "on the same connections")
    for client in there:
        client.close()


def test_file():
    run = subprocess.run(["haproxy", "-c", "-f", HAPROXY], env={"PATH": PATH}, capture_output=True, check=False)
    equal(run.returncode, 0, "haproxy takes the document's configuration as it stands")


test_file()
cluster = Cluster(3, "--trust-proxy")
balancer = Haproxy(cluster.nodes)
ok(balancer.until(["UP"] * 3, 20), "haproxy finds all nodes healthy", balancer.text())
found = test_routes("haproxy", balancer)
test_address("haproxy", balancer, cluster.nodes)
test_loss(balancer, cluster, found)
test_database(balancer, cluster)
balancer.close()
balancer = Nginx(cluster.nodes)
test_routes("nginx", balancer)
test_address("nginx", balancer, cluster.nodes)
balancer.close()
equal(cluster.close(), [0, 0, 0], "the nodes stop cleanly")
done()
