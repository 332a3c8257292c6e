#!/usr/bin/python3
"""Refuses an include that points against the arrow of the design, and names of games elsewhere.

    core <- games <- search, solve <- table <- store, server, client, cli, tui, wasm
    games <- lib: the library for others, which knows games to encode views as numbers
    client <- tui, cli: seats at a server's table
    core <- po <- table
    store <- server <- cli: the command starts the server and reads its store

Usage: scripts/arrows.py [TREE]        checks the tree (default: this one); prints each violation
       scripts/arrows.py --self-test   checks that it refuses violations in a small made-up tree

A game's folder sees only itself and core. A game's private header (games/NAME/*) is for its own
folder and for search and solve, which know games. Tests and measurements may include everything.

Outside these folders no code (except comments) has a game's name: neither as a text nor within an
include or an identifier. Neutral code uses traits and hooks. The same holds for the page, in
TypeScript, Svelte and JavaScript, and for the Python package. Excepted are files and folders named
after the game (tui/luz.c, web/src/games/luz/), for that game alone, and the lists that name all
games (LISTS). Tests, measurements, examples and scripts may name any game.

No file of the tree, documents aside, names a folder of its writers' machines: nothing may need it.
"""
import pathlib
import re
import sys
import tempfile

# The folders that each folder may include besides itself.
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

# Folders that are about games, and files that list them all: they may name every game.
ROOMS = ["games", "search", "solve"] + FREE
LISTS = ["lib/list.c", "tui/faces.c", "wasm/lists_names.c", "wasm/lists_one.c",
         "web/src/lib/games.ts", "web/src/moments/list.ts", "web/src/lib/options.ts", "web/src/worker/modules.ts",
         "web/src/lib/protocol/games.ts", "web/src/lib/words.svelte.ts",  # types of views, and of books
         "web/src/gallery.ts"]
ART = ["web/src/art"]  # the games' pictures
NO_NAMES = ["null"]  # a game that is also a word of C and JSON

# core and games call no other code, so they need only these headers of the C library.
PLAIN = ["assert.h", "limits.h", "stdalign.h", "stdbool.h", "stddef.h", "stdint.h", "string.h"]

# Folders that only the writers of a file have.
MACHINE = re.compile(r"(?<![\w.])/(?:home|work|Users)/\w")
BUILT = re.compile(r"^(build.*|out|\.git|node_modules|dist|generated|__pycache__)$")
# Where no game is named besides the folders above, and how such files end.
NEUTRAL = [("server/page", [".js"]), ("web/src", [".ts", ".svelte"]), ("python", [".py"])]

COMMENT = re.compile(r'/\*.*?\*/|"(?:[^"\\\n]|\\.)*"|//[^\n]*', re.S)
PAGE_COMMENT = re.compile(
    r"""/\*.*?\*/|<!--.*?-->|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|//[^\n]*""",
    re.S)
PYTHON_COMMENT = re.compile(
    r"""\"{3}.*?\"{3}|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\#[^\n]*""", re.S)
COMMENTS = {".ts": PAGE_COMMENT, ".svelte": PAGE_COMMENT, ".js": PAGE_COMMENT,
            ".py": PYTHON_COMMENT}
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


def without_comments(text, comment):
    """The text with its comments blanked out, and the same lines."""

    def blank(found):
        is_text = found[0][0] in "\"'`" and not found[0].startswith('"""')
        return found[0] if is_text else re.sub(r"[^\n]", " ", found[0])

    return comment.sub(blank, text)


def find_games(tree):
    """The names of the games that have a folder."""
    folders = (tree / "games").iterdir() if (tree / "games").is_dir() else []
    return sorted(f.name for f in folders if f.is_dir() and f.name not in NO_NAMES)


def pattern_of(games):
    """Finds a game as a word, with `_` or in camel case: one, ONE_CARDS, oneCard, isOne."""
    any_of = "|".join(games)
    camel = "|".join(game.capitalize() for game in games)
    return re.compile(r"(?i:(?<![a-z])(?:%s)(?![a-z]))|(?<![A-Za-z])(?:%s)(?=[A-Z])|(?:%s)(?![a-z])"
                      % (any_of, any_of, camel))


