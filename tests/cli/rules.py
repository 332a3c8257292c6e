#!/usr/bin/env python3
"""`parlor rules` prints every rule of the games' READMEs in every language, or a part of them."""

import os
import re

from points import SOURCE, Run, done, equal, ok

LANGUAGES = ("en", "uk", "ru", "fr")
READING = {"en": "Our reading:", "uk": "Наше тлумачення:", "ru": "Наше толкование:",
           "fr": "Notre lecture :"}


def read(*path):
    with open(os.path.join(SOURCE, *path), encoding="utf-8") as file:
        return file.read()


def rules_of(game):
    """The numbers of the sections and rules that a README states, in order."""
    text = read("games", game, "README.md").split("\n## Rules\n")[1]
    rules = re.split(r"\n#+ Readings\n", text)[0]
    return re.findall(r"(?m)^(?:- )?(?:\*\*)?([A-Z]\d+(?:\.\d+)?)\b", rules)


def readings_of(game):
    """The first number of each reading of docs/readings.md."""
    text = re.sub(r"\s+", " ", read("docs", "readings.md"))
    part = text.split(f"## {game.capitalize()} ")[1].split(" ## ")[0]
    return set(re.findall(r"- \*\*[^*]*\*\* \(([A-Z]\d+(?:\.\d+)?)", part))


def parts(text):
    """The printed rules by number, with all that follows up to the next number."""
    found = re.split(r"(?m)^([A-Z]\d+(?:\.\d+)?)\s+", text)
    return dict(zip(found[1::2], found[2::2]))


def test_whole(game):
    wanted, texts = rules_of(game), set()
    ok(len(wanted) > 15, f"{game}: the README has rules", wanted)
    for language in LANGUAGES:
        run = Run("rules", game, "--lang", language)
        printed = parts(run.out)
        ok(run.status == 0 and not run.err, f"{game} in {language}", run)
        equal(list(printed), wanted, f"{game} in {language}: every rule of the README, in its order")
        short = [n for n, text in printed.items() if len(text.strip()) < (20 if "." in n else 3)]
        equal(short, [], f"{game} in {language}: each has a text")
        wide = [line for line in run.out.split("\n") if len(line) > 80]
        equal(wide, [], f"{game} in {language}: 80 columns")
        marked = {n for n, text in printed.items() if READING[language] in text}
        equal(readings_of(game) - marked, set(), f"{game} in {language}: readings are marked")
        named = set(re.findall(rf"\b{wanted[0][0]}\d+\.\d+\b", run.out))
        equal(named - set(wanted), set(), f"{game} in {language}: rules that are named exist")
        ok("rules." not in run.out and "{" not in run.out, f"{game} in {language}: only words")
        texts.add(run.out)
    equal(len(texts), len(LANGUAGES), f"{game}: the languages differ")


def test_parts():
    whole = parts(Run("rules", "luz").out)
    for asked in ("L5", "l5"):
        section = parts(Run("rules", "luz", asked).out)
        equal({n: text.strip() for n, text in section.items()},
              {n: whole[n].strip() for n in ("L5", "L5.1", "L5.2")}, f"the section {asked}")
    equal(list(parts(Run("rules", "luz", "L5.2").out)), ["L5.2"], "one rule")
    for wrong in ("L9", "L1.9", "5", "L", "L5.", "L5.1.1", "L5.2x", "P1", "L5.2.reading",
                  "x" * 500):
        run = Run("rules", "luz", wrong)
        ok(run.status == 1 and not run.out and run.err.count("\n") == 1 and "L1 to L7.2" in run.err,
           f"no section {wrong[:20]}", run)
    games = Run("rules").out
    ok(all(g in games for g in ("photograph", "luz", "smitten")) and "null" not in games,
       "the games with rules are listed", games)
    run = Run("rules", "null")
    ok(run.status == 1 and "games/null/README.md" in run.err, "a game without the text", run)


for each in ("photograph", "luz", "smitten"):
    test_whole(each)
test_parts()
done()
