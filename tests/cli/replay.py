#!/usr/bin/env python3
"""`parlor replay` of the real program: its exact output, and its answer to each wrong record."""

import json
import os
import re

from points import DEAL, EVENTS, GOOD, RESULT, SOURCE, Run, done, equal, ok, record

BEFORE = '{"line":1,"event":%d,"actors":%s,"views":{"0":%s}}'
VIEW_0 = '{"game":"null","seat":0,"players":[{"card":%s,"choice":"%s"},{"card":%s,"choice":"%s"}]}'


def test_exact():
    out = Run("replay", "-", stdin=GOOD)
    equal(out.out, '{"line":1,"result":{"scores":[-3,6],"winners":[1]}}\n', "the result line")
    equal(out.status, 0, "a right record gives status 0")
    equal(out.err, "parlor: 1 record is right\n", "a summary goes to standard error")
    legal = Run("replay", "--legal", "-", stdin=GOOD).out.splitlines()
    want = [
        '{"line":1,"event":0,"actors":["deal"],"legal":{}}',
        '{"line":1,"event":1,"actors":[0,1],"legal":{"0":["hide","show"],"1":["hide","show"]}}',
        '{"line":1,"event":2,"actors":[0],"legal":{"0":["hide","show"]}}',
        '{"line":1,"result":{"scores":[-3,6],"winners":[1]}}',
    ]
    equal(legal, want, "--legal: sorted moves of every actor, nothing before a deal")
    views = Run("replay", "--view", "0", "-", stdin=GOOD).out.splitlines()
    want = [
        BEFORE % (0, '["deal"]', VIEW_0 % (0, "open", 0, "open")),
        BEFORE % (1, "[0,1]", VIEW_0 % (3, "open", 0, "open")),
        BEFORE % (2, "[0]", VIEW_0 % (3, "open", 0, "secret")),
        '{"line":1,"result":{"scores":[-3,6],"winners":[1]}}',
    ]
    equal(views, want, "--view: the seat's view, also before the first deal")
    both = Run("replay", "--view", "1", "--legal", "--view=0", "-", stdin=GOOD).lines()
    equal(list(both[1]), ["line", "event", "actors", "legal", "views"], "members are in order")
    equal(list(both[1]["views"]), ["0", "1"], "several views are sorted by seat")


def test_unfinished():
    begun = record(EVENTS[:2])
    run = Run("replay", "-", stdin=begun)
    equal((run.status, run.out), (0, ""), "an unfinished game has no result line")
    lines = Run("replay", "--legal", "-", stdin=begun).lines()
    last = {"line": 1, "event": 2, "actors": [0], "legal": {"0": ["hide", "show"]}}
    equal(lines[-1], last, "its last line is one past the last event")
    equal(len(lines), 3, "there is one line more than events")
    empty = Run("replay", "--legal", "-", stdin=record([])).out
    equal(empty, '{"line":1,"event":0,"actors":["deal"],"legal":{}}\n', "a game before its deal")


def test_rules():
    """A game of version 1 of Photograph's rules, whose Sunset waited on top of the deck (P6.4)."""
    with open(os.path.join(SOURCE, "tests", "cli", "rules1.jsonl"), encoding="utf-8") as file:
        old = json.loads(file.read())
    run = Run("replay", "-", stdin=json.dumps(old))
    equal((run.status, run.lines()[0].get("result")), (0, old["result"]),
          "it replays by older rules")
    views = Run("replay", "--view", "0", "-", stdin=json.dumps(old)).lines()
    sunset = len(old["events"][0][1].split()) - old["events"][0][1].split().index("*")
    waits = [v["event"] for v in views if "views" in v and v["views"]["0"]["sunset"] == "ahead"
             and v["views"]["0"]["deck"] == sunset and v["views"]["0"]["phase"] == "take"]
    ok(waits, "Sunset lay on top of the deck during a turn")
    equal({v["views"]["0"]["top"] for v in views if "views" in v}, {None}, "the top back is hidden")
    equal(Run("verify", "-", stdin=json.dumps(old)).status, 0, "its deal is still fair")
    for rules in (2, None):
        line = {k: v for k, v in old.items() if k != "rules"} | ({"rules": rules} if rules else {})
        wrong = Run("replay", "-", stdin=json.dumps(line))
        equal((wrong.status, wrong.lines()[0].get("event")), (1, waits[0]),
              f"rules {rules}: in the current version Sunset comes at once")
    for rules in (0, 3, -1, 10**9, "1", 1.5, None, [1]):
        wrong = Run("replay", "-", stdin=json.dumps({**old, "rules": rules}))
        answer = wrong.lines()[0]
        ok(wrong.status == 1 and "event" not in answer and "rules" in answer["error"],
           f"rules {rules!r}: refused before any event")


