#!/usr/bin/env python3
"""Identity against people who mean harm: signing out, passphrases, guessing, names."""

import time

from parlor_server import Client, Closed, Server, done, equal, ok

PASS, NEW = "correct horse", "battery staple"
server = Server("--trust-proxy")
places = iter(range(1, 60000))


def at(address=None, **more):
    """A client from that address, or from a new one."""
    if address is None:
        n = next(places)
        address = f"10.9.{n // 250}.{n % 250 + 1}"
    return Client(server, headers={"X-Forwarded-For": address}, **more)


def enter(code):
    """Uses a code; returns the status and the cookie."""
    status, headers, _ = server.http("POST", "/enter/" + code)
    return status, headers.get("set-cookie", "=").split("=", 1)[1].split(";")[0]


def closing(client):
    try:
        while True:
            client.receive(20)
    except Closed as closed:
        return closed.code
    except TimeoutError:
        return "open"


def test_signout():
    a, stranger = at(), at()
    a.ask("name", name="Nora")
    table = a.ask("create", game="luz", seats=3)["table"]
    _, stolen = enter(a.ask("transfer")["code"])
    thief = at(cookie=stolen)
    equal(thief.me, a.me, "a stolen cookie is the person's")
    pending = a.ask("transfer")["code"]
    code = a.ask("signout")["code"]
    equal(closing(thief), 1008, "signing out ends the other connections")
    equal(at(cookie=stolen).me == a.me, False, "the stolen cookie is worth nothing")
    equal(at(cookie=a.cookie).me == a.me, False, "so is this device's own old one")
    equal(enter(pending)[0], 404, "codes that were not used are void")
    status, fresh = enter(code)
    again = at(cookie=fresh)
    equal((status, again.me), (204, a.me), "the code keeps this device signed in")
    equal([row["table"] for row in again.ask("mine")["tables"]], [table], "with its tables")
    equal(again.ask("hello", protocol=1)["you"]["name"], "Nora", "and its name")
    ok(stranger.ask("mine").get("ok"), "others are not affected")
    server.restart()
    equal(at(cookie=stolen).me == a.me, False, "a restart brings no old cookie back")
    again = at(cookie=fresh)
    equal(again.me, a.me, "a restart keeps the new one")
    refused = [again.error("signout") for _ in range(8)]
    ok("limit.rate" in refused, "signing out is bounded", refused)


def test_passphrase():
    a = at()
    ok(a.ask("keep", name="Karl", passphrase=PASS).get("ok"), "a name is kept")
    b = at(cookie=a.cookie)  # somebody at the same device, or with a stolen cookie
    equal(b.error("keep", name="Karl", passphrase=NEW), "login.old", "a new passphrase needs the old one")
    equal(b.error("keep", name="Karla", passphrase=NEW), "login.old", "so does a new name")
    equal(b.error("keep", name="Karl", passphrase=NEW, old="wrong horse"), "login.old", "the right one")
    equal(at().error("login", name="Karl", passphrase=NEW), "login.wrong", "nothing has changed")
    ok(b.ask("keep", name="Karl", passphrase=NEW, old=PASS).get("ok"), "with the old one it changes")
    equal(at().error("login", name="Karl", passphrase=PASS), "login.wrong", "the old one is void")
    ok("code" in at().ask("login", name="Karl", passphrase=NEW), "the new one works")
    c = at()
    first, second = c.request("keep", name="Race", passphrase=PASS), c.request("keep", name="Race", passphrase=NEW)
    got = [c.reply(first).get("ok"), c.reply(second).get("error", {}).get("id")]
    equal(got, [True, "login.old"], "two at once: the second finds the first one's passphrase")


def seconds(name, passphrase):
    """The fastest of a few refusals, and their texts."""
    best, texts = 1e9, set()
    for _ in range(3):
        c = at()
        start = time.perf_counter()
        texts.add(str(c.ask("login", name=name, passphrase=passphrase)["error"]))
        best = min(best, time.perf_counter() - start)
        c.close()
    return best, texts


def test_alike():
    kept = at()
    kept.ask("keep", name="Lena", passphrase=PASS)
    cases = {"a wrong passphrase": ("Lena", "wrong horse"), "a short passphrase": ("Lena", "x"),
             "an unknown name": ("Nobody here", "wrong horse"), "a malformed name": ("\u202eLena", "wrong horse"),
             "an overlong name": ("L" * 500, "wrong horse"), "an overlong passphrase": ("Lena", "x" * 500),
             "a bot's name": ("Bot 1", "wrong horse")}
    found = {what: seconds(*members) for what, members in cases.items()}
    base, texts = found["a wrong passphrase"]
    for what, (took, got) in found.items():
        equal(got, texts, f"{what}: the same text")
        # A name that is not looked up would be a hundred times faster; a busy machine is a few times slower.
        ok(base / 10 < took < base * 10, f"{what}: about the same time", f"{took:.3f} s, {base:.3f} s")


def test_guessing():
    kept = at("10.8.0.1")
    kept.ask("keep", name="Mira", passphrase=PASS)
    alone = [at("10.8.0.2").error("login", name="Mira", passphrase=f"guess {i} guess") for i in range(8)]
    ok(alone.count("login.wrong") <= 6 and alone[-1] == "limit.rate", "one address has few guesses", alone)
    many = []
    for _ in range(30):
        many.append(at().error("login", name="Mira", passphrase="another guess"))
        if many[-1] == "limit.rate":
            break
    ok(many[-1] == "limit.rate" and len(many) > 5, "all addresses together have few guesses at a name", len(many))
    equal(at().error("login", name="Mina", passphrase="another guess"), "login.wrong", "other names are not affected")
    ok("code" in at("10.8.0.1").ask("login", name="Mira", passphrase=PASS),
       "where the person was before, the right passphrase is still accepted")
    taken = [at("10.8.0.3").error("keep", name="Mira", passphrase=PASS) for _ in range(8)]
    ok(taken.count("login.taken") <= 6 and taken[-1] == "limit.rate", "asking for taken names is bounded", taken)


def test_names():
    a, b, c = at(), at(), at()
    for name in ("A\u200bnn", "\u202eAnn", "\ue000", "\u2800", "x" * 25, "  "):
        equal(a.error("name", name=name), "name.bad", f"{name!r} is refused")
    for name in ("Bot", "bot 2", "Бот", "B\u043et: hard"):
        equal(a.error("name", name=name), "name.bot", f"{name!r} is refused")
    equal(a.ask("name", name="  Ann\u00a0\u2003 Lee ")["name"], "Ann Lee", "spaces are made plain")
    b.ask("name", name="\u0410nn LEE")
    t = a.ask("create", game="luz", seats=3)["table"]
    equal(b.error("sit", table=t), "table.name-taken", "nobody sits down under another's name")
    equal(b.error("talk", table=t, text="I am Ann"), "table.name-taken", "nobody talks under another's name")
    b.ask("name", name="Ben")
    equal(b.error("sit", table=t), None, "with another name it is fine")
    equal(c.error("sit", table=t), None, "guests may sit down as they are")


test_signout()
test_passphrase()
test_alike()
test_guessing()
test_names()
equal(server.close(), 0, "the server stops cleanly")
done()
