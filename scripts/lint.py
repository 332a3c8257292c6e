#!/usr/bin/python3
"""Runs clang-tidy over the C files of the product, each of them once.

Usage: scripts/lint.py DIR [FILE]...     DIR is a build folder with compile_commands.json

Files are analysed in parallel, the largest first. The compile database lists a file once for each
library that holds it, and clang-tidy analyses it once for each entry; so it gets a database with one
entry per file. Tests and measurements are not linted. Prints the findings; the exit status is 0 if
there are none.
"""
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys
import tempfile

TOP = pathlib.Path(__file__).resolve().parent.parent
SKIPPED = ("tests/", "bench/")


def read_entries(folder):
    """The first entry of each linted file of the tree, by its name from the top folder."""
    entries = {}
    for entry in json.loads((folder / "compile_commands.json").read_text("utf-8")):
        path = pathlib.Path(entry["directory"], entry["file"]).resolve()
        if not path.is_relative_to(TOP) or path.is_relative_to(folder):
            continue
        name = str(path.relative_to(TOP))
        if not name.startswith(SKIPPED):
            entries.setdefault(name, entry)
    return entries


def lint(database, name):
    """Whether the file is clean, and what clang-tidy said."""
    done = subprocess.run(["clang-tidy", "--quiet", "-p", database, name], cwd=TOP, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    return done.returncode == 0, done.stdout


def main():
    folder = pathlib.Path(sys.argv[1]).resolve()
    entries = read_entries(folder)
    names = sys.argv[2:] or sorted(entries, key=lambda n: -(TOP / n).stat().st_size)
    unknown = [n for n in names if n not in entries]
    if unknown or not names:
        sys.exit("scripts/lint.py: not compiled in %s: %s" % (folder.name, " ".join(unknown)))
    with tempfile.TemporaryDirectory() as database:
        pathlib.Path(database, "compile_commands.json").write_text(
            json.dumps(list(entries.values())), "utf-8")
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            results = list(pool.map(lambda n: lint(database, n), names))
    for name, (clean, said) in zip(names, results):
        if not clean:
            print("%s:\n%s" % (name, said))
    print("%d files, %d with findings" % (len(names), sum(not clean for clean, _ in results)))
    return 0 if all(clean for clean, _ in results) else 1


if __name__ == "__main__":
    sys.exit(main())
