#!/usr/bin/env python3
"""scripts/cluster-up: three nodes on this machine by one command, again, with something missing, and stopped."""

import glob
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "server"))
from parlor_server import PARLOR, SOURCE, Client, Server, done, equal, ok  # noqa: E402


class Front(Server):
    """The cluster's address, for clients."""

    def __init__(self, port):  # pylint: disable=super-init-not-called
        self.port, self.tls = port, None


def four_ports():
    """A free port, whose next three are free too."""
    for port in range(20000 + os.getpid() % 10000, 65000, 4):
        try:
            for i in range(4):
                with socket.socket() as s:
                    s.bind(("127.0.0.1", port + i))
            return port
        except OSError:
            pass
    raise RuntimeError("no free ports")


def run(*args):
    """The exit status and all output. Processes that it starts must not keep the pipe open."""
    with tempfile.TemporaryFile("w+") as out:
        status = subprocess.run([os.path.join(SOURCE, "scripts", "cluster-up"), *args], stdout=out, stderr=out,
                                stdin=subprocess.DEVNULL, check=False, timeout=300).returncode
        out.seek(0)
        return status, out.read()


def up(folder, port):
    return run("--program", PARLOR, "--dir", folder, "--port", str(port))


def processes(folder):
    """The processes of the cluster."""
    found = []
    for path in glob.glob("/proc/[0-9]*/cmdline"):
        try:
            with open(path, "rb") as file:
                if folder.encode() in file.read():
                    found.append(int(path.split("/")[2]))
        except OSError:
            pass
    return found


def begin(front):
    """Two people at a table; returns its name and the cookie of one of them."""
    a, b = Client(front), Client(front)
    table = a.ask("create", game="null", seats=2)["table"]
    b.ask("sit", table=table)
    return table, a.cookie


def sees(front, table, cookie):
    """The phase of the table for the person who comes back."""
    client = Client(front, cookie=cookie)
    client.ask("open", table=table)
    client.until(lambda c: table in c.tables)
    return client.tables[table]["phase"], client.tables[table]["you"]["chair"]


def test_up(folder, port):
    front = Front(port)
    status, text = up(folder, port)
    ok(status == 0 and f"http://localhost:{port}" in text, "one command starts it and prints the address", text)
    equal(front.http("GET", "/")[0], 200, "the page is there")
    table, cookie = begin(front)
    equal({sees(front, table, cookie) for _ in range(6)}, {("play", 0)}, "a game is the same on all nodes")
    before = processes(folder)
    status, text = up(folder, port)
    equal((status, set(before) <= set(processes(folder))), (0, True), "a second call changes nothing")
    with open(os.path.join(folder, "node-b.pid"), encoding="ascii") as file:
        os.kill(int(file.read()), signal.SIGKILL)
    time.sleep(0.2)
    status, text = up(folder, port)
    equal((status, Front(port + 2).http("GET", "/healthz")[0]), (0, 200), "a node that died is started again")
    return table, cookie


def test_stop(folder, port, table, cookie):
    status, text = run("--stop", "--dir", folder)
    ok(status == 0 and not processes(folder), "--stop stops all of it", (text, processes(folder)))
    equal(run("--stop", "--dir", folder)[0], 0, "and is content if nothing runs")
    with socket.create_server(("127.0.0.1", port + 3)):
        status, text = up(folder, port)
        ok(status == 1 and f"port {port + 3} is in use" in text and not processes(folder),
           "a port in use is named, and nothing is left running", text)
    equal(up(folder, port)[0], 0, "it starts again")
    equal(sees(Front(port), table, cookie), ("play", 0), "with its games")
    equal(run("--stop", "--dir", folder)[0], 0, "and stops")


def test_mistakes():
    status, text = run("--dir")
    ok(status == 2 and "--dir needs a value" in text, "an option without its value", text)
    status, text = run("--fast")
    ok(status == 2 and "no such option: '--fast'" in text, "an unknown option", text)
    status, text = run("--port", "x")
    ok(status == 2 and "needs a number" in text, "a port that is none", text)
    status, text = run("--stop", "--dir", "/nowhere")
    ok(status == 1 and "no cluster in /nowhere" in text, "a folder without a cluster", text)
    status, text = run("--program", PARLOR, "--dir", "/proc/nowhere")
    ok(status == 1 and "cannot make the folder" in text, "a folder that cannot be made", text)


with tempfile.TemporaryDirectory(prefix="parlor-up-") as place:
    os.chmod(place, 0o755)
    where, base = os.path.join(place, "cluster"), four_ports()
    try:
        test_mistakes()
        test_stop(where, base, *test_up(where, base))
    finally:
        for process in processes(where):
            os.kill(process, signal.SIGKILL)
done()
