#!/usr/bin/env python3
"""Tests the reference alone: examples of the rules, and no lost cards. Writes TAP."""

import json
import random
import sys
from collections import Counter

from common import Refused
from luz import HIGHEST, Luz
from photograph import COLOURS, SUNSET, Film, Photograph
from players import new_game, play_game
from records import apply_event, replay_record
from smitten import TALK, neighbours


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


def refused(game, *event):
    try:
        apply_event(game, list(event))
    except Refused:
        return True
    return False


def deal_in_order(sunset):
    """A deal of Photograph for two, in order, with Sunset at this place."""
    cards = [c + str(v) for v in range(1, 13) for c in COLOURS[:5]]
    cards.insert(sunset, SUNSET)
    return cards


def photograph_for_two(sunset, rules=None):
    game = new_game("photograph", 2, {}, rules)
    if game.version == 2:
        assert game.public() == {"deck": 0, "shots": [], "top": None}  # P2.5: null before the deal
    game.deal(deal_in_order(sunset))
    return game


def play_turn(game):
    """Takes as many cards of a row as possible, at most three, and winds 1>2; returns the moves."""
    seat = game.turn
    takes = [text for text in game.legal(seat) if "L" in text]
    moves = [[seat, max(takes, key=lambda text: text[-1])], [seat, "wind 1>2"]]
    for move in moves:
        game.apply(*move)
    return moves


def play_until_refilled(game, times):
    """Plays turns until the field was refilled this often, each time from 3 photos or fewer."""
    moves = []
    for _ in range(times):
        before = len(game.deck)
        while len(game.deck) == before:
            moves += play_turn(game)
    return moves


def test_top():
    """P2.5: everybody sees how many cards the deck holds and the back of its top card."""
    game = photograph_for_two(45)
    assert len(game.deck) == 61 - 12 - 10
    assert game.deck[0] == "Y5" and game.public()["top"] == "Y-" and game.public()["deck"] == 39
    play_until_refilled(game, 1)  # twelve cards later: Y5 is the 23rd photo, N7 the 35th
    assert game.deck[0] == "N7" and game.public()["top"] == "N+"
    game.deck = []
    assert game.public()["top"] is None and game.public()["deck"] == 0


def test_sunset_on_top():
    """P6.4: if a refill is complete and Sunset is then the top card of the deck, it is revealed at
    once: P7 happens, Sunset leaves the game, and the next player has the turn."""
    game = photograph_for_two(46)  # field, hands, and two refills of 12 lie above it
    play_until_refilled(game, 2)
    turn = game.turn
    assert game.phase == "sunset" and game.actors() == [0, 1] and len(game.field) == 12
    assert SUNSET not in game.deck and game.public()["deck"] == 14
    assert game.public()["top"] == "R+"  # P2.5: during P7 the card under it, R10
    field, deck = dict(game.field), list(game.deck)
    game.apply(1, "wind 1>2")
    game.apply(0, "wind 2>3")
    assert game.phase == "take" and game.actors() == [1 - turn]
    assert game.field == field and game.deck == deck
    assert [len(hand) for hand in game.hands] == [3, 3]  # P7.2


def test_sunset_on_top_by_the_first_rules():
    """`"rules":1`: Sunset waits on top of the deck until the next refill draws it."""
    game = photograph_for_two(46, rules=1)
    play_until_refilled(game, 2)
    assert game.phase == "take" and game.deck[0] == SUNSET and len(game.deck) == 15
    play_until_refilled(game, 1)
    assert game.phase == "sunset" and not game.field and SUNSET not in game.deck


def test_sunset_within_a_refill():
    """P6.4: when Sunset is drawn, the refill stops, P7 happens, and the refill goes on."""
    for place, drawn in ((45, 11), (47, 1), (40, 6)):
        for rules in (1, 2):
            game = photograph_for_two(place, rules)
            while game.phase in ("take", "wind"):
                play_turn(game)
            assert game.phase == "sunset" and len(game.field) == drawn, (place, rules)
            game.apply(0, "wind 1>2")
            game.apply(1, "wind 1>2")
            assert game.phase == "take" and len(game.field) == 12


def test_shots():
    """P5.2: the cards of the last shots, until the next move of the game is made."""
    game = photograph_for_two(46)
    assert game.hands[0] == ["Y3", "N3", "R4", "G4", "B5"]
    game.apply(0, "take 1L2")
    assert game.public()["shots"] == []
    game.apply(0, "wind 2>7")  # then the bottom cards are Y3 and R4
    first = [{"seat": 0, "card": card, "blurry": False, "good": False} for card in ("Y3", "R4")]
    assert game.public()["shots"] == first
    game.films[1]["N"].shots = [(1, True)]
    game.films[1]["R"].shots = [(2, True), (3, True), (4, True)]
    game.hands[1] = ["N8", "R5", "R6", "G1", "G2"]
    game.apply(1, "take 2L3")  # the next move of the game
    assert game.public()["shots"] == []
    game.apply(1, "wind 4>5")
    assert game.public()["shots"] == [
        {"seat": 1, "card": "N8", "blurry": True, "good": False},
        {"seat": 1, "card": "R5", "blurry": False, "good": True},  # P5.6: the fourth face-up card
        {"seat": 1, "card": "R6", "blurry": False, "good": False},  # taken already
    ]


