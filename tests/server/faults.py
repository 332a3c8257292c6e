#!/usr/bin/env python3
"""The server's environment: TLS, a proxy, a full disk, a read-only database."""

import json
import os
import shutil
import subprocess
import tempfile
import time

from certificates import make, trust
from parlor_server import PARLOR, Client, Closed, Server, done, equal, ok


def play(server, clients, game="null"):
    """Plays a whole game of two clients; returns whether it has a result."""
    a, b = clients
    t = a.ask("create", game=game, seats=2)["table"]
    b.ask("sit", table=t)
    for c in clients:
        c.until(lambda c: c.tables.get(t, {}).get("phase") == "play")
    for c in clients:
        c.ask("move", table=t, text="show")
    a.until(lambda c: c.tables[t]["phase"] == "over")
    return a.tables[t]["result"] is not None


def test_tls(folder):
    cert, key = make(folder, "localhost")
    server = Server("--tls-cert", cert, "--tls-key", key, tls=trust(cert))
    status, headers, body = server.http("GET", "/")
    ok(status == 200 and b"Parlor" in body, "tls: the page is served")
    ok("Secure" in headers["set-cookie"] and "HttpOnly" in headers["set-cookie"],
       "tls: the cookie is Secure and HttpOnly")
    ok("max-age" in headers["strict-transport-security"], "tls: strict transport security is on")
    people = [Client(server, headers={"Origin": f"https://127.0.0.1:{server.port}"}), Client(server)]
    ok(people[0].socket.version() in ("TLSv1.2", "TLSv1.3"), "tls: the version is 1.2 or 1.3")
    ok("Secure" in people[0].set_cookie, "tls: the WebSocket's cookie is Secure too")
    ok(play(server, people), "tls: a whole game")
    many = [Client(server) for _ in range(30)]
    for c in many[:15]:
        c.close()
    ok(all(c.ask("mine").get("ok") for c in many[15:]), "tls: many clients come and go")
    plain = Server.__new__(Server)
    plain.port, plain.tls = server.port, None
    try:
        answer = plain.http("GET", "/")[0]
    except (OSError, ValueError, IndexError):
        answer = 0
    ok(answer != 200, "tls: plain HTTP gets no page")
    equal(play(server, [Client(server), Client(server)]), True, "tls: a plain request disturbs nobody")
    equal(server.close(), 0, "tls: the server stops cleanly")
    run = subprocess.run([PARLOR, "serve", "--port", "0", "--listen", "127.0.0.1", "--data", folder, "--tls-cert",
                          cert, "--tls-key", "/nowhere"], stderr=subprocess.PIPE, timeout=60, check=False)
    ok(run.returncode != 0 and b"key" in run.stderr, "tls: the key must exist")


def refused(server, headers):
    """The HTTP status of a refused WebSocket; 101 if it is accepted."""
    try:
        Client(server, headers=headers)
        return 101
    except Closed as closed:
        return closed.code


def test_proxy():
    from_far = {"X-Forwarded-For": "9.9.9.9, 203.0.113.7", "X-Forwarded-Proto": "https",
                "X-Forwarded-Host": "cards.example", "Origin": "https://cards.example"}
    server = Server("--trust-proxy", "--names", "cards.example", "--address-connections", "2",
                    rate=100)
    c = Client(server, headers=from_far)
    ok("Secure" in c.set_cookie, "proxy: behind TLS the cookie is Secure")
    ok("strict-transport-security" in server.http("GET", "/", {"X-Forwarded-Proto": "https"})[1],
       "proxy: strict transport security is on")
    ok("Secure" not in server.http("GET", "/")[1]["set-cookie"], "proxy: without TLS the cookie is not Secure")
    equal(refused(server, {**from_far, "Origin": "https://evil.example"}), 403,
          "proxy: the origin must be the forwarded host")
    second = Client(server, headers=from_far)
    equal(refused(server, from_far), 503, "proxy: connections per client address are limited")
    equal(refused(server, {**from_far, "X-Forwarded-For": "8.8.8.8, 203.0.113.7"}), 503,
          "proxy: the client's own forwarding header is ignored")
    other = Client(server, headers={**from_far, "X-Forwarded-For": "203.0.113.8"})
    ok(play(server, [second, other]), "proxy: other addresses have their own limit")
    equal(server.close(), 0, "proxy: the server stops cleanly")
    server = Server("--address-connections", "2", rate=100)
    ok("Secure" not in server.http("GET", "/", from_far)[1]["set-cookie"],
       "no proxy: a forwarded protocol is ignored")
    equal(refused(server, from_far), 403, "no proxy: a forwarded host is ignored")
    kept = [Client(server, headers={"X-Forwarded-For": f"203.0.113.{i}"}) for i in range(2)]
    equal(refused(server, {"X-Forwarded-For": "203.0.113.9"}), 503, "no proxy: forwarded addresses are ignored")
    ok(kept[0].ask("mine").get("ok"), "no proxy: connected clients stay")
    server.close()


def begin(server):
    """Two people and a bot in a game of Luz: (clients, table)."""
    a, b = Client(server), Client(server)
    t = a.ask("create", game="luz", seats=3, bots=["random"])["table"]
    b.ask("sit", table=t)
    for c in (a, b):
        c.until(lambda c: c.tables.get(t, {}).get("phase") == "play")
    return (a, b), t


def numbers_told(client, table):
    """The numbers of all events of the table that a client was told."""
    told = [json.loads(raw) for raw in client.heard]
    return sorted({e["n"] for m in told if m.get("table") == table for e in m.get("events", [])})


