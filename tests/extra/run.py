#!/usr/bin/python3
"""An extra game, added to a copy of the tree by the steps of CONTRIBUTING.md alone, then built and
played everywhere: by the command, server, WebAssembly, terminal, matches, reviews and library.
Usage: run.py BUILD SOURCE

A failure means that some code needs more than these steps. Then give it a fallback that follows
from the list of games, or add a step to CONTRIBUTING.md.
"""
import glob
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time

import steps

BUILD, SOURCE = [os.path.abspath(path) for path in sys.argv[1:3]]
TOP = tempfile.mkdtemp(prefix="parlor-extra-")
TREE = os.path.join(TOP, "tree")
BUILT = os.path.join(TREE, os.path.basename(BUILD))
sys.argv[1:] = [os.path.join(BUILT, "parlor"), TREE]  # for points.py and its users
sys.path[:0] = [os.path.join(SOURCE, "tests", folder) for folder in ["cli", "server", "tui"]]
from parlor_server import Client, Run, Server, done, equal, ok  # noqa: E402
from points import PARLOR  # noqa: E402
from screen import Screen  # noqa: E402

GAME = steps.GAME
NUMBERS = [f"play {card}" for card in range(1, 10)]


def run(*command, **kwargs):
    """Runs a program; returns its status and output."""
    return subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True,
                          stderr=subprocess.STDOUT, check=False, timeout=300, **kwargs)


def passes(name, *command, **kwargs):
    """Writes a point for a program that must succeed."""
    done_run = run(*command, **kwargs)
    return ok(done_run.returncode == 0, name, done_run.stdout[-3000:])


def is_over(lines):
    """Whether each line is the record of a finished game."""
    records = [json.loads(line) for line in lines]
    return bool(records) and all(r["game"] == GAME and "result" in r for r in records)


def add_game():
    """Takes the steps and checks that CONTRIBUTING.md names them all."""
    print("# A failure here means: some code needs more than the steps of CONTRIBUTING.md.")
    steps.copy_tree(SOURCE, TREE)
    for step in [steps.add_folder, steps.add_name, steps.add_messages, steps.add_golden]:
        step(TREE)
    told = steps.read_steps(TREE)
    untold = [path for path in steps.list_changes(SOURCE, TREE) if not steps.is_told(path, told)]
    equal(untold, [], "CONTRIBUTING.md names every file that the steps change")
    passes("no neutral code names the game", "/usr/bin/python3", f"{TREE}/scripts/arrows.py", TREE)
    passes("the catalogue is complete", "/usr/bin/python3", f"{TREE}/po/check.py", TREE)
    folder, said = steps.build(BUILD, TREE)
    return ok(folder is not None, "the game builds by the steps alone", said)


def play_by_rules():
    """Golden games, laws, random play."""
    golden = glob.glob(f"{TREE}/tests/golden/{GAME}/*.golden")
    passes("the golden games pass", f"{BUILT}/tests/golden/golden", *golden)
    passes("the laws of games hold", f"{BUILT}/tests/laws/laws", GAME)
    passes("the laws of bots hold", f"{BUILT}/tests/laws/bots", GAME,
           env=dict(os.environ, BOTS_POSITIONS="4"))
    played = Run("sim", GAME, "--seats", "3", "--option", "best=low", "--games", "50")
    ok(is_over(played.out.splitlines()), "sim plays whole games", played)
    equal(Run("replay", "-", stdin=played.raw).status, 0, "replay accepts the games")
    counted = Run("perft", GAME, "--deal", "1 2 3 4 5 6 7 8 9", "--depth", "6").out
    ok(counted.split()[-1:] == ["36"], "perft counts 3! x 3! games", counted)
    listed = Run("games", "--lang", "fr").out
    ok("Coing" in listed, "games lists the title", listed)
    for line in played.out.splitlines()[:1]:
        told = Run("review", "-", stdin=line)
        ok(told.status == 0 and "play " in told.out, "review explains a record", told)
    refused = Run("solve", GAME)
    ok(refused.status != 0 and GAME in refused.err, "solve says that it has no solver", refused)


def play_matches():
    """Three deals: a bot against itself, and an external program against it in both seatings."""
    path = f"{TOP}/match.jsonl"
    for bots, games in [(["--bots", "random"], 3),
                        (["--bot", f"{TREE}/examples/bot.py", "--bot", "random"], 6)]:
        match = Run("match", GAME, *bots, "--deals", "3", "--records", path)
        with open(path, encoding="utf-8") as file:
            lines = file.read().splitlines()
        ok(match.status == 0 and len(lines) == games and is_over(lines),
           f"match plays {games} games", match)


