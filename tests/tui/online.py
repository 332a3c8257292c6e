#!/usr/bin/python3
"""Tables of a real server from the terminal: whole games between line modes through pipes, between
a screen and a line mode, coming back, watching, talk, order, refusals. Usage: online.py PARLOR SOURCE"""
import glob
import json
import os
import random
import re
import select
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "server"))
from parlor_server import PARLOR, SOURCE, Client, Server, done, ok, sanitizers  # noqa: E402
from screen import Screen  # noqa: E402

WAIT = 60


class Seat:
    """`parlor play --plain LINK` through pipes. `said` is all that it wrote."""

    def __init__(self, folder, name, *args, env=None):
        self.data = os.path.join(folder, name)
        os.makedirs(self.data, exist_ok=True)
        self.run = subprocess.Popen(
            [PARLOR, "play", "--plain", "--name", name, *args], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env=dict(os.environ, XDG_DATA_HOME=self.data, PARLOR_LANG="en", **sanitizers(),
                     **(env or {})))
        os.set_blocking(self.run.stdout.fileno(), False)
        self.said = ""
        self.at = 0  # what was looked at

    def listen(self, seconds=0.0):
        if select.select([self.run.stdout], [], [], seconds)[0]:
            part = self.run.stdout.read() or b""
            self.said += part.decode("utf-8", "replace")
            return bool(part)
        return False

    def wait(self, pattern, seconds=WAIT):
        """What was said since the last wait up to the pattern; '' if it never comes."""
        end = time.monotonic() + seconds
        while True:
            found = re.compile(pattern).search(self.said, self.at)
            if found:
                text = self.said[self.at:found.end()]
                self.at = found.end()
                return text
            if time.monotonic() > end:
                return ""
            if not self.listen(0.2) and self.run.poll() is not None:
                return ""

    def send(self, line):
        self.run.stdin.write((line + "\n").encode())
        self.run.stdin.flush()

    def close(self):
        try:
            self.run.stdin.close()
        except OSError:
            pass
        os.set_blocking(self.run.stdout.fileno(), True)
        self.said += self.run.stdout.read().decode("utf-8", "replace")
        self.errors = self.run.stderr.read().decode("utf-8", "replace")
        return self.run.wait(WAIT)


def was_fair(seat):
    """Whether the closed seat has checked the deal: it does so when the record comes, at the table or on leaving."""
    told = seat.said + seat.errors
    return "The deal was fair" in told and "Not checked" not in told


def moves_of(text):
    return [line.split("  (")[0].removeprefix("> ") for line in text.split("\n") if "  (" in line]


def set_table(folder, server, name, *args):
    """Sets a table from the terminal; its seat and its link."""
    seat = Seat(folder, name, f"http://127.0.0.1:{server.port}", *args)
    text = seat.wait(r"this link: (\S+)\n")
    return seat, text.split("this link: ")[1].split()[0] if text else ""


def play_on(seats, rng, seconds=WAIT * 2):
    """Everybody plays at random by the listed moves until all were told the end."""
    end = time.monotonic() + seconds
    over = [False] * len(seats)
    made = 0
    while not all(over) and time.monotonic() < end:
        for i, seat in enumerate(seats):
            while seat.listen(0.002):
                pass
            if "The game is over" in seat.said:
                over[i] = True
            if over[i] or not re.search(r"(?s)\n> $", seat.said[seat.at:]):
                continue
            seat.at = len(seat.said)
            seat.send("moves")
            legal = moves_of(seat.wait("> "))
            if legal:
                seat.send(rng.choice(legal))
                made += 1
    return made, all(over)


