#!/usr/bin/env python3
"""Writes the page's words from the one catalogue: words.py

For each language src/generated/words/LANG.json: {"id": "text" or ["plural", "forms"]}, only the ids
that the page itself uses and those that the engine, tables, bots and server may send it.
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
USE = re.compile(r"""\b(?:MSG|t|tn)\(\s*["']([a-z][a-z0-9-]*\.[A-Za-z0-9.-]+)["']""")


def used_ids():
    ids = set()
    for folder in FOLDERS:
        for place, _, files in os.walk(os.path.join(TOP, folder)):
            for name in files:
                if name.endswith((".c", ".h", ".ts", ".svelte")):
                    with open(os.path.join(place, name), encoding="utf-8") as file:
                        ids.update(USE.findall(file.read()))
    return ids


def main():
    ids = used_ids()
    out = os.path.join(TOP, "web", "src", "generated", "words")
    os.makedirs(out, exist_ok=True)
    for language in po_file.LANGUAGES:
        book = po_file.read(os.path.join(TOP, "po", f"{language}.po"))
        words = {}
        for name in sorted(ids & set(book)):
            texts = book[name].texts
            plural = book[name].plural is not None
            words[name] = [texts[k] for k in sorted(texts)] if plural else texts[0]
        path = os.path.join(out, f"{language}.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(words, file, ensure_ascii=False, separators=(",", ":"))


if __name__ == "__main__":
    main()
