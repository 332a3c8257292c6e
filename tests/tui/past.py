#!/usr/bin/python3
"""Recorded games at the terminal: views, open cards and notes of a review, and the review after a
game, in line mode and on the screen. Usage: past.py PARLOR"""
import json
import os
import re
import subprocess
import sys
import tempfile
import time

from screen import Screen
from tap import check, finish

PARLOR = os.path.abspath(sys.argv[1])
TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
REFEREE = os.path.join(TOP, "tests", "reference", "records.py")


def sim(folder, *args):
    """Writes a game to a file; returns its path and the record."""
    path = f"{folder}/{args[0]}.jsonl"
    out = subprocess.run([PARLOR, "sim", *args], capture_output=True, text=True, check=True).stdout
    with open(path, "w", encoding="utf-8") as file:
        file.write(out)
    return path, json.loads(out.split("\n")[0])


def watch(path, lines, *args, lang="en"):
    return subprocess.run([PARLOR, "watch", "--plain", path, *args], input=lines, text=True,
                          env=dict(os.environ, PARLOR_LANG=lang), capture_output=True, check=False)


def views(folder):
    """Seats, public and open views in line mode."""
    path, record = sim(folder, "luz", "--seats", "3", "--seed", "3")
    at = next(i for i, e in enumerate(record["events"]) if e[1].startswith("play ")) + 1
    backs = r"^  (\d+=[RYGBV] ?)+$"
    hands = r"^  (\d+=[RYGBV]\d+ ?)+$"

    def count(text):
        return len(re.findall(hands, text, re.M)), len(re.findall(backs, text, re.M))

    run = watch(path, f"{at}\nquit\n")
    check(count(run.stdout) == (0, 3), "the public view shows no hand", run)
    check("card of slot" in run.stdout, "and names places", run)
    run = watch(path, f"{at}\nquit\n", "--view", "1")
    check(count(run.stdout) == (2, 1), "a seat sees the others", run)
    run = watch(path, f"{at}\nquit\n", "--open")
    check(count(run.stdout) == (3, 0) and re.search(r"^\* Bot \d \(random\): [RYGBV]\d+$",
                                                    run.stdout, re.M),
          "the open view shows all hands and names the card played", run)
    run = watch(path, f"{at}\nopen\nseat 2\nopen\npublic\nquit\n")
    told = [line for line in run.stdout.split("\n")
            if "open" in line or line in ("Bot 3 (random)", "what was public")]
    check(told == ["all cards open", "Bot 3 (random), all cards open", "Bot 3 (random)",
                   "what was public"], "commands change the view", run)
    run = watch(path, "quit\n", "--step", f"{at}", "--view", "1")
    check(count(run.stdout) == (2, 1) and run.stdout.startswith(f"{at}/"), "it begins at a step", run)
    steps = len(record["events"])
    run = watch(path, "quit\n", "--step", f"{steps + 5}")
    check(run.stdout.startswith(f"{steps}/{steps}\n"), "a step beyond the end is the end", run)
    run = watch(path, "quit\n", "--step", "-1")
    check(run.returncode == 2 and run.stdout == "", "a step is a number", run)
    run = watch(path, "seat 3\nquit\n")
    check("fewer seats" in run.stdout and run.stdout.count("0/") == 2, "there is no such seat", run)
    run = watch(path, "", "--view", "4")
    check(run.returncode == 2 and "fewer seats" in run.stderr, "nor for the option", run)


def notes(folder):
    """Notes of the review under each choice are those of `parlor review`."""
    path, record = sim(folder, "smitten", "--seats", "2", "--seed", "3")
    out = subprocess.run([PARLOR, "review", "--json", path], capture_output=True, text=True,
                         check=True).stdout
    choices = {d["event"] + 1: d for d in json.loads(out)["decisions"]}
    steps = len(record["events"])
    run = watch(path, "\n" * steps + "quit\n", "--open", "--review")
    parts = re.split(r"^(\d+)/\d+$", run.stdout, flags=re.M)
    said = {int(parts[i]): parts[i + 1] for i in range(1, len(parts), 2)}
    good = len(said) == steps + 1
    for step, text in said.items():
        d = choices.get(step)
        note = re.search(r"^\* (\w+) · worth: ([\d.]+) %(?: · better: .* \(([\d.]+) %\))?$", text,
                         re.M)
        if d is None or d["forced"]:
            good = good and note is None
            continue
        fair = d["fair"]
        want = (d["grade"], f"{100 * fair['played']['win']:.1f}",
                None if fair["best"]["move"] == d["played"] else f"{100 * fair['best']['win']:.1f}")
        why = re.search(r"^\* The (move played|better move) .+\.$", text, re.M)
        better = None if "reason" not in d else "better move" if d["reason"]["better"] else "move played"
        good = good and note is not None and note.groups() == want and (why and why[1]) == better
    check(good, "each choice has its grade, its worth, the better one and why", run)
    step = next(i for i, d in choices.items() if "reason" in d)
    screen = Screen(PARLOR, folder, f"watch --review --step {step} {path}")
    text = screen.wait("w: why", 60)
    check(f" {step}/{steps}" in text, "the screen names the key for the reason", text)
    screen.keys("w")
    text = screen.wait("The (move played|better move)")
    check(re.search("worth: .*The (move played|better move) ", text, re.S), "which shows it", text)
    screen.keys("q", "q")
    check("status=0" in screen.wait("status="), "and leaves", screen.text())
    screen.close()
    run = watch(path, "2\nquit\n", "--review", lang="uk")
    check("цінність: " in run.stdout, "in Ukrainian too", run)


