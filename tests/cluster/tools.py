#!/usr/bin/env python3
"""The tests' own tools: a PostgreSQL of a test's own, its standby, and the forwarder."""

import os
import socket
import subprocess
import sys
import tempfile
import time

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "server"))
from forward import Forwarder, dial  # noqa: E402
from parlor_server import done, equal, ok  # noqa: E402
from postgres import Postgres  # noqa: E402


def talk(end, text):
    """What comes back within a moment, or why nothing does."""
    try:
        end.settimeout(0.3)
        end.sendall(text)
        return end.recv(100) or "closed"
    except TimeoutError:
        return "silence"
    except OSError:
        return "closed"


def echo():
    """A server that sends everything back, and how to end it."""
    program = ("import socket,threading\n"
               "l=socket.create_server(('127.0.0.1',0));print(l.getsockname()[1],flush=True)\n"
               "def serve(s):\n"
               "  while (d:=s.recv(9999)): s.sendall(d)\n"
               "while 1: threading.Thread(target=serve,args=(l.accept()[0],),daemon=True).start()\n")
    process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    return ("127.0.0.1", int(process.stdout.readline())), process


def test_forwarder(listen):
    target, server = echo()
    name = "a path" if listen else "a port"
    forwarder = Forwarder(target, listen)
    end = dial(forwarder.address)
    equal(talk(end, b"one"), b"one", f"{name}: bytes go there and back")
    forwarder.pause()
    equal(talk(end, b"two"), "silence", f"{name}: paused, nothing comes")
    forwarder.resume()
    equal(talk(end, b""), b"two", f"{name}: and goes on where it was")
    forwarder.half_open()
    equal(talk(end, b"three"), "silence", f"{name}: half open, nobody hears")
    other = dial(forwarder.address)
    equal((talk(other, b"four"), forwarder.count()), (b"four", 2), f"{name}: a new connection works")
    forwarder.cut()
    equal((talk(end, b"five"), talk(other, b"five")), ("closed", "closed"), f"{name}: a cut ends all")
    try:
        dial(forwarder.address)
        refused = False
    except OSError:
        refused = True
    ok(refused, f"{name}: and refuses new ones")
    forwarder.mend()
    big = os.urandom(1 << 20)
    end, got = dial(forwarder.address), b""
    end.settimeout(10)
    end.sendall(big[:1 << 19])
    end.sendall(big[1 << 19:])
    while len(got) < len(big):
        got += end.recv(1 << 16)
    ok(got == big, f"{name}: mended, a megabyte comes back")
    forwarder.close()
    server.kill()
    server.wait()


def test_pause(database):
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        forwarder = Forwarder(database.socket_path(), os.path.join(folder, f".s.PGSQL.{database.port}"))
        ask = ["psql", "-X", "-A", "-t", "-d", database.url(folder), "-c", "SELECT 40 + 2"]
        equal(subprocess.run(ask, capture_output=True, text=True, check=False).stdout, "42\n",
              "a URL leads through the forwarder")
        database.pause()
        with subprocess.Popen(ask, stdout=subprocess.PIPE, text=True) as run:
            time.sleep(0.3)
            still = run.poll() is None
            database.resume()
            equal((still, run.communicate(timeout=20)[0]), (True, "42\n"), "a database that stands still makes wait")
        with subprocess.Popen([*ask[:-1], "SELECT pg_sleep(60)"], stderr=subprocess.PIPE, text=True) as run:
            while not database.rows("SELECT pid FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(60)'"):
                time.sleep(0.05)
            equal(database.terminate_backends(), 1, "sessions are ended")
            told = run.communicate(timeout=20)[1]
            ok("terminating connection" in told, "and their clients are told", told)
        forwarder.close()


def test_postgres():
    with Postgres() as first:
        test_pause(first)
        first.sql("CREATE TABLE t(i int, s text)")
        first.sql("INSERT INTO t VALUES (1, E'a\\tb\\n')")
        equal(first.rows("SELECT * FROM t"), [{"i": 1, "s": "a\tb\n"}], "rows come back as they are")
        first.restart("immediate")
        equal(len(first.rows("SELECT * FROM t")), 1, "what was committed outlives a crash")
        with socket.socket() as s:
            equal(s.connect_ex(("127.0.0.1", first.port)) == 0, False, "no port is open")
        with first.add_standby() as second:
            first.sql("INSERT INTO t VALUES (2, 'b')")
            first.stop("immediate")
            second.promote()
            second.sql("INSERT INTO t VALUES (3, 'c')")
            equal([r["i"] for r in second.rows("SELECT i FROM t ORDER BY i")], [1, 2, 3],
                  "a standby that is promoted has all, and takes more")
    ok(not os.path.exists(first.folder), "nothing is left behind")


with tempfile.TemporaryDirectory() as place:
    test_forwarder(None)
    test_forwarder(os.path.join(place, "s"))
test_postgres()
done()
