"""Photograph, written from the rules a second time. See common.py for the interface."""

import copy

from common import Refused, check_move, read_options, read_rules, read_seat

COLOURS = "BRYGNSV"  # P1.1
SUNSET = "*"
COLOURS_IN_PLAY = {2: 5, 3: 6, 4: 7}  # P2.1
PILE = {2: 10, 3: 12, 4: 14}  # P2.2
GOOD_SHOT = {2: 4, 3: 4, 4: 3}  # P5.6
RULES = (1, 2)  # in the first, Sunset on top of the deck waits for the next refill (P6.4)
POINTS = [-3, 1, 3, 4, 7, 8, 10, 11]  # P8.2

# P2.3: the numbers of the places, as the field is seen.
PLACES_3X4 = [[1, 4, 7, 10], [2, 5, 8, 11], [3, 6, 9, 12]]
PLACES_4X4 = [[1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15], [4, 8, 12, 16]]
PLACES = {2: PLACES_3X4, 3: PLACES_4X4, 4: PLACES_4X4}

OPTIONS = {
    "colours": (None, None),
    "first": (("0", "1", "2", "3"), "0"),
    "missed": (("off", "on"), "off"),
    "memory": (("strict", "aided"), "strict"),
}


def colour_of(card):
    return card[0]


def value_of(card):
    return int(card[1:])


def back_of(card):
    """P1.2."""
    return colour_of(card) + ("-" if value_of(card) <= 6 else "+")


class Film:
    """One player's film of one colour: its shots in order, each (value, face_up)."""

    def __init__(self):
        self.shots = []

    def face_up(self):
        return [value for value, sharp in self.shots if sharp]

    def blurry(self):
        return len(self.shots) - len(self.face_up())

    def fits(self, value):
        """P5.3-P5.5."""
        if not self.shots:
            return True
        seen = self.face_up()
        if len(seen) >= 2:
            rising = seen[1] > seen[0]
            if rising and value < seen[-1]:
                return False
            if not rising and value > seen[-1]:
                return False
        last_value, last_sharp = self.shots[-1]
        return not last_sharp or abs(value - last_value) <= 3

    def add(self, value):
        """P5.2. Returns whether the card went face up."""
        sharp = self.fits(value)
        self.shots.append((value, sharp))
        return sharp


