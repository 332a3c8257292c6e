#!/usr/bin/env python3
"""Compares parlor with the reference implementation of this folder, event by event. Writes TAP.

    compare.py [--games K] [--seed S] [--only TEXT] [PATH-OF-PARLOR]

Without a path the environment's PARLOR is taken. With TESTS_PART=N one of N setups is compared,
drawn by the seed. See README.md.
"""

import argparse
import itertools
import json
import os
import random
import subprocess
import sys

import mutations
import photograph
from common import Refused
from players import new_game, play_game
from records import GAMES, apply_event, describe, replay_record, same_json, start_game, write_line
from smitten import TALK, UNPRINTED

MUTATIONS_A_GAME = 6
GAMES_TIMES = {"photograph": 4, "luz": 3, "smitten": 1}  # fewer setups, more games of each


# Setups: every game, seat count and combination of options that is tried.


def photograph_setups(rng):
    for seats in (2, 3, 4):
        for missed, memory in itertools.product(("off", "on"), ("strict", "aided")):
            for first in range(seats):
                chosen = rng.sample(photograph.COLOURS, photograph.COLOURS_IN_PLAY[seats])
                colours = "".join(c for c in photograph.COLOURS if c in chosen)
                options = {"colours": colours, "first": str(first)}
                yield "photograph", seats, {**options, "missed": missed, "memory": memory}


def luz_setups():
    for seats in (3, 4, 5):
        for dealer, memory in itertools.product(range(seats), ("strict", "aided")):
            yield "luz", seats, {"dealer": str(dealer), "memory": memory}


def smitten_setups(rng):
    """Every pair card4 x card9: for two at every level, solo with two of the eight modes each."""
    onoff = list(itertools.product(("off", "on"), repeat=3))
    for number, (card4, card9) in enumerate(itertools.product(UNPRINTED, UNPRINTED)):
        for level in ("easy", "medium", "hard"):
            other = dict(zip(("easy", "hard1", "hard2"), rng.choice(onoff)))
            yield "smitten", 2, {"level": level, "card4": card4, "card9": card9, **other}
        for mode in (onoff[number % 8], onoff[(number * 3 + 5) % 8]):
            solo = dict(zip(("easy", "hard1", "hard2"), mode))
            level = rng.choice(("easy", "medium", "hard"))
            yield "smitten", 1, {"level": level, "card4": card4, "card9": card9, **solo}


def all_setups(rng):
    return list(photograph_setups(rng)) + list(luz_setups()) + list(smitten_setups(rng))


def label_of(setup):
    name, seats, options = setup
    return "%s %d seats %s" % (name, seats, " ".join("%s=%s" % pair for pair in options.items()))


# TAP.


class Tap:
    def __init__(self):
        self.number = 0
        self.failed = 0

    def ok(self, name, problems):
        self.number += 1
        self.failed += bool(problems)
        print("%s %d - %s" % ("not ok" if problems else "ok", self.number, name))
        for problem in problems:
            for line in problem.splitlines():
                print("# " + line)
        sys.stdout.flush()


# The program under test.


def run(arguments, text=None):
    done = subprocess.run(arguments, input=text, capture_output=True, encoding="utf-8")
    return done.returncode, done.stdout, done.stderr


def sim(parlor, name, seats, options, games, seed):
    arguments = [parlor, "sim", name, "--seats", str(seats), "--games", str(games)]
    arguments += ["--seed", str(seed)]
    for option, value in options.items():
        arguments += ["--option", "%s=%s" % (option, value)]
    status, out, errors = run(arguments)
    if status != 0:
        raise RuntimeError("%s: status %d: %s" % (" ".join(arguments), status, errors))
    return out


def replay(parlor, records, viewer):
    """The output of `parlor replay` for some record lines: objects by line, and status."""
    text = "".join(record + "\n" for record in records)
    status, out, errors = run([parlor, "replay", "--legal", "--view", str(viewer), "-"], text)
    if status not in (0, 1):
        raise RuntimeError("parlor replay: status %d: %s" % (status, errors))
    lines = {number: [] for number in range(1, len(records) + 1)}
    for text in out.splitlines():
        value = json.loads(text)
        lines[value["line"]].append(value)
    return status, lines


# The comparison.


def is_error(line):
    return "error" in line


def comparable(lines, other):
    """Lines without the wording of an error.

    The position before a refused event is kept only if both sides print it.
    """
    lines = [dict(line) for line in lines]
    if lines and is_error(lines[-1]):
        lines[-1]["error"] = bool(lines[-1]["error"])
        due = [line for line in lines[:-1] if line["event"] == lines[-1].get("event")]
        told = [line for line in other[:-1] if line["event"] == lines[-1].get("event")]
        if due and not told:
            lines.remove(due[0])
    return lines