def named_games(inside, text, games):
    """Yields line number and name for each game that the file names and may not."""
    own = inside.stem.split("_") + list(inside.parts[:-1])
    games = [g for g in games if g not in own]
    if inside.parts[0] in ROOMS or str(inside) in LISTS or str(inside.parent) in ART or not games:
        return
    name = pattern_of(games)
    comment = COMMENTS.get(inside.suffix, COMMENT)
    for number, line in enumerate(without_comments(text, comment).splitlines(), 1):
        for found in name.finditer(line):
            yield number, found[0].lower()


def neutral_files(tree):
    """The files of NEUTRAL, without tests and what is generated."""
    for folder, ends in NEUTRAL:
        for path in sorted((tree / folder).rglob("*")):
            if path.suffix in ends and "generated" not in path.parts and ".test." not in path.name:
                yield path


def find_files(folder):
    """The files below a folder, without those that a build made."""
    for path in sorted(folder.iterdir()):
        if BUILT.match(path.name):
            continue
        if path.is_dir():
            yield from find_files(path)
        elif path.is_file():
            yield path


def machine_paths(tree):
    """Yields `file:line: why` for each path that only a writer of it has."""
    for path in find_files(tree):
        if path.suffix == ".md":
            continue
        for number, line in enumerate(path.read_bytes().splitlines(), 1):
            if MACHINE.search(line.decode("utf-8", "replace")):
                yield "%s:%d: names a folder of somebody's machine" % (path.relative_to(tree), number)


def violations(tree):
    """Yields `file:line: include: why` for each bad include, `file:line: name: why` for names."""
    games = find_games(tree)
    for path in neutral_files(tree):
        inside = path.relative_to(tree)
        for number, name in named_games(inside, path.read_text("utf-8"), games):
            yield "%s:%d: %s: neutral code names no game" % (inside, number, name)
    for path in sorted(tree.rglob("*.[ch]")):
        inside = path.relative_to(tree)
        if len(inside.parts) < 2 or inside.parts[0] not in list(MAY) + FREE:
            continue  # build folders and the like
        text = path.read_text("utf-8")
        for number, name in named_games(inside, text, games):
            yield "%s:%d: %s: neutral code names no game" % (inside, number, name)
        for number, line in enumerate(text.splitlines(), 1):
            found = INCLUDE.match(line)
            why = found and why_not(inside.parts, found[1], found[2])
            if why:
                yield "%s:%d: %s: %s" % (inside, number, found[2], why)
    yield from machine_paths(tree)


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
    ("lib/one.c", '"games/one/one.h"', False),
    ("lib/two.c", '"games/one/one.h"', True),
    ("lib/a.c", '"games/one/one.h"', True),
    ("table/a.c", '"search/one/study.h"', True),
    ("cli/a.c", '"solve/one.h"', True),
    ("search/a.c", '"search/one/study.h"', False),
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
    ("server/a.c", '"client/websocket.h"', True),
    ("client/a.c", '"tui/tui.h"', True),
    ("table/a.c", '"store/store.h"', True),
    ("cli/a.c", '"../table/record.h"', True),
    ("cli/a.c", '"tests/tap.h"', True),
    ("po/a.c", '"core/buf.h"', False),
    ("po/a.c", '"games/list.h"', True),
    ("tests/unit/a.c", '"games/one/one.h"', False),
    ("bench/a.c", '"table/random_play.h"', False),
]

