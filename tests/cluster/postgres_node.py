#!/usr/bin/env python3
"""One node on PostgreSQL, while node, database and the way between them fail: the checker finds nothing.

CLUSTER_SECONDS sets the time of play (default 8), CLUSTER_SEED the order of what happens.
"""

import os
import sys
import time

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "server"))
from cluster import NEMESES, Cluster, Torment, judge  # noqa: E402
from history import History, save  # noqa: E402
from parlor_server import done, equal, ok  # noqa: E402
from players import Crowd  # noqa: E402

REPLAY = sys.argv[3]
SECONDS = float(os.environ.get("CLUSTER_SECONDS", "8"))
SEED = int(os.environ.get("CLUSTER_SEED", "1"))
CALM = 3  # seconds at the end, in which all must come back by itself

cluster = Cluster(1, standby=True)
history = History()
crowd = Crowd(cluster.nodes[0], history, 6, paths=False, patience=2, seed=SEED)
torment = Torment(cluster, time.time() + SECONDS, SEED)
torment.join()
equal(torment.error, None, "what was disturbed is put right again")
before = crowd.count("oks")
crowd.play_until(games=3, oks=200)
crowd.stop_in(CALM)
ok(len(torment.counts) == len(NEMESES),
   "what happened: " + ", ".join(f"{n} {k}" for k, n in sorted(torment.counts.items())))
_, faults = judge("one node", history, crowd, cluster.journals, REPLAY)
ok(crowd.count("oks") > before, "afterwards all went on by itself", (before, crowd.count("oks")))
if faults and "CLUSTER_KEEP" in os.environ:
    save(history, os.environ["CLUSTER_KEEP"])
if faults:
    print("\n".join("# " + line for line in cluster.nodes[0].text().splitlines()[-30:]))
equal(cluster.close(), [0], "the node stops cleanly")
done()
