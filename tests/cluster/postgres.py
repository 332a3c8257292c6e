"""A real PostgreSQL of a test's own: in a folder of its own, with its socket there and no network.

PostgreSQL refuses to run as root, so root runs it as the user that Debian's package has made. Nothing of a
system's own PostgreSQL is touched: neither its clusters nor its settings nor its services.
"""

import atexit
import glob
import json
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time

USER = "postgres"  # of the system, if root runs the test
ROLE = "parlor"
DATABASE = "parlor"
PORT = 5432  # only a part of the socket's name, unless TCP is on
WAIT = 60


def programs():
    """The folder of PostgreSQL's programs: Debian keeps each version in a folder of its own."""
    found = glob.glob("/usr/lib/postgresql/*/bin/postgres")
    if found:
        return os.path.dirname(max(found, key=lambda path: int(path.split("/")[4])))
    path = shutil.which("postgres")
    if path is None:
        raise RuntimeError("PostgreSQL is not installed: scripts/install check")
    return os.path.dirname(os.path.realpath(path))


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Postgres:
    """A cluster of one database, `parlor`, which everybody on this machine may use."""

    def __init__(self, tcp=False, settings=None, base=None):
        self.folder = tempfile.mkdtemp(prefix="parlor-pg-")
        os.chmod(self.folder, 0o755)  # the server under test connects as another user
        self.user = USER if os.getuid() == 0 else None
        if self.user:
            owner = pwd.getpwnam(self.user)
            os.chown(self.folder, owner.pw_uid, owner.pw_gid)
        self.data = os.path.join(self.folder, "data")
        self.port = free_port() if tcp else PORT
        self.tcp = tcp
        self.settings = {"listen_addresses": "127.0.0.1" if tcp else "", "unix_socket_directories": self.folder,
                         "port": self.port, "max_connections": 50, "shared_buffers": "32MB", **(settings or {})}
        self.process = None
        atexit.register(self.close)  # also if the test fails
        if base is None:
            self._run("initdb", "-D", self.data, "-U", ROLE, "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
        else:
            self._run("pg_basebackup", "-D", self.data, "-R", "-X", "stream", "-c", "fast",
                      "-d", f"host={base.folder} port={base.port} user={ROLE} application_name=standby")
        self.start()
        if base is None:
            self.sql(f"CREATE DATABASE {DATABASE}", database="postgres")

    def _run(self, program, *args):
        done = subprocess.run([os.path.join(programs(), program), *args], user=self.user, group=self.user,
                              extra_groups=[] if self.user else None, cwd=self.folder, check=False, text=True,
                              env={"PATH": os.environ["PATH"], "LC_ALL": "C"}, capture_output=True, timeout=WAIT)
        if done.returncode != 0:
            raise RuntimeError(f"{program}: {done.stderr[-2000:]}")
        return done.stdout

    # ---- starting and stopping ----

    def start(self):
        options = [part for name, value in self.settings.items() for part in ("-c", f"{name}={value}")]
        with open(os.path.join(self.folder, "log"), "ab") as log:
            self.process = subprocess.Popen(
                [os.path.join(programs(), "postgres"), "-D", self.data, *options], user=self.user, group=self.user,
                extra_groups=[] if self.user else None, cwd=self.folder, stdin=subprocess.DEVNULL, stdout=log,
                stderr=log, start_new_session=True, env={"PATH": os.environ["PATH"], "LC_ALL": "C"})
        until = time.time() + WAIT
        while time.time() < until:
            if self.process.poll() is not None:
                raise RuntimeError("PostgreSQL does not start: " + self.log()[-2000:])
            if self._status() in ("ready", "standby"):
                return
            time.sleep(0.01)
        raise RuntimeError("PostgreSQL does not get ready: " + self.log()[-2000:])

    def _status(self):
        """The state that the server writes of itself, if the file is of this process."""
        try:
            with open(os.path.join(self.data, "postmaster.pid"), encoding="ascii") as file:
                lines = file.read().splitlines()
        except OSError:
            return None
        return lines[7].strip() if len(lines) > 7 and int(lines[0]) == self.process.pid else None

    def stop(self, mode="fast"):
        """`fast` ends all sessions in order, `immediate` is a crash: the next start recovers."""
        if self.process is None or self.process.poll() is not None:
            return
        self.resume()
        self.process.send_signal({"smart": signal.SIGTERM, "fast": signal.SIGINT, "immediate": signal.SIGQUIT}[mode])
        self.process.wait(WAIT)

    def restart(self, mode="fast"):
        self.stop(mode)
        self.start()

    def close(self):
        self.stop("immediate")
        shutil.rmtree(self.folder, ignore_errors=True)
        atexit.unregister(self.close)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    # ---- nemeses ----

    def processes(self):
        """The server and all of its children."""
        out = [self.process.pid]
        for path in glob.glob("/proc/[0-9]*/stat"):
            try:
                with open(path, encoding="latin-1") as file:
                    parent = int(file.read().rsplit(")", 1)[1].split()[1])
            except (OSError, IndexError):
                continue
            if parent == self.process.pid:
                out.append(int(path.split("/")[2]))
        return out

    def _signal(self, number):
        for pid in self.processes():
            try:
                os.kill(pid, number)
            except ProcessLookupError:
                pass

    def pause(self):
        """Stands still with all its processes: connections stay, and nobody answers."""
        self._signal(signal.SIGSTOP)

    def resume(self):
        self._signal(signal.SIGCONT)

    def terminate_backends(self):
        """Ends all other sessions of the database; returns how many."""
        rows = self.rows("SELECT pg_terminate_backend(pid) AS gone FROM pg_stat_activity"
                         f" WHERE datname = '{DATABASE}' AND pid <> pg_backend_pid()")
        return sum(row["gone"] for row in rows)

    # The sessions over which servers hear of each other: those for data have a lock.
    LISTENERS = (f"FROM pg_stat_activity WHERE application_name = 'parlor' AND datname = '{DATABASE}' AND pid NOT IN"
                 " (SELECT pid FROM pg_locks WHERE locktype = 'advisory')")

    def count_listeners(self):
        return self.rows("SELECT count(*) AS n " + self.LISTENERS)[0]["n"]

    def terminate_listeners(self):
        """Ends these sessions, and no other one; returns how many."""
        rows = self.rows("SELECT pg_terminate_backend(pid, 10000) AS gone " + self.LISTENERS)
        return sum(row["gone"] for row in rows)

    # ---- asking ----

    def url(self, folder=None):
        """What `parlor serve --store` gets; `folder` is that of another socket, such as a forwarder's."""
        if self.tcp and folder is None:
            return f"postgres://{ROLE}@127.0.0.1:{self.port}/{DATABASE}"
        return f"postgres://{ROLE}@/{DATABASE}?host={folder or self.folder}&port={self.port}"

    def socket_path(self):
        return os.path.join(self.folder, f".s.PGSQL.{self.port}")

    def log(self):
        with open(os.path.join(self.folder, "log"), encoding="utf-8", errors="replace") as file:
            return file.read()

    def sql(self, text, database=DATABASE):
        return self._run("psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-h", self.folder, "-p",
                         str(self.port), "-U", ROLE, "-d", database, "-c", text)

    def rows(self, query, database=DATABASE):
        """The rows of a query as dictionaries."""
        text = self.sql(f"SELECT row_to_json(q)::text FROM ({query}) q", database)
        return [json.loads(line) for line in text.splitlines() if line]

    def dump(self, database=DATABASE):
        """All rows of a database as text."""
        return self._run("pg_dump", "--data-only", "-h", self.folder, "-p", str(self.port), "-U", ROLE, database)

    # ---- a second server ----

    def add_standby(self):
        """A synchronous standby: from now on a commit is answered when both have it."""
        other = Postgres(base=self)
        self.settings["synchronous_standby_names"] = "standby"
        self.sql("ALTER SYSTEM SET synchronous_standby_names = 'standby'")
        self.sql("SELECT pg_reload_conf()")
        until = time.time() + WAIT
        while not self.rows("SELECT pid FROM pg_stat_replication WHERE sync_state = 'sync'"):
            if time.time() > until:
                raise RuntimeError("the standby does not follow: " + other.log()[-2000:])
            time.sleep(0.05)
        return other

    def promote(self):
        """The standby becomes the server that takes changes."""
        self.sql("SELECT pg_promote()", database="postgres")
