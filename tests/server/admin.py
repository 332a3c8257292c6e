#!/usr/bin/env python3
"""`parlor admin`: the operator's socket, bans, deletions, the lobby, announcements, draining, the log.

The server stands behind a proxy that it trusts, so that the test can come from many addresses.
"""

import json
import os
import socket
import stat
import time

from parlor_server import WAIT, Client, Closed, Run, Server, done, equal, ok
from rows import read_all

server = Server("--trust-proxy", "--bot-delay", "0")


def at(address, **more):
    """A client from that address."""
    return Client(server, headers={"X-Forwarded-For": address}, **more)


def admin(*words):
    """The server's answer."""
    run = Run("admin", "--data", server.data, "--json", *words)
    answer = json.loads(run.out)
    equal(run.status, 0 if "ok" in answer else 1, "admin " + " ".join(words))
    return answer


def error(*words):
    return admin(*words).get("error", {}).get("id")


def rows(what, *more):
    return admin("list", what, *more)["rows"]


def greet(address, cookie=None):
    """What a hello from there is answered, and how the connection ends."""
    c = at(address, cookie=cookie, hello=False)
    reply = c.ask("hello", protocol=1)
    code = None
    if "error" in reply:
        try:
            c.receive()
        except Closed as closed:
            code = closed.code
    c.close()
    return reply.get("error", {}).get("id"), code


def here(c, table):
    """How many people the client knows to be at the table."""
    return sum(p["here"] for p in c.tables.get(table, {}).get("people", []))


def is_closed(c):
    try:
        while True:
            c.receive(WAIT)
    except Closed as closed:
        return closed.code


def test_socket():
    path = os.path.join(server.data, "admin.sock")
    info = os.stat(path)
    ok(stat.S_ISSOCK(info.st_mode) and info.st_mode & 0o777 == 0o600, "the socket is for its user alone",
       oct(info.st_mode))
    with socket.socket(socket.AF_UNIX) as s:
        s.connect(path)
        s.settimeout(WAIT)
        for text, want in ((b"nonsense\n", "admin.no-act"), (b'{"do":"fly"}\n', "admin.no-act"),
                           (b'{"do":"list","who":7}\n', "admin.no-list"), (b"[1]\n", "admin.no-act"),
                           (b'{"do":"ban","who":["x"],"for":1}\n', "admin.no-who")):
            s.sendall(text)
            equal(json.loads(s.recv(65536))["error"]["id"], want, "refused: " + text.decode().strip())
        s.sendall(b"x" * 4096)
        equal(s.recv(65536), b"", "a line without end ends the connection")
    run = Run("admin", "--data", server.data, "list", "bans")
    equal((run.status, run.out), (0, "There are none.\n"), "people get an answer in words")
    equal(Run("admin", "--data", server.data, "--lang", "fr", "list", "bans").out, "Il n’y en a pas.\n",
          "in their language")
    for words in (["ban"], ["ban", "nobody", "--for", "1d"], ["ban", "10.0.0.1"], ["ban", "10.0.0.1", "--for", "soon"],
                  ["ban", "10.0.0.0/4", "--for", "1d"], ["ban", "10.0.0.1", "--for", "1d", "--why", "spite"],
                  ["unban", "10.0.0.1"], ["delete", "nothing"], ["lobby", "friends"], ["announce", "soon"],
                  ["drain", "slowly"], ["dismiss", "7"], ["list", "cards"], ["fly"]):
        ok(Run("admin", "--data", server.data, *words).status == 1, "refused: " + " ".join(words))


def test_ban_person():
    ann, bob = at("10.0.0.1"), at("10.0.0.2")
    table = ann.ask("create", game="null", seats=3)["table"]
    bob.ask("sit", table=table)
    ann.until(lambda c: here(c, table) == 2)
    equal(sorted(row["address"] for row in rows("people")), ["10.0.0.1", "10.0.0.2"], "people are listed")
    equal([p["player"] for p in rows("tables")[0]["people"]], [ann.me, bob.me], "and so are tables")
    equal([row["table"] for row in rows("tables", "--of", bob.me)], [table], "those of a person too")
    ok("until" in admin("ban", bob.me, "--for", "1d", "--why", "talk"), "a person is banned")
    equal(is_closed(bob), 4003, "the connection is closed at once")
    equal(json.loads(bob.heard[-1])["closed"]["id"], "ban.until", "with the reason")
    equal(greet("10.0.0.9", bob.cookie), ("ban.until", 4003), "the person is refused from any address, and told")
    ann.until(lambda c: here(c, table) == 1)
    ok(ann.error("talk", table=table, text="still here") is None, "others go on")
    server.restart()
    equal(greet("10.0.0.2", bob.cookie)[0], "ban.until", "a ban survives a kill")
    equal([(row["player"], row["why"]) for row in rows("bans")], [(bob.me, "talk")], "and is listed")
    equal(error("unban", bob.me), None, "a ban is taken back")
    equal(greet("10.0.0.2", bob.cookie)[0], None, "the person is back")