def whole_games(folder, server):
    kinds = [("photograph", 2, []), ("photograph", 3, ["--option", "missed=on"]),
             ("luz", 3, []), ("smitten", 2, []), ("smitten", 2, ["--option", "level=hard"])]
    for number, (game, n, args) in enumerate(kinds):
        names = [f"{who}{number}" for who in ["Ann", "Bob", "Cid"]][:n]
        host, link = set_table(folder, server, names[0], game, "--seats", str(n), "--bots", "none",
                               *args)
        seats = [host] + [Seat(folder, name, link) for name in names[1:]]
        made, over = play_on(seats, random.Random(number))
        kept = []
        for seat in seats:
            status = seat.close()
            kept += glob.glob(seat.data + "/parlor/games/*.jsonl")
            over = over and status == 0
        ok(over and made > 0, f"a whole game of {game} between {n} terminals {args}",
           seats[0].said[-2000:] + seats[1].said[-2000:])
        texts = [open(path, encoding="utf-8").read() for path in kept]
        proved = subprocess.run([PARLOR, "verify", kept[0]], capture_output=True, check=False)
        ok(len(kept) == n and len(set(texts)) == 1 and proved.returncode == 0,
           f"everybody keeps the record of {game}, and its deal is fair", str(kept))
        record = json.loads(texts[0])
        ok(None not in record["fair"]["seals"] and
           all(was_fair(seat) for seat in seats),
           f"each terminal has checked the deal of {game} by what it saw", seats[0].said[-500:] + seats[0].errors)


def away_at_the_draw(folder, server):
    """Whoever is away when the table fills up gives the sealed number on coming back."""
    ida, link = set_table(folder, server, "Ida", "smitten", "--seats", "2", "--bots", "none")
    ida.close()
    jon = Seat(folder, "Jon", link)
    jon.wait("Jon sits down")
    jon.listen(0.3)
    ok("The game begins" not in jon.said, "the game waits for a number", jon.said)
    ida = Seat(folder, "Ida", link)
    ida.wait("> ")
    jon.wait("The game begins")
    made, over = play_on([ida, jon], random.Random(5))
    status = [seat.close() for seat in [ida, jon]]
    ok(over and status == [0, 0] and was_fair(ida), "and begins when its owner is back",
       f"over {over}, {made} moves, status {status}\nJon: {jon.said[-500:]}{jon.errors}\n"
       f"Ida: {ida.said[-500:]}{ida.errors}")


def shots(folder, server):
    """Rules P5.2, P5.7: who plays and who watches is told the face of each blurry shot, also when bots
    make several moves at once; the log keeps the backs."""
    face, back = r"\* shots: [^\n]*[A-Z][a-z]?\d+ \(blurry\)", r"\* shots: [^\n]*[A-Z][a-z]?[+-] \(blurry\)"
    gus, link = set_table(folder, server, "Gus", "photograph", "--seats", "4", "--bots",
                          "random,random", "--option", "memory=strict")
    eve = Seat(folder, "Eva", link, "--watch")
    eve.wait("Gus")
    hal = Seat(folder, "Hal", link)
    play_on([gus, hal], random.Random(2))
    told = [re.findall(r"(?m)^\* shots: .*$", seat.said) for seat in [gus, hal]]
    ok(re.search(face, gus.said) and not re.search(back, gus.said), "blurry shots are told with faces",
       gus.said[-3000:])
    shown = [[card for line in lines for card in re.findall(r"\b[A-Z][a-z]?\d+\b", line)]
             for lines in told]
    ok(shown[0] == shown[1] and len(set(shown[0])) == len(shown[0]) > 40,
       "everybody is told each shot once, and none is missed", str(told))
    eve.wait("The game is over")
    seen = [card for line in re.findall(r"(?m)^\* shots: .*$", eve.said)
            for card in re.findall(r"\b[A-Z][a-z]?\d+\b", line)]
    ok(seen == shown[0], "and who watches too", str(seen) + str(shown[0]))
    gus.at = len(gus.said)
    gus.send("log")
    log = gus.wait("(?s)The game is over.*> ")
    ok(re.search(back, log) and not re.search(face, log), "the log keeps their backs", log)
    for seat in [gus, hal, eve]:
        seat.send("quit")
        seat.close()


