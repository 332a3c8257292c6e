#!/usr/bin/env python3
"""The commands games, sim, perft, help and version of the real program, and wrong usage."""

import json
import time

from points import Run, done, equal, ok

SETUPS = [
    ("photograph", 2, ["missed=on"]),
    ("photograph", 3, ["first=2", "memory=aided"]),
    ("photograph", 4, []),
    ("luz", 3, ["dealer=2"]),
    ("luz", 4, []),
    ("luz", 5, ["memory=aided"]),
    ("smitten", 2, ["level=easy"]),
    ("smitten", 2, ["level=hard", "card4=near", "card9=none"]),
    ("smitten", 1, ["easy=on"]),
    ("smitten", 1, ["hard1=on", "hard2=on", "card4=other", "card9=new"]),
    ("null", 2, []),
    ("null", 3, ["best=low"]),
]


def test_games():
    text = Run("games")
    ok(text.status == 0 and not text.err, "games succeeds", text)
    for name in ("photograph", "luz", "smitten", "colours", "card4"):
        ok(name in text.out, f"games names {name}", text)
    ok("null" not in text.out, "games hides the template", text)
    ok("null" in Run("games", "--all").out, "games --all shows the template")
    ok("not the publisher’s" in text.out, "games says that card4 and card9 are ours")
    games = json.loads(Run("games", "--json").out)
    equal([g["name"] for g in games][:3], ["photograph", "luz", "smitten"], "games --json")
    options = {o["name"]: o for g in games for o in g["options"]}
    equal(options["colours"]["default"], None, "colours are open until the deal")
    equal(options["level"]["values"], ["easy", "medium", "hard"], "the list has values")
    ok("publisher" in options["card9"]["note"], "the list has notes", options["card9"])
    equal(games[0]["seats"], {"min": 2, "max": 4, "usual": 2}, "the list has seats")
    equal([g["begins"] for g in games][:3], ["first", "dealer", None], "the list has begins")
    plain = Run("games", "--plain", env={"PARLOR_LANG": "uk"}).out
    ok("smitten seats 1 2\n" in plain, "games --plain is for scripts", plain)
    equal(plain, Run("games", "--plain").out, "games --plain is the same in every language")


def test_solve():
    for language, words in ("en", "only for smitten"), ("fr", "seulement pour smitten"):
        luz = Run("solve", "luz", "--solo", env={"PARLOR_LANG": language})
        ok(luz.status == 2 and words in luz.err, f"solve names the games with a solver ({language})", luz)


def test_sim():
    null = Run("sim", "null", "--games", "1", "--seed", "1")
    keys = list(json.loads(null.out))
    equal(keys, ["parlor", "game", "seats", "options", "events", "result", "names", "seed", "deal"],
          "members are in order")
    ok(" " not in null.out.replace(json.loads(null.out)["events"][0][1], ""), "no spaces", null)
    for game, seats, options in SETUPS:
        name = f"{game} {seats} {' '.join(options)}".strip()
        flags = [x for o in options for x in ("--option", o)]
        args = ["sim", game, "--seats", str(seats), "--games", "40", *flags]
        first, again = Run(*args, "--seed", "5"), Run(*args, "--seed=5")
        ok(first.status == 0 and not first.err, f"sim {name} succeeds", first)
        equal(first.out, again.out, f"sim {name} repeats itself")
        ok(first.out != Run(*args, "--seed", "6").out, f"sim {name} depends on the seed")
        records = first.lines()
        equal(len(records), 40, f"sim {name} writes as many games as asked")
        given = dict(o.split("=") for o in options)
        kept = all(r["seats"] == seats and r["options"].items() >= given.items() for r in records)
        ok(kept, f"sim {name} writes seats and options")
        ok(all("result" in r for r in records), f"sim {name} plays to the end")
        check = Run("replay", "-", stdin=first.out)
        results = [{"line": i + 1, "result": r["result"]} for i, r in enumerate(records)]
        ok(check.status == 0 and check.lines() == results, f"replay of sim {name} agrees", check)
        full = Run("replay", "--legal", "--view", "0", "-", stdin=first.out)
        ok(full.status == 0 and moves_were_legal(records, full.lines()), f"{name}: moves are legal")
    prefix = Run("sim", "luz", "--games", "3").out
    ok(Run("sim", "luz", "--games", "5").out.startswith(prefix), "a longer run begins the same")
    equal(Run("sim", "luz", "--games", "0").out, "", "no games give no output")
    large = str(2**64 - 1)
    run = Run("sim", "luz", "--seats", "3", "--games", "2", "--seed", large, "--bots",
              "easy,random,easy:7")
    equal([[r["names"], r["seed"], r["deal"]] for r in run.lines()],
          [[["bot:easy", "bot:random", "bot:easy:7"], large, i] for i in range(2)],
          "sim records who sat where, the seed and the deal")
    both = Run("sim", "null", "--bots", "random,random").out
    equal(both, Run("sim", "null").out, "each seat may have its own bot")


