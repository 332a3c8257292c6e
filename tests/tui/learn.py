#!/usr/bin/python3
"""`parlor learn`: every tutorial to its end in each language line by line, and once on a real screen;
wrong answers, skipping, going back and going on another day. Usage: learn.py PARLOR TREE"""
import json
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from screen import Screen  # noqa: E402
from tap import check, finish  # noqa: E402

PARLOR, TREE = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
sys.path.insert(0, os.path.join(TREE, "po"))
import po_file  # noqa: E402

BOOKS = {x: po_file.read(os.path.join(TREE, "po", f"{x}.po")) for x in po_file.LANGUAGES}


def words(lang, name):
    return BOOKS[lang][name].texts[0]


def plain(text):
    """One line, however it was wrapped."""
    return re.sub(r"\s+", " ", text)


def wrapped(text):
    """A pattern for the whole text, however it is wrapped."""
    return r"\s+".join(map(re.escape, text.split()))


def lessons():
    for name in sorted(os.listdir(os.path.join(TREE, "learn"))):
        if name.endswith(".json"):
            with open(os.path.join(TREE, "learn", name), encoding="utf-8") as file:
                lesson = json.load(file)
            for chapter in lesson["chapters"]:
                yield lesson["game"], chapter


def answer(step):
    """The line that answers a step; "": it is only read."""
    if "choices" in step:
        return str([bool(choice.get("right")) for choice in step["choices"]].index(True) + 1)
    return "" if "accept" not in step else "any" if step["accept"] == "any" else step["accept"][0]


def learn(folder, lang, args, lines):
    env = dict(os.environ, XDG_DATA_HOME=folder, PARLOR_LANG=lang)
    run = subprocess.run([PARLOR, "learn", *args, "--plain"], env=env, text=True, check=False,
                         input="".join(f"{line}\n" for line in lines), capture_output=True)
    return run.stdout + run.stderr


def one_move(folder, game, chapter, step):
    """A legal move of a step that takes any: the first that `moves` lists."""
    said = learn(folder, "en", [game, chapter["id"], "--again"], ["skip"] * step + ["moves", "quit"])
    return re.findall(r"^(?:> )?(\S.*?)  \(", said, re.M)[0]


def lines_of(folder, game, chapter):
    lines = []
    for k, step in enumerate(chapter["steps"]):
        line = answer(step)
        lines.append(one_move(folder, game, chapter, k) if line == "any" else line)
        if line and "done" in step:
            lines.append("")
    return lines


def by_lines(folder):
    for game, chapter in lessons():
        name = f"{game} {chapter['id']}"
        lines = lines_of(folder, game, chapter)
        for lang in BOOKS:
            said = learn(folder, lang, [game, chapter["id"], "--again"], lines)
            lacking = [step["id"] for step in chapter["steps"]
                       if plain(words(lang, step["text"])) not in plain(said)]
            check(not lacking, f"{name}, {lang}: every step is told", f"{lacking}\n{said}")
            check(plain(words(lang, chapter["end"])) in plain(said), f"{name}, {lang}: the end", said)


def wrong_answers(folder):
    for game, chapter in lessons():
        lines, wanted = [], []
        for step in chapter["steps"]:
            for wrong in step.get("wrong", []):
                lines += wrong.get("moves", [])[:1]
                wanted += [wrong["text"]] if "moves" in wrong else []
            for k, choice in enumerate(step.get("choices", [])):
                lines += [] if choice.get("right") else [str(k + 1)]
                wanted += [choice["wrong"]] if "wrong" in choice else []
            lines.append("skip")
        said = plain(learn(folder, "uk", [game, chapter["id"], "--again"], lines))
        lacking = [name for name in wanted if plain(words("uk", name)) not in said]
        check(wanted and not lacking, f"{game} {chapter['id']}: wrong answers have their words",
              f"{lacking}\n{said}")


def ways(folder):
    game, chapter = next(lessons())
    texts = [plain(words("en", step["text"])) for step in chapter["steps"]]
    said = plain(learn(folder, "en", [game, "--again"], ["skip", "skip", "back", "quit"]))
    check(said.count(texts[1]) == 2, "skip and back", said)
    said = plain(learn(folder, "en", [game], ["quit"]))
    check(texts[1] in said and texts[0] not in said, "it goes on where it was left", said)
    said = plain(learn(folder, "en", [game, "--again"], ["quit"]))
    check(texts[0] in said, "--again begins again", said)
    learn(folder, "en", [game], ["skip"] * len(texts))
    said = plain(learn(folder, "en", [game], ["quit"]))
    check(texts[0] in said, "after the end it begins again", said)
    with open(os.path.join(folder, "parlor", "learn", f"{game}-{chapter['id']}"), "w",
              encoding="utf-8") as file:
        file.write("no-such-step\n")
    said = plain(learn(folder, "en", [game], ["quit"]))
    check(texts[0] in said, "a step that is no more begins again", said)
    said = learn(folder, "en", [game, "nothing"], [])
    check("nothing" in said and "parlor learn" in said, "no such chapter", said)
    said = learn(folder, "en", ["null"], [])
    check("null" in said and "tutorial" in said, "a game without a tutorial", said)
    listed = subprocess.run([PARLOR, "learn"], text=True, capture_output=True, check=False).stdout
    lacking = [c["id"] for g, c in lessons() if not re.search(rf"^ *{g} {c['id']} ", listed, re.M)]
    check(not lacking, "the list has every chapter", listed)


def on_screen(folder, game, chapter, lang):
    """Plays a tutorial by keys; every step shows its text whole."""
    moves = lines_of(folder, game, chapter)
    screen = Screen(PARLOR, folder, f"learn {game} {chapter['id']} --again", lang=lang)
    lacking, shown = [], ""
    for k, step in enumerate(chapter["steps"]):
        count = words(lang, "learn.step-of").replace("{0}", str(k + 1))
        screen.wait(re.escape(count.split("{1}", maxsplit=1)[0]))
        shown = screen.wait(wrapped(words(lang, step["text"])))
        lacking += [] if plain(words(lang, step["text"])) in plain(shown) else [(step["id"], shown)]
        line = moves.pop(0)
        if "choices" in step:
            screen.keys(line)
        elif line:
            screen.keys(":")
            screen.wait(r"^ : ?_", 5)
            screen.keys("-l", line)
            screen.keys("Enter")
        if line and "done" in step:
            moves.pop(0)
            screen.wait(wrapped(words(lang, step["done"])))
        if not line or "done" in step:
            screen.keys("Enter")
    shown = screen.wait("status=")
    screen.close()
    check(not lacking, f"{game} {chapter['id']}, {lang}: on the screen every text is whole",
          "\n".join(f"{name}\n{text}" for name, text in lacking))
    check("status=0" in shown, f"{game} {chapter['id']}, {lang}: the screen comes to its end", shown)


def main():
    with tempfile.TemporaryDirectory() as folder:
        by_lines(folder)
        wrong_answers(folder)
        ways(folder)
        for k, (game, chapter) in enumerate(lessons()):
            on_screen(folder, game, chapter, po_file.LANGUAGES[(k + 1) % 4])
    finish()


main()