def test_shots_of_all():
    """P5.2: a sealed choice does not end it: the turn's shots stay until all have chosen, then those
    of P7 replace them (seats from the first player on, each bottom card first). After the last
    move of the game they stay."""
    game = photograph_for_two(46)
    play_until_refilled(game, 2)
    shots = game.public()["shots"]
    assert game.phase == "sunset" and shots and {shot["seat"] for shot in shots} == {game.turn}
    game.apply(1, "wind 1>5")
    assert game.public()["shots"] == shots
    wanted = [(0, card) for card in game.hands[0][:2]] + [(1, card) for card in game.hands[1][1:3]]
    game.apply(0, "wind 3>4")
    shots = game.public()["shots"]
    assert [(shot["seat"], shot["card"]) for shot in shots] == wanted
    assert not any(shot["good"] for shot in shots)  # P7.2
    play_turn(game)
    assert {shot["seat"] for shot in game.public()["shots"]} != {0, 1}
    while game.phase in ("take", "wind"):
        play_turn(game)
    assert game.phase == "end"
    game.apply(0, "wind 1>2")
    game.apply(1, "wind 1>2")
    assert game.over() and [shot["seat"] for shot in game.public()["shots"]] == [0, 0, 1, 1]


def test_closed_tricks():
    """L7.2: the trick just finished only until the next card is led or the next deal is dealt;
    after the game it stays."""
    rng = random.Random(2)
    game = new_game("luz", 3, {})
    cards = [c + str(v) for c in "RYGBV" for v in range(1, 9)]
    while not game.over():
        if game.actors() == ["deal"]:
            assert (game.public()["last"] is None) == (game.number == 0)
            game.deal(rng.sample(cards, len(cards)))
            assert game.public() == {"trick": [], "last": None}
            continue
        seat = game.turn
        lying = game.public()["trick"]
        move = rng.choice(game.legal(seat))
        card = None if game.phase == "bid" else game.hands[seat][int(move[5:])]
        game.apply(seat, move)
        if card is None:
            assert game.public() == {"trick": [], "last": None}
        elif len(lying) < 2:
            lying.append({"seat": seat, "slot": int(move[5:]), "card": card})
            assert game.public() == {"trick": lying, "last": None}
        else:
            last = game.public()["last"]
            assert game.public()["trick"] == [] and last["cards"][:2] == lying
            assert game.phase != "play" or last["winner"] == game.turn
    assert game.public()["last"]["cards"]
    assert "last" not in new_game("luz", 3, {"memory": "aided"}).public()


def test_talk():
    """S3.2: all through the game, from the deal until the move that ends it, at the start of a turn
    and within it, both may say; a signal changes no `actors`."""
    game = new_game("smitten", 2, {})
    assert all(refused(game, seat, text) for seat in (0, 1) for text in TALK)  # before the deal
    game.deal("9 7 1 2 3 4 5 6 8 1 2 3 4 5 6 7 8 9".split(" "))
    for move in ([0, "play 7L"], [1, "place 3R"]):
        for seat in (1, 0, 0):
            before = game.actors(), game.legal(0), game.legal(1)
            assert not any(refused(game, seat, text) for text in TALK)
            assert (game.actors(), game.legal(0), game.legal(1)) == before
        assert refused(game, 2, "say can") and refused(game, 0, "say want can")
        assert not any(text in TALK for seat in (0, 1) for text in game.legal(seat))
        game.apply(*move)
    game.end(won=False)
    assert all(refused(game, seat, text) for seat in (0, 1) for text in TALK)
    solo = new_game("smitten", 1, {})
    solo.deal("9 7 1 2 3 4 5 6 8 1 2 3 4 5 6 7 8 9".split(" "))
    assert all(refused(solo, 0, text) for text in TALK)


def test_rules():
    """A record names a version of the rules that its game knows, or none: then the current one."""
    for name, seats, known in (("photograph", 2, (1, 2)), ("smitten", 2, (1, 2)), ("luz", 3, (1,))):
        head = {"parlor": 1, "game": name, "seats": seats, "events": []}
        assert "error" not in replay_record(1, json.dumps(head))[-1]
        for version in (0, 1, 2, 3, -1, "1", None, True, 1.5, [1]):
            line = replay_record(1, json.dumps({**head, "rules": version}))[-1]
            good = type(version) is int and version in known
            assert ("error" not in line) == good, (name, version)
            assert good or "event" not in line  # outside any event


def test_rules_of_a_record():
    """P6.4 goes by the version that the record names, and without one by the current version."""
    deal = ["deal", " ".join(deal_in_order(46))]
    moves = play_until_refilled(photograph_for_two(46), 2)
    head = {"parlor": 1, "game": "photograph", "seats": 2, "events": [deal] + moves}
    for named, actors in (({}, [0, 1]), ({"rules": 2}, [0, 1]), ({"rules": 1}, [0])):
        due = replay_record(1, json.dumps({**head, **named}))[-1]
        assert due["actors"] == actors, named


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
        assert len(set(cards)) == len(cards)  # some cards leave the game at a refill, none comes back
        assert game.deck[:1] != [SUNSET]  # P6.4: never on top of the deck during a turn
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
    """Every position of some games: no card is lost, a seat can move, other moves are refused."""
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


TESTS = [
    test_film,
    test_photograph_score,
    test_luz_score,
    test_smitten_fit,
    test_top,
    test_sunset_on_top,
    test_sunset_on_top_by_the_first_rules,
    test_sunset_within_a_refill,
    test_shots,
    test_shots_of_all,
    test_closed_tricks,
    test_talk,
    test_rules,
    test_rules_of_a_record,
    test_games,
]


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
