"""Reads the .po files of this folder, for embed.py and check.py.

Only our own subset is understood: comments, msgid, msgid_plural, msgstr and msgstr[n], each with a
string of one or more lines. Anything else is an error with its line number.
"""

import ast
import re

LANGUAGES = ["en", "uk", "ru", "fr"]
FORMS = {"en": 2, "uk": 3, "ru": 3, "fr": 2}

LINE = re.compile(r'(?:(msgid|msgid_plural|msgstr|msgstr\[(\d)\])\s+)?("(?:[^"\\]|\\.)*")\s*$')


class PoError(Exception):
    """A .po file that cannot be read."""


class Entry:
    """One message: its id, its texts (one, or one per plural form) and its line."""

    def __init__(self, line):
        self.id = ""
        self.plural = None
        self.texts = {}
        self.line = line


def read(path):
    """All entries of a .po file by id; the header has the id ""."""
    entries = {}
    entry = None
    target = None
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            line = line.strip()
            if not line or line.startswith("#"):
                continue
            match = LINE.match(line)
            if not match:
                raise PoError(f"{path}:{number}: not a line of a .po file: {line}")
            keyword, form, quoted = match.groups()
            text = ast.literal_eval(quoted)
            if keyword == "msgid":
                _keep(path, entries, entry)
                entry = Entry(number)
            if entry is None:
                raise PoError(f"{path}:{number}: a text before the first msgid")
            target = _target(keyword, form) if keyword else target
            _append(entry, target, text)
    _keep(path, entries, entry)
    return entries


def _target(keyword, form):
    if keyword in ("msgid", "msgid_plural"):
        return keyword
    return int(form or 0)


def _append(entry, target, text):
    if target == "msgid":
        entry.id += text
    elif target == "msgid_plural":
        entry.plural = (entry.plural or "") + text
    else:
        entry.texts[target] = entry.texts.get(target, "") + text


def _keep(path, entries, entry):
    if entry is None:
        return
    if entry.id in entries:
        raise PoError(f"{path}:{entry.line}: the id {entry.id!r} stands twice")
    entries[entry.id] = entry