def known_of_views(line, model):
    """The line; its views keep only the members of the reference's line."""
    if not line or not model or "views" not in line or "views" not in model:
        return line
    views = {
        seat: {name: value for name, value in view.items() if name in model["views"].get(seat, {})}
        for seat, view in line["views"].items()
    }
    return {**line, "views": views}


def difference(record, mine, theirs):
    """None, or a text that shows the first difference of two replays."""
    left, right = comparable(mine, theirs), comparable(theirs, mine)
    for a, b in itertools.zip_longest(left, right):
        b = known_of_views(b, a)
        if not same_json(a, b):
            wordings = [line["error"] for line in (mine[-1:] + theirs[-1:]) if is_error(line)]
            return "record: %s\nevent: %s\nreference: %s\nparlor:    %s\nerrors: %s" % (
                record,
                (a or b).get("event", "result"),
                write_line(a),
                write_line(b),
                "; ".join(wordings) or "none",
            )
    return None


def compare(parlor, records, verdicts=None, viewer=0):
    """Problems found by replaying record lines on both sides, with the views of one seat."""
    status, theirs = replay(parlor, records, viewer)
    problems = []
    any_error = False
    for number, record in enumerate(records, 1):
        mine = replay_record(number, record, viewer)
        refused = is_error(mine[-1])
        any_error = any_error or refused
        verdict = verdicts[number - 1] if verdicts else mutations.MAY
        if verdict == mutations.MUST and not refused:
            problems.append("the reference accepts a wrong record: %s" % record)
        if verdict == mutations.MUST_NOT and refused:
            problems.append("the reference refuses a good record: %s" % record)
        found = difference(record, mine, theirs[number])
        if found:
            problems.append(found)
    if not problems and status != (1 if any_error else 0):
        problems.append("exit status %d, though errors: %s" % (status, any_error))
    return problems


# The tests.


def check_sim(parlor, setup, games, seed):
    """Games that parlor played."""
    name, seats, options = setup
    records = sim(parlor, name, seats, options, games, seed).splitlines()
    problems = [] if len(records) == games else ["%d records, not %d" % (len(records), games)]
    for record in records:
        value = json.loads(record)
        head = {"game": name, "seats": seats, "options": options, "parlor": 1}
        for member, wanted in head.items():
            if not same_json(value.get(member), wanted):
                problems.append("%s is %s in %s" % (member, value.get(member), record))
        if value.get("rules", GAMES[name].rules[-1]) != GAMES[name].rules[-1]:
            problems.append("not by the current rules: %s" % record)
        if "result" not in value:
            problems.append("an unfinished game: %s" % record)
        last = replay_record(1, record)[-1]
        if is_error(last):
            problems.append("the reference refuses: %s: %s" % (write_line(last), record))
    return problems + compare(parlor, records, viewer=seats - 1)


def mutate(record, rng):
    """Some changed variants of a record, as (line, whether it must be refused)."""
    due = [line for line in replay_record(1, json.dumps(record)) if "event" in line]
    kinds = mutations.ALL_GAMES + mutations.OF_A_GAME[record["game"]]
    out = []
    while len(out) < MUTATIONS_A_GAME:
        done = rng.choice(kinds)(json.loads(json.dumps(record)), due, rng)
        if done is not None:
            out.append((json.dumps(done[0]), done[1]))
    return out


def check_mutations(parlor, games, rng):
    spoilt = [variant for record in games for variant in mutate(record, rng)]
    lines = [line for line, _ in spoilt]
    return compare(parlor, lines, [verdict for _, verdict in spoilt])


def text_universe(name):
    """Every text that is a move of this game somewhere, and some that never are."""
    if name == "photograph":
        for row, side, n in itertools.product(range(1, 5), "LR", range(1, 4)):
            yield "take %d%s%d" % (row, side, n)
        for i, j in itertools.product(range(1, 10), range(1, 10)):
            yield "wind %d>%d" % (i, j)
    elif name == "luz":
        for n in range(12):
            yield from ("bid %d" % n, "bid %d+" % n, "play %d" % n)
    else:
        yield from TALK
        yield from ("flip A", "flip B")
        for hand, number in itertools.product(("", "A", "B"), range(1, 10)):
            yield from ("reveal %s%d" % (hand, number), "swap %s%d" % (hand, number))
            for square, word in itertools.product("LR", ("", " higher", " lower")):
                yield "play %s%d%s%s" % (hand, number, square, word)
                yield "place %s%d%s%s" % (hand, number, square, word)


