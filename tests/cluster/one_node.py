#!/usr/bin/env python3
"""One node on SQLite, killed and stopped again and again while people play: the checker finds nothing. And the
checker itself: it finds each kind of fault that is planted into what was recorded.

CLUSTER_SECONDS sets the time of play (default 5).
"""

import os
import random
import signal
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "server"))
import stored  # noqa: E402
from checker import check  # noqa: E402
from planted import test_faults  # noqa: E402
from history import History  # noqa: E402
from parlor_server import Run, Server, done, equal, ok  # noqa: E402
from players import Crowd  # noqa: E402

REPLAY = sys.argv[3]
SECONDS = float(os.environ.get("CLUSTER_SECONDS", "5"))


def verify(lines):
    return Run("verify", "-", stdin=lines).lines()


def torment(server, stop, chance):
    """Kills the server, or lets it stand still for a moment; returns how often it did each."""
    kills = stops = 0
    while time.time() < stop:
        time.sleep(chance.uniform(0.2, 1.0))
        if chance.random() < 0.6:
            server.restart()
            kills += 1
        else:
            server.process.send_signal(signal.SIGSTOP)
            time.sleep(chance.uniform(0.1, 0.7))
            server.process.send_signal(signal.SIGCONT)
            stops += 1
    return kills, stops


server = Server("--bot-delay", "0")
history = History()
crowd = Crowd(server, history, 6, paths=False, patience=2)
kills, stops = torment(server, time.time() + SECONDS, random.Random(1))
crowd.play_until(games=15, talks=2, oks=200)
crowd.stop_in(1)
equal(crowd.join(), [], "all tables are played to the end of the time")
ok(kills + stops >= 3, f"the server was killed {kills} times and stopped {stops} times")
equal(server.stop(), 0, "the server stops cleanly")
found = stored.of_sqlite(server.data)
ok(crowd.count("oks") > 100 and crowd.count("games") > 0,
   f"{crowd.count('oks')} requests were answered ok, {crowd.count('games')} games were finished,"
   f" {sum(map(len, found.values()))} events are in {len(found)} journals")
equal(check(history.entries, found, REPLAY, verify)[:3], [], "the checker finds nothing")
test_faults(history.entries, found, REPLAY, verify)
server.close()
done()
