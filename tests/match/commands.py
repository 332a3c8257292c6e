#!/usr/bin/env python3
"""The commands bots, match and review of the real program, and bots in sim."""

import json
import os
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.abspath(sys.argv[2]), "tests", "cli"))
from points import Run, done, equal, ok  # noqa: E402

LEVELS = ("random", "easy", "medium", "hard", "expert")


def without_times(text):
    """A match's JSON without what may differ from run to run."""
    match = json.loads(text)
    match.pop("cpu_ms")
    return match


def test_bots():
    bots = json.loads(Run("bots", "--json").out)
    equal(list(bots), ["photograph", "luz", "smitten"], "bots of every game")
    for game, rows in bots.items():
        names = [row["name"] for row in rows]
        ok(all(level in names for level in LEVELS), f"{game} has every level", names)
        ok(all(row["about"] and not row["about"].startswith("bot.") for row in rows),
           f"{game}: each bot is described", rows)
        for row in rows:
            ok(f"{game} {row['name']} {row['iterations']}\n" in Run("bots", "--plain").out,
               f"{game} {row['name']} stands in the plain list")
    equal(list(json.loads(Run("bots", "--json", "luz").out)), ["luz"], "bots of one game")
    ok(Run("bots", "whist").status == 2, "bots of no game")


def test_sim():
    args = ["sim", "photograph", "--seats", "3", "--games", "3", "--bots", "easy,medium,random"]
    first = Run(*args)
    equal(first.out, Run(*args).out, "sim with bots repeats itself")
    ok(Run("replay", "-", stdin=first.out).status == 0, "its games are legal")
    plain = Run("sim", "smitten", "--games", "20")
    equal(Run("sim", "smitten", "--games", "20", "--bots", "random,random").out, plain.out,
          "random in all seats is the default")


def test_match():
    args = ["match", "photograph", "--seats", "3", "--bots", "medium,random", "--deals", "6"]
    one = Run(*args, "--json", "--threads", "1")
    ok(one.status == 0 and not one.err, "match succeeds", one)
    match = without_times(one.out)
    equal(match, without_times(Run(*args, "--json", "--threads", "3").out),
          "the number of threads changes nothing")
    equal((match["deals"], match["rotations"]), (6, 3), "all rotations of all deals")
    equal([bot["bot"] for bot in match["bots"]], ["medium", "random"], "both bots are counted")
    ok(abs(match["bots"][0]["lead"]["mean"] + match["bots"][1]["lead"]["mean"]) < 1e-6,
       "leads are opposite", match)
    wins = match["bots"][0]["wins"]["rate"] + 2 * match["bots"][1]["wins"]["rate"]
    ok(abs(wins - 1) < 1e-5, "wins add up to one", wins)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "games.jsonl")
        Run(*args, "--records", path)
        with open(path, encoding="utf-8") as file:
            records = [json.loads(line) for line in file]
        equal(len(records), 18, "records of all games")
        deals = [r["events"][0][1] for r in records]
        ok(all(deals[i] == deals[i - i % 3] for i in range(18)), "a deal is the same in all seats")
        equal(len(set(deals)), 6, "deals differ")
        ok(Run("replay", path).status == 0, "the records are right")


def test_luz():
    args = ["match", "luz", "--seats", "4", "--bots", "easy,random", "--deals", "3", "--json"]
    match = without_times(Run(*args).out)
    equal(match["deals_per_game"], 4, "four deals a game")
    lead = match["bots"][0]["lead"]
    ok(abs(lead["mean"] / 4 - match["bots"][0]["lead_per_deal"]["mean"]) < 1e-5, "per deal", match)
    ok(lead["mean"] > 0, "easy beats random", match)
    with_bids = json.loads(Run("match", "luz", "--bots", "easy", "--deals", "2", "--calibrate",
                               "--json").out)
    ok(with_bids["calibration"]["bids"] in (0, 32), "every bid is compared, or none is known",
       with_bids["calibration"])


