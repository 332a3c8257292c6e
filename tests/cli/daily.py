#!/usr/bin/env python3
"""`parlor daily`: the list, whole games line by line, a game that is left and goes on, what does not count, the words
in four languages; and `parlor verify` of the records, honest and tampered."""

import json
import tempfile

import points
from daily_game import DATE, DailyGame
from points import PARLOR, done, equal, ok

FOLDER = tempfile.TemporaryDirectory()
DATA = FOLDER.name
HERE = {"XDG_DATA_HOME": DATA}
RESULTS = {"en": "Better than: ", "uk": "Краще, ніж: ", "ru": "Лучше, чем: ", "fr": "Mieux que : "}


def run_here(*args, **more):
    return points.Run(*args, env=HERE, **more)


def begin(game, date=DATE):
    return DailyGame(PARLOR, DATA, game, date)


def verified(lines):
    run = run_here("verify", "-", stdin="".join(json.dumps(line) + "\n" for line in lines))
    return [json.loads(line) for line in run.out.splitlines()], run.status


def test_list():
    run = run_here("daily", "--date", DATE)
    ok(run.status == 0 and DATE in run.out and all(game in run.out for game in ("photograph", "luz", "smitten")),
       "the deals of a day are listed", run)
    equal(run.out.count("not played"), 3, "nothing is played yet")
    for game in ("photograph", "luz", "smitten"):
        puzzles = [line.split()[2:5:2] for line in run.out.splitlines() if f"puzzle {game}-" in line]
        ok(len(puzzles) == 1 and run_here("puzzle", puzzles[0][0], "--number", puzzles[0][1], "--plain").status == 0,
           f"{game}: one puzzle of the day, which is there", run)
    ok("null" not in run.out, "a sample game has no daily deal")
    for wrong in ("2999-01-01", "2024-02-30", "yesterday"):
        run = run_here("daily", "luz", "--date", wrong, "--plain")
        ok(run.status == 2 and wrong in run.err and not run.out, f"{wrong} is refused in words", run)


def test_whole(game):
    one = begin(game)
    moves = 0
    while moves < 3 and one.move():
        moves += 1
    ok("hints" in one.ask("hint"), f"{game}: there are no hints")
    equal(one.leave(), 0, f"{game}: it can be left")
    ok("begun" in run_here("daily", "--date", DATE).out, f"{game}: the list says that it is begun")
    again = begin(game)
    while again.move():
        moves += 1
    equal(again.leave(), 0, f"{game}: it goes on, to its end")
    record = again.record()
    equal(record["daily"], {"date": DATE, "version": 1}, f"{game}: the record says which deal it is")
    found, status = verified([record])
    ok(status == 0 and found[0]["right"] and found[0]["daily"] == DATE, f"{game}: it is verified", found)
    score = str(found[0]["result"]["score"])
    ok(score in again.said and "easy: " in again.said and f"Parlor, {game.capitalize()}, {DATE}" in again.said,
       f"{game}: result, bots and the text to share are told", again.said[-800:])
    for language, better in RESULTS.items():
        run = run_here("--lang", language, "daily", game, "--date", DATE, "--plain")
        ok(run.status == 0 and score in run.out and "{" not in run.out and "daily." not in run.out and
           (better in run.out) == (RESULTS["en"] in again.said),
           f"{game}: the result again, in {language}", run)
    return record


def test_tampered(record):
    def changed(**members):
        return {**record, **members}
    bot = next(i for i, (seat, text) in enumerate(record["events"]) if seat == 1 and text.startswith("bid"))
    bids = [text for text in ("bid 1", "bid 2", "bid 3", "bid 4") if text != record["events"][bot][1]]
    other = json.loads(json.dumps(record))
    other["events"][bot][1] = bids[0]
    wrong = {
        "another day": (changed(daily={"date": "2024-03-01", "version": 1}), ""),
        "a later version": (changed(daily={"date": DATE, "version": 2}), "version"),
        "practice": (changed(practice=True), "does not count"),
        "other options": (changed(options={**record["options"], "memory": "aided"}), "options"),
        "cut short": ({key: value for key, value in changed(events=record["events"][:9]).items() if key != "result"},
                      "not over"),
        "another result": (changed(result={**record["result"], "scores": [99, 0, 0, 0]}), "result"),
    }
    for name, (line, reason) in wrong.items():
        found, status = verified([line])
        ok(status == 1 and found[0]["right"] is False and reason in found[0]["error"], f"refused: {name}", found)
    found, status = verified([other])
    ok(status == 1 and not found[0]["right"], "refused: another bid of a bot", found)


def test_practice():
    """A move that is taken back makes it practice, and the game does not count."""
    one = begin("smitten", "2024-03-01")
    one.move()
    one.ask("takeback")
    while one.move():
        pass
    equal(one.leave(), 0, "a game with a take-back ends")
    ok(one.record()["practice"], "its record is practice")
    ok("does not count" in one.said and "Better" not in one.said, "and it is told that it does not count", one.said[-400:])
    ok("does not count" in run_here("daily", "--date", "2024-03-01").out, "the list says so too")


test_list()
records = {game: test_whole(game) for game in ("smitten", "photograph", "luz")}
test_tampered(records["luz"])
test_practice()
FOLDER.cleanup()
done()