def at_the_table(folder, server):
    """Talk, refusals, taking back, watching, leaving and coming back."""
    ann, link = set_table(folder, server, "Ann", "photograph", "--seats", "2", "--bots", "none")
    bob = Seat(folder, "Bob", link)
    ok("Bob sits down" in ann.wait("Bob sits down"), "who sits down is told")
    ann.wait("choose a row[^\n]*\n")
    ann.listen(0.1)
    bob.wait("choose a row[^\n]*\n")
    first, other = (ann, bob) if "You: choose" in ann.said else (bob, ann)
    eve = Seat(folder, "Eve", link, "--watch")
    text = eve.wait("choose a row")
    ok("row 1" in text and "> " not in eve.said.split("choose")[0], "a third one watches", eve.said)
    eve.send("take 1L1")
    ok(eve.wait("not sitting"), "a spectator cannot move", eve.said)
    first.send("take 9L9")
    ok(first.wait("row") and first.wait("> "), "an illegal move is refused with its reason",
       first.said)
    other.send("take 1L1")
    ok(other.wait("turn"), "nobody moves out of turn", other.said)
    other.send("talk Привіт, \u001b[31mred")
    other.wait("> ")
    other.send("talk Привіт!")
    ok(first.wait("“Привіт!”"), "talk is heard", first.said)
    first.send("phrase well-played")
    ok(other.wait("“Well played!”") and "\x1b" not in other.said, "phrases are heard", other.said)
    first.send("moves")
    legal = moves_of(first.wait(r"take[^>]*> "))
    first.send(legal[0])
    ok(other.wait(r"\* \w+: [^\n]*row 1"), "a move is told", other.said)
    first.send("takeback")
    asked = other.wait("asks to take back the last move: y", 5)
    if asked:
        other.send("no")
        ok(first.wait("does not agree"), "a question is answered", first.said)
    else:  # by then something was learned by it
        ok(first.wait("back"), "what was seen is not taken back", first.said)
    name = "Ann" if first is ann else "Bob"
    first.send("quit")
    ok(first.close() == 0 and "stays yours" in first.errors, "leaving keeps the seat", first.errors)
    again = Seat(folder, name, link)
    text = again.wait("You: [^\n]*\n")
    ok("You: wind" in text, "the same link brings the same seat back", text)
    for seat in [again, other, eve]:
        seat.send("quit")
        ok(seat.close() == 0, "quit")


def aids(folder, server):
    """Off among people, unless the table was made with them, which is told before the game."""
    for agreed in [[], ["--aids"]]:
        name = "Ada" if agreed else "Amy"
        host, link = set_table(folder, server, name, "luz", "--seats", "3", "--bots", "random", *agreed)
        guest = Seat(folder, "Gil" if agreed else "Gus", link)
        word = "on" if agreed else "off"
        ok(host.wait(f"Aids for everybody: {word}"), f"the waiting room says {word}", host.said)
        guest.wait("(?s)Deal: 1/4.*> ")
        guest.send("aids")
        said = guest.wait("(?s)Cards you do not see.*> " if agreed else "Aids are off at this table")
        ok(said and ("beaten by" in said) == bool(agreed), f"aids that are {word}", guest.said)
        guest.send("mark 2 1 -3")
        ok(guest.wait(r"2: 1 -3"), "marks need no agreement", guest.said)
        for seat in [host, guest]:
            seat.send("quit")
            seat.close()


