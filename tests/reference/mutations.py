"""Spoils records, to show that both implementations refuse the same ones at the same event.

A mutation takes a copy of a record, the actors and moves before each of its events, and a random
source. It returns the changed record and whether it MUST, MUST_NOT or MAY be refused, or None if it
does not apply. With MAY, both implementations need only agree.
"""

import photograph
from records import GAMES
from smitten import TALK

MAY, MUST, MUST_NOT = "may", "must", "must not"


def pick_move(record, rng, wanted=lambda text: True):
    """The index of some event that is a move, or None."""
    found = [i for i, (who, text) in enumerate(record["events"]) if who != "deal" and wanted(text)]
    return rng.choice(found) if found else None


def pick_deal(record, rng):
    return rng.choice([i for i, (who, _) in enumerate(record["events"]) if who == "deal"])


def random_text(record, rng):
    """A text like a move of this game, seldom legal."""
    digit = rng.randint
    if record["game"] == "photograph":
        return rng.choice(
            [
                "take %d%s%d" % (digit(0, 5), rng.choice("LR"), digit(0, 4)),
                "wind %d>%d" % (digit(0, 9), digit(0, 9)),
                "wind %d" % digit(1, 5),
                "take %dL" % digit(1, 4),
            ]
        )
    if record["game"] == "luz":
        return rng.choice(
            [
                "bid %d" % digit(0, 12),
                "bid %d+" % digit(0, 12),
                "play %d" % digit(0, 12),
                "play R%d" % digit(1, 8),
                "bid -1",
                "bid +",
            ]
        )
    hand = rng.choice(["", "A", "B"])
    card = "%s%d" % (hand, digit(0, 10))
    square = rng.choice("LR")
    word = rng.choice(["", "", " higher", " lower"])
    return rng.choice(
        [
            "play %s%s%s" % (card, square, word),
            "place %s%s" % (card, square),
            "place %s%s%s" % (card, square, word),
            "reveal %s" % card,
            "swap %s" % card,
            "flip %s" % hand,
            "flip C",
            "say can",
            "say cannot pass",
        ]
    )


# Moves.


def other_text(record, due, rng):
    i = pick_move(record, rng)
    record["events"][i][1] = random_text(record, rng)
    return record, MAY


def other_legal_move(record, due, rng):
    """Makes another move; later events may not fit any more."""
    i = pick_move(record, rng)
    seat = record["events"][i][0]
    record["events"][i][1] = rng.choice(due[i]["legal"].get(str(seat)) or ["pass"])
    return record, MAY


def zero_before(text, at):
    return text[:at] + "0" + text[at:]


def misspellings(text):
    out = [
        " " + text,
        text + " ",
        text.replace(" ", "  ", 1),
        text.replace(" ", "\t", 1),
        text.replace(" ", "", 1),
        text.upper(),
        text.capitalize(),
        text + "\n",
        text + "\r",
        text + "\u00a0",
        text + "x",
        text + "\u00e9",
        text.replace("1", "\uff11"),
        text.replace(" ", " +", 1),
        text * 40,
        "",
    ]
    out += [zero_before(text, i) for i in range(len(text)) if text[i].isdigit()]
    return [changed for changed in out if changed != text]


def misspelt(record, due, rng):
    i = pick_move(record, rng)
    record["events"][i][1] = rng.choice(misspellings(record["events"][i][1]))
    return record, MUST


def shortened(record, due, rng):
    i = pick_move(record, rng)
    record["events"][i][1] = record["events"][i][1][: rng.randint(0, len(record["events"][i][1]))]
    return record, MAY


def last_card_from_the_right(record, due, rng):
    """P3.3: one card has one name."""
    found = [
        i
        for i, (_, text) in enumerate(record["events"])
        if text.startswith("take ")
        and text.endswith("L1")
        and text.replace("L", "R") not in next(iter(due[i]["legal"].values()))
    ]
    if not found:
        return None
    i = rng.choice(found)
    record["events"][i][1] = record["events"][i][1].replace("L", "R")
    return record, MUST


def five_without_word(record, due, rng):
    i = pick_move(record, rng, lambda text: text.endswith(("higher", "lower")))
    if i is None:
        return None
    record["events"][i][1] = record["events"][i][1].rsplit(" ", 1)[0]
    return record, MUST


