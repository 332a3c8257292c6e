#!/usr/bin/python3
"""Real screens of `parlor play` and `parlor watch` in tmux: sizes, languages, mono and colour,
moves by keys and mouse, hot-seat secrecy, resizing, fuzzed keys. Usage: screens.py PARLOR"""
import glob
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from screen import Screen  # noqa: E402
from tap import check, finish  # noqa: E402

PARLOR = os.path.abspath(sys.argv[1])


def shown(folder, args, pattern, **more):
    screen = Screen(PARLOR, folder, args, **more)
    text = screen.wait(pattern)
    return screen, text


GAMES = [("photograph --seats 4", {"en": "You: choose", "uk": "Ви: виберіть", "ru": "Вы: выберите",
                                   "fr": "Vous : choisissez"}),
         ("luz --seats 5", {"en": "You: bet", "uk": "Ви: зробіть", "ru": "Вы: сделайте",
                            "fr": "Vous : annoncez"}),
         ("smitten --seats 1", {"en": "You: play", "uk": "Ви: зіграйте", "ru": "Вы: сыграйте",
                                "fr": "Vous : jouez"})]


def sizes_and_languages(folder):
    for game, turns in GAMES:
        for lang, turn in turns.items():
            size = (80, 24) if lang in ("en", "ru") else (200, 60)
            screen, text = shown(folder, f"play --seed 5 {game}", turn, lang=lang, size=size)
            clean = not re.search(r"\b(tui|turn|keys|colour|move)\.[a-z]", text)
            wide = max(len(line) for line in text.split("\n")) <= size[0]
            check(turn in text and clean and wide, f"{game} in {lang} at {size[0]}x{size[1]}", text)
            screen.close()


def large(folder):
    """A large screen is made use of: log and rules are at hand, grids and tricks are large, and
    the turn stands right below the own cards."""
    for game, mark in [("photograph --seats 4", "films: Bot 4"), ("luz --seats 5", "Σ"),
                       ("smitten", "│         │")]:
        screen, text = shown(folder, f"play --seed 5 {game}", "You[,:]", size=(200, 60))
        lines = text.split("\n")
        turn = max(i for i, line in enumerate(lines) if re.match(r" [^·]*You\b.*: ", line))
        below = [i for i, line in enumerate(lines) if "└" in line and i < turn]
        check("Log" in lines[1] and "The rules in short" in text and mark in text and
              turn - max(below) <= 12, f"{game} at 200x60", text)
        time.sleep(1.5)  # a bot that thinks is not disturbed
        screen.keys(":")
        screen.keys("dance")
        text = screen.wait(": dance_")
        check(": dance_" in text.split("The rules in short")[0], "a line is typed beside the turn",
              text)
        screen.close()


BLUE = "play --seed 5 --option colours=BRYGN photograph"


def colours(folder):
    for env, want in [("", True), ("NO_COLOR=1", False)]:
        screen, text = shown(folder, BLUE, "You: choose", env=env)
        painted = re.search(r"\x1b\[[0-9;]*(3[1-7]|38;5;\d+)m", screen.text(colours=True))
        check(bool(painted) == want, "colours" if want else "no colours with NO_COLOR", text)
        check("Bl blue" in text and "▒" in text, "colours are also letters", text)
        screen.close()


def true_colours(folder):
    """Where COLORTERM promises all colours and the system describes such a terminal."""
    with open(folder + "/direct.ti", "w", encoding="utf-8") as file:
        file.write("xterm-direct|xterm with direct colours,\n\tRGB,\n\tcolors#0x1000000, pairs#0x7FFF,"
                   "\n\tsetaf=\\E[%?%p1%{8}%<%t3%p1%d%e38;2;%p1%{65536}%/%d;%p1%{256}%/%{255}%&%d;"
                   "%p1%{255}%&%d%;m,\n\tccc@, initc@, oc@, use=xterm-256color,\n")
    subprocess.run(["tic", "-x", "-o", folder + "/terminfo", folder + "/direct.ti"], check=True,
                   stderr=subprocess.DEVNULL)
    for promise, want in [("truecolor", True), ("", False)]:
        screen, text = shown(folder, BLUE, "You: choose",
                             env=f"TERM=xterm-256color TERMINFO={folder}/terminfo TERMINFO_DIRS="
                             f"/etc/terminfo:/lib/terminfo:/usr/share/terminfo COLORTERM={promise}")
        painted = re.search(r"\x1b\[[0-9;]*38;2;95;175;255", screen.text(colours=True))
        check(bool(painted) == want and "You: choose" in text,
              f"true colours with COLORTERM={promise}", text)
        screen.close()
    screen, text = shown(folder, "play --seed 5 photograph", "You: choose",
                         env="TERM=screen-256color COLORTERM=truecolor")
    check("You: choose" in text, "a promise without a description does no harm", text)
    screen.close()


