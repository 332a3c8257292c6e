"""Smitten, for two and solo, written from the rules a second time. Interface: common.py."""

import copy

from common import Refused, check_move, read_options, read_rules

RULES = (1, 2)  # games that either allows are replayed alike by both
HAND_SIZE = {"easy": 4, "medium": 3, "hard": 3}  # S3.1
CELLS = ["123", "456", "789"]  # S1.1
SQUARES = "LR"
ONOFF = ("off", "on")
UNPRINTED = ("any", "same", "other", "new", "near", "none")  # S2.1

OPTIONS = {
    "level": (("easy", "medium", "hard"), "medium"),
    "card4": (UNPRINTED, "any"),
    "card9": (UNPRINTED, "any"),
    "easy": (ONOFF, "off"),
    "hard1": (ONOFF, "off"),
    "hard2": (ONOFF, "off"),
}

# S2, but for 4 and 9.
INSTRUCTIONS = {
    1: "reveal",
    2: "play",
    3: "top",
    5: "announced",
    6: "new",
    7: "other",
    8: "same",
}

# The signals, allowed throughout the game: S3.2.
TALK = ["say can", "say cannot", "say want", "say pass"] + [
    "say %s %s" % (a, b) for a in ("can", "cannot") for b in ("want", "pass")
]


def cell(number):
    """Row and column of a number."""
    for row, line in enumerate(CELLS):
        if str(number) in line:
            return row, line.index(str(number))
    raise ValueError(number)


def neighbours(a, b):
    (row_a, col_a), (row_b, col_b) = cell(a), cell(b)
    return abs(row_a - row_b) + abs(col_a - col_b) == 1


