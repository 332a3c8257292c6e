"""A daily deal played through the lines of `parlor daily --plain`."""

import json
import os
import subprocess

DATE = "2024-02-29"


class DailyGame:
    """One run of the program; `data` is the user's folder."""

    def __init__(self, parlor, data, game, date=DATE):
        self.path = os.path.join(data, "parlor", "games", f"daily-{date}-{game}.jsonl")
        self.run = subprocess.Popen([parlor, "daily", game, "--date", date, "--plain"], text=True,
                                    env={**os.environ, "XDG_DATA_HOME": data, "PARLOR_LANG": "en"},
                                    stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.said = self.read()

    def read(self):
        """To the next prompt, or the end."""
        text = ""
        while not text.endswith("\n> ") and text != "> ":
            char = self.run.stdout.read(1)
            if not char:
                break
            text += char
        return text

    def ask(self, line):
        self.run.stdin.write(line + "\n")
        self.run.stdin.flush()
        return self.read()

    def move(self, choose=0):
        """A listed move; False: there is none."""
        moves = [line.split("  (")[0].removeprefix("> ") for line in self.ask("moves").split("\n") if "  (" in line]
        if moves:
            self.said += self.ask(moves[choose % len(moves)])
        return bool(moves)

    def leave(self):
        self.run.stdin.close()
        self.said += self.run.stdout.read()
        return self.run.wait()

    def record(self):
        with open(self.path, encoding="utf-8") as file:
            return json.load(file)


def play(parlor, data, game, date=DATE, choose=0):
    """A whole game by the moves at that place of the list; its record."""
    one = DailyGame(parlor, data, game, date)
    while one.move(choose):
        pass
    one.leave()
    return one.record()
