#!/usr/bin/env python3
"""What a request says about itself: addresses behind a proxy, Host and Origin, the length of its body."""

import socket

from parlor_server import Client, Closed, Server, done, equal, ok

NAMES = "play.example, Other.Example"


def opens(server, headers):
    """The status of a WebSocket's opening."""
    try:
        return Client(server, headers=headers)
    except Closed as closed:
        return closed.code


def raw(server, data):
    """Sends bytes; returns the statuses of all answers."""
    with socket.create_connection(("127.0.0.1", server.port)) as s:
        s.settimeout(5)
        s.sendall(data)
        out = b""
        try:
            while True:
                part = s.recv(65536)
                if not part:
                    break
                out += part
        except OSError:
            pass
    return [int(part[:3]) for part in out.split(b"HTTP/1.1 ")[1:]]


def same(server, first, *others):
    """Whether all spellings of X-Forwarded-For are one address: it may have two connections."""
    held = [opens(server, {"X-Forwarded-For": first}) for _ in range(2)]
    assert all(isinstance(c, Client) for c in held), held
    found = [opens(server, {"X-Forwarded-For": other}) for other in others]
    for c in held + found:
        if isinstance(c, Client):
            c.close()
    return [c if isinstance(c, int) else "other" for c in found]


def test_addresses():
    server = Server("--trust-proxy", "--address-connections", "2", rate=1000)
    for first, *others in (
            ("1.2.3.4", "1.2.3.4:5678", "[::ffff:1.2.3.4]:80", "::ffff:1.2.3.4", "9.9.9.9, 1.2.3.4", " 1.2.3.4\t"),
            ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", "[2001:DB8:1:2::7]:443", "[2001:db8:1:2::8]",
             "2001:db8:1:2::1%eth0", "8.8.8.8,2001:db8:1:2::5"),
            ("garbage", "rubbish", "1.2.3.4.5", "1.2.3", "", "unknown", "_hidden", "x" * 200, "1.2.3.4, nonsense")):
        equal(same(server, first, *others), [503] * len(others), f"{first}: all spellings are one address")
    others = ["1.2.3.5", "4.3.2.1, 1.2.3.5", "2001:db8:1:3::1", "1.2.3.4, 1.2.3.6"]
    equal(same(server, "1.2.3.4", *others), ["other"] * 4, "other addresses are others")
    held = [opens(server, {"X-Forwarded-For": "5.5.5.5"}) for _ in range(2)]
    twice = {"X-Forwarded-For": "6.6.6.6\r\nX-Forwarded-For: 5.5.5.5"}
    equal(opens(server, twice), 503, "of two headers the last one counts")
    for c in held:
        c.close()
    equal(server.close(), 0, "the server stops cleanly")
    server = Server("--address-connections", "2", rate=1000)
    held = [opens(server, {"X-Forwarded-For": f"7.7.7.{i}"}) for i in range(3)]
    equal(held[2], 503, "without a trusted proxy the header is not believed")
    equal(server.close(), 0, "the server stops cleanly")


def ask(server, host, path="/healthz", **more):
    lines = [f"GET {path} HTTP/1.1", *([f"Host: {host}"] if host is not None else []), "Connection: close"]
    lines += [f"{k.replace('_', '-')}: {v}" for k, v in more.items()]
    return raw(server, "\r\n".join(lines).encode() + b"\r\n\r\n")


