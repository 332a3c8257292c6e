#!/usr/bin/env python3
"""What messengers show of a link: the page of a table or a shared game has a title and a picture of its own."""

import json
import os
import socket
import struct
from html.parser import HTMLParser

from long_journals import put
from parlor_server import SOURCE, Client, Server, done, equal, ok
from played import Game
from rows import insert, query

GAMES = ("photograph", "luz", "smitten")


class Head(HTMLParser):
    """The title and metas of a page, and the tags that are there."""

    def __init__(self, page):
        super().__init__()
        self.title, self.meta, self.tags, self.inside = "", {}, [], False
        self.feed(page.decode())

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.inside = tag == "title"
        found = dict(attrs)
        if tag == "meta" and "content" in found:
            name = found.get("property") or found.get("name")
            assert name == "theme-color" or name not in self.meta, f"{name} twice"
            self.meta[name] = found["content"]

    def handle_endtag(self, tag):
        self.inside = False

    def handle_data(self, data):
        self.title += data if self.inside else ""


def head(server, path, **headers):
    status, _, page = server.http("GET", path, {k.replace("_", "-"): v for k, v in headers.items()})
    assert status == 200, status
    return Head(page)


def told(server, path, **headers):
    """The title and description of a preview, after a look at its other parts."""
    h = head(server, path, **headers)
    assert h.title == h.meta["og:title"] + " · Parlor" and h.meta["og:description"] == h.meta["description"], h.meta
    return h.meta["og:title"], h.meta["description"]


def named(server, name):
    c = Client(server)
    assert c.ask("name", name=name).get("ok"), name
    return c


def seated(server, *names, **plan):
    """A table with these people, the first one its host."""
    people = [named(server, name) for name in names]
    table = people[0].ask("create", **plan)["table"]
    for c in people[1:]:
        assert c.ask("sit", table=table).get("ok")
    return table, people


def finished(server, *names):
    """A finished game of these two, and the key of its record."""
    table, people = seated(server, *names, game="null", seats=2)
    for c in people:
        c.until(lambda c: c.tables.get(table, {}).get("phase") == "play")
    for c in people:
        c.ask("move", table=table, text="show")
    people[0].until(lambda c: c.tables[table]["phase"] == "over")
    scores = people[0].tables[table]["result"]["scores"]
    seat = {c: c.tables[table]["you"]["seat"] for c in people}
    key = people[0].ask("share", table=table)["path"].rsplit("/", 1)[1]
    return table, key, [scores[seat[c]] for c in people]


def test_tables(server):
    table, people = seated(server, "Ann", game="luz", seats=4)
    path = f"/t/{table}"
    equal(told(server, path), ("Ann invites you to a game of Luz",
                               "3 of 4 seats are free. Open the link and sit down; no account is needed."),
          "a waiting table: who invites, and the free seats")
    bob = named(server, "Bob")
    bob.ask("sit", table=table)
    people[0].ask("bot", table=table, chair=2, level="random")
    equal(told(server, path)[1].split(".")[0], "1 of 4 seats is free", "seats of people and bots are not free")
    for language, want in (("uk", ("Ann запрошує до гри «Промінь»", "Вільне 1 місце з 4")),
                           ("ru", ("Ann приглашает в игру «Луч»", "Свободно 1 место из 4")),
                           ("fr", ("Ann vous invite à une partie de Luz", "1 place libre sur 4"))):
        title, about = told(server, path, Accept_Language=language)
        equal((title, about.split(".")[0]), want, f"a waiting table in {language}")
    people[0].ask("bot", table=table, chair=3, level="random")
    people[0].until(lambda c: c.tables.get(table, {}).get("phase") == "play")
    for step in ("", "/", "/7", "/end"):
        equal(told(server, path + step), ("Luz: a game in progress", "4 players at the table. Open the link to watch."),
              f"a game in play: its players are counted, not named ({step or 'no step'})")
    guest = Client(server)
    table = guest.ask("create", game="smitten", seats=1, sit=False)["table"]
    equal(told(server, f"/t/{table}")[0], "Smitten: a table is waiting for players", "a host who does not sit invites nobody")
    table = guest.ask("create", game="smitten", seats=2)["table"]
    equal(told(server, f"/t/{table}")[0], "Smitten: a table is waiting for players",
          "nor does a guest who has not chosen a name")


def test_languages(server):
    table, _ = seated(server, "Ann", game="luz", seats=4)
    uk, ru, fr, en = (told(server, f"/t/{table}", Accept_Language=l)[0] for l in ("uk", "ru", "fr", "en"))
    for wanted, want in (("uk-UA,uk;q=0.9,en;q=0.8", uk), ("en;q=0.5, fr-CA;q=0.7", fr), ("de, RU;q=0.3", ru),
                         ("de", en), ("*", en), ("", en), ("uk;q=0, ru;q=0.1", ru), ("fr;q=0.001,uk;q=0.01", uk),
                         ("fr;q=1.0,uk", fr), (";;,,=,q", en), ("u" * 3000, en), ("uk;q=", uk)):
        equal(told(server, f"/t/{table}", Accept_Language=wanted)[0], want, f"Accept-Language: {wanted[:30]}")


