"""Shared parts of the three reference games: the refusal, and reading of options.

A game of this folder is a class with

    rules                  the versions of its rules that it knows, the current one last
    init(seats, options, rules)
                           options by name, as text; a missing one takes its default
    actors()               the seats that may move, ascending; ["deal"] before a deal; [] when over
    deal(cards)            the cards of a deal event, as a list of texts
    legal(seat)            all moves of that seat but talk, sorted by text
    apply(seat, text)      makes one move
    over(), result()       whether the game has ended, and how
    public()               members of every seat's view that the rules fix, by their names there
    copy()                 an independent copy, for players that look ahead

A call that is not allowed raises Refused and changes nothing.
"""


class Refused(Exception):
    """An event, option or record that the rules do not allow."""


def read_options(table, options):
    """The value of every option of `table` (name -> (allowed values, default)).

    An option whose allowed values are None is checked by the game itself.
    """
    for name, value in options.items():
        if name not in table:
            raise Refused("no option %s" % name)
        allowed = table[name][0]
        if not isinstance(value, str):
            raise Refused("option %s is not a text" % name)
        if allowed is not None and value not in allowed:
            raise Refused("option %s cannot be %s" % (name, value))
    return {name: options.get(name, default) for name, (_, default) in table.items()}


def read_seat(name, text, seats):
    """The seat that an option names."""
    if int(text) >= seats:
        raise Refused("option %s names no seat of %d" % (name, seats))
    return int(text)


def read_rules(game, version):
    """The version of the rules, if the game knows it."""
    if isinstance(version, bool) or not isinstance(version, int) or version not in game.rules:
        raise Refused("%s has no rules %r" % (game.name, version))
    return version


def check_move(game, seat, text):
    """Refuses a move that is not one of those listed."""
    if seat not in game.actors():
        raise Refused("seat %d may not move now" % seat)
    if text not in game.legal(seat):
        raise Refused("%r is not a legal move of seat %d" % (text, seat))
