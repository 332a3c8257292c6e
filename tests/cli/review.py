#!/usr/bin/env python3
"""`parlor review` of files, of the last game at this terminal, with names and cards."""

import json
import os
import tempfile

from points import Run, done, equal, ok

QUICK = ["--budget", "5", "--lang", "en"]


def sim(*args):
    return Run("sim", *args).out


def flat(text):
    """Words with single spaces between, as if nothing had been wrapped."""
    return " ".join(text.split())


def test_files():
    """All games of a file, one after another, each with a heading."""
    games = sim("smitten", "--seats", "2", "--games", "2") + "\n" + sim("luz", "--seats", "3")
    run = Run("review", "-", *QUICK, stdin=games)
    heads = [line for line in run.out.split("\n") if line.startswith("===")]
    equal(heads, [f"=== The game on line {i} ===" for i in (1, 2, 4)], "a heading for each game")
    ok(run.status == 0 and run.out.count("The choices that cost most") == 3, "all are reviewed", run)
    run = Run("review", "-", "--json", *QUICK, stdin=games)
    names = [json.loads(line)["game"] for line in run.out.splitlines()]
    equal(names, ["smitten", "smitten", "luz"], "JSON: one object per line")
    run = Run("review", "-", "--line", "4", *QUICK, stdin=games)
    ok(run.out.startswith("Luz, seats: 3.") and "===" not in run.out, "one line alone", run)
    one = Run("review", games.split("\n")[0], *QUICK)
    ok(one.status == 0 and one.out.startswith("Smitten, seats: 2."), "a record itself", one)
    alone = Run("sim", "smitten", "--seats", "1").out
    run = Run("review", "-", "--seat", "1", "--json", *QUICK, stdin=alone + games)
    ok(run.status == 1 and len(run.out.splitlines()) == 3 and "Line 1: " in run.err,
       "a seat that one game lacks", run)


def test_broken():
    """A broken line is reported in a sentence, and the others are still reviewed."""
    game = sim("smitten", "--seats", "2").strip()
    broken = game.replace('"deal","', '"deal","1 1 1 ', 1)
    run = Run("review", "-", "--json", *QUICK, stdin="\n".join([game, broken, "{", game]) + "\n")
    ok(run.status == 1 and len(run.out.splitlines()) == 2, "good games beside broken ones", run)
    told = [line for line in run.err.splitlines() if "Line " in line]
    ok(len(told) == 2 and "Line 2: " in told[0] and "Line 3: " in told[1], "which lines", run.err)
    for text in ("", "\n \n"):
        run = Run("review", "-", *QUICK, stdin=text)
        ok(run.status == 1 and "no record" in run.err and not run.out, "a file without games", run)
    for args in (["--last", "x.jsonl"], ["--last", "--line", "2"], []):
        run = Run("review", *args)
        ok(run.status == 2 and len(run.err.splitlines()) == 2, f"misuse: {args}", run)


def test_words():
    """Cards instead of places, and the names of the record."""
    record = json.loads(sim("luz", "--seats", "3", "--seed", "3"))
    record["names"] = ["Ann\x1b[31m", "bot:hard", "Оля\u0085"]
    run = Run("review", json.dumps(record), *QUICK)
    ok("0 Ann?[31m · 1 Bot 2 (hard) · 2 Оля?" in run.out, "names, without control characters", run)
    ok("slot" not in run.out and "play " not in run.out, "no places of hidden hands", run)
    deal = record["events"][0][1].split()
    first = next(e for e in record["events"] if e[1].startswith("play "))
    hand = deal[10 * first[0]:10 * first[0] + 10]
    order = sorted(hand, key=lambda card: ("RYGBV".index(card[0]), int(card[1:])))
    card = order[int(first[1].split()[1]) - 1]
    event = record["events"].index(first)
    row = next(r for r in run.out.split("\n") if r.split()[:2] == [str(event), str(first[0])])
    equal(row.split()[2], card, "the card that lay in the slot")
    del record["names"], record["seed"], record["deal"]
    run = Run("review", json.dumps(record), *QUICK)
    ok(run.status == 0 and "1. Seat " in run.out and "deal " in run.out, "seats without names", run)
    record["names"] = [7, None]
    ok(Run("review", json.dumps(record), *QUICK).status == 0, "names that are none")
    run = Run("review", sim("photograph", "--seats", "2").strip(), *QUICK)
    ok("from the left: " in flat(run.out) and "from place" in flat(run.out), "photos are named", run)
    run = Run("review", sim("smitten", "--seats", "2").strip(), *QUICK)
    ok(", turn " in flat(run.out) and "left grid" in run.out, "grids in words", run)


