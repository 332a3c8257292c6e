"""Shared parts of the server's tests: the real program on a free port, and real sockets.

Each test script gets the program's path and the source folder as arguments, as in tests/cli.
"""

import atexit
import base64
import hashlib
import json
import os
import resource
import select
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cli"))
from points import PARLOR, SOURCE, Run, done, equal, ok, sanitizers  # noqa: E402,F401

TOKEN = "a token for /metrics"
WAIT = 60  # seconds: generous, for sanitizer builds on a busy machine


def is_sanitized():
    """Whether the program has sanitizers: it is slow, and keeps freed memory for a while."""
    with open(PARLOR, "rb") as program:
        return b"__asan_init" in program.read()


SHARED = {}  # a PostgreSQL for all servers of this test, and the names of its databases by data folder


def find_store(data):
    """The arguments for the store that belongs to a data folder: a database if PARLOR_TEST_STORE=postgres."""
    if os.environ.get("PARLOR_TEST_STORE") != "postgres":
        return []
    if not SHARED:
        sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cluster"))
        from postgres import Postgres
        SHARED["postgres"] = Postgres(settings={"fsync": "off"})
        atexit.register(SHARED["postgres"].close)
    postgres = SHARED["postgres"]
    if data not in SHARED:
        SHARED[data] = f"test{len(SHARED)}"
        postgres.sql(f"CREATE DATABASE {SHARED[data]}", database="postgres")
    return ["--store", postgres.url().replace("/parlor?", f"/{SHARED[data]}?")]


def eventually(test, seconds=20):
    """Whether a test becomes true in that time."""
    until = time.time() + seconds
    while time.time() < until:
        if test():
            return True
        time.sleep(0.05)
    return False


class Server:
    """A server with a data folder of its own, or on a given one."""

    def __init__(self, *args, data=None, env=None, rate=0, tls=None, file_size=None):
        self.own = data is None
        self.tls = tls  # an ssl.SSLContext for clients
        self.file_size = file_size  # the largest size of its files, in bytes
        self.data = data or tempfile.mkdtemp(prefix="parlor-test-")
        os.chmod(self.data, 0o755)
        self.args = [*args, "--rate", str(rate), "--user", "nobody"]
        if "--drain-seconds" not in args:
            self.args += ["--drain-seconds", "0"]  # no test waits for nothing
        if rate == 0:
            self.args += ["--address-connections", "0", "--listed-tables", "0", "--address-listed-tables", "0"]
        self.env = env
        self.program = PARLOR  # another one from the next start on
        self.port = 0
        self.process = None
        self.start()

    def start(self):
        """Starts it, on its previous port if it had one."""
        self.log = open(os.path.join(tempfile.gettempdir(), f"parlor-test-{os.getpid()}-{id(self):x}.log"), "w+b")
        self.process = subprocess.Popen(
            [self.program, "serve", "--listen", "127.0.0.1", "--port", str(self.port), "--data", self.data,
             *find_store(self.data), *self.args],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=self.log,
            preexec_fn=self.limit if self.file_size else None,
            env={"PATH": os.environ["PATH"], "PARLOR_METRICS_TOKEN": TOKEN, **sanitizers(), **(self.env or {})})
        until = time.time() + WAIT
        while time.time() < until and self.process.poll() is None:
            for line in self.lines():
                if line.get("event") == "listening":
                    self.port = int(line["port"])
                    return
            time.sleep(0.01)
        raise RuntimeError("the server does not start: " + self.text())

    def place(self):
        """Where its store is, for the commands of hosts."""
        return ["--data", self.data, *find_store(self.data)]

    def limit(self):
        resource.setrlimit(resource.RLIMIT_FSIZE, (self.file_size, self.file_size))

    def text(self):
        with open(self.log.name, "rb") as file:
            return file.read().decode("utf-8", "replace")

    def lines(self):
        out = []
        for line in self.text().splitlines():
            try:
                out.append(json.loads(line))
            except ValueError:
                pass
        return out

    def kill(self):
        self.process.kill()
        self.process.wait()

    def restart(self):
        self.kill()
        self.start()

    def stop(self):
        """Stops it gently; returns its exit status."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(WAIT)
        report = self.text()
        if "Sanitizer" in report or "runtime error:" in report:
            status = "a sanitizer's report: " + report[-3000:]
        return status

    def close(self):
        status = self.stop()
        if self.own:
            shutil.rmtree(self.data, ignore_errors=True)
        os.unlink(self.log.name)
        return status

    def connect(self):
        """A connection to it, by TLS if that is on."""
        s = socket.create_connection(("127.0.0.1", self.port), WAIT)
        s.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return self.tls.wrap_socket(s, server_hostname="localhost") if self.tls else s

    def http(self, method, path, headers=None, body=b""):
        """One HTTP request: (status, headers with lower-case names, body)."""
        with self.connect() as s:
            lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{self.port}",
                     "Connection: close"]
            lines += [f"{k}: {v}" for k, v in (headers or {}).items()]
            if body:
                lines.append(f"Content-Length: {len(body)}")
            s.sendall("\r\n".join(lines).encode() + b"\r\n\r\n" + body)
            data = b""
            while True:
                part = s.recv(65536)
                if not part:
                    break
                data += part
        head, _, rest = data.partition(b"\r\n\r\n")
        first, *more = head.decode("latin-1").split("\r\n")
        found = {}
        for line in more:
            name, _, value = line.partition(": ")
            found[name.lower()] = value
        return int(first.split()[1]) if first else 0, found, rest

    def metric(self, name):
        for line in self.http("GET", "/metrics", {"Authorization": "Bearer " + TOKEN})[2].decode().splitlines():
            if line.startswith("parlor_" + name + " "):
                return float(line.split()[-1])
        return None


class Closed(Exception):
    """The server has closed the connection; `code` is the WebSocket's, or 0."""

    def __init__(self, code=0):
        super().__init__(f"closed with {code}")
        self.code = code