def screens(folder):
    """The same on the screen."""
    path, _ = sim(folder, "luz", "--seats", "3", "--seed", "3", "--bots", "easy")
    for lang, public, opened, worth in (
            ("en", "what was public", "all cards open", "worth: "),
            ("fr", "vu par le public", "toutes les cartes visibles", "valeur : ")):
        screen = Screen(PARLOR, folder, f"watch --review {path}", lang=lang)
        text = screen.wait("0/", 120)
        check(public in text, f"{lang}: it begins with the public view", text)
        screen.keys("7", "g")
        text = screen.wait(worth)
        check(worth in text, f"{lang}: a note on the choice", text)
        check("●" in text and text.count("┃") == 4, f"{lang}: a line of steps with the deals", text)
        screen.keys("+", "p")
        check(re.search(r"▶ ([89]|1\d)/", screen.wait(r"▶ ([89]|1\d)/")), f"{lang}: it plays by itself",
              screen.text())
        screen.keys("p", "7", "g")
        check(re.search(r"  7/", screen.wait(r"  7/")), f"{lang}: and stops", screen.text())
        screen.keys("o")
        text = screen.wait(opened)
        check(opened in text and not re.search("▒", text), f"{lang}: o opens all cards", text)
        screen.keys("Tab")
        text = screen.wait(r"7/\d+  Bot 1 \(easy\)")
        check(re.search(r"7/\d+  Bot 1 \(easy\)", text), f"{lang}: Tab goes on to a seat", text)
        screen.keys("Tab", "Tab", "Tab", "Tab")
        check(opened in screen.wait(opened), f"{lang}: and round to the open view", text)
        check(max(map(len, text.split("\n"))) <= 80, f"{lang}: it fits")
        screen.keys("q")
        check("status=0" in screen.wait("status="), f"{lang}: q leaves", screen.text())
        screen.close()


def after_plain(folder):
    """The command `review` at the end of a game in line mode."""
    env = dict(os.environ, XDG_DATA_HOME=folder, PARLOR_LANG="en")
    args = [PARLOR, "play", "--plain", "smitten", "--seats", "1", "--seed", "3"]
    game = subprocess.Popen(args, env=env, text=True, stdin=subprocess.PIPE, bufsize=1,
                            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)

    def tell(line):
        game.stdin.write(line + "\n")
        game.stdin.flush()
        return read()

    def read():
        text = ""
        while not text.endswith("> ") and (char := game.stdout.read(1)):
            text += char
        return text

    text = read()
    text = tell(tell("moves").split("\n")[0].split("  (")[0])
    game.stdin.write("past\n")
    game.stdin.flush()
    text = tell("quit")
    check(re.match(r"\d/\d\n", text) and "open" not in text.split("\n")[0], "past shows what happened", text)
    while "Type review" not in text and text:
        text = tell(tell("moves").split("\n")[0].split("  (")[0])
    check("Type review" in text, "after the game there is a review", text)
    text = tell("review")
    check("Smitten, seats: 1." in text and "0 You" in text and "1. You, event" in text,
          "it tells of your choices", text)
    check(max(map(len, text.split("\n"))) <= 80, "it fits 80 columns", text)
    game.stdin.write("replay\n\nend\n")
    text2 = tell("quit")
    check(text2.startswith("0/") and "\n1/" in text2 and text2.count("/") > 2, "replay shows the game again", text2)
    check("Type review" in tell("reviw") and "grid" in tell("view"), "other lines", text)
    game.stdin.write("\n")
    game.stdin.flush()
    check(game.wait(timeout=20) == 0, "Enter leaves")
    game.stdin.close()
    game.stdout.close()
    last = subprocess.run([PARLOR, "review", "--last"], env=env, capture_output=True, text=True,
                          check=False)
    check(text.startswith(last.stdout[:200]), "parlor review --last tells the same", last)