# file, its code, whether that is refused; there are games called one and two
NAMED = [
    ("tui/scene.c", 'if (strcmp(name, "one") == 0)', True),
    ("tui/scene.c", 'const char *id = MSG("rules.one");', True),
    ("tui/scene.c", "extern const struct game one_game;", True),
    ("tui/scene.c", "enum { N = ONE_CARDS };", True),
    ("tui/scene.c", "int lone, onear;", False),
    ("tui/scene.c", "/* As one does in\n   one. */ int n; // one", False),
    ("tui/scene.c", 'const char *open = "/*"; int one;', True),
    ("tui/scene.c", 'const char *null = "null";', False),
    ("tui/one.c", '.game = "one"', False),
    ("tui/one.c", '.game = "two"', True),
    ("tui/faces.c", "extern const struct face face_one, face_two;", False),
    ("table/list.c", 'static const char *const names[] = {"one", "two"};', True),
    ("server/a.c", "int two;", True),
    ("core/a.h", 'const char *name = "two";', True),
    ("search/list.c", "extern const struct bot one_easy, two_easy;", False),
    ("solve/list.c", "extern const struct game one_game;", False),
    ("games/one/one.c", '.name = "one"', False),
    ("tests/unit/a.c", 'games_find("one");', False),
    ("web/src/screens/Home.svelte", "{#if game === 'one'}", True),
    ("web/src/screens/Home.svelte", "<!-- As in\none. -->", False),
    ("web/src/worker/offline-server.ts", "if (game !== 'one') return; // or two", True),
    ("web/src/worker/offline-server.ts", "const url = 'http://x'; // one", False),
    ("web/src/worker/offline-server.ts", "const a = `${one}`;", True),
    ("web/src/worker/offline-server.ts", "oneFace(2);", True),
    ("web/src/worker/offline-server.ts", "let view: OneView;", True),
    ("web/src/worker/offline-server.ts", "isOne(lone, gone, Oneness);", True),
    ("web/src/worker/offline-server.ts", "const lone = Oneness;", False),
    ("web/src/worker/offline-server.test.ts", "play('one');", False),
    ("web/src/generated/words.ts", "'one'", False),
    ("web/src/games/one/Table.svelte", "view.game === 'one'", False),
    ("web/src/games/one/Table.svelte", "view.game === 'two'", True),
    ("web/src/art/one.ts", "const name = 'one';", False),
    ("web/src/art/poster.ts", "const names = ['one', 'two'];", False),
    ("web/src/lib/games.ts", "const known = ['one', 'two'];", False),
    ("server/page/page.js", 'if (t.game === "two")', True),
    ("python/parlor/env.py", 'together = name == "two"', True),
    ("python/parlor/env.py", '"""Plays one,\nas people do."""  # not two', False),
    ("scripts/show.py", 'run("sim", "one")', False),
]


# file, a line of it, whether that is refused; the folders are put together here, so that this file
# does not name them
WORK, HOME = "/" + "work/x", "/" + "home/ann"
PATHS = [
    ("scripts/a", "cp %s/notes ." % WORK, True),
    ("tests/a.py", 'open("%s/notes")' % HOME, True),
    ("tests/a.py", 'open("a%s/notes")' % WORK, False),
    ("scripts/a", 'cp "$top%s" .' % WORK, False),
    ("docs/a.md", "for example %s/notes" % HOME, False),
    ("out/log", "%s/notes" % WORK, False),
]


def refuses(name, code):
    """Whether a tree with two games and this file is refused."""
    with tempfile.TemporaryDirectory() as top:
        for folder in ["games/one", "games/two", "games/null"]:
            pathlib.Path(top, folder).mkdir(parents=True)
        path = pathlib.Path(top, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        first = "" if path.suffix == ".py" else "/* A file. */\n"
        path.write_text("%s%s\n" % (first, code), "utf-8")
        return bool(list(violations(pathlib.Path(top))))


def self_test():
    cases = [(name, "#include %s" % include, refused) for name, include, refused in CASES]
    cases += NAMED + PATHS
    bad = [c for c in cases if refuses(c[0], c[1]) != c[2]]
    for name, code, refused in bad:
        print("%s with %s is %srefused" % (name, code, "not " if refused else ""))
    print("self-test: %d of %d cases wrong" % (len(bad), len(cases)))
    return len(bad)


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
