#!/usr/bin/python3
"""A server that lies: the terminal takes any JSON without a crash, on a screen and in lines, and
control characters of a server never reach the terminal. Also TLS with certificates that are and are
not trusted. Usage: lying_server.py PARLOR SOURCE"""
import base64
import glob
import hashlib
import json
import os
import random
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "server"))
from parlor_server import PARLOR, SOURCE, Client, Server, done, ok, sanitizers  # noqa: E402
from screen import Screen  # noqa: E402

JUNK = [None, True, -1, 0, 7, 2**40, "", "x", "\u001b[2J\u009b31m", "R" * 3000, [], {}, [1], {"a": 1},
        "R7", "B+", "play 99", 99, [[]], {"card": 5}]


def mutate(value, rng, chance):
    """A copy with some of its parts replaced by something else."""
    if rng.random() < chance:
        return json.loads(json.dumps(rng.choice(JUNK)))
    if isinstance(value, dict):
        return {k: mutate(v, rng, chance) for k, v in value.items() if rng.random() > chance / 2}
    if isinstance(value, list):
        return [mutate(v, rng, chance) for v in value] * (2 if rng.random() < chance else 1)
    return value


def truths(server):
    """Whole updates of every game as a seat sees them, at several moments."""
    found = []
    for game in ["photograph", "luz", "smitten", "null"]:
        client = Client(server)
        table = client.ask("create", game=game, bots=["random"] * {"luz": 3}.get(game, 1),
                           seats=4 if game == "luz" else 2)["table"]
        for _ in range(8):
            client.drain(0.1)
            state = client.tables[table]
            found.append(dict(state))
            if state.get("legal"):
                client.ask("move", table=table, text=state["legal"][0])
        client.close()
    return found


