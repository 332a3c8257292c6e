#!/usr/bin/env python3
"""PostgreSQL over TCP with TLS: the server verifies it, and comes back to it from inside its sandbox. A fault on the
way there is told in one sentence, without the password.

usage: tls.py PARLOR SOURCE
"""

import json
import os
import pwd
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..", "server")]
from parlor_server import Run, Server, done, equal, eventually, ok  # noqa: E402
from played import Game, begun  # noqa: E402
from postgres import DATABASE, ROLE, USER, Postgres  # noqa: E402

PASSWORD = "Correct-Horse-7"
PARTS = ("Correct", "Horse", PASSWORD)  # nothing of it may be shown
FOLDER = tempfile.mkdtemp(prefix="parlor-tls-")
os.chmod(FOLDER, 0o755)


# ---- certificates ----

def openssl(*words):
    subprocess.run(["openssl", *words], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def make_authority(name):
    """A folder with the authority's certificate, as a host would keep it."""
    folder = os.path.join(FOLDER, name)
    os.mkdir(folder, 0o755)
    openssl("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
            "-keyout", folder + ".key", "-out", folder + "/root.crt", "-subj", "/CN=" + name)
    os.chmod(folder + "/root.crt", 0o644)
    return folder


def make_certificate(authority, *names):
    """A server's certificate for these names, in a folder that PostgreSQL reads."""
    folder = tempfile.mkdtemp(dir=FOLDER)
    with open(folder + "/names", "w", encoding="ascii") as file:
        file.write("subjectAltName=" + ",".join(names))
    openssl("req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", folder + "/key",
            "-out", folder + "/request", "-subj", "/CN=database")
    openssl("x509", "-req", "-in", folder + "/request", "-CA", authority + "/root.crt", "-CAkey", authority + ".key",
            "-CAcreateserial", "-days", "2", "-extfile", folder + "/names", "-out", folder + "/cert")
    os.chmod(folder + "/key", 0o600)
    if os.getuid() == 0:
        owner = pwd.getpwnam(USER)
        for path in (folder, folder + "/key", folder + "/cert"):
            os.chown(path, owner.pw_uid, owner.pw_gid)
    return folder


def make_passfile(password):
    """libpq's own file of passwords, readable for the server's user alone."""
    folder = tempfile.mkdtemp(dir=FOLDER)
    path = folder + "/passwords"
    with open(path, "w", encoding="ascii") as file:
        file.write(f"*:*:*:*:{password}\n")
    os.chmod(path, 0o600)
    if os.getuid() == 0:
        os.chmod(folder, 0o755)
        os.chown(path, pwd.getpwnam("nobody").pw_uid, -1)
    return path


# ---- the database ----

def ask_for_passwords(database):
    database.sql(f"ALTER ROLE {ROLE} PASSWORD '{PASSWORD}'")
    with open(os.path.join(database.data, "pg_hba.conf"), "w", encoding="ascii") as file:
        file.write("local all all trust\nhost all all 127.0.0.1/32 scram-sha-256\n")
    database.sql("SELECT pg_reload_conf()")


def set_tls(database, folder):
    """With this certificate from now on; None: without TLS."""
    words = [f"ALTER SYSTEM SET ssl = {'off' if folder is None else 'on'}"]
    if folder is not None:
        words += [f"ALTER SYSTEM SET ssl_cert_file = '{folder}/cert'", f"ALTER SYSTEM SET ssl_key_file = '{folder}/key'"]
    for word in words:
        database.sql(word)
    database.restart()


def address(database, password=PASSWORD, host="localhost", **more):
    more = {"sslmode": "verify-full", **more}
    words = "&".join(f"{name}={value}" for name, value in more.items() if value)
    return f"postgres://{ROLE}{':' + password if password else ''}@{host}:{database.port}/{DATABASE}?{words}"


# ---- playing ----

def test_play(database, authority):
    """A name, an authority's file and a file of passwords: none of them can be looked up in the sandbox."""
    passfile = make_passfile(PASSWORD)
    server = Server("--bot-delay", "0", "--store",
                    address(database, None, sslrootcert=authority + "/root.crt", passfile=passfile))
    with_tls = database.rows("SELECT count(*) AS n FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)"
                             f" WHERE datname = '{DATABASE}' AND ssl AND client_addr IS NOT NULL")[0]["n"]
    ok(with_tls >= 2, "both connections of the server have TLS", with_tls)
    ok(eventually(lambda: server.metric("store_checks_total") != 0), "the database is checked")
    game = Game(server, "null", 2)
    ok(game.play(), "a whole game is played")
    going_on = begun(server, "luz", 3, [])
    ok(eventually(lambda: database.terminate_backends() >= 2), "the connections are cut")
    comes_back(server, going_on, "connections that were cut")
    os.unlink(passfile)
    database.restart("immediate")
    comes_back(server, going_on, "a crash of PostgreSQL, with the file of passwords gone")
    renewed = authority + "/renewed"
    shutil.copy(authority + "/root.crt", renewed)
    os.replace(renewed, authority + "/root.crt")
    database.terminate_backends()
    comes_back(server, going_on, "a renewed file of the authority")
    ok(going_on.play(), "the game is played to its end")
    wrong = [line for line in server.lines() if line["event"] == "check" or
             re.search("certificate|authority|password|file|name", line.get("why", ""))]
    equal(wrong, [], "nothing failed but what was cut")
    equal(server.close(), 0, "the server stops cleanly")


def comes_back(server, game, name):
    """Whoever talks is heard again."""
    ok(eventually(game.is_heard), "after " + name, server.text())
    game.catch_up_all(server)


# ---- refusals ----

def refuse(name, where, *parts):
    """The server does not start, and says why in one line; nor do the other commands."""
    folder = tempfile.mkdtemp(dir=FOLDER)
    os.chmod(folder, 0o755)
    said = Run("serve", "--port", "0", "--listen", "127.0.0.1", "--data", folder, "--user", "nobody", "--store", where)
    lines = [json.loads(line) for line in said.err.splitlines()]
    why = [line.get("why") for line in lines if line["level"] == "error"]
    ok(said.status == 1 and len(why) == 1 and all(part in why[0] for part in parts), name + ": one sentence", said)
    tool = Run("export", "--store", where)
    ok(tool.status == 1 and len(tool.err.splitlines()) == 1 and all(part in tool.err for part in parts),
       name + ": of other commands too", tool)
    shown = [part for part in PARTS if part in said.err + said.out + tool.err + tool.out]
    equal(shown, [], name + ": nothing of the password is shown")


def test_refusals(database, authority, other, certificates):
    right = {"sslrootcert": authority + "/root.crt"}
    refuse("a wrong authority", address(database, sslrootcert=other + "/root.crt"), "certificate verify failed")
    refuse("no authority", address(database, sslrootcert="/nowhere/root.crt"), "/nowhere/root.crt")
    refuse("a wrong password", address(database, PASSWORD + "-not", **right), "password authentication failed")
    refuse("no password", address(database, None, **right), "no password")
    refuse("another name", address(database, host="127.0.0.1", **right), "does not match host name")
    refuse("letters that an address cannot have", address(database, PASSWORD + "%zz", **right), "cannot be read")
    refuse("a slash in the password", address(database, "Correct/Horse-7", **right), "cannot be read")
    refuse("an at sign in the password", address(database, "Correct@Horse-7", **right), "cannot be read")
    refuse("another machine, and nothing is said of TLS", address(database, host="db.invalid", sslmode=None), "sslmode")
    refuse("one that TLS is optional for", address(database, host="192.0.2.1", sslmode="prefer"), "sslmode")
    set_tls(database, None)
    refuse("a server without TLS", address(database, **right), "does not support SSL")
    set_tls(database, certificates[0])


with Postgres(tcp=True, settings={"fsync": "off"}) as postgres:
    first, second = make_authority("first"), make_authority("second")
    certs = [make_certificate(first, "DNS:localhost")]
    ask_for_passwords(postgres)
    set_tls(postgres, certs[0])
    test_play(postgres, first)
    test_refusals(postgres, first, second, certs)
shutil.rmtree(FOLDER)
done()
