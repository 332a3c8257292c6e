#!/usr/bin/env python3
"""`parlor puzzle`: puzzles of each kind line by line, and making, proving and grading them."""

import glob
import os
import re
import tempfile

from points import SOURCE, Run, done, equal, ok

LANGUAGES = ("en", "uk", "ru", "fr")
FILES = sorted(glob.glob(os.path.join(SOURCE, "search", "puzzles", "*.txt")))
KINDS = [os.path.basename(path)[:-4] for path in FILES]


def lines_of(kind):
    with open(os.path.join(SOURCE, "search", "puzzles", kind + ".txt"), encoding="utf-8") as file:
        return file.read().splitlines()


def values_of(line):
    pairs = re.findall("..", line.split()[3])
    return [int(pair, 36) for pair in pairs]


def test_list():
    run = Run("puzzle")
    listed = [line.split()[:2] for line in run.out.splitlines() if line.startswith("  ")]
    equal(listed, [[kind, str(len(lines_of(kind)) - 1)] for kind in KINDS], "all kinds are listed")


def test_play(kind):
    """A wrong answer says what happens then, a right one goes on to the next puzzle."""
    lines = lines_of(kind)
    for number in (1, 5):
        values = values_of(lines[number])
        right = values.index(max(values)) + 1
        wrong = next(i for i, value in enumerate(values) if value < max(values)) + 1
        run = Run("puzzle", kind, "--plain", "--number", str(number), stdin=f"{wrong}\n{right}\nquit\n")
        said = [line for line in run.out.splitlines() if line.startswith("* ")]
        ok(run.status == 0 and not run.err, f"{kind} {number}", run)
        good = len(said) == 2 and said[0].startswith("* No. ") and said[1].startswith("* Right. ")
        ok(good and all(len(line) > 15 for line in said), f"{kind} {number}: told why", said)
        ok(f" {number + 1} of " in run.out, f"{kind} {number}: the next puzzle follows", run.out)
    for language in LANGUAGES:
        run = Run("puzzle", kind, "--plain", "--lang", language, stdin=f"{wrong}\nshow\nquit\n")
        ok("puzzle." not in run.out and "{" not in run.out, f"{kind} in {language}: only words", run.out)


def test_secret():
    """The own cards' values are not told by the position that asks about one."""
    run = Run("puzzle", "luz-card", "--plain", stdin="quit\n")
    ok("(" not in run.out.split("?")[1].split("Type")[0].replace("(p", ""), "no aid tells the card", run.out)


def test_streak():
    line = Run("puzzle", "luz-last", "--plain", "--streak", stdin="quit\n").out.splitlines()[0]
    number = int(re.search(r" (\d+) of ", line).group(1))
    values = values_of(lines_of("luz-last")[number])
    wrong = next(i for i, value in enumerate(values) if value < max(values)) + 1
    right = values.index(max(values)) + 1
    run = Run("puzzle", "luz-last", "--plain", "--streak", stdin=f"{right}\nquit\n")
    ratings = [int(n) for n in re.findall(r"rating (\d+)", run.out)]
    ok(len(ratings) == 2 and ratings[1] >= ratings[0], "a streak gets harder", run.out)
    run = Run("puzzle", "luz-last", "--plain", "--streak", stdin=f"{wrong}\n{right}\n")
    ok("The streak is over. Solved in a row: 0." in run.out, "a mistake ends a streak", run.out)


def test_tools():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "some.txt")
        made = Run("puzzle", "make", "luz-card", "--count", "20").out
        equal(made.splitlines(), lines_of("luz-card")[:21], "the first puzzles are made again")
        with open(path, "w", encoding="utf-8") as file:
            file.write(made)
        run = Run("puzzle", "check", path)
        ok(run.status == 0 and "20" in run.err, "all answers are proved", run)
        equal(Run("puzzle", "grade", path).out, made, "grades are the same again")
        lines = made.splitlines()
        lines[3] = lines[3].replace("00rs", "rs00", 1)
        with open(path, "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")
        run = Run("puzzle", "check", path)
        ok(run.status == 1 and "4" in run.err, "a wrong answer is found, by its line", run)
        with open(path, "w", encoding="utf-8") as file:
            file.write("nonsense\n")
        equal(Run("puzzle", "check", path).status, 1, "no file of puzzles")


def test_mistakes():
    for args, word in [
        (["chess"], "“chess”"), (["luz-last", "--number", "99999"], "1 to"), (["make"], "kind"),
        (["check"], "file"), (["luz-last", "more"], "make"), (["make", "nonsense"], "nonsense"),
    ]:
        run = Run("puzzle", *args)
        ok(run.status == 2 and word in run.err and not run.out, f"puzzle {' '.join(args)}", run)


test_list()
for each in KINDS:
    test_play(each)
test_secret()
test_streak()
test_tools()
test_mistakes()
done()