def test_waiting():
    """In Smitten for two, a move that gives up a game that waiting wins is blamed for that."""
    deal = "4 2 4 1 9 3 6 5 8 2 3 6 9 7 7 5 1 8"
    moves = ("0 play 1R, 1 reveal 6, 1 place 9L, 0 play 4R, 1 place 8L, 1 play 6L, 0 place 5L, "
             "1 play 3L, 0 place 7L, 1 play 7R, 0 place 2L, 0 play 1L, 1 reveal 6, 1 place 5R, "
             "1 play 6R")
    lost = {"won": False, "placed": 13, "winners": []}
    events = [["deal", deal], *([int(m[0]), m[2:]] for m in moves.split(", "))]
    record = json.dumps({"parlor": 1, "game": "smitten", "seats": 2, "events": events,
                         "result": lost})
    found = json.loads(Run("review", record, "--json").out)
    last = found["decisions"][-1]
    equal((last["fair"]["best"]["move"], last["hindsight"]["best"]["move"]), ("wait", "wait"),
          "waiting is the best choice")
    ok(last["grade"] == "blunder" and abs(last["skill"] + 1) < 0.01, "the move gave up all", last)
    equal([m["move"] for m in last["moves"]], ["wait", "play 6R"], "it stands among the moves")
    events[-1] = [0, "play 2R"]
    record = json.dumps({"parlor": 1, "game": "smitten", "seats": 2, "events": events})
    other = json.loads(Run("review", record, "--json").out)
    equal([(d["event"], d.get("skill")) for d in other["decisions"] if d["event"] < 15],
          [(d["event"], d.get("skill")) for d in found["decisions"] if d["event"] < 15],
          "only who moves is reviewed: those who wait are not")
    words = Run("review", json.dumps(dict(json.loads(record), events=events[:-1] + [[1, "play 6R"]],
                                          result=lost))).out
    ok("let your partner begin" in flat(words), "in words", words)


def test_last():
    """The last finished game of the data folder."""
    with tempfile.TemporaryDirectory() as data:
        env = {"XDG_DATA_HOME": data}
        run = Run("review", "--last", *QUICK, env=env)
        ok(run.status == 1 and "no finished game" in run.err, "no game was played yet", run)
        folder = os.path.join(data, "parlor", "games")
        os.makedirs(folder)
        older, newer = sim("smitten", "--seats", "2"), sim("luz", "--seats", "3")
        unfinished = json.loads(sim("photograph"))
        unfinished["events"] = unfinished["events"][:3]
        del unfinished["result"]
        for i, text in enumerate((newer, older, json.dumps(unfinished) + "\n")):
            path = os.path.join(folder, f"{i}.jsonl")
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            os.utime(path, (1000 - i % 2, 1000 - i % 2))
        os.utime(path, (2000, 2000))
        run = Run("review", "--last", *QUICK, env=env)
        ok(run.out.startswith("Luz, seats: 3."), "the newest finished game", run)
        run = Run("review", "--last", "--json", "--seat", "1", *QUICK, env=env)
        equal([r["seat"] for r in json.loads(run.out)["roads"]], [1], "one seat of it, as JSON")


test_files()
test_broken()
test_words()
test_waiting()
test_last()
done()
