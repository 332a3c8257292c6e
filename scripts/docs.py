#!/usr/bin/env python3
"""Checks the Markdown files: docs.py [--self-test]

Lines are at most 100 columns wide, except in tables and code blocks, and relative links point to
existing files. Prints one line per fault.
"""

import os
import re
import sys
import tempfile

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SKIPPED = {".git", ".mirror", "node_modules", "out", "dist", "generated"}
WIDTH = 100
LINK = re.compile(r"\]\(([^)\s]+)\)")


def markdown_files(top):
    for folder, folders, files in os.walk(top):
        folders[:] = [f for f in folders if f not in SKIPPED and not f.startswith("build")]
        yield from (os.path.join(folder, name) for name in sorted(files) if name.endswith(".md"))


def prose(text):
    """Numbers and texts of the lines outside code blocks; an indented block follows a blank line."""
    fenced = indented = False
    blank = True
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("```"):
            fenced = not fenced
        elif not fenced:
            indented = line.startswith("    ") and (blank or indented)
            if not indented:
                yield number, line
        blank = not line.strip()


def faults(path):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    for number, line in prose(text):
        if len(line) > WIDTH and not line.lstrip().startswith("|"):
            yield f"{number}: {len(line)} columns wide, more than {WIDTH}"
        for target in LINK.findall(re.sub(r"`[^`]*`", "", line)):
            name = target.partition("#")[0]
            if name and ":" not in name:
                if not os.path.exists(os.path.join(os.path.dirname(path), name)):
                    yield f"{number}: {target} does not exist"


def self_test():
    """Each text must have exactly the number of faults given with it."""
    wide = "word " * 25
    cases = [
        ("short\n", 0),
        (wide + "\n", 1),
        ("| " + wide + "|\n", 0),
        ("```\n" + wide + "\n```\n" + wide + "\n", 1),
        ("text\n\n    " + wide + "\n    " + wide + "\n", 0),
        ("- item\n    " + wide + "\n", 1),
        ("[a](here.md) [b](https://example.org) [c](#part) [d](here.md#part)\n", 0),
        ("[a](missing.md) [b](missing.md#part)\n", 2),
        ("`[a](missing.md)`\n", 0),
    ]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "here.md")
        for text, count in cases:
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            found = list(faults(path))
            if len(found) != count:
                sys.exit(f"docs.py: {text!r} must have {count} faults, has {found}")


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    found = [f"{os.path.relpath(path, TOP)}:{fault}"
             for path in markdown_files(TOP) for fault in faults(path)]
    print("\n".join(found) if found else "all Markdown lines and links are right")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