def test_unknown(server):
    index = server.http("GET", "/")
    for path in ("/t/" + "a" * 16, "/t/" + "a" * 15, "/t/" + "a" * 17, "/t/" + "A" * 16, "/t/", "/g/" + "a" * 20,
                 "/g/" + "a" * 20 + "/12", "/g/link/3", "/g/file", "/g/" + "a" * 16, "/t/" + "a" * 20):
        got = server.http("GET", path)
        equal((got[0], got[1]["etag"], got[2]), (200, index[1]["etag"], index[2]), f"{path}: the page as it is")
    table, _ = seated(server, "Ann", game="luz", seats=4)
    for path in (f"/g/{table}", f"/t/{table}/3/4", f"/T/{table}", f"/x/t/{table}"):
        equal(server.http("GET", path)[2], index[2], f"{path.replace(table, 'ID')} is no link to a table")


def test_headers(server):
    table, people = seated(server, "Ann", game="null", seats=2)
    status, headers, page = server.http("GET", f"/t/{table}", {"Accept-Encoding": "gzip, br"})
    plain = server.http("GET", "/")
    equal(headers["content-security-policy"], plain[1]["content-security-policy"], "the policy is that of every page")
    ok("set-cookie" in headers and headers["cache-control"] == "no-cache" and headers["vary"] == "Accept-Language" and
       "content-encoding" not in headers, "a preview is asked for anew, in the reader's language", headers)
    ok(headers["etag"] != plain[1]["etag"], "it has a tag of its own")
    equal(server.http("GET", f"/t/{table}", {"If-None-Match": plain[1]["etag"]})[::2], (200, page),
          "the tag of the page is not that of a preview")
    equal(server.http("GET", f"/t/{table}", {"If-None-Match": headers["etag"]})[::2], (304, b""), "it is not sent again")
    equal(server.http("HEAD", f"/t/{table}")[::2], (200, b""), "HEAD has no body")
    before, after = Head(plain[2]), Head(page)
    equal([t for t in after.tags if t != "meta"], [t for t in before.tags if t != "meta"], "the rest is the page")
    Client(server).ask("sit", table=table)
    people[0].until(lambda c: c.tables.get(table, {}).get("phase") == "play")
    equal(server.http("GET", f"/t/{table}", {"If-None-Match": headers["etag"]})[0], 200, "another phase has another tag")


def test_shared(server):
    table, key, scores = finished(server, "Ann", "Bob")
    private = told(server, f"/t/{table}")
    equal(private, ("null: a finished game", "2 players. Open the link to see how it ended."),
          "a finished table: neither names nor result")
    ranking = sorted(zip(scores, ("Ann", "Bob")), reverse=True)
    for path in (f"/g/{key}", f"/g/{key}/0", f"/g/{key}/end"):
        equal(told(server, path), ("null: a game, move by move",
                                   "The result: " + ", ".join(f"{n} {s}" for s, n in ranking) + "."),
              f"a shared game: names and points, best first ({path.replace(key, 'KEY')})")
    game = Game(server, "smitten", 2)
    game.people[0].ask("name", name="Ann")
    game.play()
    won = game.people[0].tables[game.id]["result"]["winners"] != []
    key = game.people[0].ask("share", table=game.id)["path"].rsplit("/", 1)[1]
    title, about = told(server, f"/g/{key}", Accept_Language="uk")
    ok(title == "Зачаровані: партія хід за ходом" and about.startswith("Перемога: " if won else "Поразка: "),
       "a game won or lost together", (title, about))
    server.restart()
    equal(told(server, f"/t/{table}"), private, "a table that is not in memory is read")


def test_hostile(server):
    scripts = Head(server.http("GET", "/")[2]).tags.count("script")
    for name in ('"><script>x</script>', "</title><script>", "'onload='x", "A&amp;B & <i>", "{0} {1}", "$& \\1 %s",
                 "--><!--", "\u05d3\u05e0\u05d4", "\u041e\u043b\u044f", "\u674e\U0001f0cf"):
        table, key, _ = finished(server, name, "Bob")
        waiting, _ = seated(server, name, game="luz", seats=3)
        shown = f"\u2068{name}\u2069" if name[0] in "\u05d3\u674e" else name
        h, title = head(server, f"/g/{key}"), told(server, f"/t/{waiting}")[0]
        ok(shown in h.meta["description"] and h.tags.count("script") == scripts, f"{name!r} is a text", h.meta)
        equal(title, f"{shown} invites you to a game of Luz", f"{name!r} invites")
        ok(name.encode() not in server.http("GET", f"/t/{table}")[2], f"{name!r} is not in a finished table's page")
    table, _ = seated(server, "Annette", game="luz", seats=3)
    server.kill()
    for n, text in query(server, "SELECT n, text FROM events WHERE table_id = ?", table):
        if "Annette" in text:
            query(server, "UPDATE events SET text = ? WHERE table_id = ? AND n = ?",
                  text.replace("Annette", "An\u202en\u2066e\u200ft\u061c\\u0007te"), table, n)
    server.start()
    equal(told(server, f"/t/{table}")[0], "\u2068Annette\u2069 invites you to a game of Luz",
          "an old journal's marks of direction are dropped")