def test_lenient():
    more = record(EVENTS, {**RESULT, "time": 3}, names=["A", "B"], seed="x", options={})
    for name, line in {
        "unknown members and missing options": more,
        "no options at all": record(EVENTS, RESULT, options=None),
        "spaces between members": json.dumps(json.loads(GOOD)) + "\n",
        "members in another order": json.dumps(dict(reversed(json.loads(GOOD).items()))),
        "no line end": GOOD.rstrip("\n"),
        "a carriage return": GOOD.replace("\n", "\r\n"),
    }.items():
        run = Run("replay", "-", stdin=line)
        ok(run.status == 0 and run.lines()[0]["result"] == RESULT, f"accepted: {name}", run)
    low = record([DEAL, [0, "show"], [1, "show"]], {"scores": [3, -6], "winners": [0]})
    run = Run("replay", "-", stdin=low.replace("high", "low"))
    equal(run.status, 0, "options change the game")


def test_colours():
    sim = Run("sim", "photograph", "--games", "5").lines()
    for game in sim:
        del game["options"]["colours"]
    lines = "".join(json.dumps(game) + "\n" for game in sim)
    run = Run("replay", "--view", "0", "-", stdin=lines)
    same = run.status == 0 and run.lines()[-1]["result"] == sim[-1]["result"]
    ok(same, "colours come from the deal", run)