def test_ban_address():
    equal(error("ban", "10.1.2.3", "--for", "ever"), None, "an address is banned for ever")
    equal(greet("10.1.2.3"), ("ban.ever", 4003), "whoever comes from there is refused")
    equal(greet("10.1.2.4")[0], None, "a neighbour is not")
    there = at("10.2.200.7")
    equal(error("ban", "10.2.0.0/16", "--for", "1h"), None, "a prefix is banned")
    equal(is_closed(there), 4003, "who is there is sent away")
    equal(greet("10.3.0.1")[0], None, "another prefix is not")
    equal(error("ban", "2001:db8:1:2::7", "--for", "1h"), None, "an IPv6 address is banned")
    equal(greet("2001:db8:1:2:ffff::1")[0], "ban.until", "with its whole /64")
    equal(greet("2001:db8:1:3::7")[0], None, "and no more")
    eve = at("10.4.0.1")
    equal(error("ban", eve.me, "--address", "--for", "1h"), None, "the address of somebody who is here")
    equal(greet("10.4.0.1")[0], "ban.until", "is banned")
    equal(greet("10.4.0.2", eve.cookie)[0], None, "and not the person")
    eve.close()
    equal(error("ban", "0123456789abcdef", "--address", "--for", "1h"), "admin.not-connected", "nobody is there")
    server.restart()
    equal([greet(a)[0] for a in ("10.1.2.3", "10.2.9.9", "2001:db8:1:2::9", "10.4.0.1")],
          ["ban.ever", "ban.until", "ban.until", "ban.until"], "all of it survives a kill")
    for who in ("10.1.2.3", "10.2.0.0/16", "2001:db8:1:2::/64", "10.4.0.1"):
        equal(error("unban", who), None, "a ban is taken back: " + who)
    equal(rows("bans"), [], "no ban is left")


def test_expiry():
    dan = at("10.5.0.1")
    admin("ban", dan.me, "--for", "1s")
    equal(greet("10.5.0.1", dan.cookie)[0], "ban.until", "a ban for a second")
    time.sleep(1.2)
    equal(greet("10.5.0.1", dan.cookie)[0], None, "has ended after it")
    equal(rows("bans"), [], "and is not listed any more")


def test_names():
    kit = at("10.6.0.1")
    kit.ask("keep", name="kit-the-login", passphrase="correct horse")
    equal(error("ban", "kit-the-login", "--for", "1d"), None, "a person is found by the login name")
    equal(greet("10.6.0.2", kit.cookie)[0], "ban.until", "and banned")
    other = at("10.6.0.3")
    reply = other.ask("login", name="kit-the-login", passphrase="correct horse")
    status, headers, _ = server.http("POST", "/enter/" + reply["code"])
    cookie = headers["set-cookie"].split("=", 1)[1].split(";")[0]
    equal((status, greet("10.6.0.3", cookie)[0]), (204, "ban.until"), "a login does not help")
    admin("unban", "kit-the-login")


def test_lobby():
    kept, guest = at("10.7.0.1"), at("10.7.0.2")
    kept.ask("keep", name="kept-name", passphrase="correct horse")

    def lists(c):
        return c.error("create", game="null", seats=2, listed=True)
    equal((lists(kept), lists(guest)), (None, None), "everybody lists tables")
    admin("lobby", "kept")
    equal((lists(kept), lists(guest)), (None, "lobby.kept"), "only people with a kept name do")
    equal(guest.error("create", game="null", seats=2), None, "others still make tables")
    server.restart()
    kept, guest = at("10.7.0.1", cookie=kept.cookie), at("10.7.0.2", cookie=guest.cookie)
    equal((lists(kept), lists(guest)), (None, "lobby.kept"), "the rule survives a kill")
    admin("lobby", "nobody")
    equal(lists(kept), "lobby.nobody", "nobody does")
    admin("lobby", "everybody")
    equal(lists(guest), None, "everybody does again")