def order(folder, server):
    """Mute, report, silence, remove, a restart that is announced, and a ban."""
    def admin(*words):
        subprocess.run([PARLOR, "admin", "--data", server.data, *words], check=True, stdout=subprocess.DEVNULL)
    ann, link = set_table(folder, server, "Ann", "luz", "--seats", "4", "--bots", "none")
    bob = Seat(folder, "Bob", link)
    ann.wait("Bob sits down")
    eve = Seat(folder, "Eve", link)
    ann.wait("Eve sits down")
    eve.wait("Eve  ←")
    eve.send("mute 2")
    eve.send("talk done")
    bob.wait("done")
    bob.send("talk to nobody")
    ann.wait("to nobody")
    bob.send("report 3 talk")
    ok(bob.wait("operator of the server sees"), "a report is thanked for", bob.said)
    bob.send("remove 3")
    ok(bob.wait("Only the host"), "only the host removes", bob.said)
    ann.send("silence 2")
    ok(bob.wait("Bob: silenced by the host"), "the host silences", bob.said)
    bob.send("talk but")
    ok(bob.wait("host has silenced you"), "who is told so", bob.said)
    admin("announce", "10m", "--text", "Tea time")
    for seat in (ann, bob, eve):
        ok(seat.wait(r"restarts at \d\d:\d\d\. .*Tea time"), "a restart is announced", seat.said)
    ok("to nobody" not in eve.said, "a muted person is not heard", eve.said)
    ann.send("remove 2")
    ok(ann.wait("Bob: removed from the table"), "the host removes", ann.said)
    bob.wait("never")
    ok(bob.close() == 1 and "host has removed you" in bob.errors, "who is told so", bob.errors)
    admin("ban", find_id(server, "Eve"), "--for", "1h")
    eve.wait("never")
    ok(eve.close() == 1 and "may not play on this server until" in eve.errors, "who is banned is told so", eve.errors)
    ann.send("quit")
    ann.close()
    admin("announce", "off")


def find_id(server, name):
    """The id of a person who is connected."""
    run = subprocess.run([PARLOR, "admin", "--data", server.data, "--json", "list", "people"], check=True,
                         stdout=subprocess.PIPE)
    return next(row["player"] for row in json.loads(run.stdout)["rows"] if row["name"] == name)


def begins(folder, server):
    """Who begins: the host's choice, by a chair, and shown to all."""
    ann, link = set_table(folder, server, "Ann", "photograph", "--seats", "3", "--bots", "none")
    ok(ann.wait("Who begins: by lot") and ann.wait("begins 2"), "the lot decides unless the host does", ann.said)
    ann.send("begins 9")
    ok(ann.wait("no such chair"), "a chair must exist", ann.said)
    bob = Seat(folder, "Bob", link)
    bob.wait("Who begins: by lot")
    bob.send("begins 2")
    ok(bob.wait("Only the host"), "only the host says who begins", bob.said)
    ann.wait("Bob sits down")
    ann.send("begins 2")
    ok(bob.wait(r"\* Who begins: Bob\n") and ann.wait("Who begins: Bob"), "a person is named", bob.said)
    ann.send("begins lot")
    ok(bob.wait(r"\* Who begins: by lot\n"), "and the lot again", bob.said)
    ann.send("begins 3")
    ok(bob.wait("Who begins: free"), "a chair that is still free may be named", bob.said)
    cid = Seat(folder, "Cid", link)
    ok(cid.wait("You: choose a row"), "who sits down there begins", cid.said)
    for seat in [ann, bob, cid]:
        seat.send("quit")
        ok(seat.close() == 0, "quit")
    page = Client(server)
    for number in range(3):
        dan, link = set_table(folder, server, "Dan", "luz", "--seats", "3", "--bots", "none",
                              "--option", f"dealer={number}", "--clock", "60+300")
        table = link.rsplit("/", 1)[1]
        page.ask("open", table=table)
        page.until(lambda c: table in c.tables)
        ok(page.tables[table]["begins"] == number, f"the option dealer={number} names a chair at a server")
        ok(page.tables[table]["clock"] == {"kind": "live", "move": 60, "bank": 300}, "and the clock holds")
        dan.close()


