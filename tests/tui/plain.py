#!/usr/bin/python3
"""Whole games through `parlor play --plain` pipes: every game and mode, hot seat, saved games
after kill -9, watching. Usage: plain.py PARLOR"""
import glob
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile

from tap import check, finish

PARLOR = os.path.abspath(sys.argv[1])


class Game:
    """One run of the program; `said` is all that it wrote."""

    def __init__(self, data, args, lang="en"):
        env = dict(os.environ, XDG_DATA_HOME=data, PARLOR_LANG=lang)
        self.run = subprocess.Popen([PARLOR, "play", "--plain", *args], env=env, text=True,
                                    stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                    stderr=subprocess.PIPE)
        self.said = ""

    def read_prompt(self):
        """Reads to the next prompt, or to a line that asks to pass the keyboard, or the end."""
        text = ""
        while not text.endswith("\n> ") and text != "> ":
            char = self.run.stdout.read(1)
            if not char:
                break
            text += char
            if char == "\n" and text.rstrip("\n").split("\n")[-1].startswith("Pass the keyboard"):
                break
        self.said += text
        return text

    def send(self, line):
        self.run.stdin.write(line + "\n")
        self.run.stdin.flush()

    def close(self):
        self.run.stdin.close()
        self.said += self.run.stdout.read()
        self.errors = self.run.stderr.read()
        return self.run.wait()


def moves_of(text):
    return [line.split("  (")[0].removeprefix("> ") for line in text.split("\n") if "  (" in line]


def play(game, rng, limit=100000):
    """Plays at random by the listed moves until the game ends; returns the number of moves."""
    made = 0
    text = game.read_prompt()
    while made < limit and (text.endswith("> ") or "Pass the keyboard" in text):
        if "Type review" in text:  # the game is over
            break
        if not text.endswith("> "):
            game.send("")
            text = game.read_prompt()
            continue
        game.send("moves")
        legal = moves_of(game.read_prompt())
        if not legal:  # no card of ours fits: the other one plays
            game.send("wait")
            text = game.read_prompt()
            if "no bot" in text:
                game.send("seat 2" if made % 2 else "seat 1")
                text = game.read_prompt()
            made += 1
            continue
        game.send(rng.choice(legal))
        text = game.read_prompt()
        made += 1
    return made


def newest(data):
    return max(glob.glob(data + "/parlor/games/*.jsonl"), key=os.path.getmtime)


def whole_games(data):
    kinds = [
        ["photograph", "--seats", "2", "--bots", "easy"],
        ["photograph", "--seats", "4", "--bots", "random,easy,random", "--option", "memory=aided"],
        ["photograph", "--seats", "3", "--bots", "none", "--option", "missed=on"],
        ["luz", "--seats", "3", "--bots", "random,random"],
        ["luz", "--seats", "5", "--bots", "easy,random,random,random", "--option", "memory=aided"],
        ["smitten", "--seats", "2", "--bots", "random"],
        ["smitten", "--seats", "2", "--bots", "none", "--option", "level=hard"],
        ["smitten", "--seats", "1"],
        ["smitten", "--seats", "1", "--option", "easy=on", "--option", "hard2=on"],
        ["null"],
    ]
    for number, kind in enumerate(kinds):
        game = Game(data, [*kind, "--seed", str(number)])
        play(game, random.Random(number))
        status = game.close()
        record = newest(data)
        with open(record, encoding="utf-8") as file:
            over = "result" in json.load(file)
        replay = subprocess.run([PARLOR, "replay", record], capture_output=True, check=False)
        check(status == 0 and over and replay.returncode == 0, "a whole game: " + " ".join(kind))