def test_delete():
    ann, bob = at("10.8.0.1"), at("10.8.0.2")
    tables = []
    for _ in range(3):
        t = ann.ask("create", game="null", seats=2, listed=True, bots=[])["table"]
        bob.ask("sit", table=t)
        tables.append(t)
    watcher = at("10.8.0.3")
    watcher.ask("lobby", watch=True)
    equal(admin("delete", tables[0])["deleted"], 1, "a table is deleted in play")
    for c in (ann, bob):
        c.until(lambda c: tables[0] in c.closed)
    closed = [m["closed"]["id"] for m in map(json.loads, ann.heard) if "closed" in m]
    equal(closed, ["table.deleted"], "those who had it open are told why")
    watcher.until(lambda c: any(m.get("lobby") == {"table": tables[0], "phase": "gone"}
                                for m in map(json.loads, c.heard)))
    equal(ann.error("open", table=tables[0]), "table.none", "it cannot be opened")
    equal(ann.error("move", table=tables[1], text="show"), None, "other tables go on")
    equal(admin("delete-all", bob.me)["deleted"], 2, "all tables of a person are deleted")
    equal(ann.ask("mine")["tables"], [], "they are gone for everybody")
    server.restart()
    ann = at("10.8.0.1", cookie=ann.cookie)
    equal([ann.error("open", table=t) for t in tables], ["table.none"] * 3, "also after a kill")
    equal(Run("verify-store", *server.place()).status, 0, "the store is sound")


def test_announce():
    ann = at("10.9.0.1")
    reply = admin("announce", "10m", "--text", "New rules: no “shouting”.")
    ann.until(lambda c: b'"notice"' in c.heard[-1])
    notice = json.loads(ann.heard[-1])["notice"]
    equal((notice["id"], notice["at"], notice["text"]), ("notice.restart", reply["at"], "New rules: no “shouting”."),
          "everybody is told of a restart")
    ok(590000 < notice["in"] <= 600000, "and how long it is until then", notice["in"])
    equal(at("10.9.0.2", hello=False).ask("hello", protocol=1)["notice"]["at"], reply["at"], "newcomers too")
    equal(error("announce", "10m", "--text", "x" * 201), "admin.bad-text", "not too long")
    admin("announce", "off")
    ann.until(lambda c: c.heard[-1] == b'{"notice":null}')
    ok("notice" not in at("10.9.0.2", hello=False).ask("hello", protocol=1), "until it is taken back")


def test_drain():
    ann, bob = at("10.10.0.1"), at("10.10.0.2")
    t = ann.ask("create", game="null", seats=2)["table"]
    bob.ask("sit", table=t)
    ann.until(lambda c: c.tables.get(t, {}).get("phase") == "play")
    equal(admin("drain")["left"], 1, "one game is in play")
    equal(ann.error("create", game="null", seats=2), "drain.no-tables", "no new tables")
    equal(server.http("GET", "/healthz")[2].decode(), "ok\nno new tables; games in play: 1\n", "/healthz tells it")
    admin("drain", "off")
    equal(ann.error("create", game="null", seats=2), None, "new tables again")
    admin("drain", "--stop")
    time.sleep(1.5)
    equal(server.process.poll(), None, "the server waits for the game")
    for c in (ann, bob):
        equal(c.error("move", table=t, text="show"), None, "which goes on to its end")
    equal(server.process.wait(WAIT), 0, "then it stops by itself")
    run = Run("admin", "--data", server.data, "list", "bans")
    equal((run.status, run.out), (1, ""), "without a server there is no answer")
    ok("No server runs on " in run.err, "but a clear word", run.err)
    server.start()
    equal(at("10.10.0.1").error("create", game="null", seats=2), None, "a new start takes tables again")


def test_log():
    acts = [row["act"] for row in rows("log")]
    ok({"ban", "unban", "delete", "lobby", "announce", "drain"} == set(acts), "every act is in the log", acts)
    ok(all(row["host"] is None for row in rows("log")), "they are the operator's")
    ok(b"shouting" not in read_all(server), "no words are kept")
    text = Run("admin", "--data", server.data, "log").out
    ok("operator" in text and "10.2.0.0/16 until" in text, "people can read it", text[:500])


def test_second():
    """Another server on the same folder must not take the socket."""
    run = Run("serve", "--listen", "127.0.0.1", "--port", "0", *server.place(), "--user", "nobody")
    ok(run.status == 1 and "another server has the data folder" in run.err, "a second server is refused", run.err)
    equal(rows("bans"), [], "the first one still answers")


test_socket()
test_ban_person()
test_ban_address()
test_expiry()
test_names()
test_lobby()
test_delete()
test_announce()
test_second()
test_drain()
test_log()
equal(server.close(), 0, "the server stops cleanly")
done()
