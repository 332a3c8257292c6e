#!/usr/bin/python3
"""Refuses an include that points against the arrow of the design.

    core <- games <- search, solve <- table <- store, server, client, cli, tui, wasm
    games <- lib: the library for others, which knows games to tell views as numbers
    client <- tui, cli: seats at a server's table
    core <- po <- table
    store <- server <- cli: the command starts the server and reads its store

Usage: scripts/arrows.py [TREE]        checks the tree (default: this one); prints each violation
       scripts/arrows.py --self-test   shows on a small made-up tree that it does refuse

A game's folder sees only itself and core. A game's private header (games/NAME/*) is for its own
folder and for search and solve, which know games. Tests and measurements may include everything.
"""
import pathlib
import re
import sys
import tempfile

# What each folder may include besides itself.
MAY = {
    "core": [],
    "games": ["core"],
    "po": ["core"],
    "lib": ["core", "games"],
    "solve": ["core", "games"],
    "search": ["core", "games", "solve"],
    "table": ["core", "games", "search", "solve", "po"],
}
for face in ["store", "server", "client", "cli", "tui", "wasm"]:
    MAY[face] = ["core", "games", "search", "solve", "table", "po"]
MAY["server"] = MAY["server"] + ["store"]
MAY["tui"] = MAY["tui"] + ["client"]
MAY["cli"] = MAY["cli"] + ["store", "server", "client", "tui"]  # the command starts them
FREE = ["tests", "bench"]

KNOW_GAMES = ["search", "solve", "lib"]  # may include a game's private header

# core and games call nobody, so they need no more of the C library than this.
PLAIN = ["assert.h", "limits.h", "stdalign.h", "stdbool.h", "stddef.h", "stdint.h", "string.h"]

INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]')


def why_not(path, quote, name):
    """None, or why the file (parts of its path) may not include that name."""
    folder, parts = path[0], name.split("/")
    if quote == "<":
        if folder in ["core", "games"] and name not in PLAIN:
            return "core and games need no <%s>" % name
        return None
    if ".." in parts:
        return "write the path from the top folder"
    if folder in FREE or len(parts) == 1:
        return None  # a bare name lies in the same folder
    to = parts[0]
    if to in FREE:
        return "only tests and measurements include %s" % to
    if folder not in MAY:
        return "scripts/arrows.py does not know the folder %s" % folder
    if to != folder and to not in MAY[folder]:
        return "%s may not include %s" % (folder, to)
    if folder == "games" and to == "games" and len(path) == 3 and parts[:2] != list(path[:2]):
        return "a game sees only its own folder and core"
    if to == "games" and len(parts) == 3 and folder not in KNOW_GAMES + ["games"]:
        return "the header of a game is private to it, search, solve and lib"
    return None


def violations(tree):
    """Yields `file:line: include: why` for each bad include in the tree."""
    for path in sorted(tree.rglob("*.[ch]")):
        inside = path.relative_to(tree)
        if len(inside.parts) < 2 or inside.parts[0] not in list(MAY) + FREE:
            continue  # build folders and the like
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            found = INCLUDE.match(line)
            why = found and why_not(inside.parts, found[1], found[2])
            if why:
                yield "%s:%d: %s: %s" % (inside, number, found[2], why)


# file, its include, whether that is refused
CASES = [
    ("core/a.c", '"core/b.h"', False),
    ("core/a.c", '"games/list.h"', True),
    ("core/a.c", "<string.h>", False),
    ("core/a.c", "<stdio.h>", True),
    ("games/list.c", '"games/list.h"', False),
    ("games/one/a.c", '"games/one/one.h"', False),
    ("games/one/a.c", '"games/two/two.h"', True),
    ("games/one/a.c", '"games/list.h"', True),
    ("games/one/a.c", '"core/game.h"', False),
    ("games/one/a.c", '"table/record.h"', True),
    ("games/one/a.c", "<stdlib.h>", True),
    ("search/a.c", '"games/one/one.h"', False),
    ("search/a.c", '"solve/b.h"', False),
    ("lib/a.c", '"games/one/one.h"', False),
    ("lib/a.c", '"table/record.h"', True),
    ("solve/a.c", '"search/b.h"', True),
    ("search/a.c", '"table/record.h"', True),
    ("table/a.c", '"search/bot.h"', False),
    ("table/a.c", '"games/one/one.h"', True),
    ("table/a.c", '"cli/cli.h"', True),
    ("table/a.c", '"po/words.h"', False),
    ("games/one/a.c", '"po/words.h"', True),
    ("cli/a.c", '"table/record.h"', False),
    ("cli/a.c", '"po/words.h"', False),
    ("cli/a.c", '"tui/b.h"', False),
    ("cli/a.c", '"wasm/b.h"', True),
    ("cli/a.c", '"server/settings.h"', False),
    ("cli/a.c", '"store/store.h"', False),
    ("server/a.c", '"store/store.h"', False),
    ("store/a.c", '"server/server.h"', True),
    ("tui/a.c", '"client/remote.h"', False),
    ("server/a.c", '"client/wire.h"', True),
    ("client/a.c", '"tui/tui.h"', True),
    ("table/a.c", '"store/store.h"', True),
    ("cli/a.c", '"../table/record.h"', True),
    ("cli/a.c", '"tests/tap.h"', True),
    ("po/a.c", '"core/buf.h"', False),
    ("po/a.c", '"games/list.h"', True),
    ("tests/unit/a.c", '"games/one/one.h"', False),
    ("bench/a.c", '"table/play.h"', False),
]


def self_test():
    bad = 0
    for name, include, refused in CASES:
        with tempfile.TemporaryDirectory() as top:
            path = pathlib.Path(top, name)
            path.parent.mkdir(parents=True)
            path.write_text("/* A file. */\n#include %s\n" % include, "utf-8")
            if bool(list(violations(pathlib.Path(top)))) != refused:
                bad += 1
                print("%s including %s is %srefused" % (name, include, "not " if refused else ""))
    print("self-test: %d of %d cases wrong" % (bad, len(CASES)))
    return bad


def main():
    if sys.argv[1:] == ["--self-test"]:
        return 1 if self_test() else 0
    tree = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else __file__ + "/../..").resolve()
    found = list(violations(tree))
    for line in found:
        print(line)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
