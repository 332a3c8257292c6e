"""Plays games with the reference implementation, for the comparison with parlor.

Random play alone seldom gets far in Smitten and seldom earns a Good Shot in Photograph, so there
are players that look ahead. They see all cards: they are here to reach rare positions, not to play
fairly.
"""

import photograph
from records import GAMES
from smitten import TALK


def new_game(name, seats, options, rules=None):
    """A game before its first event, by the current rules unless another version is named."""
    game = GAMES[name]()
    game.init(seats, options, rules or game.rules[-1])
    return game


def random_deal(game, rng):
    """A deal for a game that waits for one, as a list of cards."""
    if game.name == "photograph":
        return photograph_deal(game, rng)
    if game.name == "luz":
        highest = {3: 8, 4: 10, 5: 12}[game.seats]
        cards = [c + str(v) for c in "RYGBV" for v in range(1, highest + 1)]
    else:
        cards = list("123456789" * 2)
    rng.shuffle(cards)
    if game.name == "smitten" and rng.random() < 0.4:
        cards.remove("5")  # a 5 at the end of the deck is often the 17th card
        cards.append("5")
    return cards


def photograph_deal(game, rng):
    colours = game.colours
    if colours is None:
        chosen = rng.sample(photograph.COLOURS, photograph.COLOURS_IN_PLAY[game.seats])
        colours = "".join(c for c in photograph.COLOURS if c in chosen)
    cards = [c + str(v) for c in colours for v in range(1, 13)]
    rng.shuffle(cards)
    if rng.random() < 0.3:  # nearly in order: films grow long
        cards.sort(key=lambda card: int(card[1:]) + rng.random() * 2)
    pile = photograph.PILE[game.seats]
    between_refills = 46 if game.seats == 2 else 5 * pile  # for two, each takes 12 from the deck
    somewhere = rng.randint(4 * pile, 5 * pile)
    place = rng.choice([4 * pile, 5 * pile, between_refills, somewhere])
    cards.insert(place, photograph.SUNSET)
    return cards


def all_moves(game):
    return [(seat, text) for seat in game.actors() for text in game.legal(seat)]


def random_move(game, rng):
    return rng.choice(all_moves(game))


def collecting_take(game, rng):
    """Photograph: takes fitting cards of the player's long colours."""
    films = game.films[game.turn]

    def worth(text):
        trial = game.copy()
        before = len(trial.hands[game.turn])
        trial.apply(game.turn, text)
        total = 0
        for card in trial.hands[game.turn][before:]:
            film = films[card[0]]
            total += len(film.face_up()) ** 2 if film.fits(int(card[1:])) else -1
        return total

    moves = game.legal(game.turn)
    rng.shuffle(moves)
    return game.turn, max(moves, key=worth)


def tidy_move(game, rng):
    """Photograph: mostly winds so that few shots are blurry."""
    if rng.random() < 0.1:
        return random_move(game, rng)
    if game.phase == "take":
        return collecting_take(game, rng)
    seat = rng.choice(game.actors())
    shots = game.taken if game.phase == "wind" else 2

    def worth(text):
        trial = game.copy()
        trial.wind(seat, *(int(part) for part in text[5:].split(">")))
        for _ in range(shots):
            trial.shoot(seat, normal=game.phase == "wind")
        claimed = list(trial.good_shots.values()).count(seat)
        return 3 * claimed - sum(film.blurry() for film in trial.films[seat].values())

    moves = game.legal(seat)
    rng.shuffle(moves)
    return seat, max(moves, key=worth)


def modest_move(game, rng):
    """Luz: small bids, so that totals are often close."""
    seat = game.actors()[0]
    if game.phase == "bid":
        return seat, "bid %d%s" % (rng.randint(1, 4), rng.choice(["", "+"]))
    return random_move(game, rng)


def is_stuck(game):
    """Smitten: lost at the start of a turn."""
    return not game.won and game.task is None and game.flipped is None


def long_line(game, rng, budget, goal):
    """Smitten: the first game that reaches the goal, of those seen by a random search; else the one
    that placed most cards."""
    best = {"placed": -1, "line": []}
    left = [budget]

    def explore(position, line):
        if position.over():
            reached = goal(position)
            if reached or position.placed() > best["placed"]:
                best.update(placed=position.placed(), line=line)
            return reached
        moves = all_moves(position)
        rng.shuffle(moves)
        for seat, text in moves:
            left[0] -= 1
            if left[0] < 0 and best["line"]:
                return True
            child = position.copy()
            child.apply(seat, text)
            if explore(child, line + [[seat, text]]):
                return True
        return False

    explore(game.copy(), [])
    return best["line"]


def random_line(game, rng):
    """Plays a random game to its end; returns its moves and the final state."""
    line = []
    end = game.copy()
    while not end.over():
        line.append(list(random_move(end, rng)))
        end.apply(*line[-1])
    return line, end


def stuck_line(game, rng):
    """Smitten: a game lost at the start of a turn, or None if some random games are not."""
    for _ in range(100):
        line, end = random_line(game, rng)
        if is_stuck(end):
            return line
    return None


def with_talk(game, line, rng):
    """The line with signals put in, within turns too and from a seat that cannot play (S3.2)."""
    events = []
    for seat, text in line:
        while not game.solo and rng.random() < (0.4 if game.actors() == [0, 1] else 0.2):
            events.append([rng.choice([0, 1]), rng.choice(TALK)])
            game.apply(*events[-1])
        game.apply(seat, text)
        events.append([seat, text])
    return events


def play_smitten(game, rng):
    deal = random_deal(game, rng)
    game.deal(deal)
    if rng.random() < 0.15:
        line, _ = random_line(game, rng)
    else:
        stuck = not game.solo and rng.random() < 0.3
        line = stuck_line(game, rng) if stuck else None
        if line is None:
            line = long_line(game, rng, rng.choice([50, 150, 400]), lambda end: end.won)
    return [["deal", " ".join(deal)]] + with_talk(game, line, rng)


def play_game(name, seats, options, rng, rules=None):
    """A whole game as a record, with the version of the rules if given."""
    game = new_game(name, seats, options, rules)
    if name == "smitten":
        events = play_smitten(game, rng)
    else:
        events = []
        clever = {"photograph": tidy_move, "luz": modest_move}[name]
        chooser = rng.choice([random_move, clever, clever])
        while not game.over():
            if game.actors() == ["deal"]:
                deal = random_deal(game, rng)
                game.deal(deal)
                events.append(["deal", " ".join(deal)])
            else:
                events.append(list(chooser(game, rng)))
                game.apply(*events[-1])
    record = {"parlor": 1, "game": name, "seats": seats, "options": options}
    if rules is not None:
        record["rules"] = rules
    return {**record, "events": events, "result": game.result()}
