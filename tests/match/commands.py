#!/usr/bin/env python3
"""The commands bots, match and review of the real program, and bots in sim."""

import json
import os
import re
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.abspath(sys.argv[2]), "tests", "cli"))
from points import SOURCE, Run, done, equal, ok  # noqa: E402

# In slow builds (TESTS_PART) fewer games are reviewed.
PART = max(int(os.environ.get("TESTS_PART", "1")), 1)
LEVELS = ("random", "easy", "medium", "hard", "expert")


def without_times(text):
    """A match's JSON without the members that differ from run to run."""
    match = json.loads(text)
    match.pop("cpu_ms")
    return match


def test_bots():
    bots = json.loads(Run("bots", "--json").out)
    equal(list(bots), ["photograph", "luz", "smitten"], "bots lists every game")
    for game, rows in bots.items():
        names = [row["name"] for row in rows]
        ok(all(level in names for level in LEVELS), f"{game} has every level", names)
        ok(all(row["about"] and not row["about"].startswith("bot.") for row in rows),
           f"{game}: each bot is described", rows)
        for row in rows:
            ok(f"{game} {row['name']} {row['iterations']}\n" in Run("bots", "--plain").out,
               f"{game} {row['name']} is in the plain list")
    equal(list(json.loads(Run("bots", "--json", "luz").out)), ["luz"], "bots lists one game")
    ok(Run("bots", "whist").status == 2, "bots refuses an unknown game")