def five_with_the_other_word(record, due, rng):
    i = pick_move(record, rng, lambda text: text.endswith(("higher", "lower")))
    if i is None:
        return None
    text, word = record["events"][i][1].rsplit(" ", 1)
    record["events"][i][1] = text + (" lower" if word == "higher" else " higher")
    return record, MAY


def word_too_many(record, due, rng):
    """Also the 5 that is the 17th card."""
    i = pick_move(record, rng, lambda text: text[:4] == "play" and text[-1] in "LR")
    if i is None:
        return None
    last = len(record["events"]) - 1
    if record["events"][last][1][:4] == "play":
        i = last
    record["events"][i][1] += rng.choice([" higher", " lower"])
    return record, MUST


def hand_named_wrongly(record, due, rng):
    """Smitten: adds, removes or changes the hand's letter."""
    i = pick_move(record, rng, lambda text: text[:3] != "say")
    word, rest = record["events"][i][1].split(" ", 1)
    if rest[0] in "AB":
        rest = rng.choice([rest[1:], "AB"["BA".index(rest[0])] + rest[1:]])
    else:
        rest = rng.choice("AB") + rest
    record["events"][i][1] = word + " " + rest
    return record, MAY


def bad_talk(record, due, rng):
    texts = ["say want can", "say", "say ", "say can can", "say pass want", "say  can", "say can "]
    texts += ["say can want pass", "say want pass", "say can cannot", "say maybe", "Say can"]
    record["events"].insert(rng.randint(1, len(record["events"])), [0, rng.choice(texts)])
    return record, MUST


def talk_anywhere(record, due, rng):
    """Legal throughout a game of two; refused solo, before or after the game, from a third seat."""
    i = rng.randint(0, len(record["events"]))
    seat = rng.choice([0, 1, 2])
    record["events"].insert(i, [seat, "say cannot want"])
    fine = record["seats"] == 2 and 0 < i < len(record["events"]) - 1 and seat < 2
    return record, MUST_NOT if fine else MUST


def talk_in_a_turn(record, due, rng):
    """S3.2: within a turn, also by the waiting seat, but never solo."""
    found = [i for i, now in enumerate(due[: len(record["events"])]) if now["actors"] in ([0], [1])]
    if not found:
        return None
    for i in sorted(rng.choices(found, k=rng.randint(1, 4)), reverse=True):
        record["events"].insert(i, [1 - due[i]["actors"][0], rng.choice(TALK)])
    return record, MUST_NOT if record["seats"] == 2 else MUST


# Seats and the order of events.


def wrong_seat(record, due, rng):
    i = pick_move(record, rng)
    others = [s for s in range(record["seats"] + 1) if s != record["events"][i][0]]
    outside = [-1, record["seats"], 5, 31, 32, 255, 256, 2**31, 2**32, 2**32 + others[-1], 2**62]
    record["events"][i][0] = rng.choice(others + outside)
    return record, MAY


def removed_event(record, due, rng):
    del record["events"][rng.randrange(len(record["events"]))]
    return record, MAY


def doubled_event(record, due, rng):
    i = rng.randrange(len(record["events"]))
    record["events"].insert(i, list(record["events"][i]))
    return record, MAY


def swapped_events(record, due, rng):
    i = rng.randrange(len(record["events"]) - 1)
    events = record["events"]
    events[i], events[i + 1] = events[i + 1], events[i]
    return record, MAY


def event_misshapen(record, due, rng):
    i = pick_move(record, rng)
    seat, text = record["events"][i]
    shapes = [[seat, text, 1], [seat], [], {}, text, None, [str(seat), text], [float(seat), text]]
    shapes += [[None, text], [True, text], [seat, 1], [seat, None], ["Deal", text], [[seat], text]]
    record["events"][i] = rng.choice(shapes)
    return record, MUST


def deal_as_move(record, due, rng):
    i = pick_move(record, rng)
    record["events"][i][0] = "deal"
    return record, MUST


def move_as_deal(record, due, rng):
    record["events"][pick_deal(record, rng)][0] = 0
    return record, MUST


