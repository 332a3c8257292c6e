"""Nodes on one PostgreSQL, each behind a forwarder of its own, and what may happen to them."""

import atexit
import os
import random
import shutil
import signal
import struct
import sys
import tempfile
import threading
import time
import zlib

import stored
from checker import check
from forward import Forwarder
from parlor_server import PARLOR, Run, Server, equal, ok, sanitizers
from postgres import Postgres


PATIENCE = 5  # seconds that clients wait for a handshake
DATE = sys.argv[4] if len(sys.argv) > 4 else None  # the library of tests/server/date.c


def shift_date(seconds, folder):
    """The environment of a server whose date is so far ahead of the system's."""
    if seconds == 0:
        return None
    path = os.path.join(folder, "date")
    with open(path, "wb") as file:
        file.write(struct.pack("q", seconds))
    late = sanitizers().get("ASAN_OPTIONS", "") + ":verify_asan_link_order=0"
    return {"LD_PRELOAD": os.path.abspath(DATE), "PARLOR_TEST_DATE": path, "ASAN_OPTIONS": late}


class Node(Server):
    """A server whose way to the database can be disturbed."""

    def __init__(self, database, *args, shift=0):
        self.gate = threading.Lock()  # one disturbance of the process at a time
        self.folder = tempfile.mkdtemp(prefix="parlor-node-")
        os.chmod(self.folder, 0o755)
        self.forwarder = Forwarder(database.socket_path(), os.path.join(self.folder, f".s.PGSQL.{database.port}"))
        self.process = None
        atexit.register(self.end)
        super().__init__("--store", database.url(self.folder), "--bot-delay", "0", *args,
                         env=shift_date(shift, self.folder))

    def connect(self):
        s = super().connect()
        s.settimeout(PATIENCE)
        return s

    def rise(self, seconds=30):
        """Starts it, however long its database is away."""
        until = time.time() + seconds
        while True:
            try:
                self.start()
                return
            except RuntimeError:
                if time.time() > until:
                    raise
                time.sleep(0.2)

    def end(self):
        """If the test fails."""
        if self.process is not None and self.process.poll() is None:
            self.kill()

    def close(self):
        status = super().close()
        self.forwarder.close()
        shutil.rmtree(self.folder, ignore_errors=True)
        return status


class Cluster:
    def __init__(self, nodes, *args, standby=False, shifts=()):
        self.database = Postgres()
        self.databases = [self.database]
        self.standby = None
        self.gate = threading.Lock()  # one disturbance of the database at a time
        self.nodes = [Node(self.database, *args, shift=shifts[i] if i < len(shifts) else 0) for i in range(nodes)]
        if standby:
            self.standby = self.database.add_standby()
            self.databases.append(self.standby)

    def journals(self):
        return stored.of_postgres(self.database)

    def close(self):
        """Stops all; returns the exit statuses of the nodes."""
        statuses = [node.close() for node in self.nodes]
        for database in self.databases:
            database.close()
        return statuses


class Routes:
    """Ways to the nodes without a balancer: a table has an order of nodes, and a client tries one after the other. A
    part of the connections goes to any node: that may cost time, never truth."""

    def __init__(self, nodes, astray=0.1, seed=1):
        self.nodes, self.astray = nodes, astray
        self.chance = random.Random(seed)

    def route(self, path, failures):
        order = sorted(self.nodes, key=lambda node: zlib.crc32(f"{path} {node.port}".encode()))
        if path == "/ws" or self.chance.random() < self.astray:
            return self.chance.choice(order), "/ws"
        return order[failures % len(order)], "/ws"


# ---- nemeses: each does something bad for a time, and undoes it ----

def kill(cluster, chance, longest):
    node = chance.choice(cluster.nodes)
    with node.gate:
        node.kill()
        time.sleep(chance.uniform(0, longest))
        node.rise()


def freeze(cluster, chance, longest, shortest=0.1):
    """A node stands still, and wakes up later with what it knew then."""
    node = chance.choice(cluster.nodes)
    with node.gate:
        node.process.send_signal(signal.SIGSTOP)
        time.sleep(chance.uniform(shortest, longest))
        node.process.send_signal(signal.SIGCONT)


def crash_database(cluster, chance, longest):
    with cluster.gate:
        cluster.database.stop("immediate")
        time.sleep(chance.uniform(0, longest))
        cluster.database.start()