def lost(folder, server):
    """The server is killed in the middle; the game goes on where it was."""
    ann = Seat(folder, "Ada", f"http://127.0.0.1:{server.port}", "luz", "--seats", "3",
               "--bots", "random,random")
    ann.wait("You: bet[^>]*> ")
    server.restart()
    ok(ann.wait("connection is lost"), "a lost connection is told", ann.said)
    ok(ann.wait("Connected again"), "it comes back by itself", ann.said)
    ann.send("bid 2")
    ok(ann.wait(r"\* You: bets? 2"), "and plays on", ann.said)
    ann.send("quit")
    ok(ann.close() == 0, "quit")


def wrong_links(folder, server):
    here = f"http://127.0.0.1:{server.port}"
    for link, status, word in [(here + "/t/aaaaaaaaaaaaaaaa", 1, "no such table"),
                               ("http://127.0.0.1:1/t/aaaaaaaaaaaaaaaa", 1, "refused"),
                               ("http://", 2, "not the link"),
                               ("gopher://x/t/y", 2, "not the link"),
                               (here + "/x/y", 2, "not the link"), (here, 2, "game"),
                               ("http://no-such-host.invalid/t/a", 1, "cannot be reached")]:
        run = subprocess.run([PARLOR, "play", "--plain", link], capture_output=True, text=True,
                             env=dict(os.environ, XDG_DATA_HOME=folder, PARLOR_LANG="en"),
                             stdin=subprocess.DEVNULL, check=False)
        ok(run.returncode == status and word in run.stderr, "a wrong link: " + link.replace(
            str(server.port), "PORT"), run.stderr)
    cookies = glob.glob(folder + "/**/cookies", recursive=True)
    ok(cookies and all(os.stat(c).st_mode & 0o77 == 0 for c in cookies),
       "cookies are for the user's eyes only", str(cookies))


def screens(folder, server):
    """A screen, a line mode and a client like the page's at one table."""
    page = Client(server)
    page.ask("name", name="Paula")
    table = page.ask("create", game="luz", seats=3, options={}, bots=[])["table"]
    link = f"http://127.0.0.1:{server.port}/t/{table}"
    screen = Screen(PARLOR, folder, f"play --name Sam {link}")
    text = screen.wait("Sam  ← You")
    ok("Paula" in text and "Sam  ← You" in text and link in text, "the screen waits with the link",
       text)
    bob = Seat(folder, "Bo", link)
    text = screen.wait(": bet how many|Waiting for the bet")
    ok("Bo" in text and "Paula" in text and "▒" in text, "the game begins on the screen", text)
    screen.keys("h")
    text = screen.wait(r"\d+/\d+  You")
    ok(re.search(r"\d+/\d+  You", text), "h shows what happened, from the own seat", text)
    screen.keys("q")
    screen.wait(": bet how many|Waiting for the bet")
    page.ask("talk", table=table, phrase="hello")
    ok("“Hello!”" in screen.wait("“Hello!”"), "talk is shown on the screen")
    screen.keys("m")
    screen.wait("What do you say")
    screen.keys("Enter")
    screen.wait(":")
    screen.keys("Доброго дня", "Enter")
    ok(bob.wait("Sam: “Доброго дня”"), "own words go out from the screen", bob.said)
    rng = random.Random(3)
    end = time.monotonic() + WAIT * 3
    while time.monotonic() < end and page.tables[table].get("phase") != "over":
        page.drain(0.02)
        state = page.tables[table]
        if state.get("legal"):
            page.ask("move", table=table, text=rng.choice(state["legal"]))
        while bob.listen(0):
            pass
        if re.search(r"(?s)\n> $", bob.said[bob.at:]) and "is over" not in bob.said:
            bob.at = len(bob.said)
            bob.send("moves")
            legal = moves_of(bob.wait("> "))
            if legal:
                bob.send(rng.choice(legal))
        if re.search("You: (bet|lead|play)", screen.text()):
            screen.keys("Right", "Enter")
    text = screen.wait("The game is over")
    ok(page.tables[table]["phase"] == "over" and "The game is over" in text,
       "screen, line mode and page play a whole game of Luz", text)
    screen.keys("h")
    text = screen.wait(r"0/\d+  Sam")
    ok(re.search(r"0/\d+  Sam", text), "h replays the game", text)
    screen.keys("q")
    screen.wait("The game is over")
    screen.keys("r")
    text = screen.wait("How good the choices were", WAIT * 6)
    ok("Paula" in text and "Sam" in text and "Bo" in text, "r reviews it, with the names of the table", text)
    screen.keys("q")
    screen.wait("r review")
    bob.send("past")
    ok(bob.wait(r"0/\d+"), "the same in line mode", bob.said[-500:])
    bob.send("quit")
    bob.send("review")
    told = bob.wait("The choices that cost most|No choice cost", WAIT * 6)
    ok("Paula" in told, "and its review", bob.said[-500:])
    screen.keys("e")
    text = screen.wait("this link")
    ok("this link" in text and ("Paula" not in text or "free" in text), "e sets one more table", text)
    screen.keys("q")
    text = screen.wait("status=")
    ok("status=0" in text and "recorded" in text, "the screen keeps the record", text)
    screen.close()
    bob.send("quit")
    ok(bob.close() == 0, "quit")