def signals(data):
    """S3.2: who has no move may speak, at one keyboard too, and the moment is told."""
    game = Game(data, ["smitten", "--seats", "2", "--bots", "none", "--seed", "21"])
    game.read_prompt()
    game.send("")
    game.read_prompt()
    game.send("moves")
    play = next(x for x in moves_of(game.read_prompt()) if x[5] in "123467")
    game.send(play)
    check("Player 2" in game.read_prompt(), "the partner has to move")
    game.send("")
    game.read_prompt()
    game.send("seat 1")
    check("Player 1" in game.read_prompt(), "but the other may have the keyboard too")
    game.send("")
    text = game.read_prompt()
    check("> " in text, "to speak")
    game.send(play)
    check("turn" in game.read_prompt(), "not to move")
    game.send("")
    game.read_prompt()
    game.send("seat 1")
    game.read_prompt()
    game.send("")
    game.read_prompt()
    game.send("say cannot want")
    game.read_prompt()
    game.send("")
    text = game.read_prompt()
    check("after action 1 of the turn" in text and "Player 2: " in text,
          "what was said is told with its moment")
    check(game.close() == 0, "and kept")
    with open(newest(data), encoding="utf-8") as file:
        check([0, "say cannot want"] in json.load(file)["events"], "the record has it")


def refusals(data):
    game = Game(data, ["photograph", "--seed", "1"])
    game.read_prompt()
    for line, answer in [("take 9L1", "row"), ("wind 1>2", "photos"), ("rubbish", "take"),
                         ("x" * 5000, "that long"), ("hint", "A good move: take"), ("rules", "film"),
                         ("rules p4.1", "exactly one card"), ("rules Z9", "no section “Z9”")]:
        game.send(line)
        said = game.read_prompt()
        check(answer in said, "an answer to " + line[:20])
    check(game.close() == 0 and "saved" in game.errors, "the end of input saves the game")
    for lang, words in [("en", "never with a person"), ("uk", "ніколи поруч із людиною"),
                        ("ru", "никогда рядом с человеком"), ("fr", "jamais aux côtés d’une personne")]:
        game = Game(data, ["smitten", "--bots", "expert"], lang)
        status = game.close()
        check(status == 2 and words in game.errors, f"no code beside a person ({lang})")
    for args in [["nogame"], ["luz", "--bots", "nobody"], ["luz", "--seats", "9"],
                 ["smitten", "--bots", "random,random"]]:
        game = Game(data, args)
        check(game.close() == 2, "misuse is refused: " + " ".join(args))


def resume(data):
    game = Game(data, ["luz", "--seats", "3", "--seed", "7", "--bots", "easy,easy"])
    play(game, random.Random(3), limit=6)
    game.run.send_signal(signal.SIGKILL)
    game.close()
    record = newest(data)
    with open(record, encoding="utf-8") as file:
        before = json.load(file)["events"]
    game = Game(data, ["--resume"])
    play(game, random.Random(4))
    status = game.close()
    with open(record, encoding="utf-8") as file:
        after = json.load(file)
    check(status == 0 and after["events"][: len(before)] == before and len(before) > 6,
          "resume goes on after kill -9 with every event")
    check("result" in after, "the resumed game comes to its end")


