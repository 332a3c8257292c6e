#!/usr/bin/python3
"""Counts the points of a `meson test` run: scripts/points.py TESTLOG.json

Prints `PASSED FAILED SKIPPED`. Each point of a TAP test counts, any other test counts as one point;
a test that failed without a failed point (crash, time limit, wrong plan) counts as one more failed
point. The names of failed tests and points, with what a point says of its failure, go to stderr.
"""
import json
import re
import sys

POINT = re.compile(r"^(ok|not ok)\b(.*)$((?:\n#.*$)*)", re.M)
SKIP = re.compile(r"#\s*(skip|todo)", re.I)


def count(test):
    """(passed, failed, skipped) of one test of the log."""
    good = test["result"] in ["OK", "EXPECTEDFAIL"]
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
            print("%s: not ok%s%s" % (test["name"], rest, why.replace("\n", " ")[:900]), file=sys.stderr)
    if passed + failed + skipped == 0:
        passed = 1 if good else 0
    if not good and failed == 0:
        failed = 1
        print("%s: %s" % (test["name"], test["result"]), file=sys.stderr)
    return passed, failed, skipped


def main():
    with open(sys.argv[1], encoding="utf-8") as log:
        counts = [count(json.loads(line)) for line in log]
    print(*[sum(column) for column in zip(*counts)] or [0, 0, 0])


if __name__ == "__main__":
    main()
