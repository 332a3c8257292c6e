#!/usr/bin/env python3
"""Three nodes on one PostgreSQL, whose clocks are an hour apart, while everything fails: the checker finds nothing.

CLUSTER_SECONDS sets the time of play (default: a minute, less under sanitizers; an hour: 3600, checked in parts of a
minute), CLUSTER_SEED the order of what happens, CLUSTER_LONGEST the longest disturbance in seconds (default 2; each part
of 30 seconds or more has a few of 6 to 12 seconds, too), CLUSTER_WAY the way to the nodes: `haproxy` (default) or `direct`, by which a part of the people (CLUSTER_ASTRAY, default 0.1) goes to any node.
CLUSTER_KEEP names a file for the history of a run with a fault.
"""

import collections
import os
import sys
import time

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "server"))
from balancer import Haproxy  # noqa: E402
from cluster import LONG_NEMESES, Cluster, Routes, Torment, judge  # noqa: E402
from history import History, save  # noqa: E402
from parlor_server import done, equal, is_sanitized, ok  # noqa: E402
from players import Crowd  # noqa: E402

REPLAY = sys.argv[3]
SECONDS = float(os.environ.get("CLUSTER_SECONDS", "12" if is_sanitized() else "60"))
SEED = int(os.environ.get("CLUSTER_SEED", "1"))
LONGEST = float(os.environ.get("CLUSTER_LONGEST", "2"))
WAY = os.environ.get("CLUSTER_WAY", "haproxy")
ASTRAY = float(os.environ.get("CLUSTER_ASTRAY", "0.1"))
TABLES = int(os.environ.get("CLUSTER_TABLES", "8"))
PART = 60  # seconds of a part of a long run
CALM = 4  # seconds at the end, in which all must come back by itself


def play(part, seconds):
    """One run on a new cluster; returns what happened, and whether it was good."""
    cluster = Cluster(3, "--trust-proxy", standby=True, shifts=(0, 3600, -3600))
    way = Haproxy(cluster.nodes) if WAY == "haproxy" else Routes(cluster.nodes, ASTRAY, SEED + part)
    history = History()
    crowd = Crowd(way, history, TABLES, patience=2, seed=SEED + part)
    stop = time.time() + seconds
    torments = [Torment(cluster, stop, 2 * (SEED + part) + i, longest=LONGEST) for i in range(2)]
    if seconds >= PART / 2:
        torments.append(Torment(cluster, stop - PART / 3, SEED + part, nemeses=LONG_NEMESES, pause=10))
    for torment in torments:
        torment.join()
    equal([t.error for t in torments], [None] * len(torments), f"{part}: what was disturbed is put right again")
    counts = sum((collections.Counter(t.counts) for t in torments), collections.Counter())
    before = crowd.count("oks")
    crowd.play_until(games=3, oks=200)
    crowd.stop_in(CALM)
    _, faults = judge(str(part), history, crowd, cluster.journals, REPLAY)
    counts.update(ok=crowd.count("oks"), unknown=crowd.count("unknown"), games=crowd.count("games"))
    ok(crowd.count("oks") > before, f"{part}: afterwards all went on by itself", (before, crowd.count("oks")))
    if faults:
        if "CLUSTER_KEEP" in os.environ:
            save(history, os.environ["CLUSTER_KEEP"])
        for node in cluster.nodes:
            print("\n".join("# " + line for line in node.text().splitlines()[-20:]))
    if WAY == "haproxy":
        way.close()
    equal(cluster.close(), [0, 0, 0], f"{part}: the nodes stop cleanly")
    return counts


total = collections.Counter()
began = time.time()
number = 0
while number == 0 or SECONDS - (time.time() - began) > PART / 2:
    total.update(play(number, min(PART, SECONDS)))
    number += 1
ok(sum(total.values()) > 0, "in all: " + ", ".join(f"{n} {name}" for name, n in sorted(total.items())))
done()