def moves_were_legal(records, lines):
    """Whether each event's move is in the sorted list shown before it."""
    for line in lines:
        if "event" not in line:
            continue
        record = records[line["line"] - 1]
        who, text = record["events"][line["event"]]
        if who == "deal":
            if line["actors"] != ["deal"] or line["legal"] != {}:
                return False
            continue
        legal = line["legal"][str(who)]
        if who not in line["actors"] or text not in legal or legal != sorted(legal):
            return False
        if list(line["legal"]) != [str(a) for a in line["actors"]]:
            return False
        if len(set(legal)) != len(legal) or list(line["views"]) != ["0"]:
            return False
    return any("event" in line for line in lines)


def test_speed():
    began = time.monotonic()
    run = Run("sim", "luz", "--games", "2000")
    seconds = time.monotonic() - began
    ok(run.out.count("\n") == 2000 and seconds < 12, "2,000 games of Luz are fast", seconds)


def test_perft():
    deal = "3 6 5 2 1 4"
    run = Run("perft", "null", "--deal", deal, "--depth", "3")
    equal(run.out, "perft 1 4\nperft 2 8\nperft 3 0\n", "perft counts sequences at each depth")
    three = Run("perft", "null", "--seats", "3", "--deal", deal, "--depth", "3").out
    equal(three, "perft 1 6\nperft 2 24\nperft 3 48\n", "perft counts every order of sealed moves")
    divided = Run("perft", "null", "--deal", deal, "--depth", "2", "--divide").out
    want = "0 show: 2\n0 hide: 2\n1 show: 2\n1 hide: 2\nperft 1 4\nperft 2 8\n"
    equal(divided, want, "perft --divide shows the share of each first move")
    one = Run("perft", "null", "--deal", deal, "--depth", "1", "--divide").out
    equal(one, "0 show: 1\n0 hide: 1\n1 show: 1\n1 hide: 1\nperft 1 4\n", "perft --divide at 1")
    later = Run("perft", "null", "--deal", deal, "--depth", "1", "--moves", "1 hide").out
    equal(later, "perft 1 2\n", "perft --moves makes moves first")
    over = Run("perft", "null", "--deal", deal, "--depth", "1", "--moves", "1 hide;0 show").out
    equal(over, "perft 1 0\n", "perft after the end counts nothing")
    for moves in ("1 jump", "5 hide", "hide", "", "1 hide;1 hide", "1 hide;"):
        bad = Run("perft", "null", "--deal", deal, "--depth", "1", "--moves", moves)
        ok(bad.status == 1 and bad.err.startswith("parlor: ") and not bad.out,
           f"wrong moves {moves!r}")
    bad = Run("perft", "null", "--deal", "3 3", "--depth", "1")
    ok(bad.status == 1 and "“3”" in bad.err and "place 1" in bad.err, "perft names a bad card", bad)
    luz = json.loads(Run("sim", "luz", "--games", "1").out)
    deals = [e[1] for e in luz["events"] if e[0] == "deal"]
    run = Run("perft", "luz", "--deal", deals[0], "--depth", "3")
    equal(run.out, "perft 1 22\nperft 2 484\nperft 3 10648\n", "perft of Luz: 22 bids per seat")
    first = ";".join(f"{e[0]} {e[1]}" for e in luz["events"][1:44])  # all but the end of the last trick
    stop = Run("perft", "luz", "--deal", deals[0], "--depth", "2", "--moves", first)
    equal(stop.out, "perft 1 1\nperft 2 0\n", "perft stops where no deal is left")
    both = ["--deal", deals[0], "--deal", deals[1]]
    more = Run("perft", "luz", *both, "--depth=2", "--moves", first)
    equal(more.out, "perft 1 1\nperft 2 22\n", "perft goes on with the next deal")


def test_help():
    for args in (["help"], ["--help"], ["-h"]):
        run = Run(*args)
        ok(run.status == 0 and "replay" in run.out and not run.err, f"parlor {args[0]}", run)
    for command in ("games", "rules", "sim", "replay", "perft", "help", "version"):
        run = Run("help", command)
        ok(run.status == 0 and f"parlor {command}" in run.out, f"help {command}", run)
        equal(Run(command, "--help").out, run.out, f"{command} --help gives the same text")
    for args in (["version"], ["--version"]):
        run = Run(*args)
        ok(run.status == 0 and run.out.startswith("parlor 0."), f"parlor {args[0]}", run)