def verdict(game, seat, text):
    """The number of events after which a record that ends with this move is wrong, or None."""
    trial = game.copy()
    try:
        trial.apply(seat, text)
    except Refused:
        return 0
    return 1 if trial.over() else None  # an ended game without a result


def check_every_text(parlor, record, rng):
    """One position of a game, and every text that could be tried there, from every seat."""
    moves = [i for i, event in enumerate(record["events"]) if event[0] != "deal"]
    cut = rng.choice(moves)
    game = start_game(record)
    for event in record["events"][:cut]:
        apply_event(game, event)
    head = {member: value for member, value in record.items() if member != "result"}
    seats = range(record["seats"]) if record["game"] == "smitten" else game.actors()
    tried = [(seat, text) for text in text_universe(record["game"]) for seat in seats]
    start = write_line({**head, "events": record["events"][:cut]})[:-2]  # without the last ]}
    lines = [start + "," + write_line([seat, text]) + "]}" for seat, text in tried]
    _, out, _ = run([parlor, "replay", "-"], "".join(line + "\n" for line in lines))
    values = [json.loads(line) for line in out.splitlines()]
    errors = {value["line"]: value.get("event") for value in values if is_error(value)}
    problems = []
    for number, (line, (seat, text)) in enumerate(zip(lines, tried), 1):
        mine = verdict(game, seat, text)
        mine = None if mine is None else cut + mine
        if mine != errors.get(number):
            problems.append(
                "record: %s\nevent: %d\nreference: error at %s\nparlor: error at %s\nlegal: %s"
                % (line, cut, mine, errors.get(number), describe(game)["legal"])
            )
    return problems


def check_setup(tap, parlor, setup, args, seen):
    """Four test points: games of parlor, games of the reference, spoilt records, every text."""
    name, seats, options = setup
    label = label_of(setup)
    rng = random.Random("%d %s" % (args.seed, label))
    count = args.games * GAMES_TIMES[name]
    tap.ok("sim: " + label, check_sim(parlor, setup, count, rng.randrange(2**31)))
    versions = [None, None, *GAMES[name].rules]
    games = [play_game(name, seats, options, rng, rng.choice(versions)) for _ in range(count)]
    for record in games:
        watch(record, seen)
    lines = [write_line(record) for record in games]
    tap.ok("played: " + label, compare(parlor, lines, viewer=rng.randrange(seats)))
    tap.ok("spoilt: " + label, check_mutations(parlor, games, rng))
    texts = [check_every_text(parlor, record, rng) for record in games[: args.games]]
    tap.ok("every text: " + label, sum(texts, []))


def check_repeatable(tap, parlor, seed):
    """Equal arguments give equal bytes; another seed gives other games; defaults are as written."""
    for name, counts in (("photograph", (2, 3, 4)), ("luz", (3, 4, 5)), ("smitten", (1, 2))):
        for seats in counts:
            one, same, other = (sim(parlor, name, seats, {}, 3, s) for s in (seed, seed, seed + 1))
            problems = [] if one == same else ["equal arguments, different games"]
            if one == other:
                problems.append("different seeds, equal games")
            problems += compare(parlor, one.splitlines())
            for record in one.splitlines():
                written = json.loads(record)["options"]
                table = new_game(name, seats, {}).option_table
                if sorted(written) != sorted(table):
                    problems.append("options written: %s" % written)
                for option, (_, default) in table.items():
                    if default is not None and written.get(option) != default:
                        problems.append("default of %s written: %s" % (option, written))
            tap.ok("sim with default options: %s %d seats" % (name, seats), problems)


