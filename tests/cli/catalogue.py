#!/usr/bin/env python3
"""The check of the catalogue finds each kind of fault in a changed copy."""

import os
import shutil
import subprocess
import sys
import tempfile

from points import SOURCE, done, ok

CODE = 'words_get(language, "a.one"); words_get_plural(language, "a.two", n); MSG("a.three");\n'
TEXTS = {
    "a.one": ["One {0}."],
    "a.two": ["{0} {1} of three.", "{0} {1} of three.", "{0} {1} of three."],
    "a.three": ["Three."],
}


def write_book(path, header, forms, texts):
    """A .po file with these texts; a plural one gets as many forms as the language has."""
    lines = [header]
    for name, text in texts.items():
        lines.append(f'msgid "{name}"')
        if len(text) == 1:
            lines.append(f'msgstr "{text[0]}"')
            continue
        lines.append(f'msgid_plural "{name}"')
        lines += [f'msgstr[{i}] "{form}"' for i, form in enumerate(text[:forms])]
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")


def check(changes=None, code=CODE, files=None):
    """Runs the check on a small catalogue with these files beside it; `changes` is for uk only."""
    with tempfile.TemporaryDirectory() as top:
        folder = os.path.join(top, "po")
        os.mkdir(folder)
        for name in ("check.py", "po_file.py"):
            shutil.copy(os.path.join(SOURCE, "po", name), folder)
        for language, forms in {"en": 2, "uk": 3, "ru": 3, "fr": 2}.items():
            with open(os.path.join(SOURCE, "po", f"{language}.po"), encoding="utf-8") as file:
                header = file.read().split("\n\n")[0]
            texts = {**TEXTS, **((changes or {}) if language == "uk" else {})}
            texts = {name: text for name, text in texts.items() if text}
            write_book(os.path.join(folder, f"{language}.po"), header, forms, texts)
        with open(os.path.join(top, "code.c"), "w", encoding="utf-8") as file:
            file.write(code)
        for name, text in (files or {}).items():
            os.makedirs(os.path.dirname(os.path.join(top, name)), exist_ok=True)
            with open(os.path.join(top, name), "w", encoding="utf-8") as file:
                file.write(text)
        command = [sys.executable, os.path.join(folder, "check.py")]
        return subprocess.run(command, capture_output=True, text=True, check=False)


MARKS = {"mark.x-B": ["Bl"], "mark.x-R": ["R"], "mark.y-R": ["R"]}
MARK_CODE = CODE + "".join(f'MSG("{name}");' for name in MARKS)


RULES = {"rules.x.A1": ["Cards"], "rules.x.A1.1": ["Ten."], "rules.x.A1.1.reading": ["Or so."]}
RULES_FILES = {"games/x/README.md": "# X\n\n**A1 Cards**\n- A1.1 Ten, see A1.1.\n",
               "docs/readings.md": "- **Ten**\n  (A1.1) as printed.\n"}


def check_with(more, changes, code=CODE, files=None):
    """The same with more messages."""
    texts = dict(TEXTS)
    TEXTS.update(more)
    run = check(changes, code, files)
    TEXTS.clear()
    TEXTS.update(texts)
    return run


def check_marks(changes):
    """The same with marks of colours, for the games x and y."""
    return check_with(MARKS, changes, MARK_CODE)


def check_rules(more=None, changes=None, files=None):
    """The same with the rules of the game x."""
    return check_with(RULES | (more or {}), changes, files=RULES_FILES | (files or {}))


def refused(name, run, part):
    ok(run.returncode == 1 and part in run.stdout + run.stderr, f"refused: {name}", run)


run = check()
ok(run.returncode == 0 and "3 messages in 4 languages" in run.stdout, "a right catalogue", run)
refused("an id missing in one language", check({"a.one": None}), "uk.po: lacks a.one")
refused("an id missing in all languages", check(code=CODE + 'MSG("a.four")'), "fr.po: lacks a.four")
refused("an unused id", check(code='MSG("a.one")'), "a.two is used nowhere")
refused("an id of one language", check({"a.five": ["Five."]}), "a.five is not in en.po")
refused("another placeholder", check({"a.one": ["One {1}."]}), "placeholders ['{1}']")
refused("a placeholder left out", check({"a.two": ["{0}", "{0}", "{0}"]}), "placeholders ['{0}']")
refused("an empty text", check({"a.three": [""]}), "empty text")
refused("a missing form", check({"a.two": ["{0} {1}", "{0} {1}"]}), "needs 3 form(s)")
refused("a broken line", check({"a.three": ['quo"te']}), "not a line of a .po file")
run = check_marks({"mark.x-B": ["Сн"], "mark.x-R": ["Ч"]})
ok(run.returncode == 0, "two games may share marks", run)
refused("two colours of a game with one mark", check_marks({"mark.x-B": ["R"]}), "R stands for two")
refused("an overlong mark", check_marks({"mark.x-B": ["Син"]}), "one or two letters")
refused("a mark that is a digit", check_marks({"mark.x-B": ["S2"]}), "one or two letters")
refused("a mark like a digit", check_marks({"mark.x-B": ["З"]}), "looks like a digit")
run = subprocess.run(
    [sys.executable, os.path.join(SOURCE, "po", "check.py"), SOURCE],
    capture_output=True,
    text=True,
    check=False,
)
ok(run.returncode == 0, "the catalogue of the project is right", run.stdout)
run = check_rules()
ok(run.returncode == 0, "rules of a README with their readings", run)
more_rules = {"games/x/README.md": "**A1 Cards**\n- A1.1 Ten.\n- A1.2 Two.\n"}
refused("a rule without a text", check_rules(files=more_rules),
        "uk.po: lacks rules.x.A1.2, a rule of games/x/README.md")
refused("a rule that lacks its text in one language", check_rules(changes={"rules.x.A1.1": None}),
        "uk.po: lacks rules.x.A1.1, a rule of games/x/README.md")
refused("a text of no rule", check_rules({"rules.x.A2": ["More"]}),
        "rules.x.A2 is no rule of games/x/README.md")
refused("a reading that is not marked", check_rules(changes={"rules.x.A1.1.reading": None}),
        "uk.po: lacks rules.x.A1.1.reading, see docs/readings.md")
refused("a reading that is not listed", check_rules(files={"docs/readings.md": "None.\n"}),
        "rules.x.A1.1.reading is not in docs/readings.md")
done()
