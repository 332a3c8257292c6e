#!/usr/bin/python3
"""Checks on measured coverage that every message of core and games was given at least once.

Usage: scripts/covered.py COVERAGE.json     (as `gcovr --json` writes it)

Each line with MSG( must have run. Where the message is one side of a condition on its line, both
sides must have been taken. A message that a table holds (`.title = MSG("...")`) is data and no line
that runs. Prints each message that no test covers.
"""
import json
import pathlib
import re
import sys

TOP = pathlib.Path(__file__).resolve().parent.parent
USE = re.compile(r'(?<!\.title = )(?<!\.note = )\bMSG\("([^"]+)"\)')


def statement(lines, number):
    """The numbers of the lines of the statement that ends with or goes on after line `number`,
    from that line upwards."""
    yield number
    while number > 1 and not re.search(r"[;{}:]\s*(/\*.*\*/)?\s*$", lines[number - 2]):
        number -= 1
        yield number


def fault(measured, lines, number):
    """None, or what is wrong with the message on line `number`. gcov does not tell which side of
    a condition is which, so a condition must have gone both ways."""
    for at in statement(lines, number):
        if at not in measured:
            continue
        line = measured[at]
        both = "?" in lines[at - 1] or "?" in lines[number - 1]
        if line["count"] == 0:
            return "no test covers"
        if both and not all(b["count"] > 0 for b in line["branches"]):
            return "the condition only ever goes one way at"
        return None
    return "no test covers"


def main():
    with open(sys.argv[1], encoding="utf-8") as f:
        report = json.load(f)
    files = {f["file"]: {n["line_number"]: n for n in f["lines"]} for f in report["files"]}
    uses = missing = 0
    for path in sorted([*TOP.glob("core/*.c"), *TOP.glob("games/**/*.c")]):
        name = str(path.relative_to(TOP))
        lines = path.read_text("utf-8").splitlines()
        for number, line in enumerate(lines, 1):
            for message in USE.findall(line):
                uses += 1
                why = fault(files.get(name, {}), lines, number)
                if why:
                    missing += 1
                    print("%s:%d: %s %s" % (name, number, why, message))
    print("%d of %d places that give a message are covered" % (uses - missing, uses))
    return 1 if missing or not uses else 0


if __name__ == "__main__":
    sys.exit(main())