def malformed(rng):
    """Records with a fault outside any event, by name."""
    good = play_game("luz", 3, {"dealer": "0", "memory": "strict"}, rng)

    def but(**changes):
        record = {**good, **changes}
        return json.dumps({name: value for name, value in record.items() if value != "GONE"})

    return {
        "not JSON": "{",
        "half a record": json.dumps(good)[:-20],
        "a list": "[1]",
        "a number": "7",
        "two values": "{} {}",
        "an empty object": "{}",
        "version 2": but(parlor=2),
        "version as text": but(parlor="1"),
        "no version": but(parlor="GONE"),
        "unknown game": but(game="chess"),
        "no game": but(game="GONE"),
        "game in capitals": but(game="Luz"),
        "no seats": but(seats="GONE"),
        "seats as text": but(seats="3"),
        "too few seats": but(seats=2),
        "too many seats": but(seats=6),
        "unknown option": but(options={"dealer": "0", "trump": "Y"}),
        "option of another game": but(options={"first": "0"}),
        "unknown value": but(options={"memory": "perfect"}),
        "value as number": but(options={"dealer": 0}),
        "dealer that does not exist": but(options={"dealer": "3"}),
        "options as list": but(options=[]),
        "rules 0": but(rules=0),
        "rules of the future": but(rules=3),
        "rules as text": but(rules="1"),
        "rules null": but(rules=None),
        "rules true": but(rules=True),
        "no events": but(events="GONE"),
        "events as object": but(events={}),
    }


def check_malformed(tap, parlor, rng):
    for name, line in malformed(rng).items():
        tap.ok("refused: " + name, compare(parlor, [line], [mutations.MUST]))


# Rare features that the games of the reference must reach, for the coverage of the comparison.

FEATURES = {
    "photograph": [
        "last card of a row taken",
        "three cards taken, across the centre",
        "sunset in the middle of a refill",
        "sunset drawn first in a refill, by the first rules",
        "sunset at the end of a refill",
        "sunset at the end of a refill waits, by the first rules",
        "good shot in a turn of several shots",
        "blurry shot in a turn",
        "empty deck with a field to play on",
        "face-down cards move to the left column",
        "good shot",
        "threshold reached at sunset",
        "film of 7 or more",
        "blurry second shot",
        "tie broken by good shots",
        "tie broken by the longest film",
        "victory shared",
        "missed shot takes a good shot away",
    ],
    "luz": [
        "deal 4 begun by another than the first player",
        "deal 4 begun from a tie",
        "won by the points of deal 4",
        "won by the seat",
        "safety bead used",
    ],
    "smitten": [
        "won by two",
        "won solo",
        "17th card is a 5",
        "17th card is placed",
        "lost at the start of a turn",
        "lost by an instruction",
        "lost by a flip",
        "lost by a 3 with an empty deck",
        "one seat without a fitting card",
        "reveal one of two equal cards",
        "chain of two 2s",
        "hand of three open cards at the start of a turn",
        "swap",
        "talk",
        "talk in a turn",
        "talk in a turn by the other",
    ],
}


def watch(record, seen):
    """Notes the features of one game."""
    game = start_game(record)
    look = {"photograph": watch_photograph, "luz": watch_luz, "smitten": watch_smitten}[game.name]
    for event in record["events"]:
        before = game.copy()
        apply_event(game, event)
        for feature in look(before, event, game):
            if feature not in FEATURES[game.name]:
                raise KeyError(feature)
            seen[feature] = seen.get(feature, 0) + 1


def watch_photograph(before, event, after):
    who, text = event
    size = len(after.rows) * 4
    if text.startswith("take"):
        if text.endswith("L1") and text.replace("L", "R") not in before.legal(who):
            yield "last card of a row taken"
        if text.endswith("3"):
            yield "three cards taken, across the centre"
    if after.phase == "sunset" and before.phase != "sunset":
        if len(after.field) == size:
            yield "sunset at the end of a refill"
        elif len(after.deck) == len(before.deck) - 1:
            yield "sunset drawn first in a refill, by the first rules"
        else:
            yield "sunset in the middle of a refill"
    if len(after.field) == size and after.deck[:1] == ["*"]:
        yield "sunset at the end of a refill waits, by the first rules"
    if before.phase == "wind" and not after.deck and 3 < len(after.field) < size:
        yield "empty deck with a field to play on"
    if before.phase == "wind" and len(before.field) <= 3 and after.seats > 2:
        if any(before.field.get(place) for row in before.rows for place in row[1:3]):
            yield "face-down cards move to the left column"
    if len(after.good_shots) > len(before.good_shots):
        yield "good shot"
        if len(after.shots) > 1:
            yield "good shot in a turn of several shots"
    if before.phase == "wind" and any(shot["blurry"] for shot in after.shots):
        yield "blurry shot in a turn"
    if before.phase == "sunset" and after.phase != "sunset":
        enough = photograph.GOOD_SHOT[after.seats]
        for films in after.films:
            for colour, film in films.items():
                if len(film.face_up()) >= enough and colour not in after.good_shots:
                    yield "threshold reached at sunset"
    if after.over():
        yield from watch_photograph_end(after)


