#!/usr/bin/env python3
"""Tests the reference alone: examples of the rules, and that no card gets lost. Writes TAP."""

import json
import random
import sys
from collections import Counter

from common import Refused
from luz import HIGHEST, Luz
from photograph import Film, Photograph
from players import new_game, play_game
from records import apply_event, replay_record
from smitten import neighbours


def film(face_up, blurry):
    out = Film()
    out.shots = [(value, True) for value in range(1, face_up + 1)] + [(12, False)] * blurry
    return out


def test_film():
    """P5.3-P5.5."""
    cases = [
        ([6, 7, 9, 12, 11], [1, 1, 1, 1, 0]),
        ([6, 5, 7], [1, 1, 0]),
        ([6, 10, 1, 2], [1, 0, 1, 0]),  # after the blurry 10 any value; 1 makes it descend
        ([6, 7, 11, 12], [1, 1, 0, 1]),
        ([6, 7, 11, 5], [1, 1, 0, 0]),
        ([4, 1, 2], [1, 1, 0]),
    ]
    for values, sharp in cases:
        one = Film()
        assert [one.add(value) for value in values] == [bool(s) for s in sharp], values


def test_photograph_score():
    """P8.4, with seven colours."""
    game = new_game("photograph", 4, {})
    counts = {"B": (5, 0), "Y": (4, 1), "G": (3, 0), "N": (1, 1), "S": (1, 0), "V": (4, 1)}
    counts["R"] = (0, 0)
    game.films[0] = {colour: film(*count) for colour, count in counts.items()}
    game.good_shots = {"V": 0}
    assert game.score(0) == 24
    game.missed = True
    game.missed_card[0] = "V3"
    assert game.score(0) == 24 - 10 - 3


def test_luz_score():
    """L5.2."""
    game = new_game("luz", 3, {})
    game.number = 1
    for beads, safety, tricks, points in [
        (3, True, 3, 5),
        (3, True, 4, 5),
        (3, True, 6, -15),
        (3, True, 2, -5),
        (3, False, 3, 10),
        (3, False, 4, -5),
        (0, False, 0, 10),
    ]:
        game.bids[0], game.tricks[0] = (beads, safety), tricks
        assert game.points(0) == points, (beads, safety, tricks)


def test_smitten_fit():
    """S1.2, S3.7."""
    game = new_game("smitten", 2, {"level": "hard"})
    game.squares = {"L": [1, 2, 3, 5], "R": [5, 4, 6, 2, 8]}
    assert not game.fits(1, "R") and game.fits(4, "L") and not game.fits(7, "L")
    assert [n for n in range(1, 10) if neighbours(5, n)] == [2, 4, 6, 8]
    assert [n for n in range(1, 10) if neighbours(3, n)] == [2, 6]


def cards_photograph(game):
    films = [c + str(v) for own in game.films for c, f in own.items() for v, _ in f.shots]
    return game.deck + list(game.field.values()) + [c for hand in game.hands for c in hand] + films


def cards_smitten(game):
    out = [game.aside, game.top] + game.deck + game.closed + game.hands[0] + game.hands[1]
    out += game.squares["L"] + game.squares["R"]
    return Counter(card for card in out if card is not None)


def check_cards(game):
    if game.actors() == ["deal"]:
        return
    if isinstance(game, Photograph):
        cards = cards_photograph(game)
        assert len(set(cards)) == len(cards)  # some leave the game at a refill, none comes back
        held = 3 if "*" not in cards else 5
        assert game.phase != "take" or {len(hand) for hand in game.hands} == {held}
    elif isinstance(game, Luz):
        played = sum(game.tricks) * game.seats + len(game.table)
        assert sum(len(hand) for hand in game.hands) + played == 10 * game.seats
        assert HIGHEST[game.seats] * 5 == 10 * game.seats + 10
    else:
        assert cards_smitten(game) == {number: 2 for number in range(1, 10)}
        assert max(len(game.hands[0]), len(game.hands[1])) <= 4


def test_games():
    """Every position of some games: no card lost, somebody can move, other moves are refused."""
    rng = random.Random(1)
    kinds = [("photograph", n) for n in (2, 3, 4)] + [("luz", n) for n in (3, 4, 5)]
    for name, seats in kinds + [("smitten", 1), ("smitten", 2)] * 10:
        record = play_game(name, seats, {}, rng)
        game = new_game(name, seats, {})
        for event in record["events"]:
            check_cards(game)
            assert game.actors() == ["deal"] or any(game.legal(seat) for seat in game.actors())
            for wrong in ([seats, event[1]], [event[0], event[1] + " "], [event[0], ""]):
                try:
                    apply_event(game, wrong)
                except Refused:
                    continue
                raise AssertionError("accepted: %s" % wrong)
            apply_event(game, event)
        check_cards(game)
        assert game.over() and not game.actors()
        assert replay_record(1, json.dumps(record))[-1] == {"line": 1, "result": record["result"]}


TESTS = [test_film, test_photograph_score, test_luz_score, test_smitten_fit, test_games]


def main():
    print("1..%d" % len(TESTS))
    failed = 0
    for number, test in enumerate(TESTS, 1):
        try:
            test()
            print("ok %d - %s" % (number, test.__name__))
        except AssertionError as why:
            failed += 1
            line = why.__traceback__.tb_next.tb_lineno
            print("not ok %d - %s\n# line %d: %s" % (number, test.__name__, line, why))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