class LyingServer:
    """Speaks the protocol just far enough, then tells lies, each but once; a number among them
    is a pause in seconds. `answer` makes the header
    that answers the client's key out of what it should be."""

    def __init__(self, lies, answer=lambda accept: b"Sec-WebSocket-Accept: " + accept):
        self.lies = lies
        self.answer = answer
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]
        self.told = 0
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            conn, _ = self.socket.accept()
            threading.Thread(target=self.talk, args=(conn,), daemon=True).start()

    @staticmethod
    def frame(text):
        data = text.encode("utf-8", "surrogatepass")
        n = len(data)
        if n < 126:
            return bytes([0x81, n]) + data
        return bytes([0x81, 126]) + struct.pack(">H", n) + data if n < 65536 else \
            bytes([0x81, 127]) + struct.pack(">Q", n) + data

    def talk(self, conn):
        try:
            head = b""
            while b"\r\n\r\n" not in head:
                head += conn.recv(4096)
            key = [x.split(b": ")[1] for x in head.split(b"\r\n") if x.startswith(b"Sec-WebSocket-K")]
            accept = base64.b64encode(hashlib.sha1(
                key[0] + b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11").digest())
            conn.sendall(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: "
                         b"Upgrade\r\n" + self.answer(accept) + b"\r\n\r\n")
            time.sleep(0.1)
            conn.sendall(self.frame('{"re":1,"ok":true,"you":{"id":"me"}}'))
            for lie in self.lies:
                if isinstance(lie, float):
                    time.sleep(lie)
                else:
                    conn.sendall(self.frame(lie))
                self.told += 1
                time.sleep(0.002)
            time.sleep(60)
        except OSError:
            pass


def lie_about(found, seed):
    rng = random.Random(seed)
    lies = []
    for number, truth in enumerate(found * 12):
        lie = mutate(truth, rng, rng.choice([0.01, 0.05, 0.2]))
        if isinstance(lie, dict):
            lie.update({"table": "tttt", "n": number, "phase": rng.choice(["play", "over"]),
                        "you": {"chair": 0, "seat": truth["you"]["seat"]}, "game": truth["game"],
                        "seats": truth["seats"]})
            lie["events"] = mutate([{"e": "move", "seat": 0, "text": "take 1L2"},
                                    {"e": "talk", "name": "X", "text": "\u001b]0;own\u0007"},
                                    {"e": "ask", "seat": 9}], rng, 0.1)
        lies.append(json.dumps(lie, ensure_ascii=rng.random() < 0.5))
        lies.append(rng.choice(["{", "[]", "null", "7", '{"re":99999,"error":{"id":5,"args":[1,{}]}}',
                                '{"re":99998,"error":7}', '{"table":[],"n":{}}']))
    lies.append(json.dumps({**found[0], "table": "tttt", "n": 1}))
    return lies


def in_lines(folder, found):
    lying = LyingServer(lie_about(found, 1))
    run = subprocess.Popen([PARLOR, "play", "--plain", f"http://127.0.0.1:{lying.port}/t/tttt"],
                           stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                           env=dict(os.environ, XDG_DATA_HOME=folder, PARLOR_LANG="en",
                                    **sanitizers()))
    out = []
    reader = threading.Thread(target=lambda: out.append(run.stdout.read()), daemon=True)
    reader.start()
    end = time.monotonic() + 60
    while lying.told < len(lying.lies) and time.monotonic() < end and run.poll() is None:
        try:
            run.stdin.write(b"moves\nview\nlog\n")
            run.stdin.flush()
        except OSError:
            break
        time.sleep(0.05)
    alive = run.poll() is None
    run.stdin.close()
    reader.join(20)
    status = run.wait(20)
    errors = run.stderr.read().decode("utf-8", "replace")
    ok(alive and status in (0, 1) and lying.told == len(lying.lies), "line mode takes all lies",
       f"{status} {lying.told}\n{errors[-2000:]}")
    text = out[0].decode("utf-8", "replace") if out else "\x1b"
    ok("\x1b" not in text and "\x9b" not in text and len(text) > 10000,
       "and writes none of their control characters")


def on_the_screen(folder, found):
    for seed in [2, 3]:
        lying = LyingServer(lie_about(found, seed))
        screen = Screen(PARLOR, folder, f"play http://127.0.0.1:{lying.port}/t/tttt",
                        size=(80, 24) if seed == 2 else (200, 60))
        end = time.monotonic() + 60
        while lying.told < len(lying.lies) and time.monotonic() < end:
            screen.keys(*random.Random(lying.told).choices(
                ["Up", "Left", "Right", "Down", "1", "3", "5", "Tab", "Enter", "l", "+"], k=5))
        text = screen.wait("·", 5)
        ok("status=" not in text and lying.told == len(lying.lies), "the screen takes all lies", text)
        screen.keys("q")
        text = screen.wait("status=", 10)
        ok("status=0" in text or "status=1" in text, "and still obeys q", text)
        screen.close()


def keys(folder):
    """Only a server that answers our key is spoken to."""
    for name, good, answer in [
            ("right", True, lambda a: b"sec-websocket-ACCEPT:\t " + a + b" "),
            ("wrong", False, lambda a: b"Sec-WebSocket-Accept: " + a[::-1]),
            ("cut short", False, lambda a: b"Sec-WebSocket-Accept: " + a[:-2]),
            ("too long", False, lambda a: b"Sec-WebSocket-Accept: " + a + b"A"),
            ("empty", False, lambda a: b"Sec-WebSocket-Accept:"),
            ("in another header", False, lambda a: b"X-Sec-WebSocket-Accept: " + a),
            ("not there", False, lambda a: b"Server: x")]:
        lying = LyingServer(["{}"], answer)
        run = subprocess.Popen([PARLOR, "play", "--plain", f"http://127.0.0.1:{lying.port}/t/tttt"],
                               stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                               env=dict(os.environ, XDG_DATA_HOME=folder, PARLOR_LANG="en",
                                        **sanitizers()))
        end = time.monotonic() + 10
        while lying.told == 0 and time.monotonic() < end and run.poll() is None:
            time.sleep(0.05)
        time.sleep(0.3)
        status = run.poll()
        run.kill()
        text = run.communicate()[0].decode()
        ok((status != 1) if good else (status == 1 and "not a Parlor server" in text),
           f"an answer to the key that is {name}", f"{status} {text}")


def finished(server):
    """A finished table as its player sees it, and its record."""
    client = Client(server)
    table = client.ask("create", game="null", bots=["random"], seats=2)["table"]
    while client.tables.get(table, {}).get("phase") != "over":
        client.drain(0.1)
        legal = client.tables.get(table, {}).get("legal")
        if legal:
            client.ask("move", table=table, text=legal[0])
    return dict(client.tables[table]), client.ask("record", table=table)["record"]


def slow_record(folder, state, record):
    """A person who leaves right after the game still gets its record from a slow server."""
    slow = LyingServer([json.dumps({**state, "table": "tttt"}), 1.0,
                        *(json.dumps({"re": number, "ok": True, "record": record})
                          for number in (2, 3, 4))])
    data = os.path.join(folder, "slow")
    run = subprocess.run([PARLOR, "play", "--plain", f"http://127.0.0.1:{slow.port}/t/tttt"],
                         input=b"", capture_output=True, timeout=60, check=False,
                         env=dict(os.environ, XDG_DATA_HOME=data, PARLOR_LANG="en", **sanitizers()))
    kept = glob.glob(data + "/parlor/games/*.jsonl")
    ok(run.returncode == 0 and len(kept) == 1, "the record comes before the program ends",
       f"{run.returncode} {kept} {run.stdout[-500:]}")


def bent_record(folder, state, record):
    """Records that do not fit what was seen at first are told."""
    for name, first, told in [("table", {"table": "tttt"}, "another table"),
                              ("promise", {"commit": "12" * 32}, "not the one that was seen first")]:
        table = first.get("table", state["table"])
        bent = LyingServer([json.dumps({**state, **first, "table": table}), 0.3,
                            *(json.dumps({"re": number, "ok": True, "record": record})
                              for number in (2, 3, 4))])
        run = subprocess.run([PARLOR, "play", "--plain", f"http://127.0.0.1:{bent.port}/t/{table}"],
                             input=b"", capture_output=True, timeout=60, check=False,
                             env=dict(os.environ, XDG_DATA_HOME=os.path.join(folder, name), PARLOR_LANG="en",
                                      **sanitizers()))
        text = (run.stdout + run.stderr).decode()
        ok("The deal was not fair!" in text and told in text, f"another {name} is told", text[-600:])


def secure(folder):
    tls = os.path.join(SOURCE, "tests", "tui", "tls")
    server = Server("--tls-cert", tls + "/cert.pem", "--tls-key", tls + "/key.pem")
    for env, good in [({"PARLOR_CA": tls + "/cert.pem"}, True), ({}, False)]:
        run = subprocess.run(
            [PARLOR, "play", "--plain", f"https://localhost:{server.port}", "smitten"],
            input=b"", capture_output=True, timeout=60, check=False,
            env=dict(os.environ, XDG_DATA_HOME=folder, PARLOR_LANG="en", **env, **sanitizers()))
        text = (run.stdout + run.stderr).decode("utf-8", "replace")
        ok((run.returncode == 0 and "this link: https://localhost" in text) if good else
           (run.returncode == 1 and "certificate" in text.lower()),
           "TLS: a certificate that is " + ("trusted" if good else "not trusted"), text)
    run = subprocess.run([PARLOR, "play", "--plain", f"https://127.0.0.1:{server.port}", "smitten"],
                         input=b"", capture_output=True, timeout=60, check=False,
                         env=dict(os.environ, XDG_DATA_HOME=folder, PARLOR_LANG="en",
                                  PARLOR_CA=tls + "/cert.pem"))
    ok(run.returncode == 1, "TLS: a certificate for another name", run.stderr)
    server.close()


def main():
    server = Server("--bot-delay", "0")
    found = truths(server)
    over = finished(server)
    server.close()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        in_lines(folder, found)
        on_the_screen(folder, found)
        keys(folder)
        slow_record(folder, *over)
        bent_record(folder, *over)
        secure(folder)
    done()


main()
