#!/usr/bin/env python3
"""Daily deals on a server: results that people hand in are verified, counted once, bounded, forgotten and exported."""

import json
import tempfile
import time

from parlor_server import PARLOR, Client, Run, Server, done, equal, ok
from daily_game import DATE, play

FUTURE = "2999-01-01"
FOLDER = tempfile.TemporaryDirectory()


def moves_of(record):
    return ",".join(f"{seat} {text}" for seat, text in record["events"] if seat != "deal")


def hand_in(client, moves, game="luz", date=DATE, version=1):
    return client.ask("handin", game=game, date=date, version=version, moves=moves)


def refused(client, moves, **more):
    return client.error("handin", **{"game": "luz", "date": DATE, "version": 1, "moves": moves, **more})


def day(client, game="luz"):
    answer = client.ask("day", game=game, date=DATE)
    return {"scores": answer["scores"], "own": answer["own"]}


record = play(PARLOR, FOLDER.name, "luz")
MOVES = moves_of(record)
OWN = record["result"]["scores"][0]
server = Server("--bot-delay", "0", "--keep-dailies", "0")
a, b, c = Client(server), Client(server), Client(server)


def test_tampered():
    """Each is refused with the reason, and counts nowhere."""
    parts = MOVES.split(",")
    bot = next(i for i, part in enumerate(parts) if part.startswith("1 bid"))
    other = next(f"1 bid {n}" for n in (1, 2, 3) if parts[bot] != f"1 bid {n}")
    equal(refused(b, ",".join([*parts[:bot], other, *parts[bot + 1:]])), "daily.bot", "a bot's move that is not its own")
    equal(refused(b, ",".join(parts[:-9])), "daily.unfinished", "a game that is not over")
    equal(refused(b, ",".join([*parts, "0 play 1"])), "luz.over", "a move after the end")
    equal(refused(b, "0 fly," + MOVES), "luz.move-text", "no move at all")
    for text in ("", "x", "0", "0  play 1", "9 play 1", "0 play 1,,", "0 " + "p" * 100, ","):
        ok(refused(c, text) is not None, f"`{text[:20]}` is refused")
    equal(refused(b, MOVES, version=2), "daily.version", "another version of the deals")
    equal(refused(b, MOVES, date=FUTURE), "daily.future", "a day that has not begun")
    equal(refused(b, MOVES, date="2024-02-30"), "request.member", "no date")
    equal(refused(b, MOVES, game="chess"), "request.member", "no game")
    ok(refused(b, MOVES, date="2024-03-01") is not None, "the moves of another day")
    equal(day(b), {"scores": [], "own": None}, "nothing of it is counted")


def test_right():
    want = {"score": OWN, "place": 1 + sum(score > OWN for score in record["result"]["scores"]), "won": False}
    want["won"] = record["result"]["winners"] == [0]
    answer = hand_in(a, MOVES)
    equal({name: answer[name] for name in want}, want, "an honest game is verified, with its result")
    equal(day(a), {"scores": [[OWN, 1]], "own": want}, "and counted")
    equal(day(b), {"scores": [[OWN, 1]], "own": None}, "for everybody, without a name")
    equal(refused(a, MOVES), "daily.twice", "twice is refused: the first result stands")
    hand_in(b, MOVES)
    equal(day(b)["scores"], [[OWN, 2]], "somebody else's result counts beside it")
    hand_in(a, "1 show,0 hide", game="null")
    hand_in(b, "0 show,1 show", game="null")
    equal([score for score, _ in day(a, "null")["scores"]], sorted((s for s, _ in day(a, "null")["scores"]), reverse=True),
          "the highest score comes first")
    equal(len(day(a, "null")["scores"]), 2, "each score has its line")


def test_flood():
    """One person gets no further than the bounds, and others are served meanwhile."""
    d = Client(server)
    answers = []
    while "daily.limit" not in answers and len(answers) < 50:  # a slow machine gives some tries back
        answers.append(refused(d, "0 bid 1", date="2024-04-01"))
    ok(8 <= len(answers) - 1 < 40, "after some tries the person has to wait, and not before", answers)
    answers = []
    while "daily.limit" not in answers and len(answers) < 200:
        if len(answers) % 9 == 0:
            d = Client(server)
        answers.append(refused(d, "0 bid 1", date="2024-04-01"))
    ok("daily.limit" in answers, "an address has its bound too", answers)
    ok(day(a)["own"] is not None, "others still ask")


def test_lasting():
    """After a restart, in an export, and gone with the person."""
    me = a.me
    server.stop()
    server.start()
    again = Client(server, cookie=a.cookie) if a.cookie else None
    if again:
        equal(day(again)["own"]["score"], OWN, "results outlast a restart")
    server.stop()
    lines = [json.loads(line) for line in Run("export", "--daily", *server.place()).out.splitlines()]
    equal(sorted((line["game"], line["player"]) for line in lines), sorted([("luz", me), ("luz", b.me), ("null", me), ("null", b.me)]),
          "the export has all of them")
    ok(all(line["date"] == DATE and line["at"] > 0 for line in lines), "with date and time", lines)
    run = Run("forget", me, *server.place())
    equal(run.status, 0, "the person is forgotten")
    left = Run("export", "--daily", *server.place()).out
    ok(me not in left and b.me in left, "with the results, and nobody else is", left)


def test_old():
    """Results of days that are too long ago are not taken, and are dropped when the next one comes."""
    server.args += ["--keep-dailies", "400"]
    server.start()
    one = Client(server)
    equal(refused(one, MOVES), "daily.old", "too long ago")
    today = time.strftime("%Y-%m-%d", time.gmtime())
    hand_in(one, moves_of(play(PARLOR, FOLDER.name, "null", today)), game="null", date=today)
    equal(day(one)["scores"], [], "older results go")
    equal(server.close(), 0, "the server stops cleanly")


test_tampered()
test_right()
test_flood()
test_lasting()
test_old()
FOLDER.cleanup()
done()