def unfold(old, folded):
    """The text that was folded over the old one: docs/protocol.md, Sights."""
    text, at, i = old, 0, 0

    def number():
        nonlocal i
        value, weight, digit = 0, 1, 28
        while digit > 27:
            digit = ord(folded[i]) - 35
            value += digit % 28 * weight
            weight *= 28
            i += 1
        return value

    while i < len(folded):
        i += 1
        if folded[i - 1] != "~":
            text += folded[i - 1].replace("'", '"')
            continue
        skip, length = number(), number()
        at += -(skip + 1) // 2 if skip % 2 else skip // 2
        assert 0 <= at and 0 < length and at + length <= len(text), folded
        text += text[at:at + length]
        at += length
    return text[len(old):]


class Client:
    """One WebSocket. Keeps the bytes of all texts that it received (`heard`)."""

    def __init__(self, server, cookie=None, headers=None, hello=True, protocol=2, path="/ws"):
        self.server = server
        self.cookie = cookie
        self.heard = []
        self.inbox = []
        self.tables = {}
        self.sights = {}  # of each table: the number of its last event, and the text
        self.whole = []  # all messages, with sights unfolded
        self.protocol = protocol
        self.path = path
        self.closed = set()  # tables that the server has closed
        self.acked = []
        self.id = 0
        self.data = b""
        self.me = None
        self.connect(headers)
        if hello:
            self.hello = self.ask("hello", protocol=protocol)
            self.me = self.hello["you"]["id"]

    def connect(self, headers=None):
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket = self.server.connect()
        lines = [f"GET {self.path} HTTP/1.1", f"Host: 127.0.0.1:{self.server.port}", "Upgrade: websocket",
                 "Connection: Upgrade", f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13"]
        if self.cookie:
            lines.append(f"Cookie: parlor={self.cookie}")
        lines += [f"{k}: {v}" for k, v in (headers or {}).items()]
        self.socket.sendall("\r\n".join(lines).encode() + b"\r\n\r\n")
        head = b""
        while b"\r\n\r\n" not in head:
            part = self.socket.recv(4096)
            if not part:
                raise Closed()
            head += part
        head, _, self.data = head.partition(b"\r\n\r\n")
        text = head.decode("latin-1")
        self.status = int(text.split()[1])
        if self.status != 101:
            raise Closed(self.status)
        want = base64.b64encode(hashlib.sha1(
            (key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest()).decode()
        # A proxy may write the names of headers in its own way.
        names = [line.split(": ")[0].lower() for line in text.split("\r\n") if line.endswith(": " + want)]
        assert names == ["sec-websocket-accept"], text
        for line in text.split("\r\n"):
            if line.lower().startswith("set-cookie: parlor="):
                self.cookie = line.split("=", 1)[1].split(";")[0]
                self.set_cookie = line

    def raw(self, data):
        self.socket.sendall(data)

    def frame(self, payload, opcode=1, fin=True, mask=True):
        n = len(payload)
        head = bytes([(0x80 if fin else 0) | opcode])
        bit = 0x80 if mask else 0
        if n < 126:
            head += bytes([bit | n])
        elif n < 65536:
            head += bytes([bit | 126]) + struct.pack(">H", n)
        else:
            head += bytes([bit | 127]) + struct.pack(">Q", n)
        if not mask:
            return head + payload
        key = os.urandom(4)
        long = (key * (n // 4 + 1))[:n]
        mixed = (int.from_bytes(payload, "big") ^ int.from_bytes(long, "big")).to_bytes(n, "big")
        return head + key + mixed

    def send(self, text):
        self.raw(self.frame(text if isinstance(text, bytes) else text.encode()))

    def _need(self, n, until):
        while len(self.data) < n:
            left = until - time.time()
            waits = self.server.tls and self.socket.pending() > 0
            if left <= 0 or not (waits or select.select([self.socket], [], [], max(left, 0))[0]):
                raise TimeoutError
            try:
                part = self.socket.recv(65536)
            except OSError:
                part = b""
            if not part:
                raise Closed()
            self.data += part

    def receive_frame(self, seconds=WAIT):
        until = time.time() + seconds
        self._need(2, until)
        opcode, n, at = self.data[0] & 15, self.data[1] & 127, 2
        if n == 126:
            self._need(4, until)
            n, at = struct.unpack(">H", self.data[2:4])[0], 4
        elif n == 127:
            self._need(10, until)
            n, at = struct.unpack(">Q", self.data[2:10])[0], 10
        self._need(at + n, until)
        payload, self.data = self.data[at:at + n], self.data[at + n:]
        return opcode, payload

    def receive(self, seconds=WAIT):
        """The next message; Closed when the server closes."""
        while True:
            opcode, payload = self.receive_frame(seconds)
            if opcode == 8:
                raise Closed(struct.unpack(">H", payload[:2])[0] if len(payload) >= 2 else 0)
            if opcode != 1:
                continue
            self.heard.append(payload)
            message = self._unfold(json.loads(payload))
            self.whole.append(message)
            if "closed" in message:
                self.closed.add(message.get("table"))
            if "table" in message and "n" in message and "re" not in message:
                self._learn(message)
            return message

    def _unfold(self, m):
        """The message with `view` and `legal` in place of `sight`."""
        if "table" not in m or "n" not in m or "re" in m:
            return m
        n, text = self.sights.get(m["table"], (None, ""))
        if "view" in m:
            assert "sight" not in m, m
            text = None
        if "sight" in m:
            assert "of" not in m or (n == m["of"] and text is not None), f"had {n}: {m}"
            text = unfold(text if "of" in m else "", m.pop("sight"))
            m.pop("of", None)
            m.update(json.loads("{" + text + "}"))
        self.sights[m["table"]] = (m["n"], text)
        return m

    def _learn(self, m):
        known = self.tables.get(m["table"])
        if known is not None and m.get("events"):
            numbers = [e["n"] for e in m["events"]]
            whole = numbers == list(range(numbers[0], m["n"] + 1))
            assert whole and numbers[0] <= known["n"] + 1, f"a gap: had {known['n']}, got {numbers}"
        self.tables[m["table"]] = {**(known or {}), **m}

    def request(self, what, **members):
        """Sends without waiting; returns the request's number."""
        self.id += 1
        self.send(json.dumps({"id": self.id, "do": what, **members}))
        return self.id

    def reply(self, number, seconds=WAIT):
        while True:
            m = self.receive(seconds)
            if m.get("re") == number:
                return m
            self.inbox.append(m)

    def ask(self, what, **members):
        return self.reply(self.request(what, **members))

    def error(self, what, **members):
        """The id of the refusal, or None if the request was accepted."""
        return self.ask(what, **members).get("error", {}).get("id")

    def until(self, test, seconds=WAIT):
        """Receives until the test holds for this client."""
        end = time.time() + seconds
        while not test(self):
            left = end - time.time()
            if left <= 0:
                raise TimeoutError
            self.receive(left)

    def drain(self, seconds=0.2):
        try:
            while True:
                self.receive(seconds)
        except TimeoutError:
            pass

    def ready(self):
        return bool(self.data) or bool(select.select([self.socket], [], [], 0)[0])

    def close(self):
        self.socket.close()
