#!/usr/bin/env python3
"""Builds the tutorials into the program: embed.py FOLDER OUTPUT.c OUTPUT.d

Writes the table of table/lesson.h, each file without its spaces. The dependency file names the
folder too, so that a new file is found.
"""

import json
import os
import sys


def bytes_of(text):
    """The members of a char array, closed by a NUL; a string literal may not be that long."""
    codes = [str(code) for code in text.encode("ascii")] + ["0"]
    rows = [", ".join(codes[k : k + 24]) for k in range(0, len(codes), 24)]
    return ",\n    ".join(rows)


def main():
    folder, output, depends = sys.argv[1:]
    names = sorted(name for name in os.listdir(folder) if name.endswith(".json"))
    texts, rows = [], []
    for k, name in enumerate(names):
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            try:
                text = json.dumps(json.load(file), separators=(",", ":"))
            except ValueError as error:
                sys.exit(f"learn/{name}: {error}")
        texts.append(f"static const char text_{k}[] = {{\n    {bytes_of(text)}}};")
        rows.append(f'    {{"{name[:-5]}", text_{k}}},')
    head = ["/* Written by embed.py from learn/: do not edit. */", '#include "table/lesson.h"', ""]
    head += texts
    table = ["const struct lesson_file lesson_files[] = {", *rows, "    {.game = NULL},", "};", ""]
    with open(output, "w", encoding="utf-8") as file:
        file.write("\n".join(head + table))
    paths = [folder, *(os.path.join(folder, name) for name in names)]
    with open(depends, "w", encoding="utf-8") as file:
        file.write(f"{output}: {' '.join(path.replace(' ', chr(92) + ' ') for path in paths)}\n")


if __name__ == "__main__":
    main()