def freeze_database(cluster, chance, longest, shortest=0.1):
    with cluster.gate:
        cluster.database.pause()
        time.sleep(chance.uniform(shortest, longest))
        cluster.database.resume()


def end_sessions(cluster, chance, longest):
    with cluster.gate:
        for _ in range(chance.randint(1, 4)):
            cluster.database.terminate_backends()
            time.sleep(chance.uniform(0, longest / 4))


def end_listeners(cluster, chance, longest):
    """Nodes do not hear of each other for a moment; their transactions go on."""
    with cluster.gate:
        for _ in range(chance.randint(1, 4)):
            cluster.database.terminate_listeners()
            time.sleep(chance.uniform(0, longest / 4))


def cut(cluster, chance, longest):
    node = chance.choice(cluster.nodes)
    node.forwarder.cut()
    time.sleep(chance.uniform(0.1, longest))
    node.forwarder.mend()


def silence(cluster, chance, longest, shortest=0.1):
    node = chance.choice(cluster.nodes)
    node.forwarder.pause()
    time.sleep(chance.uniform(shortest, longest))
    node.forwarder.resume()


def half_open(cluster, chance, longest):
    """The database's end of the connections is gone, and the node waits for answers that never come."""
    node = chance.choice(cluster.nodes)
    node.forwarder.half_open()
    time.sleep(chance.uniform(0.1, longest))
    node.forwarder.drop()


def fail_over(cluster, chance, longest):
    """The database's machine is lost, and its synchronous standby takes over; once in a run."""
    with cluster.gate:
        if cluster.standby is None:
            return False
        cluster.database.stop("immediate")
        time.sleep(chance.uniform(0, longest))
        cluster.standby.promote()
        cluster.database, cluster.standby = cluster.standby, None
        for node in cluster.nodes:
            node.forwarder.target = cluster.database.socket_path()
            node.forwarder.drop()
    return True


NEMESES = [kill, freeze, crash_database, freeze_database, end_sessions, end_listeners, cut, silence, half_open,
           fail_over]


# A node waits five seconds for the database's answer, counts as gone after six, and lets requests wait for eight.
LONG = {"shortest": 6, "longest": 12}


def long_freeze(cluster, chance, _longest):
    freeze(cluster, chance, **LONG)


def long_freeze_of_database(cluster, chance, _longest):
    freeze_database(cluster, chance, **LONG)


def long_silence(cluster, chance, _longest):
    silence(cluster, chance, **LONG)


LONG_NEMESES = [long_freeze, long_freeze_of_database, long_silence]


class Torment(threading.Thread):
    """Nemeses one after the other, at random moments: each of them once, then by chance until a time."""

    def __init__(self, cluster, stop, seed, longest=1.0, nemeses=None, pause=0.5):
        super().__init__(daemon=True)
        self.cluster, self.stop, self.longest, self.pause = cluster, stop, longest, pause
        self.chance = random.Random(seed)
        self.nemeses = list(nemeses or NEMESES)
        self.counts = {}
        self.error = None
        self.start()

    def run(self):
        order = self.nemeses[:]
        self.chance.shuffle(order)
        try:
            while order or time.time() < self.stop:
                nemesis = order.pop() if order else self.chance.choice(self.nemeses)
                if nemesis(self.cluster, self.chance, self.longest) is False:
                    continue
                self.counts[nemesis.__name__] = self.counts.get(nemesis.__name__, 0) + 1
                time.sleep(self.chance.uniform(0, self.pause))
        except Exception as error:  # pylint: disable=broad-except
            self.error = repr(error)


def judge(name, history, crowd, journals, replay, program=PARLOR):
    """The points that every run has to reach; returns the faults. `program` knows all rules."""
    equal(crowd.join(), [], f"{name}: all tables are played until the end")
    found = journals()
    ok(crowd.count("oks") > 100 and crowd.count("games") > 0,
       f"{name}: {crowd.count('oks')} requests were answered ok, {crowd.count('unknown')} tries had no outcome,"
       f" {crowd.count('games')} games were finished, {sum(map(len, found.values()))} events are in {len(found)}"
       " journals")
    faults = check(history.entries, found, replay,
                   lambda lines: Run("verify", "-", stdin=lines, program=program).lines())
    ok(not faults, f"{name}: the checker finds nothing", "\n".join(f"{kind}: {words}" for kind, words in faults[:20]))
    return found, faults