def moves(folder):
    screen, text = shown(folder, "play --seed 5 photograph --seats 4", "You: choose")
    screen.keys("Down", "3")
    screen.keys("Enter")
    text = screen.wait("wind the film")
    check("wind the film" in text and "▶" in text and "◉" in text, "keys take; a wind is previewed",
          text)
    screen.keys(":")
    screen.keys("take 1L1")
    screen.keys("Enter")
    text = screen.wait("now wind")
    check("now wind" in text, "an illegal move is refused with its reason", text)
    screen.keys("t")
    text = screen.wait("A good move: wind")
    check("A good move: wind" in text, "a hint is given", text)
    screen.keys("i")
    check("The rules in short" in screen.wait("The rules"), "the rules are shown")
    screen.keys("x")
    screen.keys("?")
    check("passes the keyboard" in screen.wait("passes the"), "help is shown")
    screen.keys("x")
    screen.wait("wind the film")
    screen.call("resize-window", "-x", "60", "-y", "20")
    check("too small" in screen.wait("too small"), "a small window says so")
    screen.call("resize-window", "-x", "120", "-y", "40")
    check("wind the film" in screen.wait("wind the film"), "a larger window draws the table again")
    screen.keys("q")
    text = screen.wait("status=")
    check("status=0" in text and "saved" in text, "q saves and leaves", text)
    screen.close()
    screen, text = shown(folder, "play --resume", "wind the film")
    check("wind the film" in text, "resume shows the same turn", text)
    screen.close()


def aids(folder):
    """A page of aids, and a mark that stands on its card, in 80 columns."""
    screen, text = shown(folder, "play --seed 5 luz --seats 4 --option dealer=3", "You: ")
    screen.keys("a")
    text = screen.wait("Cards you do not see")
    check("beaten by" in text and "Aids" in text, "the key a shows aids", text)
    screen.keys("x")
    screen.wait("You: ")
    screen.keys(":")
    screen.keys("mark 4 2 -3")
    screen.keys("Enter")
    text = screen.wait("4: 2 -3")
    check("4: 2 -3" in text and text.count("2 -3") > 1, "a mark stands on its card", text)
    screen.keys("q")
    screen.wait("status=")
    screen.close()


def saved_events(folder):
    record = max(glob.glob(folder + "/parlor/games/*.jsonl"), key=os.path.getmtime)
    with open(record, encoding="utf-8") as file:
        return json.load(file)["events"]


def take_back(folder):
    """Against bots a move that showed nothing is taken back at once; among people at one keyboard
    the others are asked."""
    screen, text = shown(folder, "play --seed 5 photograph --option first=0", "You: choose")
    screen.keys("Enter")
    screen.wait("You: wind")
    screen.keys("u")
    text = screen.wait("You: choose")
    check("You: choose" in text and "The last move is taken back" in text, "u takes back", text)
    check(len(saved_events(folder)) == 1, "the saved game has no such move", text)
    screen.keys("u")
    check("not made a move" in screen.wait("not made a move"), "a deal stays", screen.text())
    screen.close()
    screen = Screen(PARLOR, folder, "play --seed 3 luz --seats 3 --bots none --option dealer=2")
    screen.wait("Pass the keyboard to Player 1")
    screen.keys("Enter")
    screen.wait("Player 1: bet")
    screen.keys("3", "Enter")
    screen.wait("Pass the keyboard to Player 2")
    screen.keys("u")
    text = screen.wait("Player 1 asks to take back")
    check("Player 1 asks to take back" in text and "Pass the keyboard" in text,
          "the others are asked, and no hand is shown", text)
    screen.keys("n")
    screen.keys("u")
    screen.wait("asks to take back")
    check(len(saved_events(folder)) == 2, "n leaves the move", screen.text())
    screen.keys("y")
    text = screen.wait("Pass the keyboard to Player 1")
    check("to Player 1" in text and len(saved_events(folder)) == 1, "y takes it back", text)
    screen.close()