def raw(server, host, path, *lines):
    with socket.create_connection(("127.0.0.1", server.port), 60) as s:
        version = "1.1" if host else "1.0"
        named_host = [f"Host: {host}"] if host else []
        s.sendall("\r\n".join([f"GET {path} HTTP/{version}", *named_host, "Connection: close", *lines, "", ""]).encode())
        data = b""
        while part := s.recv(65536):
            data += part
    return Head(data.partition(b"\r\n\r\n")[2]).meta


def test_pictures(server):
    if server.http("GET", "/share/luz.png")[0] != 200:
        ok(True, "pictures # SKIP the page is not built")
        return
    for game in GAMES:
        table = Client(server).ask("create", game=game)["table"]
        meta = head(server, f"/t/{table}").meta
        equal([meta.get(n) for n in ("og:image", "og:image:width", "og:image:height", "twitter:card", "og:type", "og:site_name")],
              [f"http://127.0.0.1:{server.port}/share/{game}.png", "1200", "630", "summary_large_image", "website", "Parlor"],
              f"{game} has a picture")
        status, headers, data = server.http("GET", f"/share/{game}.png")
        equal((status, headers["content-type"], data[1:4], struct.unpack(">II", data[16:24])),
              (200, "image/png", b"PNG", (1200, 630)), f"the picture of {game} is there")
    table = Client(server).ask("create", game="null", seats=2)["table"]
    meta = head(server, f"/t/{table}").meta
    equal(("og:image" in meta, meta["twitter:card"]), (False, "summary"), "a game without a picture has none")


def test_addresses():
    server = Server("--names", "play.example")
    path = "/t/" + Client(server).ask("create", game="luz")["table"]
    if server.http("GET", "/share/luz.png")[0] == 200:
        def image(*args):
            return raw(server, args[0], path, *args[1:]).get("og:image")

        equal(image("play.example:8080"), "http://play.example:8080/share/luz.png", "the picture is at the name asked for")
        equal(image("[::1]:80"), "http://[::1]:80/share/luz.png", "or at the address")
        forwarded = ("X-Forwarded-Host: other.example", "X-Forwarded-Proto: https")
        equal(image("play.example", *forwarded), "http://play.example/share/luz.png", "nobody else's word counts")
        equal(image(None), None, "without a name there is no picture")
        server.close()
        server = Server("--names", "play.example", "--trust-proxy")
        path = "/t/" + Client(server).ask("create", game="luz")["table"]
        equal(image("inner", "X-Forwarded-Host: evil, play.example", "X-Forwarded-Proto: http, https"),
              "https://play.example/share/luz.png", "a trusted proxy's word does")
        equal(image(None, "X-Forwarded-Host: evil.example"), None, "but not for a foreign name")
        server.close()
        server = Server("--names", "*")
        path = "/t/" + Client(server).ask("create", game="luz")["table"]
        equal(image('a"><script>.example'), 'http://a"><script>.example/share/luz.png', "any name is a text")
    equal(server.close(), 0, "the server stops cleanly")


def test_long_journal():
    """A table whose journal takes long to read has no preview yet, and holds nobody up."""
    server = Server()
    ann = named(server, "Ann")
    table = ann.ask("create", game="luz", seats=3)["table"]
    server.stop()
    n, at = query(server, "SELECT n, at FROM events WHERE table_id = ? ORDER BY n DESC LIMIT 1", table)[0]
    rows = []
    for i in range(1, 1201):
        event = put("bot", chair=1, level="random") if i % 2 else put("free", chair=1)
        rows.append((table, n + i, at, json.dumps(event)))
    insert(server, "events (table_id, n, at, text)", rows)
    server.start()
    first = server.http("GET", f"/t/{table}")
    equal(first[2], server.http("GET", "/")[2], "a long journal: the page comes without a preview")
    Client(server).ask("open", table=table)
    equal(told(server, f"/t/{table}")[0], "Ann invites you to a game of Luz", "a long journal: once it is read there is one")
    equal(server.close(), 0, "the server stops cleanly")


def test_files():
    sizes = [os.path.getsize(os.path.join(SOURCE, "web", "public", "share", game + ".png")) for game in GAMES]
    ok(max(sizes) < 25000 and sum(sizes) < 45000, "the pictures are small", sizes)


test_files()
the_server = Server()
test_tables(the_server)
test_languages(the_server)
test_unknown(the_server)
test_headers(the_server)
test_shared(the_server)
test_hostile(the_server)
test_pictures(the_server)
equal(the_server.close(), 0, "the server stops cleanly")
test_addresses()
test_long_journal()
done()