def test_together():
    match = without_times(Run("match", "smitten", "--bots", "easy", "--deals", "20", "--json").out)
    equal(match["rotations"], 1, "a pair of equals sits once")
    ok("lead" not in match["bots"][0] and 0 <= match["bots"][0]["wins"]["rate"] <= 1,
       "only wins are counted", match)
    mixed = without_times(Run("match", "smitten", "--bots", "easy,random", "--deals", "4",
                              "--json").out)
    equal(mixed["rotations"], 2, "a mixed pair sits both ways")
    solo = Run("match", "smitten", "--seats", "1", "--bots", "easy", "--deals", "10", "--json")
    ok(solo.status == 0, "solo is matched too", solo)


def test_wrong():
    for args in (["match", "luz"],
                 ["match", "luz", "--bots", "nobody"],
                 ["match", "luz", "--bots", "random:0"],
                 ["match", "luz", "--seats", "5", "--bots", "random,random,random"],
                 ["match", "luz", "--bots", "random", "--deals", "0"],
                 ["match", "luz", "--bots", "random", "--sprt", "2,1"],
                 ["match", "luz", "--bots", "random", "--sprt", "nan,1"],
                 ["match", "photograph", "--bots", "random", "--calibrate"],
                 ["match", "--bots", "random"],
                 ["review"],
                 ["review", "{}", "x"],
                 ["review", "x.jsonl", "--line", "0"]):
        run = Run(*args)
        ok(run.status == 2 and run.err and not run.out, f"misuse: {' '.join(args)}", run)
    for args in (["review", "/nowhere/x.jsonl"], ["review", "{"],
                 ["match", "luz", "--bots", "random", "--deals", "1", "--records", "/nowhere/x"]):
        run = Run(*args)
        ok(run.status == 1 and run.err and not run.out, f"failure: {' '.join(args)}", run)


def check_road(road, name):
    total = road["start"] + road["luck"] + road["others"] + road["skill"]
    ok(abs(total - road["outcome"]) < 1e-9, f"{name}: the road adds up", road)
    ok(road["skill"] <= 1e-12, f"{name}: choices can only lose", road)


def test_review():
    for game, seats, bots in (("photograph", "2", "easy"), ("luz", "3", "easy"),
                              ("smitten", "2", "easy")):
        record = Run("sim", game, "--seats", seats, "--bots", bots, "--seed", "4").out
        args = ["review", "-", "--budget", "20", "--json"]
        run = Run(*args, stdin=record)
        ok(run.status == 0, f"review {game}", run)
        review = json.loads(run.out)
        for road in review["roads"]:
            check_road(road, f"{game} seat {road['seat']}")
        moves = [e for e in json.loads(record)["events"]
                 if e[0] != "deal" and not e[1].startswith("say")]
        equal([[d["seat"], d["played"]] for d in review["decisions"]], moves,
              f"{game}: every choice is there")
        equal(Run(*args, stdin=record).out, run.out, f"{game}: a review repeats itself")
        table = Run("review", record.strip(), "--budget", "20", "--seat", "0", "--lang", "uk")
        ok(table.status == 0 and table.out.count("\n") > 5, f"{game}: a table", table)
        for decision in review["decisions"]:
            if not decision["forced"] and "fair" in decision:
                fair = decision["fair"]
                ok(decision["skill"] <= 0 and (decision["grade"] != "best" or
                                               decision["skill"] == 0),
                   f"{game}: blame at event {decision['event']} is by fair values", fair)


def test_exact():
    """A solo game near its end, so that the solver is quick: all but the last turns by the book."""
    record = Run("sim", "smitten", "--seats", "1", "--bots", "easy", "--seed", "2").out
    run = Run("review", "-", "--json", stdin=record)
    review = json.loads(run.out)
    road = review["roads"][0]
    check_road(road, "solo")
    ok(road["exact"] and road["outcome"] in (0, 1) and road["others"] == 0, "solo is exact", road)
    ok(all(d["exact"] for d in review["decisions"] if not d["forced"]), "every value is exact")


test_bots()
test_sim()
test_match()
test_luz()
test_together()
test_wrong()
test_review()
test_exact()
done()