def clock(folder):
    """A clock runs in the title; when it runs out, a bot makes this one move."""
    screen, text = shown(folder, "play --seed 5 photograph --option first=0 --clock 2+1",
                         "You: choose")
    check(re.search(r"1⏱0:0\d", text), "the clock is shown", text)
    text = screen.wait(r"You: wind|You: a bot plays", 10)
    screen.wait("1⏱.*(\n.*)*You: (choose|wind)", 20)
    screen.keys("o")
    text = screen.wait("any other key")
    check("You: a bot plays here now" in text, "the time runs out", text)
    screen.keys("x")
    text = screen.wait("You: (choose|wind)")
    check(re.search("You: (choose|wind)", text), "then the person goes on", text)
    screen.keys("q")
    text = screen.wait("status=")
    check("status=0" in text, "and leaves", text)
    screen.close()
    time.sleep(4)
    screen, text = shown(folder, "play --resume", "You: (choose|wind)")
    check(re.search(r"1⏱0:0[1-3]", text), "the time between does not count", text)
    screen.close()


def mouse(folder):
    screen, text = shown(folder, "play --seed 5 photograph --seats 4", "You: choose")
    for _ in range(2):  # the second click plays; row 2, the first card
        for button in [32, 35]:  # pressed, let go
            event = bytes([27, ord("["), ord("M"), button, 33 + 5, 33 + 4])
            screen.call("send-keys", "-H", *[f"{byte:02x}" for byte in event])
            time.sleep(0.15)
    text = screen.wait("wind the film", 3)
    check("wind the film" in text, "two clicks on a card take it", text)
    screen.close()


FACE = r"[A-Z][a-z]?\d+ \(blurry\)"


def shots(folder):
    """Rule P5.2: a bot's blurry shot shows its face while bots wait, then its back (rule P5.7)."""
    screen, text = shown(folder, "play --seed 4 photograph --seats 2 --bots random", "You: choose")
    check(re.search(r"deck: \d+ [A-Z][a-z]?[+-] ", text), "the deck's top back", text)
    seen = ""
    for _ in range(60):
        screen.keys("Enter")
        time.sleep(0.2)
        text = screen.wait(r"\n You: (choose|wind)|◉ shots: Bot 2.*\(blurry\)")
        seen = "".join(re.findall(r"◉ shots: Bot 2.*?(" + FACE + ")", text)[:1])
        if seen:
            break
    check(seen, "the face of a bot's blurry shot is seen", text)
    marked = screen.wait(r"\d+≈", 1)
    check(re.search(r"\b" + re.sub(r"\D", "", seen) + "≈", marked), "and in its film", marked)
    time.sleep(2)
    text = screen.text()
    check("≈" not in text, "then its back lies there", text)
    screen.keys("Enter")
    screen.wait("You: wind")
    text = screen.text()
    check("◉ shots" not in text, "the next move ends it", text)
    screen.keys("o")
    text = re.sub(r"\s+", " ", screen.wait(r"[A-Z][a-z]?[+-]\s+\(blurry\)"))
    check(re.search(r"Bot 2.*" + re.split(r"\d", seen)[0] + r"[+-] \(blurry\)", text)
          and not re.search(FACE, text), "the log keeps its back", text)
    screen.close()


def shots_watched(folder):
    """A record that is watched shows the shots of its moment, and the deck's top back."""
    record = os.path.join(folder, "game.jsonl")
    with open(record, "w", encoding="utf-8") as file:
        subprocess.run([PARLOR, "sim", "photograph", "--seats", "2"], stdout=file, check=True)
    screen = Screen(PARLOR, folder, "watch " + record)
    screen.wait("0/")
    screen.keys("3", "g")
    text = screen.wait("◉ shots: ")
    check(re.search(r"deck: \d+ [A-Z][a-z]?[+-]", text) and "◉ shots: Bot 1 (random)" in text,
          "the shots of a record's move", text)
    screen.close()


