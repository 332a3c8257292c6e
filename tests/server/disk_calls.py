#!/usr/bin/env python3
"""The real server under load, while reads, writes and syncs of its database fail now and then.

The fourth argument is the library that fails them (fault_calls.c). DISK_SECONDS sets the time (default 4).
"""

import errno
import mmap
import os
import random
import struct
import subprocess
import sys
import tempfile
import time

from pairs import Pairs
from parlor_server import PARLOR, SOURCE, WAIT, Client, Server, done, equal, eventually, ok

SECONDS = float(os.environ.get("DISK_SECONDS", "4"))
ENOUGH = 50  # calls that fail
LIBRARY = os.path.abspath(sys.argv[4])


class Control:
    """The memory that the library shares: counted, failed, at, times, error."""

    def __init__(self, folder):
        self.path = os.path.join(folder, "control")
        with open(self.path, "wb") as file:
            file.write(bytes(20))
        with open(self.path, "r+b") as file:
            self.map = mmap.mmap(file.fileno(), 20)

    def counts(self):
        return struct.unpack_from("II", self.map)

    def fail(self, after, times, error):
        struct.pack_into("III", self.map, 8, self.counts()[0] + after, times, error)


def play_with_program(server, control, chance, folder):
    """A program that plays by the terminal's client (client/remote.c) finishes its game, whatever fails meanwhile."""
    host = Client(server)
    table = host.ask("create", game="luz", seats=3, bots=["random"])["table"]
    example = os.path.join(SOURCE, "examples", "bot.py")
    run = subprocess.Popen([PARLOR, "bot", f"http://127.0.0.1:{server.port}/t/{table}", "--exec", example],
                           stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                           env={"PATH": os.environ["PATH"], "HOME": folder})
    end, failing = time.time() + WAIT, 0
    while run.poll() is None and time.time() < end:
        if failing < 40:  # until the game is well under way, then the disk is good
            control.fail(chance.randrange(1, 20), chance.choice([2, 20]), errno.EIO)
            failing += 1
        else:
            control.fail(0, 0, 0)
        if table in host.closed and host.ask("open", table=table).get("ok"):
            host.closed.discard(table)
        host.drain(0.02)
        if host.tables.get(table, {}).get("legal"):
            host.ask("move", table=table, text=host.tables[table]["legal"][0])
    control.fail(0, 0, 0)
    run.kill()
    ok("winners" in run.communicate()[0], "a program at the terminal's client plays its game to the end")


def check_meanwhile(server, control):
    """The periodic check of the database cannot read it."""
    control.fail(0, 1 << 31, errno.EIO)

    def said():
        return server.http("GET", "/healthz")[2].decode()

    ok(eventually(lambda: "could not be checked" in said(), WAIT) and "verify-store" in said(),
       "a failed check: /healthz says it, and what to do", said())
    equal(server.metric("store_unchecked"), 1.0, "a failed check: /metrics says it")
    checks = server.metric("store_checks_total")
    ok(eventually(lambda: server.metric("store_checks_total") > checks + 1, WAIT), "a failed check: it is tried again")
    control.fail(0, 0, 0)
    ok(eventually(lambda: said() == "ok\n", WAIT), "a failed check: the next good one is enough", said())
    lines = [line for line in server.lines() if line["event"] == "check"]
    ok(lines and lines[-1]["level"] == "error" and "verify-store" in lines[-1]["do"], "a failed check: the log says it")


with tempfile.TemporaryDirectory(prefix="parlor-test-") as folder:
    os.chmod(folder, 0o755)
    control = Control(folder)
    server = Server("--bot-delay", "0", env={"LD_PRELOAD": LIBRARY, "FAULT_CONTROL": control.path, "PARLOR_CHECK_SECONDS": "1"})
    pairs = Pairs(server, 3, time.time() + SECONDS)
    chance = random.Random(1)
    last = pairs.stop + WAIT
    while time.time() < pairs.stop - 1:
        if control.counts()[1] <= ENOUGH:  # a busy machine gets more time
            pairs.stop = min(max(pairs.stop, time.time() + 2), last)
        control.fail(chance.randrange(1, 40), chance.choice([1, 2, 5, 30, 200]), chance.choice([errno.EIO, errno.ENOSPC]))
        time.sleep(chance.uniform(0.02, 0.15))
    control.fail(0, 0, 0)
    pairs.join()
    counted, failed = control.counts()
    play_with_program(server, control, chance, folder)
    ok(failed > ENOUGH, f"{failed} of {counted} calls failed")
    ok(pairs.refused > 5, f"{pairs.refused} moves were refused")
    ok(server.process.poll() is None, "the server still runs")
    watcher = Client(server)
    tables = {a[0] for a in pairs.acked}
    ok(all(watcher.ask("open", table=t).get("ok") and watcher.ask("close", table=t).get("ok") for t in tables),
       f"all {len(tables)} tables are there")
    equal(watcher.error("name", name="Ann"), None, "changes are stored again")
    ok(eventually(lambda: server.http("GET", "/healthz")[2] == b"ok\n", WAIT), "/healthz says ok")
    check_meanwhile(server, control)
    equal(server.stop(), 0, "the server stops cleanly")
    pairs.check()
    found = subprocess.run([PARLOR, "verify-store", "--data", server.data], stdout=subprocess.PIPE, timeout=60, check=False)
    equal((found.returncode, found.stdout), (0, b""), "the store is sound")
    server.close()
done()