def test_sim():
    args = ["sim", "photograph", "--seats", "3", "--games", "3", "--bots", "easy,medium,random"]
    first = Run(*args)
    equal(first.out, Run(*args).out, "sim with bots is repeatable")
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
    equal((match["deals"], match["rotations"]), (6, 3), "all rotations of all deals are played")
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
        equal(len(records), 18, "all games are recorded")
        deals = [r["events"][0][1] for r in records]
        ok(all(deals[i] == deals[i - i % 3] for i in range(18)), "a deal is the same in all seats")
        equal(len(set(deals)), 6, "deals differ")
        ok(Run("replay", path).status == 0, "the records are right")
        equal([r["names"].index("bot:medium") for r in records], [0, 1, 2] * 6,
              "the records tell who sat where")
        equal([(r["seed"], r["deal"]) for r in records], [("1", i // 3) for i in range(18)],
              "the records tell the seed and the deal")


def test_luz():
    args = ["match", "luz", "--seats", "4", "--bots", "easy,random", "--deals", "3", "--json"]
    match = without_times(Run(*args).out)
    equal(match["deals_per_game"], 4, "a game has four deals")
    lead = match["bots"][0]["lead"]
    ok(abs(lead["mean"] / 4 - match["bots"][0]["lead_per_deal"]["mean"]) < 1e-5, "per deal", match)
    ok(lead["mean"] > 0, "easy beats random", match)
    with_bids = json.loads(Run("match", "luz", "--bots", "easy", "--deals", "2", "--calibrate",
                               "--json").out)
    ok(with_bids["calibration"]["bids"] in (0, 32), "all bids are compared, or none",
       with_bids["calibration"])


def test_one_deal():
    """One deal says nothing about the spread of deals, so there is no margin."""
    args = ["match", "photograph", "--bots", "easy,random", "--deals", "1"]
    bot = json.loads(Run(*args, "--json").out)["bots"][0]
    equal([bot["points"]["margin"], bot["lead"]["margin"]], [None, None], "one deal has no margin")
    ok("±" not in Run(*args).out, "no margin is shown")
    ok("at least 1, not “0”" in Run("match", "luz", "--bots", "easy", "--deals", "0", "--lang",
                                   "en").err, "the error names a lower bound")
    ok("from 1 to 256" in Run("match", "luz", "--bots", "easy", "--threads", "999", "--lang",
                              "en").err, "the error names both bounds")


def test_together():
    match = without_times(Run("match", "smitten", "--bots", "easy", "--deals", "20", "--json").out)
    equal(match["rotations"], 1, "a pair of equal bots has one seating")
    ok("lead" not in match["bots"][0] and 0 <= match["bots"][0]["wins"]["rate"] <= 1,
       "only wins are counted", match)
    mixed = without_times(Run("match", "smitten", "--bots", "easy,random", "--deals", "4",
                              "--json").out)
    equal(mixed["rotations"], 2, "a mixed pair has two seatings")
    solo = Run("match", "smitten", "--seats", "1", "--bots", "easy", "--deals", "10", "--json")
    ok(solo.status == 0, "match plays solo too", solo)


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
    rest = road["luck" if "luck" in road else "rest"]
    ok(("luck" in road) == road["exact"] and ("luck" in road) != ("rest" in road),
       f"{name}: only what is measured is called luck", road)
    total = road["start"] + rest + road["others"] + road["skill"]
    ok(abs(total - road["outcome"]) < 1e-12, f"{name}: the road adds up", road)
    ok(road["skill"] <= 0, f"{name}: choices can only lose", road)


def test_review():
    games = (("photograph", "2", "easy"), ("luz", "3", "easy"), ("smitten", "2", "easy"))
    for game, seats, bots in games if PART == 1 else games[:2]:  # review.c reviews the slow one
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
              f"{game}: every choice is reviewed")
        equal(Run(*args, stdin=record).out, run.out, f"{game}: a review is repeatable")
        one = json.loads(Run(*args, "--seat", "1", stdin=record).out)
        equal(one["decisions"], [d for d in review["decisions"] if d["seat"] == 1],
              f"{game}: the choices of one seat are those of the whole review")
        equal(one["roads"], review["roads"][1:2],
              f"{game}: the road of one seat is that of the whole review")
        for decision in review["decisions"]:
            if not decision["forced"] and "fair" in decision:
                fair = decision["fair"]
                loss = fair["best"]["win"] - fair["played"]["win"]
                ok(abs(decision["skill"] + loss) < 1e-12 and loss >= 0 and
                   (decision["grade"] == "best") == (fair["best"]["move"] == decision["played"]),
                   f"{game}: blame at event {decision['event']} follows fair values", decision)
        check_bids(review, game)
        check_tables(record, review, game)


def check_bids(review, game):
    """Luz: the best bid is the choice's own, and its tricks are a distribution."""
    bids = [d for d in review["decisions"] if d["played"].startswith("bid ")]
    equal(len(bids), 12 if game == "luz" else 0, f"{game}: all bids are reviewed")
    for d in bids:
        ok(d["bid"]["best"] == d["fair"]["best"]["move"] and len(d["bid"]["tricks"]) == 11 and
           abs(sum(d["bid"]["tricks"]) - 1) < 1e-3 and len(d["bid"]["points"]) == 22,
           f"{game}: the bid at event {d['event']} is right", d["bid"])


def check_tables(record, review, game):
    """All languages show the same figures, in columns under their headings, 80 wide at most."""
    figures = None
    shown = [d for d in review["decisions"] if not d["forced"]]
    for lang in ("en", "uk", "ru", "fr"):
        run = Run("review", record.strip(), "--budget", "20", "--lang", lang)
        ok(max(map(len, run.out.split("\n"))) <= 80, f"{game} {lang}: fits 80 columns", run.out)
        parts = run.out.split("\n\n")
        costliest, table = parts[1].split("\n"), parts[2].split("\n")
        costly = min(3, sum(d["skill"] <= -0.0005 for d in shown))
        equal([line[:2] for line in costliest if line[:1].isdigit()],
              [f"{i + 1}." for i in range(costly)], f"{game} {lang}: the costliest choices come first")
        rows = [line for line in table[1:] if line[:1].isdigit()]
        equal(len(rows), len(shown), f"{game} {lang}: a row for each choice")
        # The seat is aligned with the right edge of its heading, the second word.
        edge = table[0].index(table[0].split()[1]) + len(table[0].split()[1])
        ok(all(row[:edge].split() == [str(d["event"]), str(d["seat"])]
               for row, d in zip(rows, shown)),
           f"{game} {lang}: columns are under their headings", run.out)
        now = [re.findall(r"[-+]?\d+\.\d", row) for row in table[1:]]
        now = [row for row in now if row]
        figures = figures or now
        equal(now, figures, f"{game} {lang}: the figures are the same")
    worst = min(shown, key=lambda d: d["skill"])
    run = Run("review", record.strip(), "--budget", "20", "--lang", "en")
    first = " ".join(run.out.split("\n\n")[1].split("\n2.")[0].split())
    ok(f"Bot {worst['seat'] + 1} (" in first and f"event {worst['event']}" in first and
       f"{-100 * worst['skill']:.1f} % of a win" in first,
       f"{game}: the costliest choice is told with name, event and cost", first)


def test_pair():
    """A pair at Smitten is judged by the experts' convention only if its signals follow it."""
    pairs = (("expert", "expert"), ("hard", "literal"), ("easy", "literal"), ("random", "literal"))
    for bots, judge in pairs if PART == 1 else pairs[::3]:
        record = Run("sim", "smitten", "--seats", "2", "--bots", bots, "--seed", "2").out
        review = json.loads(Run("review", "-", "--json", stdin=record).out)
        equal(review["bot"], judge, f"a pair of {bots} is judged by {judge}")
        if bots == "expert":
            grades = [d["grade"] for d in review["decisions"] if not d["forced"]]
            ok(set(grades) <= {"best", "good"}, "the convention's own play is not blamed", grades)
    silent = json.loads(record)
    silent["events"] = [e for e in silent["events"] if not e[1].startswith("say")]
    review = json.loads(Run("review", json.dumps(silent), "--json").out)
    equal(review["bot"], "literal", "a silent pair is judged by literal")


def solved(mode):
    """The value of a solo mode (easy, hard1, hard2) in docs/smitten-solved.md."""
    with open(os.path.join(SOURCE, "docs", "smitten-solved.md"), encoding="utf-8") as file:
        row = [line for line in file if line.startswith("| " + " | ".join(mode) + " |")]
    return float(row[0].split("|")[4])


def test_exact():
    """Solo reviews are exact from before the deal to the end."""
    games = ((("off", "off", "off"), "2"), (("off", "off", "on"), "5"), (("off", "on", "on"), "7"))
    for mode, seed in games[::PART]:
        names = [f"--option={name}={value}" for name, value in zip(("easy", "hard1", "hard2"), mode)]
        record = Run("sim", "smitten", "--seats", "1", "--bots", "easy", "--seed", seed,
                     *names).out
        review = json.loads(Run("review", "-", "--json", stdin=record).out)
        road = review["roads"][0]
        rows = [d for d in review["decisions"] if not d["forced"]]
        check_road(road, f"solo {mode}")
        equal(road["start"], solved(mode), f"solo {mode}: the start is the game's value")
        ok(road["exact"] and road["outcome"] in (0, 1) and road["others"] == 0,
           f"solo {mode} is exact", road)
        ok(all(d["exact"] for d in rows), f"solo {mode}: every value is exact")
        luck = sum(d["luck"] for d in rows) + road["last"]["luck"]
        ok(abs(luck - road["luck"]) < 1e-12, f"solo {mode}: luck adds up over the choices", rows)
        value = road["start"]
        for d in rows:
            value += d["luck"]
            ok(abs(value - d["fair"]["best"]["win"]) < 1e-12,
               f"solo {mode}: luck leads to the best value at event {d['event']}", d)
            value += d["skill"]
            ok(abs(value - d["fair"]["played"]["win"]) < 1e-12,
               f"solo {mode}: skill leads to the played value at event {d['event']}", d)


def test_known():
    """A review starts at the documented value of every solved mode."""
    with open(os.path.join(SOURCE, "docs", "smitten-solved.md"), encoding="utf-8") as file:
        lines = [[cell.strip() for cell in line.split("|")[1:-1]] for line in file
                 if line.startswith("|")]
    tasks = ("any", "same", "other", "new", "near", "none")
    wanted = [({"easy": r[0], "hard1": r[1], "hard2": r[2]}, r[3]) for r in lines
              if len(r) == 6 and r[0] in ("on", "off")]
    wanted += [({"card4": r[0], "card9": nine}, value) for r in lines
               if len(r) == 7 and r[0] in tasks for nine, value in zip(tasks, r[1:])]
    equal(len(wanted), 44, "the documents list 44 solved modes")
    for options, value in wanted:
        record = {"parlor": 1, "game": "smitten", "seats": 1, "options": options, "events": []}
        review = json.loads(Run("review", json.dumps(record), "--json").out)
        equal(review["roads"][0].get("start"), float(value), f"solo {options} is worth {value}")


def test_unfinished():
    """Records that stop anywhere, even before the deal, and name people."""
    for game, seats in (("photograph", "4"), ("luz", "5"), ("smitten", "2")):
        record = json.loads(Run("sim", game, "--seats", seats, "--bots", "easy", "--seed", "3").out)
        record["names"] = ["Ann", "bot:expert"]
        del record["result"]
        events = record["events"]
        for n in (0, 1, 2, len(events) // 2)[::1 if PART == 1 else 3]:
            record["events"] = events[:n]
            run = Run("review", json.dumps(record), "--budget", "10", "--json")
            ok(run.status == 0, f"{game}: {n} events are reviewed", run)
            review = json.loads(run.out)
            for road in review["roads"]:
                ok(not road["over"], f"{game}: {n} events are unfinished", road)
                if "start" in road:
                    check_road(road, f"{game}: {n} events, seat {road['seat']}")
            ok("-100000" not in Run("review", json.dumps(record), "--budget", "10").out,
               f"{game}: {n} events: unknown values are not shown as figures")


test_bots()
test_sim()
test_match()
test_luz()
test_one_deal()
test_together()
test_wrong()
test_review()
test_pair()
test_exact()
test_known()
test_unfinished()
done()