def secrecy(folder):
    """On no screen of one seat stands a card that only the other hand holds."""
    screen = Screen(PARLOR, folder, "play --seed 21 --bots none smitten")
    screen.wait("Pass the keyboard")
    check("│" not in screen.text(), "the screen between two people shows no card", screen.text())
    screen.keys("2")
    text = screen.wait("Player 2: |Player 1, Player 2:")
    with open(glob.glob(folder + "/parlor/games/*smitten*")[0], encoding="utf-8") as file:
        deal = json.load(file)["events"][0][1].split()
    own = re.findall(r"│ (\d)", text.split("right grid")[1].split("┘")[1])
    hands = [line for line in text.split("\n") if "Player" in line and "│" in line]
    check("▒?▒" in hands[0] and not re.search(r"│ \d", hands[0]), "the other hand is closed", text)
    check(sorted(re.findall(r"│ (\d)", hands[1])) == sorted(deal[4:7]), "the own hand is open",
          text + str(own))
    screen.keys("p")
    text = screen.wait("Pass the keyboard")
    check("│" not in text, "p clears the table before another looks", text)
    screen.close()


def views_of(record, seats):
    """What each seat may know at the end of an unfinished record."""
    run = subprocess.run([PARLOR, "replay", *[f"--view={i}" for i in range(seats)], record],
                         capture_output=True, text=True, check=False)
    return json.loads(run.stdout.strip().split("\n")[-1])["views"]


def secrecy_luz(folder):
    """Hot seat: on a seat's own screen stands every hand but its own, before and in the play."""
    screen = Screen(PARLOR, folder, "play --seed 21 --seats 3 --bots none luz", size=(100, 40))
    seen = who = 0
    for _ in range(9):
        text = screen.wait("Pass the keyboard", 3)
        if "Pass the" in text:  # else the same player goes on
            check(not re.search(r"\b[RYGBV]\d|▒", text), "between two people no card is shown", text)
            who = int(re.search(r"to Player (\d)", text)[1])
            screen.keys(str(who))
        text = screen.wait(f"Player {who}: (bet|lead|play)")
        record = max(glob.glob(folder + "/parlor/games/*luz*"), key=os.path.getmtime)
        views = views_of(record, 3)
        own = {card["card"] for card in views[str(who % 3)]["hands"][who - 1]
               if card.get("card")}
        others = {card["card"] for i, hand in enumerate(views[str(who - 1)]["hands"])
                  for card in hand if i != who - 1 and card.get("card")}
        found = set(re.findall(r"\b[RYGBV]\d+\b", text))
        check(len(own) >= 7 and not own & found, f"player {who} does not see the own cards", text)
        check(others <= found, f"player {who} sees the others' cards", text)
        seen += 1
        screen.keys("Enter")
    check(seen == 9, "nine turns were looked at")
    screen.close()


def winds_over_takes(log, player):
    """Every take has its wind, which all have seen. One more wind would be the sealed one of the first Sunset."""
    return len(re.findall(player + ": film wound", log)) - len(re.findall(player + ": row ", log))


