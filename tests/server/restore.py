#!/usr/bin/env python3
"""A restore drill: games on a real server, a backup while it runs, everything wiped, and the steps of
docs/hosting.md. All tables go on where they were, and the export is the same."""

import os
import re
import shutil
import subprocess
import tempfile
import threading

from parlor_server import SOURCE, Client, Run, Server, done, equal, ok
from played import Game, begun, view

FINISHED = [("photograph", 2), ("luz", 3), ("smitten", 2), ("smitten", 1), ("null", 3), ("null", 2)]
GOING_ON = [("photograph", 3), ("luz", 4), ("smitten", 2), ("smitten", 1), ("null", 2)]
COPY = "/root/parlor-copy.db"


def steps():
    """The commands of the document that restore a backup."""
    with open(os.path.join(SOURCE, "docs", "hosting.md"), encoding="utf-8") as file:
        part = re.search(r"To restore it:\n\n((?: {6}.*\n)+)", file.read()).group(1)
    return [line.strip() for line in part.splitlines()]


def restore(server, copy):
    """Follows the document, on this server's folder instead of a service's."""
    commands = steps()
    equal((commands[0], commands[-1]), ("systemctl stop parlor", "systemctl start parlor"),
          "the document stops the server first and starts it last")
    equal(server.stop(), 0, "the server stops")
    for name in os.listdir(server.data):  # the disk is lost, and a new one is there
        os.unlink(os.path.join(server.data, name))
    between = "\n".join(["set -e", *commands[1:-1]]).replace("/var/lib/parlor", server.data).replace(COPY, copy)
    run = subprocess.run(["sh", "-c", between], capture_output=True, check=False, text=True)
    ok(run.returncode == 0 and COPY in "\n".join(commands), "the commands work as they stand", run)
    server.start()


def export(server):
    run = Run("export", "--data", server.data)
    assert run.status == 0, run
    return run.out.splitlines()


def back_up_under_load(server, copy):
    """Makes a backup while other tables are played."""
    load = threading.Thread(target=lambda: Run("load", "--port", str(server.port), "--tables", "4", "--game", "null",
                                               "--seats", "2", "--seconds", "2"))
    load.start()
    before = server.metric("moves_total")
    while server.metric("moves_total") < before + 20:
        pass
    run = Run("backup", "--data", server.data, copy)
    during = load.is_alive()
    load.join()
    equal((run.status, during), (0, True), "a backup is made while people play")


def test_drill(folder):
    server, copy = Server(), os.path.join(folder, "copy.db")
    finished = [Game(server, *g) for g in FINISHED]
    ok(all(g.play() for g in finished), "games are played to the end")
    going_on = [begun(server, *g, finished) for g in GOING_ON]
    people = going_on[0].people[0]
    ok(people.ask("keep", name="returner", passphrase="a long passphrase").get("ok"), "a name is kept")
    before = export(server)
    equal(len(before), len(finished), "the export has the finished games")
    back_up_under_load(server, copy)
    live = export(server)
    restore(server, copy)

    after = export(server)
    ok(set(before) <= set(after) <= set(live) and len(after) == len(set(after)),
       "the export has the same games, byte by byte, and none that was not there", (len(before), len(after), len(live)))
    told = Run("verify", "-", stdin="\n".join(after) + "\n")
    ok(told.status == 0 and all(line["fair"] for line in told.lines()), "the deals of all can be checked", told)
    equal(Run("replay", "-", stdin="\n".join(after) + "\n").status, 0, "all can be replayed")
    equal(Run("verify-store", "--data", server.data).status, 0, "the database is sound")
    wrong = []
    for g in finished + going_on:
        was, now = g.come_back(server)
        wrong += [(a, b) for a, b in zip(was, now) if view(a) != view(b)]
    equal(wrong, [], "every person sees every table as it was")
    ok(all(g.play() for g in going_on), "the unfinished games are played to the end")
    equal(len(export(server)), len(after) + len(going_on), "the export has them too")
    ok(Client(server).ask("login", name="returner", passphrase="a long passphrase").get("ok"), "names are there too")
    ok(not any(line["level"] == "error" for line in server.lines()), "the log has no complaint", server.text())
    equal(server.close(), 0, "the server stops cleanly")


with tempfile.TemporaryDirectory(prefix="parlor-test-") as place:
    test_drill(place)
done()