def watch_photograph_end(game):
    films = [film for own in game.films for film in own.values()]
    if any(len(film.face_up()) >= 7 for film in films):
        yield "film of 7 or more"
    if any(len(film.shots) > 2 and not film.shots[1][1] and film.shots[2][1] for film in films):
        yield "blurry second shot"
    ranks = sorted((game.rank(seat) for seat in range(game.seats)), reverse=True)
    if ranks[0] == ranks[1]:
        yield "victory shared"
    elif ranks[0][:2] == ranks[1][:2]:
        yield "tie broken by the longest film"
    elif ranks[0][0] == ranks[1][0]:
        yield "tie broken by good shots"
    for seat in range(game.seats):
        if game.missed and game.good_shots.get(game.missed_card[seat][0]) == seat:
            yield "missed shot takes a good shot away"


def watch_luz(before, event, after):
    if after.number == 4 and before.phase == "deal":
        if after.starter != after.first_player():
            yield "deal 4 begun by another than the first player"
        if after.scores.count(max(after.scores)) > 1:
            yield "deal 4 begun from a tie"
    if before.phase == "play" and after.phase != "play":
        pairs = zip(after.bids, after.tricks)
        if any(safety and won == beads + 1 for (beads, safety), won in pairs):
            yield "safety bead used"
    if after.over():
        tied = [s for s in range(after.seats) if after.scores[s] == max(after.scores)]
        if len(tied) > 1:
            last = [after.last_points[s] for s in tied]
            alone = last.count(max(last)) == 1
            yield "won by the points of deal 4" if alone else "won by the seat"


def watch_smitten(before, event, after):
    who, text = event
    if text in TALK:
        yield "talk"
        if before.actors() == [who]:
            yield "talk in a turn"
        elif before.actors() == [1 - who]:
            yield "talk in a turn by the other"
    if text.startswith("swap"):
        yield "swap"
    if text.startswith("reveal") and after.hands[after.doer].count(after.revealed) == 2:
        yield "reveal one of two equal cards"
    if text.startswith("play") and before.phase == "instruction" and after.phase == "instruction":
        if before.task[0] == after.task[0] == "play":
            yield "chain of two 2s"
    if after.phase == "start" and text not in TALK:
        fitting = [any(map(after.fits_somewhere, hand)) for hand in after.hands]
        if not after.solo and not all(fitting):
            yield "one seat without a fitting card"
        if after.solo and any(len(hand) == 3 for hand in after.hands):
            yield "hand of three open cards at the start of a turn"
    if after.over():
        yield from watch_smitten_end(before, text, after)


def watch_smitten_end(before, text, after):
    if after.won:
        yield "won solo" if after.solo else "won by two"
        if text.startswith("place"):
            yield "17th card is placed"
        if text.startswith("play") and "5" in text:
            yield "17th card is a 5"
    elif text.startswith("flip"):
        yield "lost by a flip"
    elif after.task is None:
        yield "lost at the start of a turn"
    else:
        yield "lost by an instruction"
        if after.task[0] == "top" and after.top is None and not after.deck:
            yield "lost by a 3 with an empty deck"


def check_features(tap, seen):
    for name, features in FEATURES.items():
        missing = ["never met: " + feature for feature in features if feature not in seen]
        tap.ok("the played games of %s have all rare features" % name, missing)


def main():
    reader = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    reader.add_argument("parlor", nargs="?", default=os.environ.get("PARLOR"))
    reader.add_argument("--games", type=int, default=2, help="games per setup and side (2)")
    reader.add_argument("--seed", type=int, default=1, help="of all random choices (1)")
    reader.add_argument("--only", default="", help="only setups whose label holds this text")
    args = reader.parse_args()
    if not args.parlor or not os.access(args.parlor, os.X_OK):
        print("Bail out! no parlor program: give its path or set PARLOR")
        return 2
    rng = random.Random(args.seed)
    setups = all_setups(rng)
    setups = [setup for setup in setups if args.only in label_of(setup)]
    part = max(int(os.environ.get("TESTS_PART", "1")), 1)
    setups = setups if part == 1 else rng.sample(setups, -(-len(setups) // part))
    tap, seen = Tap(), {}
    print("TAP version 13")
    for setup in setups:
        check_setup(tap, args.parlor, setup, args, seen)
    if not args.only:
        check_repeatable(tap, args.parlor, args.seed)
        check_malformed(tap, args.parlor, rng)
        if part == 1:  # a few games need not meet what is rare
            check_features(tap, seen)
    print("1..%d" % tap.number)
    return 1 if tap.failed else 0


if __name__ == "__main__":
    sys.exit(main())