def secrecy_sunset(folder):
    """Hot seat: a sealed wind is told to nobody before all have made theirs."""
    rng = random.Random(4)
    game = subprocess.Popen([PARLOR, "play", "--plain", "--seed", "8", "--seats", "2", "--bots",
                             "none", "photograph"], text=True, stdin=subprocess.PIPE,
                            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                            env=dict(os.environ, XDG_DATA_HOME=folder, PARLOR_LANG="en"))

    def read():
        text = ""
        while not text.endswith("> ") or text.endswith(">> "):
            char = game.stdout.read(1)
            if not char:
                break
            text += char
            if char == "\n" and text.rstrip("\n").split("\n")[-1].startswith("Pass the key"):
                break
        return text

    def ask(line):
        game.stdin.write(line + "\n")
        game.stdin.flush()
        return read()

    text, secret, told = read(), 0, 0
    for _ in range(400):
        if "Pass the key" in text.split("\n")[-2:][0]:
            text = ask("")
            continue
        if not text.endswith("> "):
            break
        legal = [line.split("  (")[0] for line in ask("moves").split("\n") if "  (" in line]
        turn = ask("view")
        if "at the same time" in turn:
            me = re.search(r"(Player \d)[^\n]*: (sunset|the end)", turn)
            log = ask("log")
            own = legal and re.search(r"Player (\d), Player", turn) is None
            other = "Player 1" if own and me and me[1] == "Player 2" else "Player 2"
            secret += 1
            told += own and winds_over_takes(log, other) != 0
            if own and secret >= 2:
                break
        text = ask(rng.choice(legal))
    game.stdin.close()
    game.wait()
    check(secret >= 2 and told == 0, "line mode: a sealed wind is not told", f"{secret} {told}")
    screen, text = shown(folder, "play --resume", "Pass the keyboard")
    who = re.search(r"to (Player \d)", text)[1]
    other = "Player 2" if who == "Player 1" else "Player 1"
    screen.keys("Enter")
    text = screen.wait("at the same time")
    check("at the same time" in text and f"{other}: film wound" not in text,
          "the screen does not tell it", text)
    screen.keys("o")
    text = screen.wait("any other key")
    check(winds_over_takes(text, other) == 0 and f"{other}: has chosen" in text,
          "nor does its log", text)
    screen.close()


def last_trick(folder):
    """L7.2: a finished trick stays for a moment, though a bot leads the next card at once; with strict
    memory it is then gone, with aided it stays beside the next one."""
    for memory in ["strict", "aided"]:
        screen, text = shown(folder, f"play --seed 4 luz --seats 3 --bots random,random "
                             f"--option memory={memory}", "You: bet")
        held, since, beside = [], None, 0
        end = time.monotonic() + 30
        while len(held) < 3 and time.monotonic() < end:
            text = screen.text()
            last = re.search(r"(?:last|previous) trick: (.*)", text)
            passing = last is not None and last[1].startswith(" →")
            beside += last is not None and not passing
            if passing and "→ You" not in last[0]:
                since = since or time.monotonic()
            elif since:
                held.append(time.monotonic() - since)
                since = None
            if re.search("You: (bet|lead|play)", text):
                screen.keys("Enter")
                time.sleep(0.1)
        check(len(held) == 3 and min(held) > 0.8, f"{memory}: a finished trick is held, {held}", text)
        check((beside > 0) == (memory == "aided"), f"{memory}: beside the next trick {beside} times",
              text)
        screen.close()


def watch(folder):
    with open(folder + "/r.jsonl", "w", encoding="utf-8") as file:
        subprocess.run([PARLOR, "sim", "photograph", "--seats", "2"], stdout=file, check=True)
    screen, text = shown(folder, f"watch {folder}/r.jsonl", "0/")
    screen.keys("Right", "Right")
    check(" 2/" in screen.wait(" 2/"), "watch goes forward")
    screen.keys("Left")
    check(" 1/" in screen.wait(" 1/"), "watch goes back")
    screen.keys("End")
    text = screen.wait("The game is over")
    check("The game is over" in text, "watch jumps to the end", text)
    screen.keys("q")
    check("status=0" in screen.wait("status="), "watch ends")
    screen.close()


def fuzz(folder):
    """Random keys never end the program but by q, which is not among them."""
    keys = ["Up", "Down", "Left", "Right", "Enter", "Space", "Tab", "Escape", "BSpace", "PPage",
            "NPage", "F5", "Home", *"0123456789lr+-stwiopx:?*ЖÉ"]
    for number, game in enumerate(["photograph --seats 3 --bots random,random", "luz --bots random",
                                   "smitten", "smitten --seats 1", "smitten --bots none"]):
        rng = random.Random(number)
        screen = Screen(PARLOR, folder, f"play --seed {number} {game}")
        time.sleep(0.3)
        for _ in range(12):
            screen.keys(*[rng.choice(keys) for _ in range(20)])
        time.sleep(0.3)
        text = screen.text()
        check("status=" not in text and text.strip() != "", "fuzzed keys: " + game, text)
        screen.close()


def main():
    for part in [sizes_and_languages, large, colours, true_colours, moves, aids, take_back, clock, mouse, shots,
                 shots_watched, secrecy, secrecy_luz, secrecy_sunset, last_trick, watch, fuzz]:
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            part(folder)
    finish()


main()
