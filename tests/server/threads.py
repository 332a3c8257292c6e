#!/usr/bin/env python3
"""The sandbox holds in every thread of the server: each one tries to get out (probe.c)."""

import ctypes
import errno
import os
import signal
import sys
import tempfile
import time

from certificates import make, trust
from parlor_server import WAIT, Client, Server, done, equal, ok

PROBE = os.path.abspath(sys.argv[4])
BOT_THREADS = 3


def tasks(server):
    return sorted(int(t) for t in os.listdir(f"/proc/{server.process.pid}/task"))


def status(server, task):
    """The lines of a thread's status that tell of its rights."""
    with open(f"/proc/{server.process.pid}/task/{task}/status", encoding="ascii") as file:
        rows = dict(line.rstrip("\n").split(":\t", 1) for line in file if ":\t" in line)
    return {name: rows.get(name) for name in ("NoNewPrivs", "Seccomp", "CapEff", "Uid")}


def niceness(server, task):
    with open(f"/proc/{server.process.pid}/task/{task}/stat", encoding="ascii") as file:
        return int(file.read().rsplit(")", 1)[1].split()[16])


def probe(server, path, task):
    """Lets a thread try; returns (error of opening, error of connecting)."""
    ctypes.CDLL(None).syscall(234, server.process.pid, task, int(signal.SIGUSR1))  # tgkill
    until = time.time() + WAIT
    while time.time() < until:
        with open(path, encoding="ascii") as file:
            for line in file:
                who, *errors = map(int, line.split())
                if who == task:
                    return tuple(errors)
        time.sleep(0.01)
    return None


def play_with_bots(client):
    """Bots and passphrases have been at work, so that all threads exist."""
    t = client.ask("create", game="null", seats=2, bots=["random"])["table"]
    client.until(lambda c: c.tables.get(t, {}).get("phase") == "play")
    client.ask("move", table=t, text="show")
    client.until(lambda c: c.tables[t]["phase"] == "over")
    return client.ask("keep", name="prisoner", passphrase="a long passphrase").get("ok")


def test_threads(folder):
    cert, key = make(folder, "localhost")
    path = os.path.join(folder, "probe")
    server = Server("--tls-cert", cert, "--tls-key", key, "--bot-threads", str(BOT_THREADS), "--bot-delay", "0",
                    tls=trust(cert), env={"LD_PRELOAD": PROBE, "PARLOR_PROBE": path})
    ok(play_with_bots(Client(server)), "bots and passphrases work in the sandbox")
    found = tasks(server)
    equal(len(found), BOT_THREADS + 3, "threads: the loop, the bots, passphrases, the check of the store")
    lower = [task for task in found if niceness(server, task) > niceness(server, server.process.pid)]
    equal(len(lower), BOT_THREADS + 1, "bots and passphrases leave the loop the first turn on a core")
    out = {task: probe(server, path, task) for task in found}
    equal({e[0] for e in out.values()}, {errno.EACCES}, "no thread opens a file outside")
    equal({e[1] for e in out.values()}, {errno.EPERM}, "no thread connects to anything")
    states = [status(server, task) for task in found]
    equal({(s["NoNewPrivs"], s["Seccomp"]) for s in states}, {("1", "2")}, "every thread is under the filter")
    if os.getuid() == 0:
        ok(all(s["CapEff"] == "0" * 16 and "0" not in s["Uid"].split("\t") for s in states), "no thread is root", states)
    equal(server.close(), 0, "the server stops cleanly")


with tempfile.TemporaryDirectory(prefix="parlor-test-") as place:
    os.chmod(place, 0o755)
    test_threads(place)
done()
