#!/usr/bin/python3
"""Counts the points of a `meson test` run: scripts/points.py [--failed] TESTLOG.json [SECOND.json]

Prints `PASSED FAILED SKIPPED UNSTEADY`. Each point of a TAP test counts, any other test counts as one
point; a test that failed without a failed point (crash, time limit, wrong plan) counts as one more
failed point. The names of failed tests and points, with what a point says of its failure, go to
stderr. A test in SECOND, where the failed ones ran once more, counts as it ended there; one that
passed there is unsteady, and stderr tells why it failed first.

With `--failed` it prints the names of the failed tests instead, a line each, as `meson test` takes them.
"""
import json
import re
import sys

POINT = re.compile(r"^(ok|not ok)\b(.*)$((?:\n#.*$)*)", re.M)
SKIP = re.compile(r"#\s*(skip|todo)", re.I)


def is_good(test):
    return test["result"] in ["OK", "EXPECTEDFAIL", "SKIP"]


def shorten(why):
    """The beginning and the end of what a point says: errors often come last."""
    why = why.replace("\n", " ")
    return why if len(why) <= 1500 else why[:500] + " [...] " + why[-1000:]


def count(test, word_for_failure="not ok"):
    """(passed, failed, skipped) of one test of the log."""
    if test["result"] == "SKIP":
        return 0, 0, 1
    passed = failed = skipped = 0
    for word, rest, why in POINT.findall(test.get("stdout") or ""):
        if SKIP.search(rest):
            skipped += 1
        elif word == "ok":
            passed += 1
        else:
            failed += 1
            print("%s: %s%s%s" % (test["name"], word_for_failure, rest, shorten(why)), file=sys.stderr)
    if passed + failed + skipped == 0:
        passed = 1 if is_good(test) else 0
    if not is_good(test) and failed == 0:
        failed = 1
        print("%s: %s, %s" % (test["name"], word_for_failure, test["result"]), file=sys.stderr)
    return passed, failed, skipped


def read(path):
    with open(path, encoding="utf-8") as log:
        return [json.loads(line) for line in log]


def main():
    names = [name for name in sys.argv[1:] if name != "--failed"]
    first = read(names[0])
    if len(names) < len(sys.argv) - 1:
        print(*sorted({test["name"].split(" / ")[-1] for test in first if not is_good(test)}), sep="\n")
        return
    second = {test["name"]: test for path in names[1:] for test in read(path)}
    sums, unsteady = [0, 0, 0], 0
    for test in first:
        again = second.get(test["name"], test)
        if is_good(again) and not is_good(test):
            count(test, "unsteady")
            unsteady += 1
        sums = [a + b for a, b in zip(sums, count(again))]
    print(*sums, unsteady)


if __name__ == "__main__":
    main()
