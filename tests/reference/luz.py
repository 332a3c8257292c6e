"""Luz, written from the rules a second time. See common.py for the interface."""

import copy

from common import Refused, check_move, read_options, read_rules, read_seat

COLOURS = "RYGBV"  # L1.1; also the order of the slots, L2.2
TRUMP = "Y"
RULES = (1,)
HIGHEST = {3: 8, 4: 10, 5: 12}

OPTIONS = {
    "dealer": (("0", "1", "2", "3", "4"), "0"),
    "memory": (("strict", "aided"), "strict"),
}


def slot_order(card):
    return (COLOURS.index(card[0]), int(card[1:]))


class Luz:
    name = "luz"
    seat_counts = (3, 4, 5)
    option_table = OPTIONS
    rules = RULES

    def init(self, seats, options, rules=RULES[-1]):
        read_rules(self, rules)
        if seats not in self.seat_counts:
            raise Refused("luz is for 3 to 5")
        values = read_options(OPTIONS, options)
        self.seats = seats
        self.dealer = read_seat("dealer", values["dealer"], seats)
        self.strict = values["memory"] == "strict"
        self.number = 0  # of the deal, from 1
        self.phase = "deal"  # bid, play, over
        self.hands = [{} for _ in range(seats)]  # slot -> card
        self.bids = [None] * seats  # (beads, safety)
        self.tricks = [0] * seats
        self.scores = [0] * seats
        self.last_points = [0] * seats  # of the deal just scored
        self.table = []  # (seat, slot, card) of the trick, in order
        self.closed = None  # the trick just finished, while it is open: (winner, table)
        self.turn = None

    def copy(self):
        other = copy.copy(self)
        other.hands = [dict(hand) for hand in self.hands]
        for name in ("bids", "tricks", "scores", "last_points", "table"):
            setattr(other, name, list(getattr(self, name)))
        return other

    def first_player(self):
        """L2.1."""
        return (self.dealer + self.number) % self.seats

    def nearest_to_first(self, tied):
        """The first player, or of several the nearest to the left (L3.2, L6.1)."""
        return min(tied, key=lambda seat: (seat - self.first_player()) % self.seats)

    def deal(self, cards):
        if self.phase != "deal":
            raise Refused("no deal now")
        wanted = [c + str(v) for c in COLOURS for v in range(1, HIGHEST[self.seats] + 1)]
        if sorted(cards) != sorted(wanted):
            raise Refused("the deal is not each card once")
        for seat in range(self.seats):
            own = sorted(cards[10 * seat : 10 * seat + 10], key=slot_order)
            self.hands[seat] = {slot: card for slot, card in enumerate(own, 1)}
        self.number += 1
        self.bids = [None] * self.seats
        self.tricks = [0] * self.seats
        self.table = []
        self.closed = None  # L7.2
        self.starter = self.first_player()
        if self.number == 4:  # L3.2
            most = max(self.scores)
            tied = [seat for seat in range(self.seats) if self.scores[seat] == most]
            self.starter = self.nearest_to_first(tied)
        self.turn = self.starter
        self.phase = "bid"

    def actors(self):
        if self.phase == "deal":
            return ["deal"]
        return [] if self.phase == "over" else [self.turn]

    def legal(self, seat):
        if seat not in self.actors() or self.phase == "deal":
            return []
        if self.phase == "bid":
            texts = ["bid %d%s" % (n, safety) for n in range(11) for safety in ("", "+")]
        else:
            texts = ["play %d" % slot for slot in self.playable(seat)]
        return sorted(texts)

    def playable(self, seat):
        """L4.3."""
        hand = self.hands[seat]
        if self.table:
            led = self.table[0][2][0]
            following = [slot for slot, card in hand.items() if card[0] == led]
            if following:
                return following
        return list(hand)

    def apply(self, seat, text):
        check_move(self, seat, text)
        word, rest = text.split(" ")
        if word == "bid":
            self.bids[seat] = (int(rest.rstrip("+")), rest.endswith("+"))
            self.turn = (seat + 1) % self.seats
            if None not in self.bids:
                self.turn = self.starter
                self.phase = "play"
            return
        self.closed = None  # L7.2: until the next card is led
        self.table.append((seat, int(rest), self.hands[seat].pop(int(rest))))
        self.turn = (seat + 1) % self.seats
        if len(self.table) == self.seats:
            self.finish_trick()

    def finish_trick(self):
        """L4.4."""
        led = self.table[0][2][0]
        colours = [card[0] for _, _, card in self.table]
        best_colour = TRUMP if TRUMP in colours else led
        rivals = [(int(card[1:]), seat) for seat, _, card in self.table if card[0] == best_colour]
        winner = max(rivals)[1]
        self.tricks[winner] += 1
        self.closed = (winner, self.table)
        self.table = []
        self.turn = winner
        if not self.hands[winner]:
            self.finish_deal()

    def points(self, seat):
        """L5."""
        beads, safety = self.bids[seat]
        tricks = self.tricks[seat]
        if safety and tricks in (beads, beads + 1):
            return 5 * self.number
        if not safety and tricks == beads:
            return 10 * self.number
        return -5 * abs(tricks - beads)

    def finish_deal(self):
        self.last_points = [self.points(seat) for seat in range(self.seats)]
        for seat in range(self.seats):
            self.scores[seat] += self.last_points[seat]
        self.phase = "over" if self.number == 4 else "deal"

    # L7: the table as every seat sees it.

    def public(self):
        def shown(trick):
            return [{"seat": seat, "slot": slot, "card": card} for seat, slot, card in trick]

        seen = {"trick": shown(self.table)}
        if self.strict:  # L7.2; `aided` shows all cards anyway
            winner, cards = self.closed or (None, [])
            seen["last"] = {"winner": winner, "cards": shown(cards)} if cards else None
        return seen

    def over(self):
        return self.phase == "over"

    def result(self):
        """L6.1."""
        ranks = [(self.scores[seat], self.last_points[seat]) for seat in range(self.seats)]
        tied = [seat for seat in range(self.seats) if ranks[seat] == max(ranks)]
        return {"scores": list(self.scores), "winners": [self.nearest_to_first(tied)]}
