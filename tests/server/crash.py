#!/usr/bin/env python3
"""Kills the server at random moments under load and compares every acknowledged move with the journal.

CRASH_SECONDS sets the time (default 60; ./check sets less in slow builds, more with --long). After each
kill the clients reconnect with the number of the last event that they saw, and play on.
"""

import os
import random
import time

from pairs import Pairs
from parlor_server import Client, Server, done, equal, ok

SECONDS = float(os.environ.get("CRASH_SECONDS", "60"))
server = Server("--bot-delay", "0")
stop = time.time() + SECONDS
pairs = Pairs(server, 4, stop)
kills = 0
chance = random.Random(1)
while time.time() < stop - 1:
    time.sleep(chance.uniform(0.2, 1.2))
    server.restart()
    kills += 1
pairs.join()
server.stop()
ok(kills >= 3, f"the server was killed {kills} times")
tables = pairs.check()
server.start()
whole = Client(server)
good = all("error" not in whole.ask("open", table=t) and "error" not in whole.ask("close", table=t)
           for t in tables)
ok(good, f"all {len(tables)} tables go on")
equal(server.close(), 0, "the server stops cleanly")
done()