def starve(server, clients, table, name):
    """Plays and talks until the store fails: only stored events are sent."""
    failed, until = 0, time.time() + 60
    while failed < 5 and time.time() < until:
        for c in clients:
            while c.ready():
                c.receive()
            legal = c.tables[table]["legal"]
            reply = c.ask("move", table=table, text=legal[0]) if legal else c.ask("name", name="N" * 24)
            failed += reply.get("error", {}).get("id") == "store.failed"
    ok(failed >= 5, f"{name}: requests that cannot be stored are refused")
    equal(server.http("GET", "/healthz")[0], 503, f"{name}: /healthz reports it")
    ok(server.process.poll() is None and clients[0].ask("open", table=table).get("ok"),
       f"{name}: the server still shows tables")
    for c in clients:
        c.drain(0.3)
        numbers = numbers_told(c, table)
        equal(numbers, list(range(numbers[0], numbers[-1] + 1)) if numbers else [],
              f"{name}: the events sent have no gap")


def recover(server, cookies, last, table, name):
    """All events that were sent are stored, and games can be played again."""
    clients = [Client(server, cookie=cookie) for cookie in cookies]
    for c in clients:
        c.ask("open", table=table)
        c.until(lambda c: table in c.tables)
    ok(all(c.tables[table]["n"] >= last for c in clients), f"{name}: no event that was sent is lost")
    until = time.time() + 30
    while "error" in clients[0].ask("name", name="Ann") and time.time() < until:
        time.sleep(0.1)
    ok(play(server, clients), f"{name}: games can be played again")
    equal(server.http("GET", "/healthz")[0], 200, f"{name}: /healthz is good again")


def test_full_file():
    """File sizes are limited: writes fail as on a full disk."""
    name = "a limited file size"
    server = Server("--bot-delay", "0", file_size=400000)
    clients, table = begin(server)
    starve(server, clients, table, name)
    last = max(c.tables[table]["n"] for c in clients)
    server.file_size = None
    server.restart()
    recover(server, [c.cookie for c in clients], last, table, name)
    equal(server.close(), 0, f"{name}: the server stops cleanly")


def test_low_disk(server, client, table, fill):
    """While the disk is nearly full the games in play go on, and none begins."""
    name = "a nearly full disk"
    fill(90000)
    equal(client.error("create", game="null", seats=2), "limit.disk", f"{name}: there are no new tables")
    equal(client.error("talk", table=table, phrase="hello"), None, f"{name}: a game in play goes on")
    status, _, text = server.http("GET", "/healthz")
    ok(status == 200 and b"nearly full" in text, f"{name}: /healthz says it", text)
    ok(any(line["event"] == "disk" for line in server.lines()), f"{name}: the log says it")
    fill(400000)
    equal(client.error("create", game="null", seats=2), None, f"{name}: with room there are new tables")
    ok(b"nearly full" not in server.http("GET", "/healthz")[2], f"{name}: /healthz is content")


def test_full_disk():
    """Fills a small disk in memory. Only root may mount one."""
    folder = tempfile.mkdtemp(prefix="parlor-test-")
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=2m", "none", folder], check=False,
                             stderr=subprocess.DEVNULL).returncode == 0
    if not mounted:
        ok(True, "a full disk # SKIP only root can mount a small one")
        shutil.rmtree(folder)
        return
    filler = os.path.join(folder, "filler")

    def fill(left=0):
        """Until so many bytes are free."""
        with open(filler, "wb", buffering=0) as file:
            try:
                while os.statvfs(folder).f_bavail * 4096 > left:
                    file.write(bytes(4096))
            except OSError:
                pass

    try:
        server = Server("--bot-delay", "0", data=folder)
        clients, table = begin(server)
        test_low_disk(server, clients[0], table, fill)
        fill()
        starve(server, clients, table, "a full disk")
        last = max(c.tables[table]["n"] for c in clients)
        os.unlink(filler)
        recover(server, [c.cookie for c in clients], last, table, "a full disk")
        equal(server.stop(), 0, "a full disk: the server stops cleanly")
    finally:
        subprocess.run(["umount", "-l", folder], check=False)
        shutil.rmtree(folder, ignore_errors=True)


def test_read_only():
    folder = tempfile.mkdtemp(prefix="parlor-test-")
    os.chmod(folder, 0o755)
    server = Server(data=folder)
    server.stop()
    path = os.path.join(folder, "parlor.db")
    with open(path, "rb") as file:
        before = file.read()
    os.chmod(path, 0o444)
    run = subprocess.run([PARLOR, "serve", "--port", "0", "--listen", "127.0.0.1", "--data", folder, "--user",
                          "nobody"], stderr=subprocess.PIPE, timeout=60, check=False)
    ok(run.returncode == 1, "a read-only database: the server does not start")
    ok(b"readonly" in run.stderr or b"read-only" in run.stderr,
       "a read-only database: the server says why", run.stderr)
    with open(path, "rb") as file:
        ok(file.read() == before, "a read-only database: it does not change")
    os.chmod(path, 0o644)
    server = Server(data=folder)
    ok(play(server, [Client(server), Client(server)]), "a read-only database: it can be written later")
    server.stop()
    shutil.rmtree(folder)


with tempfile.TemporaryDirectory(prefix="parlor-test-") as place:
    os.chmod(place, 0o755)
    test_tls(place)
test_proxy()
test_full_file()
test_full_disk()
test_read_only()
done()