def test_hosts():
    server = Server("--names", NAMES)
    for host in ("127.0.0.1", "127.0.0.1:8080", "192.168.1.7", "[::1]:8080", "[fe80::1]", "localhost:9", "LOCALHOST",
                 "x.localhost", "play.example", "play.example:8080", "PLAY.example.", "other.example",
                 socket.gethostname(), socket.gethostname().split(".")[0] + ".local:8080"):
        equal(ask(server, host), [200], f"Host: {host} is allowed")
    for host in ("evil.example", "play.example.evil", "1.2.3.4.evil.example", "notlocalhost", "localhost.evil", "",
                 "[::1", "play.example:x", "play.example@evil", "127.0.0.1.nip.io", "a" * 300):
        got = ask(server, host)
        ok(got in ([421], [400]), f"Host: {host[:30]!r} is refused", got)
    for path in ("/", "/ws", "/metrics", "/words/en.json"):
        equal(ask(server, "evil.example", path), [421], f"{path} is refused under a foreign name")
    equal(raw(server, b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: evil\r\nConnection: close\r\n\r\n"), [400],
          "two Hosts are refused")
    both = {"Host": "evil.example", "Origin": "http://evil.example"}
    ok(opens(server, both) in (400, 421), "a name bound to this address opens no WebSocket")
    own = f"127.0.0.1:{server.port}"
    for origin, want in ((f"http://{own}", "open"), (f"HTTP://{own}", "open"), ("http://evil.example", 403),
                         ("http://play.example", 403), ("null", 403), (own, 403), (f"ftp://{own}", 403),
                         (f"http://{own}.evil", 403), (f"http://x@{own}", 403)):
        got = opens(server, {"Origin": origin})
        equal("open" if isinstance(got, Client) else got, want, f"Origin: {origin}")
    equal(server.close(), 0, "the server stops cleanly")
    server = Server("--trust-proxy", "--names", NAMES)
    for host, want in (("play.example", 101), ("evil.example", 421), ("play.example, evil.example", 421),
                       ("evil.example, play.example", 101)):
        last = host.rsplit(", ", maxsplit=1)[-1]
        got = opens(server, {"X-Forwarded-Host": host, "X-Forwarded-Proto": "https", "Origin": f"https://{last}"})
        equal(101 if isinstance(got, Client) else got, want, f"X-Forwarded-Host: {host}")
    got = opens(server, {"X-Forwarded-Host": "play.example", "X-Forwarded-Proto": "https",
                         "Origin": "http://play.example"})
    equal(got, 403, "a page without TLS opens no WebSocket of a server with TLS")
    equal(server.close(), 0, "the server stops cleanly")
    server = Server("--names", "*")
    equal(ask(server, "any.example"), [200], "a star allows every name")
    equal(server.close(), 0, "the server stops cleanly")


def test_bodies():
    """A proxy and the server must not disagree about where a request ends."""
    server = Server()
    host = b"Host: 127.0.0.1\r\n"
    post = b"POST /healthz HTTP/1.1\r\n" + host
    more = b"GET /healthz HTTP/1.1\r\n" + host + b"Connection: close\r\n\r\n"
    for name, data in (
            ("Content-Length and Transfer-Encoding", b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
            ("Transfer-Encoding and Content-Length", b"Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n"),
            ("two lengths", b"Content-Length: 5\r\nContent-Length: 0\r\n\r\nhello"),
            ("the same length twice", b"Content-Length: 5\r\nContent-Length: 5\r\n\r\nhello"),
            ("a list of lengths", b"Content-Length: 5, 5\r\n\r\nhello"),
            ("a length with a sign", b"Content-Length: +5\r\n\r\nhello"),
            ("a negative length", b"Content-Length: -1\r\n\r\nhello"),
            ("a space before the colon", b"Content-Length : 5\r\n\r\nhello"),
            ("chunks", b"Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n"),
            ("an unknown encoding", b"Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n"),
            ("two encodings", b"Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n")):
        got = raw(server, post + data + more)
        ok(len(got) >= 1 and set(got) == {400}, f"{name}: refused, and nothing after it is answered", got)
    equal(raw(server, post + b"Content-Length: 5\r\n\r\nhello" + more), [405, 200], "one length is fine")
    equal(raw(server, post + b"\r\n" + more), [405, 200], "no body is fine")
    equal(server.close(), 0, "the server stops cleanly")


def socket_at(server, path, **headers):
    """A client at this path, or the status of its refusal."""
    try:
        return Client(server, path=path, headers=headers)
    except Closed as closed:
        return closed.code


def test_paths():
    """`/ws` and `/ws/TABLE` are the same socket; other paths are refused in so many words."""
    server = Server()
    a, b = Client(server), Client(server)
    table, other = (a.ask("create", game="null", seats=2)["table"] for _ in range(2))
    c = socket_at(server, "/ws/" + table)
    equal((c.ask("sit", table=table).get("chair"), b.ask("open", table=table).get("ok")), (1, True),
          "people of a table may come by its path, or not")
    ok(c.ask("open", table=other).get("ok"), "and open any other table there")
    for path in ("/ws/none", "/ws/" + "x" * 64, "/ws/A_b-9"):
        ok(isinstance(socket_at(server, path), Client), f"{path[:12]} is a socket: `open` tells if there is a table")
    for path in ("/ws/", "/ws/" + "x" * 65, "/ws/a/b", "/ws/a/", "/ws/a.b", "/ws/%2e%2e", "/ws//", "/ws/a%20",
                 "/ws/\xe4", "/wsx", "/ws/" + "x" * 3000):
        got = socket_at(server, path)
        ok(got in ((404,) if path != "/wsx" else (200, 404)), f"{path[:16]!r} is none", got)
    status, _, text = server.http("GET", "/ws/a/b")
    equal((status, text), (404, b"no such table\n"), "the refusal says why")
    equal(server.http("GET", "/ws/" + table)[0], 400, "a plain request is refused there as at /ws")
    equal(socket_at(server, "/ws/" + table, Origin="http://evil.example"), 403, "and so is another origin")
    equal(server.close(), 0, "the server stops cleanly")


test_addresses()
test_hosts()
test_paths()
test_bodies()
done()