def after_screen(folder):
    """The key r at the end of a game on the screen."""
    screen = Screen(PARLOR, folder, "play smitten --seats 1 --seed 3")
    screen.wait("grid")
    screen.keys("h")
    check("●" in screen.wait("●"), "h shows what happened so far", screen.text())
    screen.keys("Tab", "o")
    check("all cards open" not in screen.text(), "from the own seat alone", screen.text())
    screen.keys("q")
    screen.wait("h past|h replay|Enter play")
    for _ in range(60):
        screen.keys("Enter")
        text = screen.text()
        if "r review" in text:
            break
        time.sleep(0.1)
    check("r review" in screen.wait("r review"), "the keys name the review", screen.text())
    screen.keys("r")
    text = screen.wait("How good the choices were", 60)
    check("The choices that cost most" in text or "No choice cost" in text, "r shows it", text)
    screen.keys("q")
    check("r review" in screen.wait("r review"), "and back to the table", screen.text())
    screen.keys("h")
    check(re.search(r"0/\d+  You", screen.wait(r"0/\d+")), "h replays the game", screen.text())
    screen.keys("q")
    screen.wait("r review")
    screen.keys("q")
    check("status=0" in screen.wait("status="), "q leaves")
    screen.close()


def last_record(folder):
    """The newest saved game of this user."""
    games = f"{folder}/parlor/games"
    paths = sorted((os.path.join(games, name) for name in os.listdir(games)), key=os.path.getmtime)
    with open(paths[-1], encoding="utf-8") as file:
        return paths[-1], json.loads(file.readline())


def forks(folder):
    """Playing on from a moment: by the command, resumed, from `watch`, and on the screen."""
    path, record = sim(folder, "luz", "--seats", "3", "--seed", "3")
    env = dict(os.environ, XDG_DATA_HOME=folder, PARLOR_LANG="en")

    def run(lines, *args):
        return subprocess.run([PARLOR, *args], input=lines, text=True, env=env, capture_output=True,
                              check=False)

    at = next(i for i, e in enumerate(record["events"]) if e[0] == 1 and e[1].startswith("play "))
    for cards in ("same", "anew"):
        flags = ["--anew"] if cards == "anew" else []
        out = run("quit\n", "play", "--plain", "--from", path, "--at", str(at), "--bots", "easy",
                  "--seed", "5", *flags)
        saved, fork = last_record(folder)
        check(out.returncode == 0 and "You: lead the trick" in out.stdout, f"{cards}: it is your turn",
              out)
        check({**fork["fork"], "of": ""} == {"of": "", "step": at, "seat": 1, "cards": cards}
              and fork["practice"] is True, f"{cards}: the record says that it is a fork")
        check((fork["events"][:at] == record["events"][:at]) == (cards == "same"),
              f"{cards}: it begins with the record's events, or other cards")
        check(run("", "replay", saved).returncode == 0, f"{cards}: the record is right")
        second = subprocess.run([sys.executable, REFEREE, saved], text=True, capture_output=True,
                                check=False)
        check(second.returncode == 0 and "error" not in second.stdout
              and len(second.stdout.split("\n")) > at, f"{cards}: and by the second referee", second)
        told = run("", "verify", saved)
        check("played on" in told.stdout and told.returncode == 1, "nothing was promised", told)
        again = run("quit\n", "play", "--plain", "--resume", saved)
        check("You: lead the trick" in again.stdout and last_record(folder)[1]["fork"] == fork["fork"],
              f"{cards}: it goes on after a pause", again)
    out = run("", "play", "--plain", "--from", path, "--at", str(len(record["events"])))
    check(out.returncode == 1 and "the game is over" in out.stderr.lower(), "not from the end", out)
    out = run("", "play", "--plain", "--from", path, "--bots", "easy,easy,easy")
    check(out.returncode == 2 and "--bots" in out.stderr, "a bot too many", out)
    out = run(f"{at}\nfork anew\nquit\nquit\n", "watch", "--plain", path)
    check("You: lead the trick" in out.stdout and out.stdout.count(f"{at}/") == 2,
          "`fork` in a record, and back to it", out)
    screen = Screen(PARLOR, folder, f"watch {path}")
    screen.wait("0/")
    screen.keys(*str(at), "g", "f")
    text = screen.wait("lead the trick with any card")
    check("You" in text, "f plays on", text)
    screen.keys("q")
    check(f"{at}/" in screen.wait(f"{at}/"), "and leads back", screen.text())
    screen.keys("q")
    check("status=0" in screen.wait("status="), "q leaves", screen.text())
    screen.close()


def main():
    for part in [views, forks, notes, screens, after_plain, after_screen]:
        with tempfile.TemporaryDirectory() as folder:
            part(folder)
    finish()


main()
