"""Measures the performance ratings of our own bots: rating.py BUILD [GAMES [BUDGET]]

Every level sits in every seat in turn. Solo games are solved exactly; the others are valued with
the budget, by the bot that reviews use. The scale of search/scale.c comes from here.
"""

import json
import subprocess
import sys

LEVELS = ["random", "easy", "medium", "hard"]
TABLES = [("smitten", 1), ("smitten", 2), ("photograph", 4), ("luz", 4)]


def play(parlor, game, seats, bots, games):
    return subprocess.run([parlor, "sim", game, "--seats", str(seats), "--games", str(games),
                           "--seed", "11", "--bots", bots], check=True, capture_output=True).stdout


def play_all(parlor, game, seats, games):
    """Levels of a game for one or together play among themselves, the others against each other."""
    if seats < len(LEVELS):
        return b"".join(play(parlor, game, seats, ",".join([level] * seats), games)
                        for level in LEVELS)
    turned = [LEVELS[i:] + LEVELS[:i] for i in range(len(LEVELS))]
    return b"".join(play(parlor, game, seats, ",".join(bots), (games + 3) // 4) for bots in turned)


def main():
    parlor, games = sys.argv[1] + "/parlor", int(sys.argv[2]) if len(sys.argv) > 2 else 40
    budget = ["--budget", sys.argv[3]] if len(sys.argv) > 3 else []
    for game, seats in TABLES:
        records = play_all(parlor, game, seats, games)
        run = subprocess.run([parlor, "review", "-", "--summary", "--json", *budget], input=records,
                             check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        print(f"{game}, seats: {seats}, budget: {budget[1] if budget else 'usual'}")
        for row in json.loads(run.stdout)["players"]:
            print(f"  {row['player']:<11} {row.get('rating', 0):6.1f} ± {row.get('margin', 0):5.1f}"
                  f"   {row['choices']} choices, {row['games']} games", flush=True)


if __name__ == "__main__":
    main()
