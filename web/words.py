#!/usr/bin/env python3
"""Writes the page's words from the one catalogue: words.py

For each language several books in src/generated/words, each {"id": "text" or ["plural", "forms"]}:
LANG.core.json   what the first screens say
LANG.GAME.json   what the table and the engine of one game say, loaded with that table
LANG.more.json   all the rest: settings, set-up, reviews, what a server may answer
Only ids that the page itself uses, or that engine, tables, bots and server may send it, are there.
The whole rules of a game (`rules.GAME` and `rules.GAME.NUMBER`) go to src/generated/rules, into
LANG.GAME.json, as src/rules/book.ts describes them; they are fetched when somebody opens them. The tutorials
themselves, learn/GAME.json, go to src/generated/learn, what they say to src/generated/lessons, into
LANG.learn-GAME.json.
"""

import json
import os
import re
import sys

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(TOP, "po"))
import po_file  # noqa: E402  (lives beside the catalogue)

# Where ids that can reach the page stand: its own code, and the C that its engine and server share.
FOLDERS = ["web/src", "core", "games", "search", "table", "server", "wasm"]
GAMES = ["photograph", "luz", "smitten"]
USE = re.compile(r"""\b(?:MSG|t|tn)\(\s*["']([a-z][a-z0-9-]*\.[A-Za-z0-9.-]+)["']""")
# Parts of the page that are fetched when they are asked for; with them comes the book `more`.
LATER = re.compile(
    r"web/src/(worker/|aids/|moments/|replay/|mine/|daily/|rules/|learn/|puzzles/|hints/|games/[a-z]+/(ending|first|reason|Score|Figures|parts/(Odds|SheetFilm))\.|"
    r"screens/(Elsewhere|Rules|Setup|SettingsScreen|HandOver|Pass|Identity|Lobby|NameField|Waiting|Finished|Menu|End|Ranking|TwoMoments|Around|Countdown)|"
    r"lib/(options|order|Keys|PersonMenu|Qr|Share|fair|phrases|reasons|reviews|turning))"
)


# What is wrong with a file of learn/: its writer reads it in the terminal.
TERMINAL = re.compile(r"table/lesson")
# What is said of records and of typed moves, or when a game is set up: nobody reads it at a table.
ELSEWHERE = re.compile(r"(deal|fact|games)\.|.*\.(move-text|say-text|card-thrice)$")


def book_of(path):
    """The book that a file's ids belong to; none if they never come to the page."""
    if TERMINAL.match(path):
        return None
    if LATER.match(path):
        return "more"
    for game in GAMES:
        if path.startswith((f"web/src/games/{game}/", f"games/{game}/")):
            return game
    if path.startswith("web/src/"):
        return "core"
    return "more"


def used_ids():
    """Every id with the set of books that ask for it."""
    ids = {}
    for folder in FOLDERS:
        for place, _, files in os.walk(os.path.join(TOP, folder)):
            for name in files:
                if name.endswith((".c", ".h", ".ts", ".svelte")):
                    full = os.path.join(place, name)
                    with open(full, encoding="utf-8") as file:
                        for found in USE.findall(file.read()):
                            ids.setdefault(found, set()).add(book_of(os.path.relpath(full, TOP)))
    return {name: books - {None} for name, books in ids.items() if books != {None}}


def settle(name, books):
    """The books of an id: two games share by the core."""
    games = books & set(GAMES)
    if ELSEWHERE.match(name) and "core" not in books:
        return {"more"}
    if "core" in books or len(games) > 1:
        return {"core"}
    return games or {"more"}


def lessons():
    """The tutorials by game, and the ids that each of them says."""
    folder = os.path.join(TOP, "learn")
    for name in sorted(os.listdir(folder)):
        if name.endswith(".json"):
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                text = file.read()
            yield name[:-5], json.loads(text), set(re.findall(r'"(learn\.[A-Za-z0-9.-]+)"', text))


def set_for_page(language, text):
    """A text as the page sets it: the catalogue has plain spaces where the terminal prints it too."""
    if language == "fr":
        text = re.sub(r" (?=[;?!%])", "\u202f", text.replace(" :", "\u00a0:"))
        return text.replace("« ", "«\u00a0").replace(" »", "\u00a0»")
    return text.replace(" —", "\u00a0—") if language in ("uk", "ru") else text


def rulebook(book, game, language):
    """The summary and the sections of a game's rules, in the order of their numbers."""
    texts = {}
    for name, entry in book.items():
        if name == f"rules.{game}" or name.startswith(f"rules.{game}."):
            lines = set_for_page(language, entry.texts[0]).split("\n")
            texts[name[len(f"rules.{game}.") :]] = lines

    def rule(number, lines):
        reading = texts.get(f"{number}.reading")
        return {"number": number, "lines": lines} | ({"reading": " ".join(reading)} if reading else {})

    sections = []
    numbers = [x for x in texts if re.fullmatch(r"[A-Z]\d+(\.\d+)?", x)]
    for number in sorted(numbers, key=lambda x: [int(part) for part in x[1:].split(".")]):
        if "." in number:
            sections[-1]["rules"].append(rule(number, texts[number]))
        else:
            title, *lines = texts[number]
            sections.append(rule(number, lines) | {"title": title, "rules": []})
    return {"summary": texts.get("", []), "sections": sections} if sections else None


def write_books(folder, books):
    """Writes these files and removes all others."""
    os.makedirs(folder, exist_ok=True)
    for name, words in books.items():
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            json.dump(words, file, ensure_ascii=False, separators=(",", ":"))
    for name in os.listdir(folder):
        if name not in books:
            os.remove(os.path.join(folder, name))


def main():
    ids = {name: settle(name, books) for name, books in used_ids().items()}
    taught = list(lessons())
    for game, _, said in taught:
        ids |= {name: {f"learn-{game}"} for name in said}
    out = os.path.join(TOP, "web", "src", "generated")
    books, taught_books, rules = {}, {}, {}
    for language in po_file.LANGUAGES:
        book = po_file.read(os.path.join(TOP, "po", f"{language}.po"))
        parts = {part: {} for part in ["core", "more", *GAMES, *(f"learn-{game}" for game, *_ in taught)]}
        for name in sorted(set(ids) & set(book)):
            texts = book[name].texts
            plural = book[name].plural is not None
            for part in ids[name]:
                if part.startswith("learn-"):  # the terminal prints them, too
                    texts = {k: set_for_page(language, text) for k, text in texts.items()}
                parts[part][name] = [texts[k] for k in sorted(texts)] if plural else texts[0]
        for part, words in parts.items():
            (taught_books if part.startswith("learn-") else books)[f"{language}.{part}.json"] = words
        for game in GAMES:
            rules[f"{language}.{game}.json"] = rulebook(book, game, language)
    write_books(os.path.join(out, "words"), books)
    write_books(os.path.join(out, "lessons"), taught_books)
    write_books(os.path.join(out, "learn"), {f"{game}.json": lesson for game, lesson, _ in taught})
    write_books(os.path.join(out, "rules"), {name: text for name, text in rules.items() if text})


if __name__ == "__main__":
    main()