def signals(folder, server):
    ann, link = set_table(folder, server, "Amy", "smitten", "--bots", "none")
    screen = Screen(PARLOR, folder, f"play --name Sue {link}", size=(200, 60))
    screen.wait("say whether")
    screen.keys("s")
    screen.wait("What do you say")
    screen.keys("1")
    ok(ann.wait(r"\* Sue: I can"), "a signal goes out from the screen", ann.said)
    ann.send("say cannot pass")
    text = screen.wait("“[^”]*cannot")
    ok("“" in text and "Amy" in text, "a signal is shown on the screen", text)
    # Sue plays a card that can be carried out, and waits: both may speak all the same (S3.2).
    screen.keys(*"9764321")
    screen.keys("Enter")
    ok(ann.wait(r"(?s)\* Sue: .*play.*> $"), "a card is played", ann.said)
    screen.wait("laid: 1/17")  # the screen may learn of its own move after the others
    text = screen.wait("s signal")
    ok("s signal" in text, "who waits is told of signals", text)
    screen.keys("s")
    screen.wait("What do you say")
    screen.keys("2")
    ok(ann.wait(r"\* Sue: I cannot"), "who has no move signals within the turn", ann.said)
    ok(ann.wait("after action 1 of the turn"), "the moment is told", ann.said)
    ann.send("say want")
    text = screen.wait("“[^”]*want")  # the list of signals, too, says "I want to"
    ok(text.count("after action 1 of the turn") == 2, "and shown on the screen", text)
    ann.send("talk psst")
    ok(ann.wait("signal|say|talk"), "nothing else is said during play", ann.said)
    screen.keys("q")
    screen.wait("status=")
    screen.close()
    ann.close()


def fuzz(folder, server):
    """Random keys at a server's table never end the program."""
    keys = ["Up", "Down", "Left", "Right", "Enter", "Space", "Tab", "Escape", "BSpace", "PPage",
            "NPage", "F5", "Home", *"0123456789lr+-stwiopx:?*meynub"]
    page = Client(server)
    for number, game in enumerate(["photograph", "smitten", "luz"]):
        table = page.ask("create", game=game, bots=["random"])["table"]
        rng = random.Random(number)
        screen = Screen(PARLOR, folder, f"play http://127.0.0.1:{server.port}/t/{table}")
        screen.wait("·")
        for _ in range(12):
            screen.keys(*[rng.choice(keys) for _ in range(20)])
        time.sleep(0.3)
        text = screen.text()
        ok("status=" not in text and text.strip() != "", "fuzzed keys at a server's table: " + game,
           text)
        screen.close()


def main():
    server = Server("--bot-delay", "0")
    for part in [whole_games, away_at_the_draw, shots, at_the_table, aids, order, begins, lost, wrong_links, screens, signals, fuzz]:
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            part(folder, server)
    ok(server.close() == 0, "the server ends well")
    done()


main()