# name, line, event (None: no event), a part of the message
WRONG = [
    ("not JSON", "hello\n", None, "byte"),
    ("cut short", GOOD[:-20] + "\n", None, "ends too soon"),
    ("two values", GOOD.strip() + " {}\n", None, "byte"),
    ("a list", "[1,2]\n", None, "object"),
    ("a number", "17\n", None, ""),
    ("a member twice", GOOD.replace('"seats":2', '"seats":2,"seats":2'), None, "twice"),
    ("a number out of range", GOOD.replace('"seats":2', '"seats":1e999'), None, "too large"),
    ("an integer out of range", GOOD.replace("[1,", "[" + "9" * 20 + ",", 1), None, "too large"),
    ("a leading zero", GOOD.replace('"seats":2', '"seats":02'), None, "byte"),
    ("no version", record(EVENTS, RESULT, parlor=None), None, "“parlor”"),
    ("another version", record(EVENTS, RESULT, parlor=2), None, "“parlor”"),
    ("a version as text", record(EVENTS, RESULT, parlor="1"), None, "“parlor”"),
    ("no game", record(EVENTS, RESULT, game=None), None, "“game”"),
    ("a game that is not text", record(EVENTS, RESULT, game=1), None, "“game”"),
    ("an unknown game", record(EVENTS, RESULT, game="chess"), None, "photograph, luz, smitten"),
    ("no seats", record(EVENTS, RESULT, seats=None), None, "2 to 3"),
    ("seats as text", record(EVENTS, RESULT, seats="2"), None, "whole number"),
    ("half a seat", record(EVENTS, RESULT, seats=2.5), None, "whole number"),
    ("seats below", record(EVENTS, RESULT, seats=-2), None, "2 to 3"),
    ("seats above", record(EVENTS, RESULT, seats=2**40), None, "2 to 3"),
    ("too many seats", record(EVENTS, RESULT, seats=4), None, "2 to 3"),
    ("options as a list", record(EVENTS, RESULT, options=["best"]), None, "“options”"),
    ("an unknown option", record(EVENTS, RESULT, options={"worst": "x"}), None, "best"),
    ("an unknown value", record(EVENTS, RESULT, options={"best": "x"}), None, "high, low"),
    ("a value that is not text", record(EVENTS, RESULT, options={"best": 0}), None, "quotes"),
    ("no events", record(None), None, "“events”"),
    ("events as an object", record({}), None, "“events”"),
    ("an event that is a text", record([DEAL, "show"]), 1, "pair"),
    ("an event of three", record([DEAL, [0, "show", 1]]), 1, "pair"),
    ("an event of one", record([DEAL, [0]]), 1, "pair"),
    ("a move that is a number", record([DEAL, [0, 1]]), 1, "text"),
    ("a move that is null", record([DEAL, [0, None]]), 1, "text"),
    ("a seat as text", record([DEAL, ["0", "show"]]), 1, "0 to 1"),
    ("a seat as a decimal", record([DEAL, [0.0, "show"]]), 1, "0 to 1"),
    ("a seat below 0", record([DEAL, [-1, "show"]]), 1, "0 to 1"),
    ("a seat that does not exist", record([DEAL, [2, "show"]]), 1, "0 to 1"),
    ("a huge seat", record([DEAL, [2**33, "show"]]), 1, "0 to 1"),
    ("a seat that is true", record([DEAL, [True, "show"]]), 1, "0 to 1"),
    ("an unknown move", record([DEAL, [0, "jump"]]), 1, "hide, show"),
    ("an extra space", record([DEAL, [0, "show "]]), 1, "hide, show"),
    ("capitals", record([DEAL, [0, "Show"]]), 1, "“Show”"),
    ("an empty move", record([DEAL, [0, ""]]), 1, "hide, show"),
    ("a move out of turn", record([DEAL, [0, "show"], [0, "hide"]]), 2, "may move now: 1"),
    ("a move before the deal", record([[0, "show"]]), 0, "A deal must come next"),
    ("a move after the end", record([*EVENTS, [0, "show"]], RESULT), 3, "over"),
    ("a deal after the end", record([*EVENTS, DEAL], RESULT), 3, "deal"),
    ("a second deal", record([DEAL, DEAL]), 1, "may move now: 0, 1"),
    ("a card twice", record([["deal", "3 6 5 2 3 4"]]), 0, "5, “3”"),
    ("the first place of that card", record([["deal", "3 6 5 2 3 4"]]), 0, "place 1"),
    ("an unknown card", record([["deal", "3 6 5 9 1 4"]]), 0, "4, “9”"),
    ("too few cards", record([["deal", "3 6 5"]]), 0, "6 cards"),
    ("too many cards", record([["deal", " ".join("1" * 200)]]), 0, "card"),
    ("no cards", record([["deal", ""]]), 0, "card"),
    ("two spaces in a deal", record([["deal", "3  6 5 2 1 4"]]), 0, "card 2"),
    ("a result missing", record(EVENTS), 3, '{"scores":[-3,6],"winners":[1]}'),
    ("a wrong score", record(EVENTS, {"scores": [3, 6], "winners": [1]}), 3, "[-3,6]"),
    ("a wrong winner", record(EVENTS, {"scores": [-3, 6], "winners": [0]}), 3, "[1]"),
    ("a result without winners", record(EVENTS, {"scores": [-3, 6]}), 3, "[1]"),
    ("a result that is a list", record(EVENTS, [1]), 3, "[1]"),
    ("an early result", record(EVENTS[:2], RESULT), 2, "not over"),
]


def test_wrong():
    for name, line, event, part in WRONG:
        run = Run("replay", "-", stdin="\n" + line + GOOD)
        lines = run.lines()
        right = run.status == 1 and len(lines) == 2 and lines[1] == {"line": 3, "result": RESULT}
        want = ["line", "error"] if event is None else ["line", "event", "error"]
        right = right and list(lines[0]) == want and lines[0]["line"] == 2
        right = right and lines[0].get("event") == event and part in lines[0]["error"]
        ok(right and "1 record is wrong" in run.err, f"refused: {name}", run)
    run = Run("replay", "--legal", "-", stdin=record([DEAL, [0, "jump"]]))
    equal([l.get("event") for l in run.lines()], [0, 1, 1], "positions, then an error")
    run = Run("replay", "--view", "2", "-", stdin=GOOD + record([], seats=3))
    first, second = run.lines()
    ok(run.status == 1 and "0 to 1" in first["error"] and "event" not in first, "no such seat", run)
    equal(list(second["views"]), ["2"], "other records are still checked")