def choose_moves(clients, table):
    """Each client plays its first legal move until the game is over, or for a minute."""
    end = time.monotonic() + 60
    while clients[0].tables[table]["phase"] != "over" and time.monotonic() < end:
        for one in clients:
            while one.ready():
                one.receive()
            legal = one.tables[table].get("legal")
            if legal:
                one.tables[table]["legal"] = []
                one.ask("move", table=table, text=legal[0])
        time.sleep(0.01)


def play_online():
    """Two people and a bot over real sockets."""
    server = Server("--bot-delay", "0")
    ann, ben = Client(server), Client(server)
    listed = ann.ask("hello", protocol=1)
    ok(GAME in [game["name"] for game in listed["games"]], "the server lists the game")
    made = ann.ask("create", game=GAME, seats=3, bots=["random"], options={"best": "low"})
    table = made.get("table", "")
    ok(ben.ask("sit", table=table).get("ok"), "two people and a bot at a table", made)
    for one in ann, ben:
        one.until(lambda c: c.tables.get(table, {}).get("phase") in ["play", "over"])
    choose_moves([ann, ben], table)
    record = json.dumps(ann.ask("record", table=table)["record"])
    ok(is_over([record]), "the server plays to the end", record)
    equal(Run("verify", "-", stdin=record).status, 0, "the record is legal, with a fair deal")
    equal(server.close(), 0, "the server stops cleanly")


def play_in_lines(data):
    """A whole game in line mode, which refuses illegal moves."""
    played = Run("play", "--plain", "--bots", "random", "--seed", "1", GAME,
                 stdin="\n".join(NUMBERS * 4), env={"XDG_DATA_HOME": data})
    saved = read_saved(data)
    ok(played.status == 0 and is_over(saved), "the terminal's line mode plays to the end", played)


def play_on_screen(data):
    """A whole game on the screen of the generic face: Enter plays the chosen move."""
    screen = Screen(PARLOR, data, f"play --bots random --seed 1 {GAME}", size=(100, 40))
    end = time.monotonic() + 60
    try:
        text = screen.wait("play [1-9]")
        ok('"hands"' in text and "play " in text, "the terminal's screen shows view and moves", text)
        while not is_over(read_saved(data)) and time.monotonic() < end:
            screen.keys("Enter")
            time.sleep(0.2)
        ok(is_over(read_saved(data)), "the terminal's screen plays to the end", screen.text())
    finally:
        screen.close()


def read_saved(data):
    """The lines of the games that the terminal saved."""
    lines = []
    for path in glob.glob(f"{data}/parlor/games/*.jsonl"):
        with open(path, encoding="utf-8") as file:
            lines += file.read().splitlines()
    return lines


def play_in_page():
    """The modules of the page in Node."""
    esbuild = f"{TREE}/web/node_modules/.bin/esbuild"
    if not (shutil.which("node") and shutil.which("wasm-ld") and os.path.exists(esbuild)):
        ok(True, "WebAssembly plays # SKIP node, lld or web/node_modules is missing")
        return
    modules = f"{TOP}/modules"
    quick = dict(os.environ, WASM_SMALL="-O1", WASM_FAST="-O1")
    built = passes("WebAssembly builds by the steps alone", f"{TREE}/scripts/wasm", modules,
                   "tables.wasm", "review.wasm", env=quick)
    bundle = f"{TOP}/page.mjs"
    if built and passes("its test is bundled", esbuild, f"{TREE}/tests/extra/page.ts", "--bundle",
                        "--platform=node", "--format=esm", "--target=node18",
                        "--log-level=warning", f"--outfile={bundle}"):
        said = run("node", bundle, modules, PARLOR)
        for line in said.stdout.splitlines():
            if line.startswith(("ok ", "not ok ")):
                ok(line.startswith("ok"), "WebAssembly: " + line.partition(" - ")[2], said.stdout)
        equal(said.returncode, 0, "WebAssembly plays and reviews")


LIBRARY = """
import parlor, random
env = parlor.Env("%s", seats=3, options={"best": "low"})
for seed in range(5):
    env.reset(seed=seed)
    for agent in env.agent_iter():
        observation, reward, ended, cut, info = env.last()
        mask = observation["action_mask"]
        legal = [i for i in range(env.action_size) if mask[i]]
        env.step(None if ended or cut else random.choice(legal))
    assert env.game.over and sum(env.game.scores()) == 3, env.game.result()
"""


def play_in_library():
    passes("the library plays through its Python module", "/usr/bin/python3", "-c", LIBRARY % GAME,
           env=dict(os.environ, PYTHONPATH=f"{TREE}/python",
                    PARLOR_LIBRARY=f"{BUILT}/lib/libparlor.so"))


def main():
    try:
        if add_game():
            play_by_rules()
            play_matches()
            play_online()
            for play in [play_in_lines, play_on_screen]:
                with tempfile.TemporaryDirectory(dir=TOP) as data:
                    play(data)
            play_in_page()
            play_in_library()
    finally:
        shutil.rmtree(TOP, ignore_errors=True)
    done()


main()
