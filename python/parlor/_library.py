"""The shared library through ctypes: its functions as declared in lib/parlor.h."""
import ctypes
import ctypes.util
import os
from ctypes import POINTER, c_char_p, c_float, c_int, c_int32, c_size_t, c_uint8, c_uint32, c_uint64
from ctypes import c_void_p

API = 1
SEATS_MAX, ACTIONS_MAX, TEXT_MAX, JSON_MAX, SPECTATOR = 5, 256, 32, 16384, -1


class Illegal(ValueError):
    """An action that the rules do not allow now, or an invalid set-up; the text is the id of the
    reason in Parlor's catalogue."""


def _candidates():
    if os.environ.get("PARLOR_LIBRARY"):
        yield os.environ["PARLOR_LIBRARY"]
        return
    here = os.path.dirname(os.path.abspath(__file__))
    yield os.path.join(here, "..", "..", "build", "lib", "libparlor.so")
    for folder in ["/usr/local/lib", "/usr/lib"]:
        yield os.path.join(folder, "libparlor.so.1")
    found = ctypes.util.find_library("parlor")
    if found:
        yield found
    yield "libparlor.so.1"


def _load():
    tried = []
    for path in _candidates():
        try:
            return ctypes.CDLL(path), path
        except OSError as error:
            tried.append(str(error))
    raise ImportError("libparlor is not here; build it, or name it in PARLOR_LIBRARY.\n" +
                      "\n".join(tried))


LIB, library_path = _load()

_GAME, _BATCH, _WHY = c_void_p, c_void_p, POINTER(c_char_p)
for _name, _result, _args in [
        ("api", c_int, []),
        ("release", c_char_p, []),
        ("games", c_int, []),
        ("game", c_char_p, [c_int]),
        ("seats_min", c_int, [c_char_p]),
        ("seats_max", c_int, [c_char_p]),
        ("cooperative", c_int, [c_char_p]),
        ("new", _GAME, [c_char_p, c_int, c_char_p, _WHY]),
        ("free", None, [_GAME]),
        ("clone", _GAME, [_GAME]),
        ("copy", None, [_GAME, _GAME]),
        ("reset", None, [_GAME, c_uint64]),
        ("imagine", None, [_GAME, _GAME, c_int, c_uint64]),
        ("seats", c_int, [_GAME]),
        ("actors", c_uint32, [_GAME]),
        ("turn", c_int, [_GAME]),
        ("actions", c_int, [_GAME]),
        ("legal", c_int, [_GAME, c_int, POINTER(c_int)]),
        ("mask", None, [_GAME, c_int, POINTER(c_uint8)]),
        ("apply", c_char_p, [_GAME, c_int, c_int]),
        ("apply_text", c_char_p, [_GAME, c_int, c_char_p]),
        ("action_text", None, [_GAME, c_int, c_char_p]),
        ("action_number", c_int, [_GAME, c_char_p]),
        ("view", c_size_t, [_GAME, c_int, c_char_p, c_size_t]),
        ("features", c_int, [_GAME]),
        ("observe", None, [_GAME, c_int, POINTER(c_float)]),
        ("scores", None, [_GAME, POINTER(c_int)]),
        ("winners", c_uint32, [_GAME]),
        ("result", c_size_t, [_GAME, c_char_p, c_size_t]),
        ("hash", c_uint64, [_GAME]),
        ("batch_new", _BATCH, [c_char_p, c_int, c_char_p, c_int, c_uint64, _WHY]),
        ("batch_free", None, [_BATCH]),
        ("batch_game", _GAME, [_BATCH, c_int]),
        ("batch_step", c_int, [_BATCH, POINTER(c_int32)]),
        ("batch_look", None, [_BATCH, POINTER(c_int32), POINTER(c_float), POINTER(c_uint8),
                              POINTER(c_int32), POINTER(c_float)])]:
    _function = getattr(LIB, "parlor_" + _name)
    _function.restype, _function.argtypes = _result, _args

if LIB.parlor_api() != API:
    raise ImportError(f"libparlor at {library_path} has API {LIB.parlor_api()}, not {API}")


def release():
    """The version of the library."""
    return LIB.parlor_release().decode()


def games():
    """The games: name -> (fewest seats, most seats)."""
    names = [LIB.parlor_game(i) for i in range(LIB.parlor_games())]
    return {n.decode(): (LIB.parlor_seats_min(n), LIB.parlor_seats_max(n)) for n in names}


def write_options(options):
    """{"memory": "aided"} -> b"memory=aided"."""
    return " ".join(f"{name}={value}" for name, value in (options or {}).items()).encode()
