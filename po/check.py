#!/usr/bin/env python3
"""Checks the catalogue against the code and the languages against each other: check.py [TOP]

Fails on an id that the code (MSG("...") or a words_* call, in C or the page) or a tutorial
(learn/*.json) uses and a language lacks, on an id that nothing uses, on an empty text, on
placeholders or plural forms that differ from English, on marks of colours that collide or are too
long, on a rule of a game's README that the game's rules text lacks (`rules.GAME.NUMBER`, see
tui/rulebook.h), on a reading of docs/readings.md that is not marked there, and, where msgfmt is
installed, on its errors. Prints one line per fault.
"""

import os
import re
import shutil
import subprocess
import sys

import po_file

SKIPPED = {".git", "tests", "bench", "node_modules", "out", "dist"}
DIGIT_LIKE = set("ЗзОоOolI")  # alone before a number
USES = [
    re.compile(r"""\b(?:MSG|tn?)\(\s*["']([a-z][a-z0-9-]*\.[A-Za-z0-9.-]+)["']"""),
    re.compile(r'\bwords_get(?:_plural)?\(\s*[^,"]+,\s*"([^"]+)"'),
]
# In the files of learn/ all ids are values that begin with `learn.`.
LESSON_USE = re.compile(r'"(learn\.[A-Za-z0-9.-]+)"')


def used_ids(top):
    """Every id in the code, with one place where it is used."""
    used = {}
    for folder, folders, files in os.walk(top):
        folders[:] = [f for f in folders if f not in SKIPPED and not f.startswith("build")]
        for name in sorted(files):
            lesson = name.endswith(".json") and os.path.relpath(folder, top) == "learn"
            if not lesson and not name.endswith((".c", ".h", ".js", ".ts", ".svelte")):
                continue
            path = os.path.join(folder, name)
            with open(path, encoding="utf-8") as file:
                text = file.read()
            for pattern in [LESSON_USE] if lesson else USES:
                for found in pattern.finditer(text):
                    line = text.count("\n", 0, found.start()) + 1
                    used.setdefault(found.group(1), f"{os.path.relpath(path, top)}:{line}")
    return used


RULE = re.compile(r"^(?:- )?(?:\*\*)?([A-Z])\d+(?:\.\d+)?\b", re.M)
RULES_ID = re.compile(r"rules\.([a-z0-9]+)\.([A-Z]\d+(?:\.\d+)?)(\.reading)?")


def read_file(*path):
    """The text of a file, empty if there is none."""
    try:
        with open(os.path.join(*path), encoding="utf-8") as file:
            return file.read()
    except OSError:
        return ""


def rules_of(top):
    """For each game the numbers of the rules that its README states or names."""
    folder = os.path.join(top, "games")
    games = sorted(os.listdir(folder)) if os.path.isdir(folder) else []
    numbers = {}
    for game in games:
        text = read_file(folder, game, "README.md")
        letter = RULE.search(text)
        if letter is not None:
            numbers[game] = set(re.findall(rf"\b{letter[1]}\d+(?:\.\d+)?\b", text))
    return numbers


def readings_of(top):
    """The numbers that docs/readings.md names: all of them, and the first of each reading."""
    text = re.sub(r"\s+", " ", read_file(top, "docs", "readings.md"))
    first = re.findall(r"- \*\*[^*]*\*\* \(([A-Z]\d+(?:\.\d+)?)", text)
    return set(re.findall(r"\b[A-Z]\d+(?:\.\d+)?\b", text)), set(first)


def check_rules(language, book, numbers, readings):
    """A game has the text of all its rules, with its readings marked, or of none."""
    named, first = readings
    ids = [found for found in map(RULES_ID.fullmatch, book) if found]
    for game in sorted({found[1] for found in ids}):
        has = {found[2] for found in ids if found[1] == game and not found[3]}
        marked = {found[2] for found in ids if found[1] == game and found[3]}
        rules = numbers.get(game, set())
        for number in sorted(rules - has):
            yield f"{language}.po: lacks rules.{game}.{number}, a rule of games/{game}/README.md"
        for number in sorted(has - rules):
            yield f"{language}.po: rules.{game}.{number} is no rule of games/{game}/README.md"
        for number in sorted((first & rules) - marked):
            yield f"{language}.po: lacks rules.{game}.{number}.reading, see docs/readings.md"
        for number in sorted(marked - named):
            yield f"{language}.po: rules.{game}.{number}.reading is not in docs/readings.md"


def placeholders(entry):
    """The placeholders of all forms together, since one form may leave out the number."""
    return sorted({hole for text in entry.texts.values() for hole in re.findall(r"\{\d\}", text)})


def check_entry(language, entry, source):
    """The faults of one message in one language."""
    where = f"{language}.po:{entry.line}: {entry.id}"
    forms = po_file.FORMS[language] if source.plural is not None else 1
    if sorted(entry.texts) != list(range(forms)):
        yield f"{where}: needs {forms} form(s), has {len(entry.texts)}"
    if any(not text.strip() for text in entry.texts.values()):
        yield f"{where}: empty text"
    if placeholders(entry) != placeholders(source):
        yield f"{where}: placeholders {placeholders(entry)}, English has {placeholders(source)}"


def check_language(language, book, source, used):
    for name, place in sorted(used.items()):
        if name not in book:
            yield f"{language}.po: lacks {name}, used at {place}"
    for name, entry in book.items():
        if not name:
            continue
        if name not in used and not RULES_ID.fullmatch(name):
            yield f"{language}.po:{entry.line}: {name} is used nowhere"
        if name not in source:
            yield f"{language}.po:{entry.line}: {name} is not in en.po"
        else:
            yield from check_entry(language, entry, source[name])


def check_marks(language, book):
    """A mark (`mark.GAME-COLOUR`) is one or two letters, and each colour of a game has its own."""
    seen = {}
    for name, entry in book.items():
        found = re.fullmatch(r"mark\.([a-z]+)-[A-Z]", name)
        if found is None:
            continue
        where, mark = f"{language}.po:{entry.line}: {name}", entry.texts.get(0, "")
        if not re.fullmatch(r"[^\W\d_]{1,2}", mark):
            yield f"{where}: a mark is one or two letters"
        if mark in DIGIT_LIKE:
            yield f"{where}: {mark} before a number looks like a digit"
        if (found[1], mark) in seen:
            yield f"{where}: {mark} stands for two colours, also {seen[found[1], mark]}"
        seen[found[1], mark] = name


def check_msgfmt(folder, language):
    if shutil.which("msgfmt") is None:
        return
    path = os.path.join(folder, f"{language}.po")
    run = subprocess.run(
        ["msgfmt", "--check", "-o", os.devnull, path], capture_output=True, text=True, check=False
    )
    if run.returncode != 0 or run.stderr:
        yield run.stderr.strip()


def main():
    folder = os.path.dirname(os.path.abspath(__file__))
    top = sys.argv[1] if len(sys.argv) > 1 else os.path.dirname(folder)
    used = used_ids(top)
    books = {x: po_file.read(os.path.join(folder, f"{x}.po")) for x in po_file.LANGUAGES}
    numbers, readings = rules_of(top), readings_of(top)
    faults = []
    for language, book in books.items():
        faults += check_language(language, book, books["en"], used)
        faults += check_marks(language, book)
        faults += check_rules(language, book, numbers, readings)
        faults += check_msgfmt(folder, language)
    for fault in faults:
        print(fault)
    if not faults:
        print(f"{len(books['en']) - 1} messages in {len(books)} languages")
    return 1 if faults else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (po_file.PoError, OSError) as error:
        sys.exit(f"check.py: {error}")