def read(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def killed(data):
    """Whatever was told is in the saved game when the program is killed at that moment: moves of
    all, moves taken back, and the clocks. The game goes on as it would have gone on."""
    args = ["photograph", "--seats", "3", "--seed", "3", "--bots", "random,random", "--option",
            "first=0", "--clock", "60+30"]
    ends = []
    for cut in [None, 1, 2, 3, 5, 8, 13]:
        rng, game, last = random.Random(8), Game(data, args), 0
        text = game.read_prompt()
        for step in range(16):
            if step == 4:  # the move is made, taken back and made again
                game.send("moves")
                first = moves_of(game.read_prompt())[0]
                game.send(first)
                game.read_prompt()
                game.send("takeback")
                check("taken back" in game.read_prompt(), f"a move is taken back ({cut})")
            if step == cut:
                game.run.send_signal(signal.SIGKILL)
                game.close()
                saved = read(newest(data))
                told = len(re.findall(r"(?m)^(?:> )?\* (?:You|Bot \d \(random\)): (?:row|film)", game.said))
                undone = game.said.count("taken back")
                moves = [e for e in saved["events"] if e[0] != "deal"]
                check(len(moves) == told - undone, f"killed after {cut}: all {told} told moves are saved")
                check(saved["local"]["journal"][0][1]["clock"]["bank"] == 30, "and the clock")
                game = Game(data, ["--resume"])
                game.read_prompt()
            game.send("moves")
            legal = moves_of(game.read_prompt())
            game.send(rng.choice(legal))
            game.read_prompt()
        game.close()
        ends.append(read(newest(data))["events"])
    check(all(end == ends[0] for end in ends) and len(ends[0]) > 30,
          "a killed game goes on as it would have gone on")


def take_back(data):
    """A move that showed nothing is taken back: at once from bots, with a yes from people."""
    game = Game(data, ["photograph", "--seed", "1", "--option", "first=0"])
    game.read_prompt()
    game.send("takeback")
    check("not made a move yet" in game.read_prompt(), "there is nothing to take back")
    game.send("take 1L1")
    game.read_prompt()
    game.send("takeback")
    check("taken back" in game.read_prompt() and len(read(newest(data))["events"]) == 1,
          "taken back at once from bots")
    game.send("yes")
    check("no take-back" in game.read_prompt(), "nobody asks")
    game.close()
    game = Game(data, ["luz", "--seats", "3", "--bots", "random,random", "--seed", "3", "--option", "dealer=2"])
    game.read_prompt()
    game.send("bid 3")
    game.read_prompt()
    check(len(read(newest(data))["events"]) > 2, "bots have moved since")
    game.send("takeback")
    text = game.read_prompt()
    check("this game is practice" in text and len(read(newest(data))["events"]) == 1,
          "against bots alone it is taken back with what followed")
    game.send("bid 2")
    game.read_prompt()
    check([0, "bid 2"] in read(newest(data))["events"] and read(newest(data)).get("practice") is True,
          "and the saved game says that it is practice")
    game.close()
    game = Game(data, ["luz", "--seats", "3", "--bots", "none", "--seed", "3", "--option", "dealer=2"])
    game.read_prompt()
    game.send("")
    game.read_prompt()
    game.send("bid 3")
    game.read_prompt()
    game.send("takeback")
    text = game.read_prompt()
    check("Player 1 asks to take back" in text and "hand" not in text and "Pass the" in text,
          "the others are asked before a hand is told")
    game.send("yes")
    text = game.read_prompt()
    check("to Player 1" in text and len(read(newest(data))["events"]) == 1, "they agree")
    game.send("")
    text = game.read_prompt()
    check("agrees" in text and "taken back" in text, "and it is told")
    game.send("bid 2")
    game.read_prompt()
    game.send("")
    game.read_prompt()
    game.send("takeback")
    game.read_prompt()
    game.send("no")
    check("does not agree" in game.read_prompt() and [0, "bid 2"] in read(newest(data))["events"],
          "one who does not agree leaves the move")
    game.close()
    game = Game(data, ["null", "--seats", "2", "--bots", "none", "--seed", "3"])
    for line in ["", "hide", "takeback", "yes", "", "show", ""]:
        game.read_prompt()
        game.send(line)
    game.send("log")
    game.send("show")
    game.close()
    check("Player 1: hide" in game.said and
          "Player 1: hide" not in game.said.split("Pass the keyboard to Player 2")[-1],
          "a sealed choice that was taken back stays secret")


def clock(data):
    """When a person's time runs out, a bot makes this one move, and the person goes on."""
    game = Game(data, ["photograph", "--seed", "1", "--option", "first=0", "--clock", "1"])
    game.read_prompt()
    text = game.read_prompt()
    check("You: a bot plays here now (medium)" in text and "You: row" in text,
          "the time runs out: " + text.split("\n")[1])
    game.send("moves")
    check(moves_of(game.read_prompt()), "then the person goes on")
    game.close()
    kinds = [e[1]["e"] for e in read(newest(data))["local"]["journal"]]
    check(kinds[kinds.index("standin"):][:3] == ["standin", "move", "back"],
          "the journal has the stand-in, its move and the return")
    for bad in ["0", "3601", "30+", "+5", "30+36001", "soon", "30+5x", "9" * 40]:
        game = Game(data, ["photograph", "--clock", bad])
        check(game.close() == 2 and "30+300" in game.errors, "no clock: " + bad[:9])


def older_rules(data):
    """A saved game of version 1 of Photograph's rules, which saves did not name: Sunset on top of the
    deck waited (P6.4). By the current rules its events are refused."""
    with open(os.path.join(os.path.dirname(__file__), "..", "cli", "rules1.jsonl"),
              encoding="utf-8") as file:
        old = json.load(file)
    saved = {k: old[k] for k in ("parlor", "game", "seats", "options")}
    saved["events"] = old["events"][:-2]
    saved["local"] = {"seats": [None, "random"], "seed": "5"}
    path = os.path.join(data, "old.jsonl")
    with open(path, "w", encoding="utf-8") as file:
        file.write(json.dumps(saved, separators=(",", ":")) + "\n")
    game = Game(data, ["--resume", path])
    play(game, random.Random(4))
    status = game.close()
    with open(path, encoding="utf-8") as file:
        after = json.load(file)
    check(status == 0 and after["events"][:len(saved["events"])] == saved["events"] and
          after.get("rules") == 1 and "result" in after,
          "a saved game of older rules goes on by them to its end")


def secrecy(data):
    """Each part between two passes of the keyboard shows the hand of one seat alone."""
    game = Game(data, ["photograph", "--seats", "2", "--bots", "none", "--seed", "11"])
    play(game, random.Random(5), limit=40)
    game.close()
    parts = game.said.split("Pass the keyboard to ")
    bad = 0
    for part in parts[1:]:
        owner = part.split(",")[0]
        for name, cards in re.findall(r"^(Player \d)\..*bottom: ([^.\n]*)", part, re.M):
            open_cards = [card for card in cards.split() if card[-1].isdigit()]
            bad += bool(open_cards) if name != owner else not open_cards and bool(cards.strip())
    check(len(parts) > 10 and bad == 0, "hot seat: nobody's hand but the own one is told")


LAST = r"(?:last|previous) trick: "


def last_trick(data):
    """L7.2: every finished trick is told once, when it is finished; with strict memory it is not told
    again once the next card is led, with aided it is."""
    for memory in ["strict", "aided"]:
        game = Game(data, ["luz", "--seats", "3", "--bots", "random,random", "--seed", "9",
                           "--option", "memory=" + memory])
        play(game, random.Random(9))
        game.close()
        told = re.findall(r"\n\* " + LAST + r"(.*) → ", game.said)
        check(len(told) == 40 and all(len(cards.split(", ")) == 3 for cards in told),
              f"{memory}: each of the 40 tricks is told when it is finished")
        both = len(re.findall(r"\n" + LAST + r".*\ntrick: ", game.said))
        alone = len(re.findall(r"\n" + LAST + r".*\n(?!trick: )", game.said))
        check(alone > 0 and (both == 0) == (memory == "strict"),
              f"{memory}: the finished trick beside the next one {both} times")


FACE = r"\b[A-Z][a-z]?\d+ \(blurry\)"
BACK = r"\b[A-Z][a-z]?[+-] \(blurry\)"


def shots(data):
    """Rules P5.2, P5.7: everybody is told the face of a blurry shot while it happens; the log keeps
    its back. Rule P2.5: the back of the deck's top card."""
    for memory, log_form, other in [("strict", BACK, FACE), ("aided", FACE, BACK)]:
        game = Game(data, ["photograph", "--seats", "3", "--bots", "random,random", "--seed", "4",
                           "--option", "memory=" + memory])
        play(game, random.Random(1), limit=8)
        told = re.findall(r"(?m)^\* shots: Bot .*" + FACE, game.said)
        check(told and not re.search(BACK, game.said), memory + ": blurry shots are told with faces")
        check(re.search(r"(?m)^last shots: ", game.said), memory + ": the view has the last shots")
        game.send("log")
        log = game.read_prompt()
        check(re.search(r"(?m)^\* shots: Bot .*" + log_form, log) and not re.search(other, log),
              memory + ": the log tells them as it keeps them")
        game.close()
        check(re.search(r"deck: \d+, top card [A-Z][a-z]?[+-]\.", game.said), "the deck's top back")


def shots_hot_seat(data):
    """Three people at one keyboard: the third is told the shots of both before, not only the last."""
    game = Game(data, ["photograph", "--seats", "3", "--bots", "none", "--seed", "4", "--option",
                       "first=0"])
    play(game, random.Random(1), limit=4)
    game.send("")  # the keyboard is taken
    shown = re.findall(r"(?m)^\* shots: (Player \d)", game.read_prompt())
    check(shown == ["Player 1", "Player 2"], "the third person is told the shots of both")
    game.close()


def aids(data):
    """What the own cards can be, and marks on them; with several people only where it was agreed."""
    game = Game(data, ["luz", "--seats", "3", "--seed", "5", "--bots", "random,random", "--option", "dealer=2"])
    view = game.read_prompt()
    game.send("aids")
    said = game.read_prompt()
    own = re.findall(r"^(\d+) ([RYGBV]): ([-\d ]+?)(?:;|$)", said, re.M)
    backs = re.findall(r" (\d+)=([RYGBV])(?= |\n)", view)
    check([(slot, colour) for slot, colour, _ in own] == backs and len(own) == 10, "aids name the own cards")
    check("play from memory" in said and "beaten by" in said, "and say what counts, and who can beat them")
    for line, answer in [("mark", "No marks"), ("mark 3 1 4", "3: 1 4"), ("mark 5 -2 -3", "3: 1 4; 5: -2 -3"),
                         ("mark 5", "3: 1 4"), ("mark 11 1", "no hidden card"), ("mark 3 9", "Marks: mark"),
                         ("mark 3 x", "Marks: mark"), ("mark 0", "no hidden card")]:
        game.send(line)
        said = game.read_prompt()
        check(answer in said and (answer != "3: 1 4" or "5:" not in said), "an answer to " + line)
    game.send("view")
    check(re.search(r" 3=[RYGBV]\[1 4\]", game.read_prompt()) is not None, "a mark stands at its card")
    game.send("bid 3")
    legal = []
    while "play 3" not in legal:  # it is played in the end
        game.read_prompt()
        game.send("moves")
        legal = moves_of(game.read_prompt())
        game.send("play 3" if "play 3" in legal else legal[0])
    game.read_prompt()
    game.send("mark")
    check("No marks" in game.read_prompt(), "a card's marks go when it is played")
    game.close()
    for agreed in [[], ["--aids"]]:
        game = Game(data, ["luz", "--seats", "3", "--seed", "5", "--bots", "none", *agreed])
        game.read_prompt()
        game.send("")
        game.read_prompt()
        game.send("aids")
        said = game.read_prompt()
        check(("Aids are off" in said) != bool(agreed) and ("beaten by" in said) == bool(agreed), "aids with people" + (", agreed" if agreed else ""))
        game.close()


def languages(data):
    for lang, word in [("en", "row 1"), ("uk", "ряд 1"), ("ru", "ряд 1"), ("fr", "ligne 1")]:
        game = Game(data, ["photograph", "--seed", "2"], lang)
        said = game.read_prompt()
        check(word in said and "tui." not in said and "turn." not in said, "line mode in " + lang)
        game.close()
        marks(data, lang)
    record = data + "/films.jsonl"
    with open(record, "w", encoding="utf-8") as file:
        subprocess.run([PARLOR, "sim", "photograph", "--games", "1"], stdout=file, check=True)
    for lang, word in [("en", "(ascending)"), ("uk", "(за зростанням)"), ("ru", "(по возрастанию)"),
                       ("fr", "pioche : ")]:
        run = subprocess.run([PARLOR, "watch", "--plain", record], input="end\nquit\n", text=True,
                             env=dict(os.environ, PARLOR_LANG=lang), capture_output=True,
                             check=False)
        check(word in run.stdout and " up " not in run.stdout and " down " not in run.stdout,
              "films and labels are told in " + lang)


def marks(data, lang):
    """Cards have the marks of the language; its letters never stand for two colours."""
    mark = {"en": "Bl|R|Y|Gn|Br|Gy|V", "uk": "Сн|Ч|Ж|Зл|К|Ср|Ф", "ru": "Сн|Кр|Ж|Зл|Кч|Ср|Ф",
            "fr": "B|R|J|Ve|M|G|Vi"}[lang]
    game = Game(data, ["photograph", "--seed", "2", "--seats", "4", "--option", "first=0"], lang)
    rows = re.findall(r"(?m)^[^\W\d]+ \d\s?: (.*)$", game.read_prompt())
    game.close()
    fits = all(re.fullmatch(f"(?:{mark})(?:\\d+|[+-])", card) for row in rows for card in row.split())
    check(len(rows) == 4 and fits, f"marks of Photograph in {lang}: {rows}")
    mark = {"en": "[RYGBV]", "uk": "Ч|Ж|Зл|С|Ф", "ru": "К|Ж|Зл|С|Ф", "fr": "R|J|Ve|B|Vi"}[lang]
    game = Game(data, ["luz", "--seed", "2", "--seats", "3"], lang)
    cards = re.findall(r" \d+=(\S+)", game.read_prompt())
    game.send("rules")
    legend = game.read_prompt().split("\n")[-2]
    game.close()
    fits = all(re.fullmatch(f"(?:{mark})\\d*", card) for card in cards)
    check(len(cards) == 30 and fits, f"marks of Luz in {lang}: {cards}")
    check(len(legend.split(", ")) == 5, f"what the marks mean in {lang}: {legend}")


def watch(data):
    record = data + "/w.jsonl"
    with open(record, "w", encoding="utf-8") as file:
        subprocess.run([PARLOR, "sim", "luz", "--seats", "3", "--games", "2"], stdout=file,
                       check=True)
    env = dict(os.environ, PARLOR_LANG="en")
    run = subprocess.run([PARLOR, "watch", "--plain", "--line", "2", "--view", "1", record], env=env,
                         input="\n\nback\n40\nend\nquit\n", capture_output=True, text=True,
                         check=False)
    steps = re.findall(r"^(\d+)/\d+$", run.stdout, re.M)
    check(run.returncode == 0 and steps[:5] == ["0", "1", "2", "1", "40"],
          "watch goes forward, back and jumps")
    check("The game is over" in run.stdout, "watch shows the end")
    with open(record, "w", encoding="utf-8") as file:
        file.write("{}\n")
    run = subprocess.run([PARLOR, "watch", "--plain", record], capture_output=True, check=False)
    check(run.returncode == 1, "watch refuses what is no record")


def begins(data):
    """Who begins (P2.5, L2.1) is drawn from the seed, unless the option says it."""
    def started(*args):
        game = Game(data, [*args, "--bots", "none"])
        game.read_prompt()
        game.close()
        with open(newest(data), encoding="utf-8") as file:
            return json.load(file)["options"]

    for kind, option, seats in [("photograph", "first", 3), ("luz", "dealer", 5)]:
        args = [kind, "--seats", str(seats), "--seed"]
        drawn = [started(*args, str(seed))[option] for seed in range(40)]
        check(len(set(drawn)) == seats, f"{kind}: with other seeds others begin")
        check(drawn[:5] == [started(*args, str(seed))[option] for seed in range(5)],
              f"{kind}: with the same seed the same one does")
        told = [started(*args, str(seed), "--option", f"{option}=0")[option] for seed in range(8)]
        check(told == ["0"] * 8, f"{kind}: the option holds, the usual value too")
    game = Game(data, ["luz", "--seats", "3", "--seed", "5", "--bots", "random,random"])
    play(game, random.Random(1), limit=2)
    game.close()
    with open(newest(data), encoding="utf-8") as file:
        before = json.load(file)
    game = Game(data, ["--resume"])
    play(game, random.Random(1))
    game.close()
    with open(newest(data), encoding="utf-8") as file:
        after = json.load(file)
    check("result" in after and after["options"] == before["options"], "a saved game keeps the draw")


def main():
    for part in [whole_games, signals, refusals, resume, killed, take_back, clock, older_rules, secrecy, shots, shots_hot_seat,
                 last_trick, aids, languages, watch, begins]:
        with tempfile.TemporaryDirectory() as data:
            part(data)
    finish()


main()