class Smitten:
    name = "smitten"
    seat_counts = (1, 2)
    option_table = OPTIONS
    rules = RULES

    def init(self, seats, options, rules=RULES[-1]):
        read_rules(self, rules)
        if seats not in self.seat_counts:
            raise Refused("smitten is for 1 or 2")
        values = read_options(OPTIONS, options)
        self.seats = seats
        self.solo = seats == 1
        self.instructions = dict(INSTRUCTIONS)
        self.instructions[4] = values["card4"]
        self.instructions[9] = values["card9"]
        self.hand_size = HAND_SIZE[values["level"]]
        # S5.2: options of the other mode are ignored.
        self.balanced = values["hard2"] == "on" if self.solo else values["level"] == "hard"
        self.fixed_fives = self.solo and values["hard1"] == "on"
        self.may_swap = self.solo and values["easy"] == "on"
        self.phase = "deal"  # start, flipped, instruction, over
        self.won = False
        self.squares = {"L": [], "R": []}
        self.aside = None
        self.deck = []
        # A hand is its numbers; solo, the open ones, and the closed card apart.
        self.hands = [[], []]
        self.closed = [None, None]
        self.active = None  # the hand that this turn began with
        self.flipped = None  # the card that must be played
        self.task = None  # (instruction, card just played, its square, announcement)
        self.doer = None  # the hand that carries it out
        self.revealed = None  # by a 1, waiting for the placing of another
        self.top = None  # revealed by a 3

    def copy(self):
        other = copy.copy(self)
        other.squares = {name: list(cards) for name, cards in self.squares.items()}
        other.deck = list(self.deck)
        other.hands = [list(hand) for hand in self.hands]
        other.closed = list(self.closed)
        return other

    def deal(self, cards):
        if self.phase != "deal":
            raise Refused("no deal now")
        if sorted(cards) != sorted("123456789" * 2):
            raise Refused("the deal is not each card twice")
        self.deck = [int(card) for card in cards]
        self.aside = self.deck.pop(0)
        for hand in (0, 1):
            if self.solo:
                self.hands[hand] = [self.deck.pop(0), self.deck.pop(0)]
                self.closed[hand] = self.deck.pop(0)
            else:
                self.hands[hand] = [self.deck.pop(0) for _ in range(self.hand_size)]
        self.start_turn()

    # Fitting cards.

    def placed(self):
        return len(self.squares["L"]) + len(self.squares["R"])

    def fits(self, number, square):
        """S1.2, S3.7."""
        here = self.squares[square]
        there = self.squares[self.other_square(square)]
        if number in here:
            return False
        if here and not any(neighbours(number, card) for card in here):
            return False
        return not self.balanced or len(here) + 1 - len(there) < 2

    @staticmethod
    def other_square(square):
        return "R" if square == "L" else "L"

    def fits_somewhere(self, number):
        return any(self.fits(number, square) for square in SQUARES)

    def obeys(self, number, square):
        """Whether placing this card there satisfies the instruction (S2)."""
        what, played, its_square, word = self.task
        if what in ("reveal", "any", "top"):
            return True
        if what == "announced":
            higher = number > 5 if word == "higher" else number < 5
            return higher and square != its_square
        if what == "new":
            return number not in self.squares["L"] and number not in self.squares["R"]
        if what == "other":
            return square != its_square
        if what == "same":
            return square == its_square
        if what == "near":
            return square == its_square and neighbours(number, played)
        raise ValueError(what)

    # Legal moves: texts, each with (action, hand, number, square, word).

    def actors(self):
        if self.phase == "deal":
            return ["deal"]
        if self.phase == "over":
            return []
        if self.solo:
            return [0]
        return [0, 1] if self.phase == "start" else [self.doer]

    def legal(self, seat):
        if self.phase == "deal" or seat not in self.actors():
            return []
        return sorted(self.moves(seat))

    def hand_name(self, hand):
        return "AB"[hand] if self.solo else ""

    def moves(self, seat):
        if self.phase == "start":
            if self.solo:
                return {**self.start_moves(0), **self.start_moves(1)}
            return self.plays(seat, self.hands[seat])
        if self.phase == "flipped":
            return self.plays(self.active, [self.flipped])
        return self.carrying_out()

    def start_moves(self, hand):
        """Solo: S4.2, S4.6."""
        name = self.hand_name(hand)
        texts = self.plays(hand, self.hands[hand])
        if self.closed[hand] is not None:
            texts["flip %s" % name] = ("flip", hand, None, None, None)
        if self.may_swap:
            for number in self.hands[hand]:
                texts["swap %s%d" % (name, number)] = ("swap", hand, number, None, None)
        return texts

    def plays(self, hand, numbers):
        texts = {}
        for number in numbers:
            for square in SQUARES:
                if not self.fits(number, square):
                    continue
                for word in self.words(number, square):
                    text = "play %s%d%s" % (self.hand_name(hand), number, square)
                    if word is not None:
                        text += " " + word
                    texts[text] = ("play", hand, number, square, word)
        return texts

    def words(self, number, square):
        """The announcements to choose from; the 17th card needs none."""
        if number != 5 or self.placed() == 16:
            return [None]
        if self.fixed_fives:
            return ["higher"] if square == "L" else ["lower"]
        return ["higher", "lower"]

    def places(self, name, numbers):
        texts = {}
        for number in numbers:
            for square in SQUARES:
                if self.fits(number, square) and self.obeys(number, square):
                    text = "place %s%d%s" % (name, number, square)
                    texts[text] = ("place", self.doer, number, square, None)
        return texts

    def others(self, number):
        """The doer's hand without one copy of a number."""
        rest = list(self.hands[self.doer])
        rest.remove(number)
        return rest

    def carrying_out(self):
        what = self.task[0]
        hand = self.hands[self.doer]
        name = self.hand_name(self.doer)
        if what == "play":
            return self.plays(self.doer, hand)
        if what == "top":
            return self.places("", [] if self.top is None else [self.top])
        if what != "reveal":
            return self.places(name, hand)
        if self.revealed is not None:
            return self.places(name, self.others(self.revealed))
        return {
            "reveal %s%d" % (name, number): ("reveal", self.doer, number, None, None)
            for number in hand
            if self.places(name, self.others(number))
        }

    # Making moves.

    def may_say(self, seat, text):
        """S3.2: both, from the deal until the move that ends the game, never solo."""
        playing = self.phase not in ("deal", "over")
        return playing and not self.solo and seat in (0, 1) and text in TALK

    def apply(self, seat, text):
        if self.may_say(seat, text):
            return
        check_move(self, seat, text)
        action, hand, number, square, word = self.moves(seat)[text]
        if action == "play":
            self.play(hand, number, square, word)
        elif action == "place":
            self.place(hand, number, square)
        elif action == "reveal":
            self.revealed = number
        elif action == "flip":
            self.flip(hand)
        elif action == "swap":
            self.swap(hand, number)

    def play(self, hand, number, square, word):
        if self.phase == "start":
            self.active = hand
        self.hands[hand].remove(number)
        self.flipped = None
        self.squares[square].append(number)
        if self.placed() == 17:  # S3.6
            self.end(won=True)
            return
        self.doer = 1 - hand
        self.turn_up(self.doer)  # S4.3
        what = self.instructions[number]
        if what == "none":
            self.end_turn()
            return
        self.phase = "instruction"
        self.task = (what, number, square, word)
        self.revealed = None
        self.top = self.deck.pop(0) if what == "top" and self.deck else None
        if not self.carrying_out():
            self.end(won=False)

    def turn_up(self, hand):
        if self.closed[hand] is not None:
            self.hands[hand].append(self.closed[hand])
            self.closed[hand] = None

    def place(self, hand, number, square):
        if self.top is not None:
            self.top = None
        else:
            self.hands[hand].remove(number)
        self.squares[square].append(number)
        if self.placed() == 17:
            self.end(won=True)
        else:
            self.end_turn()

    def flip(self, hand):
        """S4.2."""
        self.active = hand
        self.flipped = self.closed[hand]
        self.turn_up(hand)
        self.phase = "flipped"
        if not self.fits_somewhere(self.flipped):
            self.end(won=False)

    def swap(self, hand, number):
        """S4.6."""
        self.hands[hand].remove(number)
        self.hands[hand].append(self.aside)
        self.aside = number
        self.may_swap = False
        self.start_turn()

    # Turns.

    def start_turn(self):
        """S3.6, S4.5."""
        self.phase = "start"
        self.active = self.doer = self.task = self.revealed = None
        can_play = any(self.fits_somewhere(n) for hand in self.hands for n in hand)
        can_flip = any(card is not None for card in self.closed)
        if not can_play and not can_flip:
            self.end(won=False)

    def end_turn(self):
        """S3.5, S4.4."""
        for hand in (self.active, 1 - self.active):
            if self.solo:
                self.draw_solo(hand)
            else:
                while self.deck and len(self.hands[hand]) < self.hand_size:
                    self.hands[hand].append(self.deck.pop(0))
        self.start_turn()

    def draw_solo(self, hand):
        while self.deck and len(self.hands[hand]) < 2:
            self.hands[hand].append(self.deck.pop(0))
        if self.deck and len(self.hands[hand]) == 2 and self.closed[hand] is None:
            self.closed[hand] = self.deck.pop(0)

    def end(self, won):
        self.phase = "over"
        self.won = won

    def public(self):
        return {}

    def over(self):
        return self.phase == "over"

    def result(self):
        winners = list(range(self.seats)) if self.won else []
        return {"won": self.won, "placed": self.placed(), "winners": winners}