class Photograph:
    name = "photograph"
    seat_counts = (2, 3, 4)
    option_table = OPTIONS
    rules = RULES

    def init(self, seats, options, rules=RULES[-1]):
        self.version = read_rules(self, rules)
        if seats not in self.seat_counts:
            raise Refused("photograph is for 2 to 4")
        values = read_options(OPTIONS, options)
        self.seats = seats
        self.first = read_seat("first", values["first"], seats)
        self.missed = values["missed"] == "on"
        self.colours = values["colours"]  # None: the deal decides
        if self.colours is not None:
            self.check_colours()
        self.phase = "deal"  # take, wind, sunset, end, over
        self.rows = PLACES[seats]
        self.field = {}  # place -> card
        self.deck = []
        self.hands = [[] for _ in range(seats)]  # bottom card first
        self.films = [{} for _ in range(seats)]
        self.good_shots = {}  # colour -> seat
        self.turn = self.first
        self.taken = 0
        self.choices = {}
        self.shots = []  # P5.2: the last ones, as views show them
        self.missed_card = [None] * seats

    def check_colours(self):
        in_order = "".join(c for c in COLOURS if c in self.colours)
        if in_order != self.colours or len(self.colours) != COLOURS_IN_PLAY[self.seats]:
            raise Refused("option colours cannot be %r with %d" % (self.colours, self.seats))

    def copy(self):
        other = copy.copy(self)
        other.field = dict(self.field)
        other.deck = list(self.deck)
        other.hands = [list(hand) for hand in self.hands]
        other.films = [{} for _ in self.films]
        for mine, theirs in zip(self.films, other.films):
            for colour, film in mine.items():
                theirs[colour] = Film()
                theirs[colour].shots = list(film.shots)
        other.good_shots = dict(self.good_shots)
        other.choices = dict(self.choices)
        other.shots = list(self.shots)
        other.missed_card = list(self.missed_card)
        return other

    # P2: set-up.

    def deal(self, cards):
        if self.phase != "deal":
            raise Refused("no deal now")
        colours = self.colours_of_deal(cards)
        wanted = [c + str(v) for c in colours for v in range(1, 13)] + [SUNSET]
        if sorted(cards) != sorted(wanted):
            raise Refused("the deal is not each card once")
        pile = PILE[self.seats]
        if not 4 * pile <= cards.index(SUNSET) <= 5 * pile:  # P2.2: a pile of one card more
            raise Refused("Sunset is not in the second pile from the bottom")
        self.colours = colours
        self.deck = list(cards)
        self.films = [{c: Film() for c in colours} for _ in range(self.seats)]
        for place in range(1, len(self.rows) * 4 + 1):  # P2.3
            self.field[place] = self.deck.pop(0)
        for _ in range(5):  # P2.5
            for step in range(self.seats):
                self.hands[(self.first + step) % self.seats].append(self.deck.pop(0))
        self.phase = "take"

    def colours_of_deal(self, cards):
        if self.colours is not None:
            return self.colours
        colours = "".join(c for c in COLOURS if any(card.startswith(c) for card in cards))
        if len(colours) != COLOURS_IN_PLAY[self.seats]:
            raise Refused("the deal has a wrong number of colours")
        return colours

    # Legal moves.

    def actors(self):
        if self.phase == "deal":
            return ["deal"]
        if self.phase in ("sunset", "end"):
            return [s for s in range(self.seats) if s not in self.choices]
        return [] if self.phase == "over" else [self.turn]

    def legal(self, seat):
        if seat not in self.actors() or self.phase == "deal":
            return []
        return sorted(self.takes() if self.phase == "take" else self.winds(seat))

    def takes(self):
        """P3.1-P3.3."""
        texts = []
        for number, row in enumerate(self.rows, 1):
            left = len([place for place in row if place in self.field])
            for n in (1, 2, 3):
                if n > left:
                    continue
                texts.append("take %dL%d" % (number, n))
                if left > 1:
                    texts.append("take %dR%d" % (number, n))
        return texts

    def winds(self, seat):
        """P4.1."""
        top = len(self.hands[seat])
        return ["wind %d>%d" % (i, j) for i in range(1, top) for j in range(i + 1, top + 1)]

    # Making moves.

    def apply(self, seat, text):
        check_move(self, seat, text)
        word, rest = text.split(" ")
        if word == "take":
            self.shots = []  # P5.2: until the next move of the game
            self.take(int(rest[0]), rest[1], int(rest[2]))
            return
        i, j = (int(part) for part in rest.split(">"))
        if self.phase == "wind":
            self.wind(seat, i, j)
            self.shots = []
            for _ in range(self.taken):
                self.shoot(seat, normal=True)
            self.check_field()
        else:
            self.choices[seat] = (i, j)
            if len(self.choices) == self.seats:
                self.resolve_choices()

    def take(self, row, side, n):
        places = [place for place in self.rows[row - 1] if place in self.field]
        if side == "R":
            places.reverse()
        for place in places[:n]:
            self.hands[self.turn].append(self.field.pop(place))
        self.taken = n
        self.phase = "wind"

    def wind(self, seat, i, j):
        hand = self.hands[seat]
        hand.insert(j - 1, hand.pop(i - 1))

    def shoot(self, seat, normal):
        """P5: the bottom card. Good Shots are for normal turns only (P5.6, P7.2)."""
        card = self.hands[seat].pop(0)
        colour = colour_of(card)
        film = self.films[seat][colour]
        sharp = film.add(value_of(card))
        enough = len(film.face_up()) >= GOOD_SHOT[self.seats]
        good = normal and sharp and enough and colour not in self.good_shots
        if good:
            self.good_shots[colour] = seat
        self.shots.append({"seat": seat, "card": card, "blurry": not sharp, "good": good})

    # P6: the field.

    def check_field(self):
        if len(self.field) > 3:
            self.next_turn()
            return
        if self.seats == 2:
            self.field = {}  # P6.2
        else:
            self.turn_up_the_middle()
        self.refill()

    def turn_up_the_middle(self):
        """P6.3."""
        middle = [place for row in self.rows for place in row[1:3]]
        kept = [self.field[place] for place in sorted(middle) if place in self.field]
        self.field = {}
        left_column = [row[0] for row in self.rows]
        for place, card in zip(left_column, kept):
            self.field[place] = card

    def refill(self):
        """P6.4, P6.5: also goes on after Sunset."""
        for place in range(1, len(self.rows) * 4 + 1):
            if place in self.field:
                continue
            if not self.deck:
                break
            card = self.deck.pop(0)
            if card == SUNSET:
                self.choose_in_secret("sunset")
                return
            self.field[place] = card
        if len(self.field) <= 3:
            self.choose_in_secret("end")
        elif self.deck[:1] == [SUNSET] and self.version >= 2:  # P6.4: at the end of step 4
            self.deck.pop(0)
            self.choose_in_secret("sunset")
        else:
            self.next_turn()

    def choose_in_secret(self, phase):
        self.phase = phase
        self.choices = {}

    def next_turn(self):
        self.turn = (self.turn + 1) % self.seats
        self.phase = "take"

    def resolve_choices(self):
        """P7.1, P8.1; their shots replace those of the turn (P5.2)."""
        self.shots = []
        for step in range(self.seats):
            seat = (self.first + step) % self.seats
            self.wind(seat, *self.choices[seat])
            self.shoot(seat, normal=False)
            self.shoot(seat, normal=False)
        self.choices = {}
        if self.phase == "sunset":
            self.refill()
            return
        for seat in range(self.seats):
            self.missed_card[seat] = self.hands[seat].pop()
        self.phase = "over"

    # P9.1: the public members of a view.

    def public(self):
        seen = {"deck": len(self.deck), "shots": list(self.shots)}
        if self.version >= 2:  # version 1, where Sunset may be on top, shows none
            seen["top"] = back_of(self.deck[0]) if self.deck else None  # P2.5
        return seen

    # P8: the score.

    def over(self):
        return self.phase == "over"

    def final_films(self, seat):
        """The films that count, and the Good Shots: P8.5."""
        films = dict(self.films[seat])
        shots = [colour for colour, owner in self.good_shots.items() if owner == seat]
        if self.missed:
            lost = colour_of(self.missed_card[seat])
            films[lost] = Film()
            shots = [colour for colour in shots if colour != lost]
        return films, shots

    def score(self, seat):
        films, shots = self.final_films(seat)
        points = 5 * len(shots)
        for film in films.values():
            points += POINTS[min(len(film.face_up()), 7)] - 2 * film.blurry()
        return points

    def rank(self, seat):
        """P8.3."""
        films, shots = self.final_films(seat)
        longest = max(len(film.face_up()) for film in films.values())
        return (self.score(seat), len(shots), longest)

    def result(self):
        ranks = [self.rank(seat) for seat in range(self.seats)]
        winners = [seat for seat in range(self.seats) if ranks[seat] == max(ranks)]
        return {"scores": [rank[0] for rank in ranks], "winners": winners}