def deal_out_of_place(record, due, rng):
    deal = list(record["events"][0])
    record["events"].insert(rng.randint(1, len(record["events"])), deal)
    return record, MAY if record["game"] == "luz" else MUST


def events_after_the_end(record, due, rng):
    extra = rng.choice([record["events"][-1], record["events"][0], [0, random_text(record, rng)]])
    record["events"].append(list(extra))
    return record, MUST


def cut_short(record, due, rng):
    """An unfinished game is a good record."""
    del record["events"][rng.randrange(len(record["events"])) :]
    del record["result"]
    return record, MAY


def cut_short_with_result(record, due, rng):
    del record["events"][rng.randrange(len(record["events"])) :]
    return record, MUST


# Deals.


def change_cards(change):
    """A mutation that changes the list of cards of some deal."""

    def mutation(record, due, rng):
        event = record["events"][pick_deal(record, rng)]
        cards = event[1].split(" ")
        verdict = change(cards, record, rng)
        event[1] = " ".join(cards)
        return record, verdict

    mutation.__name__ = change.__name__
    return mutation


@change_cards
def cards_exchanged(cards, record, rng):
    """A good deal (Sunset stays), but the moves may not fit it."""
    photos = [i for i, card in enumerate(cards) if card != photograph.SUNSET]
    i, j = rng.sample(photos, 2)
    cards[i], cards[j] = cards[j], cards[i]
    return MAY


@change_cards
def card_twice(cards, record, rng):
    i, j = rng.sample(range(len(cards)), 2)
    changed = cards[i] != cards[j]
    cards[i] = cards[j]
    return MUST if changed else MAY


@change_cards
def card_unknown(cards, record, rng):
    strange = ["R13", "R0", "R07", "X1", "r7", "7R", "R", "", "10", "0", "**", "-1", "R-"]
    strange += ["R+", "R1 ", "S12", "V12", "R9", "R1\t", "\u042f1", "R256", "R257"]
    cards[rng.randrange(len(cards))] = rng.choice(strange)
    return MAY


@change_cards
def card_missing(cards, record, rng):
    del cards[rng.choice([0, len(cards) - 1, rng.randrange(len(cards))])]
    return MUST


@change_cards
def card_too_many(cards, record, rng):
    cards.insert(rng.randint(0, len(cards)), rng.choice(cards + ["*", "R1", "5"]))
    return MUST


@change_cards
def many_cards_too_many(cards, record, rng):
    cards *= rng.randint(2, 5)
    return MUST


@change_cards
def no_cards(cards, record, rng):
    cards.clear()
    return MUST


def deal_misspelt(record, due, rng):
    event = record["events"][pick_deal(record, rng)]
    text = event[1]
    event[1] = rng.choice(
        [
            " " + text,
            text + " ",
            text.replace(" ", "  ", 1),
            text.replace(" ", ",", 1),
            text.replace(" ", "\t", 1),
            "deal " + text,
            text + "\n",
        ]
    )
    return record, MUST


def sunset_out_of_place(record, due, rng):
    """P2.2: just outside its pile, or anywhere else outside it."""
    pile = photograph.PILE[record["seats"]]
    cards = record["events"][0][1].split(" ")
    cards.remove(photograph.SUNSET)
    outside = [i for i in range(len(cards) + 1) if not 4 * pile <= i <= 5 * pile]
    place = rng.choice([4 * pile - 1, 5 * pile + 1, rng.choice(outside)])
    cards.insert(place, photograph.SUNSET)
    record["events"][0][1] = " ".join(cards)
    return record, MUST


def sunset_elsewhere(record, due, rng):
    """Within its pile: a good deal, but the game goes differently."""
    pile = photograph.PILE[record["seats"]]
    cards = record["events"][0][1].split(" ")
    cards.remove(photograph.SUNSET)
    cards.insert(rng.randint(4 * pile, 5 * pile), photograph.SUNSET)
    record["events"][0][1] = " ".join(cards)
    return record, MAY


# Results, options, the rest of a record.


def result_missing(record, due, rng):
    del record["result"]
    return record, MUST


