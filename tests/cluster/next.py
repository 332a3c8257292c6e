#!/usr/bin/env python3
"""Makes a source file of a later version: a copy in which a few lines are changed. A program of such files has what an
older one does not know: rules, a kind of event, a file of the page, and a schema of the database.

usage: next.py WHAT SOURCE OUT
"""

import re
import sys

ADDED = """    {
        .since = 1,
        .sql = {"ALTER TABLE tables ADD COLUMN mood text", "CREATE TABLE moods(name text PRIMARY KEY)"},
    },
"""
BREAKS = """    {
        .since = %d,
        .sql = {"ALTER TABLE events ADD COLUMN mood text NOT NULL DEFAULT ''"},
    },
"""
END = "};\n\n#define IS_HOST"

CHANGES = {
    "rules": [(".rules = 1,", ".rules = 2,")],
    # The texts that begin with `speak` add an event of a new kind.
    "events": [
        ('    put_text(b, "e", names[e->kind]);\n    table_write_key',
         '    bool speaks = e->kind == TABLE_TALK && strncmp(e->talk.text, "speak", 5) == 0;\n'
         '    put_text(b, "e", speaks ? "speak" : names[e->kind]);\n    table_write_key'),
        ("    while (k < TABLE_KINDS && strcmp(names[k], name) != 0)",
         '    if (strcmp(name, "speak") == 0)\n        strcpy(name, "talk");\n'
         "    while (k < TABLE_KINDS && strcmp(names[k], name) != 0)"),
    ],
    "files": [("    {.path = NULL},", '    {"/assets/next.js", "text/javascript; charset=utf-8", "00112233",\n'
               "     assets_bytes, 20, assets_bytes, 0, assets_bytes, 0},\n    {.path = NULL},")],
}

what, source, out = sys.argv[1:]
with open(source, encoding="utf-8") as file:
    text = file.read()
if what.endswith("schema"):  # by one that adds, and one more that older programs cannot use
    number = re.search(r"POSTGRES_SCHEMA = (\d+) ", text)
    schema = int(number[1])
    breaks = what == "broken-schema"
    CHANGES[what] = [(number[0], f"POSTGRES_SCHEMA = {schema + 1 + breaks} "),
                     (END, ADDED + (BREAKS % (schema + 2) if breaks else "") + END)]
for old, new in CHANGES[what]:
    if text.count(old) != 1:
        sys.exit(f"next.py: {source} does not have once: {old}")
    text = text.replace(old, new)
with open(out, "w", encoding="utf-8") as file:
    file.write(text)