def test_real_games():
    """Wrong spellings and wrong cards in the three games."""
    photograph, luz, smitten = (
        Run("sim", game, "--games", "1").lines()[0] for game in ("photograph", "luz", "smitten")
    )
    no_sunset = photograph["events"][0][1].replace(" *", "")
    changes = [
        ("photograph: no such row", photograph, 1, [0, "take 9L1"]),
        ("photograph: a leading zero", photograph, 1, [0, "take 01L1"]),
        ("photograph: small letters", photograph, 1, [0, "take 1l1"]),
        ("photograph: wind down", photograph, 2, [0, "wind 3>1"]),
        ("photograph: Sunset on top", photograph, 0, ["deal", "* " + no_sunset]),
        ("photograph: no Sunset", photograph, 0, ["deal", no_sunset]),
        ("luz: no such bid", luz, 1, [1, "bid 11"]),
        ("luz: no such slot", luz, 5, [1, "play 0"]),
        ("luz: another's turn", luz, 1, [0, "bid 1"]),
        ("luz: a card of five players", luz, 0, ["deal", luz["events"][0][1].replace("R8", "R12")]),
        ("smitten: 5 without its announcement", smitten, 1, [0, "play 5L"]),
        ("smitten: no such square", smitten, 1, [0, "play 4M"]),
        ("smitten: signals in the wrong order", smitten, 1, [0, "say want can"]),
    ]
    for name, game, event, wrong in changes:
        events = [*game["events"]]
        events[event] = wrong
        run = Run("replay", "-", stdin=json.dumps({**game, "events": events}))
        answer = run.lines()[0]
        ok(run.status == 1 and answer.get("event") == event, f"refused: {name}", run)
        words = not re.search(r"(check|deal|move|photograph|luz|smitten)\.[a-z]", answer["error"])
        ok(words, f"refused in words: {name}", run)
    deal, *moves = smitten["events"]
    said = {**smitten, "events": [deal, [1, "say cannot pass"], *moves]}
    equal(Run("replay", "-", stdin=json.dumps(said)).status, 0, "smitten: talk is allowed")


def test_languages():
    bad = record([DEAL, [0, "jump"]]) + record([["deal", "3 3"]]) + "x\n" + GOOD
    errors = {}
    for language in ("en", "uk", "ru", "fr"):
        run = Run("replay", "--lang", language, "-", stdin=bad)
        errors[language] = [line["error"] for line in run.lines()[:3]]
        whole = all("{" not in e for e in errors[language]) and "hide, show" in errors[language][0]
        ok(run.status == 1 and whole, f"{language}: errors are translated", run)
    ok(len({e for lang in errors.values() for e in lang}) == 12, "every language has its own words")
    ok("2 ходи" in errors["uk"][0] and "2 хода" in errors["ru"][0], "plural forms", errors)


def test_files(path="missing.jsonl"):
    run = Run("replay", path)
    ok(run.status == 1 and path in run.err and not run.out, "a missing file is an error", run)
    run = Run("replay", "/")
    ok(run.status == 1 and "folder" in run.err, "a folder is an error", run)
    run = Run("verify", "/")
    ok(run.status == 1 and "folder" in run.err, "verify says so too", run)
    run = Run("replay", "-", stdin="\n  \n\t\r\n" + GOOD)
    equal(run.lines()[0]["line"], 4, "blank lines are skipped but counted")
    equal(Run("replay", "/dev/null").status, 0, "an empty file is right")


test_exact()
test_unfinished()
test_rules()
test_lenient()
test_colours()
test_wrong()
test_real_games()
test_languages()
test_files()
done()