MISUSES = [
    ([], "command"),
    (["smi"], "“sim”"),
    (["qwertyuiop"], "parlor help"),
    (["--frob"], "--frob"),
    (["--lang"], "--lang"),
    (["--lang", "xx", "games"], "en, uk, ru or fr"),
    (["games", "--lang", "xx"], "en, uk, ru or fr"),
    (["games", "--lang"], "--lang LANGUAGE"),
    (["games", "--jsno"], "--json"),
    (["games", "--json=1"], "takes no value"),
    (["games", "more"], "“more”"),
    (["sim"], "parlor games"),
    (["sim", "chess"], "photograph, luz, smitten"),
    (["sim", "luz", "luz"], "“luz”"),
    (["sim", "luz", "--seats"], "--seats N"),
    (["sim", "luz", "--seats", "four"], "“four”"),
    (["sim", "luz", "--seats", "2"], "3 to 5"),
    (["sim", "luz", "--seats", "-1"], "“-1”"),
    (["sim", "luz", "--seats", "99999999999999999999"], "number"),
    (["sim", "luz", "--seed", "18446744073709551616"], "number"),
    (["sim", "luz", "--games", "1e3"], "1e3"),
    (["sim", "luz", "--games", ""], "number"),
    (["sim", "luz", "--option", "dealer"], "NAME=VALUE"),
    (["sim", "luz", "--option", "=1"], "dealer"),
    (["sim", "luz", "--option", "trump=R"], "dealer"),
    (["sim", "luz", "--option", "dealer=9"], "0, 1, 2, 3, 4"),
    (["sim", "luz", "--seats", "3", "--option", "dealer=4"], "luz"),
    (["sim", "photograph", "--option", "colours=RB"], "BRYGNSV"),
    (["sim", "photograph", "--option", "colours=BR"], "photograph"),
    (["sim", "luz", "--bots", "genius"], "random"),
    (["sim", "luz", "--bots", "random,random"], "4"),
    (["sim", "luz", "--bots", ""], "random"),
    (["sim", "luz", "--frobnicate-everything-with-a-very-long-name"], "--frobnicate"),
    (["rules", "chess"], "photograph, luz, smitten"),
    (["rules", "luz", "L1", "L2"], "“L2”"),
    (["replay"], "-"),
    (["replay", "--view", "x", "-"], "“x”"),
    (["replay", "--view", "5", "-"], "0 to 4"),
    (["replay", "a", "b"], "“b”"),
    (["perft", "null", "--deal", "1"], "--depth N"),
    (["perft", "null", "--depth", "1"], "--deal TEXT"),
    (["perft", "null", "--depth", "65", "--deal", "1"], "1 to 64"),
    (["help", "smi"], "“smi”"),
    (["help", "sim", "luz"], "“luz”"),
    (["version", "now"], "“now”"),
]


def test_misuse():
    for args, hint in MISUSES:
        run = Run(*args)
        name = " ".join(["parlor", *args])[:70]
        right = run.status == 2 and run.err.startswith("parlor: ") and hint in run.err
        ok(right and not run.out, f"wrong usage: {name}", run)
    equal(Run("replay", "--", "--legal").status, 1, "after -- an option is a plain word")


LANGUAGES = {
    "en": ("usage:", "There is no command"),
    "uk": ("використання:", "немає"),
    "ru": ("использование:", "нет"),
    "fr": ("usage :", "pas de commande"),
}


def test_languages():
    helps = set()
    for language, (usage, missing) in LANGUAGES.items():
        run = Run("--lang", language, "help")
        helps.add(run.out)
        ok(usage in run.out, f"{language}: --lang before the command", run)
        ok(usage in Run("help", f"--lang={language}").out, f"{language}: --lang after the command")
        ok(missing in Run("--lang", language, "qwerty").err, f"{language}: errors are translated")
        for command in ("games", "rules", "sim", "replay", "perft", "help", "version"):
            run = Run("--lang", language, "help", command)
            ok("{" not in run.out and ".summary" not in run.out, f"{language}: help {command}", run)
        ok("card4" in Run("games", "--lang", language).out, f"{language}: games")
    equal(len(helps), 4, "the four languages differ")
    cases = [
        ({"PARLOR_LANG": "fr", "LANGUAGE": "uk", "LC_ALL": "ru_RU.UTF-8"}, "usage :"),
        ({"LANGUAGE": "de:uk:fr", "LC_ALL": "ru_RU.UTF-8"}, "використання:"),
        ({"LC_ALL": "ru_RU.UTF-8", "LANG": "fr_FR.UTF-8"}, "использование:"),
        ({"LC_ALL": "", "LC_MESSAGES": "uk_UA", "LANG": "fr_FR"}, "використання:"),
        ({"LC_ALL": "", "LANG": "fr_CA@euro"}, "usage :"),
        ({"LC_ALL": "de_DE.UTF-8", "LANG": "fr_FR"}, "usage:"),
        ({"PARLOR_LANG": "xx", "LC_ALL": "C", "LANG": "fr_FR"}, "usage:"),
        ({"LC_ALL": "ukx"}, "usage:"),
    ]
    for env, usage in cases:
        ok(Run("help", env=env).out.startswith(usage), f"language by {env}")


test_games()
test_solve()
test_sim()
test_speed()
test_perft()
test_help()
test_misuse()
test_languages()
done()