def result_changed(record, due, rng):
    result = record["result"]
    if "won" in result and rng.random() < 0.7:
        result[rng.choice(["won", "placed"])] = rng.choice([None, 99, "yes"])
    elif "scores" in result and rng.random() < 0.7:
        scores = result["scores"]
        rng.choice(
            [
                lambda: scores.append(0),
                lambda: scores.pop(),
                lambda: scores.__setitem__(0, scores[0] + rng.choice([-1, 1])),
                lambda: scores.__setitem__(-1, scores[-1] + 10),
            ]
        )()
    else:
        winners = result["winners"]
        result["winners"] = rng.choice([winners + [4], winners[1:] or [7], winners[::-1] + [0]])
    return record, MUST


def option_missing(record, due, rng):
    """Then the default holds, or for `colours` those of the deal."""
    del record["options"][rng.choice(sorted(record["options"]))]
    return record, MAY


def options_missing(record, due, rng):
    record["options"] = {}
    return record, MAY


def option_value(record, due, rng):
    name = rng.choice(sorted(record["options"]))
    values = ["", "on", "off", "0", "1", "2", "3", "4", "5", "00", "-1", "any", "near", "easy"]
    values += ["none", "hard", "strict", "aided", "STRICT", "BRYGN", "BRYGNS", "BRYGNSV"]
    values += ["RBYGN", "BRYGNN"]
    values += ["BRYG", "RYGBV", "medium ", "new"]
    record["options"][name] = rng.choice(values)
    return record, MAY


def other_seat_count(record, due, rng):
    record["seats"] = rng.choice([0, 1, 2, 3, 4, 5, 6, -1, 100])
    return record, MAY


def rules_known(record, due, rng):
    """A version that the game knows. Only P6.4 differs between versions."""
    known = GAMES[record["game"]].rules
    alike = record["game"] != "photograph"
    before = record.get("rules", known[-1])
    record["rules"] = rng.choice(known)
    return record, MUST_NOT if alike or record["rules"] == before else MAY


def rules_missing(record, due, rng):
    """Then they are the current ones."""
    known = GAMES[record["game"]].rules
    current = record.pop("rules", known[-1]) == known[-1]
    return record, MUST_NOT if current or record["game"] != "photograph" else MAY


def rules_unknown(record, due, rng):
    strange = [0, 3, -1, 1.5, 255, 256, 257, 2**31, 2**32 + 1, 2**62, 2**64 + 1]
    strange += ["1", "2", "", None, True, False, [], [1], {}, {"rules": 1}]
    strange += [2] if record["game"] == "luz" else []
    record["rules"] = rng.choice(strange)
    return record, MUST


def members_unknown(record, due, rng):
    """Readers ignore unknown members."""
    record["names"] = ["a", "b"]
    record["seed"] = "1234"
    record["times"] = {"x": [1, 2.5, None]}
    record["result"]["seconds"] = 12
    return record, MAY


ALL_GAMES = [
    other_text,
    other_text,
    other_legal_move,
    other_legal_move,
    misspelt,
    misspelt,
    misspelt,
    shortened,
    wrong_seat,
    wrong_seat,
    removed_event,
    doubled_event,
    swapped_events,
    event_misshapen,
    event_misshapen,
    deal_as_move,
    move_as_deal,
    deal_out_of_place,
    events_after_the_end,
    cut_short,
    cut_short_with_result,
    cards_exchanged,
    cards_exchanged,
    card_twice,
    card_unknown,
    card_missing,
    card_too_many,
    many_cards_too_many,
    no_cards,
    deal_misspelt,
    result_missing,
    result_changed,
    option_missing,
    options_missing,
    option_value,
    other_seat_count,
    members_unknown,
    rules_known,
    rules_missing,
    rules_unknown,
]
OF_A_GAME = {
    "photograph": [last_card_from_the_right] * 3 + [sunset_out_of_place] * 3 + [sunset_elsewhere],
    "luz": [],
    "smitten": [five_without_word] * 2
    + [five_with_the_other_word, word_too_many, word_too_many]
    + [hand_named_wrongly] * 3
    + [bad_talk, bad_talk, talk_anywhere, talk_anywhere, talk_in_a_turn, talk_in_a_turn],
}
