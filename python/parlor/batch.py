"""Many games at once, stepped in C."""
import ctypes

from ._library import LIB, Illegal, write_options


class Batch:
    """`count` games. `look` fills the arrays `turn` (-1: over), `observation` (count x features),
    `mask` (count x actions), `score` and `win` (count x seats), all flat ctypes arrays."""

    def __init__(self, game, seats, count, options=None, seed=0):
        why = ctypes.c_char_p()
        self._b = LIB.parlor_batch_new(game.encode(), seats, write_options(options), count,
                                       seed & (2**64 - 1), ctypes.byref(why))
        if not self._b:
            raise Illegal((why.value or b"memory").decode())
        first = LIB.parlor_batch_game(self._b, 0)
        self.count, self.seats = count, seats
        self.actions = LIB.parlor_actions(first)
        self.features = LIB.parlor_features(first)
        self.turn = (ctypes.c_int32 * count)()
        self.observation = (ctypes.c_float * (count * self.features))()
        self.mask = (ctypes.c_uint8 * (count * self.actions))()
        self.score = (ctypes.c_int32 * (count * seats))()
        self.win = (ctypes.c_float * (count * seats))()
        self._action = (ctypes.c_int32 * count)()
        self.look()

    def __del__(self):
        if getattr(self, "_b", None):
            LIB.parlor_batch_free(self._b)
            self._b = None

    def step(self, actions=None, look=True):
        """In every game the seat whose turn it is acts, by these numbers (negative: at random) or
        all at random; a game that was over starts again. Returns the number of games that are over."""
        if actions is not None:
            self._action[:] = actions
        over = LIB.parlor_batch_step(self._b, self._action if actions is not None else None)
        if look:
            self.look()
        return over

    def look(self):
        LIB.parlor_batch_look(self._b, self.turn, self.observation, self.mask, self.score, self.win)
