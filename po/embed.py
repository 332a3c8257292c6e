#!/usr/bin/env python3
"""Turns the .po files into one sorted C table: embed.py FOLDER OUTPUT.c

The table is described in words_table.h. A message that a language lacks takes the English text,
so that the program never lacks a text; check.py refuses such a gap.
"""

import os
import sys

import po_file


def quote(text):
    """A C string literal; bytes above ASCII stay as they are, in UTF-8."""
    out = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    return f'"{out}"'


def texts_of(entry):
    """The three forms of one message in one language."""
    forms = [quote(entry.texts[i]) if i in entry.texts else "NULL" for i in range(3)]
    return "{" + ", ".join(forms) + "}"


def main():
    folder, output = sys.argv[1], sys.argv[2]
    books = [po_file.read(os.path.join(folder, f"{name}.po")) for name in po_file.LANGUAGES]
    ids = sorted((name for name in books[0] if name), key=lambda name: name.encode())
    lines = ["/* Written by embed.py from the .po files: do not edit. */"]
    lines += ['#include "po/words_table.h"', "", "const struct words_row words_rows[] = {"]
    for name in ids:
        texts = ", ".join(texts_of(book.get(name, books[0][name])) for book in books)
        lines.append(f"    {{{quote(name)}, {{{texts}}}}},")
    lines += ["};", f"const size_t words_rows_count = {len(ids)};", ""]
    with open(output, "w", encoding="utf-8") as file:
        file.write("\n".join(lines))


if __name__ == "__main__":
    try:
        main()
    except (po_file.PoError, OSError) as error:
        sys.exit(f"embed.py: {error}")
