"""One game of the C library."""
import ctypes
import json

from ._library import JSON_MAX, LIB, SPECTATOR, TEXT_MAX, ACTIONS_MAX, Illegal, write_options


class Game:
    """The whole truth of one game; `view` and `observe` give only what a seat may know."""

    def __init__(self, game, seats=None, options=None, seed=0, _handle=None):
        why = ctypes.c_char_p()
        if _handle is None:
            seats = seats or max(2, LIB.parlor_seats_min(game.encode()))
            _handle = LIB.parlor_new(game.encode(), seats, write_options(options),
                                     ctypes.byref(why))
        if not _handle:
            raise Illegal((why.value or b"memory").decode())
        self._p = _handle
        self.name = game
        self.cooperative = LIB.parlor_cooperative(game.encode()) != 0
        self.seats = LIB.parlor_seats(self._p)
        self.actions = LIB.parlor_actions(self._p)
        self.features = LIB.parlor_features(self._p)
        if seed is not None:
            self.reset(seed)

    def __del__(self):
        if getattr(self, "_p", None):
            LIB.parlor_free(self._p)
            self._p = None

    def reset(self, seed=0):
        """Starts a new game, with all deals from this seed."""
        LIB.parlor_reset(self._p, seed & (2**64 - 1))

    def clone(self):
        """A copy in the same position, with the same deals to come."""
        return Game(self.name, seed=None, _handle=LIB.parlor_clone(self._p))

    def imagine(self, seat, seed=0):
        """A game drawn from all those that the seat cannot tell from this one."""
        other = self.clone()
        LIB.parlor_imagine(other._p, self._p, self._seat(seat), seed & (2**64 - 1))
        return other

    @property
    def turn(self):
        """The seat to ask now; None when the game is over."""
        seat = LIB.parlor_turn(self._p)
        return seat if seat >= 0 else None

    @property
    def over(self):
        return LIB.parlor_actors(self._p) == 0

    @property
    def actors(self):
        """The seats that may act now."""
        bits = LIB.parlor_actors(self._p)
        return [seat for seat in range(self.seats) if bits >> seat & 1]

    def legal(self, seat):
        """The seat's legal actions as numbers."""
        out = (ctypes.c_int * ACTIONS_MAX)()
        return out[:LIB.parlor_legal(self._p, seat, out)]

    def mask(self, seat):
        """The same as bytes, 1 for legal."""
        out = (ctypes.c_uint8 * self.actions)()
        LIB.parlor_mask(self._p, seat, out)
        return out

    def text(self, action):
        """The move text of an action."""
        out = ctypes.create_string_buffer(TEXT_MAX)
        LIB.parlor_action_text(self._p, action, out)
        return out.value.decode()

    def number(self, text):
        """The action of a move text."""
        action = LIB.parlor_action_number(self._p, text.encode())
        if action < 0:
            raise Illegal(text)
        return action

    def apply(self, seat, action):
        """Acts, by number or by text; Illegal if the rules do not allow it."""
        if isinstance(action, str):
            why = LIB.parlor_apply_text(self._p, seat, action.encode())
        else:
            why = LIB.parlor_apply(self._p, seat, int(action))
        if why is not None:
            raise Illegal(why.decode())

    def _seat(self, seat):
        if not SPECTATOR <= seat < self.seats:
            raise Illegal("move.no-such-seat")
        return seat

    def view(self, seat=SPECTATOR):
        """The seat's view, as described in the game's README."""
        out = ctypes.create_string_buffer(JSON_MAX)
        LIB.parlor_view(self._p, self._seat(seat), out, JSON_MAX)
        return json.loads(out.value)

    def observe(self, seat=SPECTATOR):
        """The same as numbers: a ctypes array of `features` floats."""
        out = (ctypes.c_float * self.features)()
        LIB.parlor_observe(self._p, self._seat(seat), out)
        return out

    def scores(self):
        """Points so far, or final."""
        out = (ctypes.c_int * self.seats)()
        LIB.parlor_scores(self._p, out)
        return list(out)

    def winners(self):
        bits = LIB.parlor_winners(self._p)
        return [seat for seat in range(self.seats) if bits >> seat & 1]

    def result(self):
        """The result as in records."""
        out = ctypes.create_string_buffer(JSON_MAX)
        LIB.parlor_result(self._p, out, JSON_MAX)
        return json.loads(out.value)

    def __hash__(self):
        return LIB.parlor_hash(self._p)

    def __eq__(self, other):
        return isinstance(other, Game) and hash(self) == hash(other)
