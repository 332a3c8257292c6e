#!/usr/bin/env python3
"""TLS: which versions and ciphers the server accepts, and a new certificate while it runs."""

import os
import shutil
import signal
import subprocess
import tempfile
import time

from certificates import make, trust
from parlor_server import WAIT, Client, Server, done, equal, ok


def accepts(server, *args):
    """Whether openssl, which refuses nothing by itself, agrees with the server on a connection."""
    run = subprocess.run(["openssl", "s_client", "-connect", f"127.0.0.1:{server.port}", "-cipher",
                          "ALL:COMPLEMENTOFALL:@SECLEVEL=0", *args], input=b"", capture_output=True, timeout=WAIT,
                         check=False)
    return b"Cipher is (NONE)" not in run.stdout and run.returncode == 0


def name_of(server):
    """The name in the certificate that a new connection gets."""
    with server.connect() as s:
        return dict(part[0] for part in s.getpeercert()["subject"])["commonName"]


def reload(server):
    """Sends SIGHUP; returns the line that the server logs."""
    before = len([line for line in server.lines() if line["event"] == "reload"])
    server.process.send_signal(signal.SIGHUP)
    until = time.time() + WAIT
    while time.time() < until:
        lines = [line for line in server.lines() if line["event"] == "reload"]
        if len(lines) > before:
            return lines[-1]
        time.sleep(0.01)
    return None


def test_versions(server):
    equal([accepts(server, v) for v in ("-tls1", "-tls1_1")], [False, False], "TLS 1.0 and 1.1 are refused")
    equal([accepts(server, v) for v in ("-tls1_2", "-tls1_3")], [True, True], "TLS 1.2 and 1.3 are accepted")
    equal([accepts(server, "-tls1_2", "-cipher", c) for c in ("ECDHE-ECDSA-AES256-GCM-SHA384",
                                                             "ECDHE-ECDSA-CHACHA20-POLY1305")],
          [True, True], "authenticated ciphers with forward secrecy are accepted")
    equal([accepts(server, "-tls1_2", "-cipher", c + ":@SECLEVEL=0") for c in
           ("ECDHE-ECDSA-AES128-SHA", "ECDHE-ECDSA-AES256-SHA384", "AES128-GCM-SHA256", "DES-CBC3-SHA", "NULL")],
          [False] * 5, "other ciphers are refused")


def own(*paths):
    """Gives files to the user of the server, if it is another one."""
    if os.getuid() == 0:
        for path in paths:
            shutil.chown(path, "nobody")


def install(folder, name, live):
    """A new certificate, put in place as certbot does: files of their own, and links to them."""
    made = make(folder, name, stem=name)
    own(*made)
    for source, link in zip(made, live):
        os.symlink(os.path.relpath(source, os.path.dirname(link)), link + ".new")
        os.rename(link + ".new", link)
    return made


def play(people):
    a, b = people
    t = a.ask("create", game="null", seats=2)["table"]
    b.ask("sit", table=t)
    for c in people:
        c.until(lambda c: c.tables.get(t, {}).get("phase") == "play")
        c.ask("move", table=t, text="show")
    a.until(lambda c: c.tables[t]["phase"] == "over")
    return a.tables[t]["result"] is not None


def test_reload(folder):
    archive, live = os.path.join(folder, "archive"), os.path.join(folder, "live")
    os.mkdir(archive)
    os.mkdir(live)
    links = [os.path.join(live, name) for name in ("cert.pem", "key.pem")]
    first = install(archive, "first", links)
    server = Server("--tls-cert", links[0], "--tls-key", links[1], tls=trust(first[0]))
    test_versions(server)
    people = [Client(server), Client(server)]
    equal(name_of(server), "first", "a connection gets the certificate")

    second = install(archive, "second", links)
    server.tls = trust(first[0], second[0])
    equal(name_of(server), "first", "a new certificate is not used by itself")
    equal(reload(server)["level"], "info", "SIGHUP: the certificate is read again, through links")
    equal(name_of(server), "second", "SIGHUP: a new connection gets the new certificate")
    ok(play(people), "SIGHUP: open connections go on")

    third = install(archive, "third", links)
    with open(third[1], "w", encoding="ascii") as file:
        file.write("-----BEGIN PRIVATE KEY-----\nrubbish\n-----END PRIVATE KEY-----\n")
    line = reload(server)
    ok(line["level"] == "error" and "no certificate" in line["why"] and "old one stays" in line["certificate"],
       "a broken key: the log says so", line)
    shutil.copyfile(second[1], third[1])
    line = reload(server)
    ok(line["level"] == "error" and "match" in line["why"], "a key of another certificate: the log says so", line)
    os.unlink(links[1])
    line = reload(server)
    ok(line["level"] == "error" and "key.pem" in line["why"], "a missing key: the log says so", line)
    equal(name_of(server), "second", "the old certificate stays in use")
    ok(play([people[0], Client(server)]), "old and new connections play together")
    for _ in range(3):
        fourth = install(archive, "fourth", links)
        server.tls = trust(second[0], fourth[0])
        reload(server)
    equal(name_of(server), "fourth", "the next good certificate is used")
    equal(server.close(), 0, "the server stops cleanly")


def test_unreadable(folder):
    """Root's own key: the server starts with it, and says that it cannot read it again."""
    cert, key = make(folder, "root")
    server = Server("--tls-cert", cert, "--tls-key", key, tls=trust(cert))
    warned = [line for line in server.lines() if line["event"] == "no reload"]
    ok(len(warned) == 1 and "tls-key" in warned[0]["why"] and "restart" in warned[0]["why"],
       "a key of root alone: the log says what to do", server.text())
    line = reload(server)
    ok(line["level"] == "error" and "restart" in line["why"], "a key of root alone: SIGHUP says it again", line)
    equal(name_of(server), "root", "a key of root alone: the server goes on with what it has")
    server.close()


def test_plain():
    server = Server()
    c = Client(server)
    ok("no certificate" in reload(server)["why"] and c.ask("mine").get("ok"), "without TLS SIGHUP disturbs nobody")
    server.close()


with tempfile.TemporaryDirectory(prefix="parlor-test-") as place:
    os.chmod(place, 0o755)
    test_reload(place)
    if os.getuid() == 0:
        test_unreadable(place)
test_plain()
done()
