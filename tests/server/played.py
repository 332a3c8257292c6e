"""Games that are played on a real server, and go on after it was restored or moved."""

import random

from parlor_server import Client

MOVES = 9  # made in a game that goes on


class Game:
    """A table with a client in every seat, which make random legal moves."""

    def __init__(self, server, game, seats):
        self.chance = random.Random(f"{game} {seats}")
        self.people = [Client(server) for _ in range(seats)]
        self.id = self.people[0].ask("create", game=game, seats=seats)["table"]
        for p in self.people[1:]:
            p.ask("sit", table=self.id)
        self.catch_up(1)

    def catch_up(self, n):
        """All people have seen event n, or what came after it."""
        for p in self.people:
            p.until(lambda c: self.id in c.tables and c.tables[self.id]["n"] >= n and
                    c.tables[self.id]["phase"] != "open")
        latest = max(p.tables[self.id]["n"] for p in self.people)
        if latest > n:
            self.catch_up(latest)

    def n(self):
        return self.people[0].tables[self.id]["n"]

    def is_over(self):
        return self.people[0].tables[self.id]["phase"] == "over"

    def play(self, moves=None):
        """Plays so many moves, or to the end; tells whether the game is over."""
        made = 0
        while not self.is_over() and (moves is None or made < moves):
            movers = [p for p in self.people if p.tables[self.id]["legal"]]
            mover = self.chance.choice(movers)
            reply = mover.ask("move", table=self.id, text=self.chance.choice(mover.tables[self.id]["legal"]))
            assert reply.get("ok"), reply
            self.catch_up(self.n() + 1)
            made += 1
        return self.is_over()

    def is_heard(self):
        """Whether a person's talk is taken."""
        return self.people[0].ask("talk", table=self.id, phrase="thanks").get("ok")

    def catch_up_all(self, server):
        """All people have seen what a newcomer sees."""
        newcomer = Client(server)
        newcomer.ask("open", table=self.id)
        newcomer.until(lambda c: self.id in c.tables)
        self.catch_up(newcomer.tables[self.id]["n"])
        newcomer.close()

    def come_back(self, server):
        """The same people connect again and open the table; returns what they see of it."""
        before = [p.tables[self.id] for p in self.people]
        self.people = [Client(server, cookie=p.cookie) for p in self.people]
        for p in self.people:
            p.ask("open", table=self.id)
            p.until(lambda c: self.id in c.tables)
        return before, [p.tables[self.id] for p in self.people]


def begun(server, game, seats, finished):
    """A game that has begun. Bad luck can end one within its first moves; it counts as finished then."""
    while True:
        new = Game(server, game, seats)
        if not new.play(1 if game in ("null", "smitten") else MOVES):
            return new
        finished.append(new)


def view(table):
    return {name: table[name] for name in ("n", "phase", "you", "view", "legal", "result")}
