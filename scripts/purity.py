#!/usr/bin/python3
"""Checks that core and games allocate nothing, print nothing and read no clock.

Usage: scripts/purity.py [--self-test] [CC]

Compiles each of their files and checks the external symbols of the objects: only those of PLAIN
are allowed.
"""
import pathlib
import subprocess
import sys
import tempfile

TOP = pathlib.Path(__file__).resolve().parent.parent
PLAIN = {
    "memchr", "memcmp", "memcpy", "memmove", "memset",
    "strchr", "strcmp", "strcspn", "strlen", "strncmp", "strrchr", "strspn", "strstr",
    "__assert_fail", "__popcountdi2", "__stack_chk_fail", "_GLOBAL_OFFSET_TABLE_",
}
FLAGS = ["-std=c17", "-O2", "-U_FORTIFY_SOURCE", "-D_POSIX_C_SOURCE=200809L"]


def symbols(path, flag):
    text = subprocess.run(["nm", "-P", flag, path], check=True, capture_output=True, text=True)
    return {line.split()[0] for line in text.stdout.splitlines()}


def impure(sources, cc):
    """Yields (file, symbol) for each symbol that the sources use but may not."""
    with tempfile.TemporaryDirectory() as out:
        objects = {}
        for number, source in enumerate(sources):
            objects[source] = "%s/%d.o" % (out, number)
            subprocess.run([cc, *FLAGS, "-I", TOP, "-c", source, "-o", objects[source]],
                           check=True)
        own = set().union(*(symbols(o, "--defined-only") for o in objects.values()))
        for source, path in objects.items():
            for symbol in sorted(symbols(path, "--undefined-only") - own - PLAIN):
                yield source, symbol


def self_test(cc):
    with tempfile.TemporaryDirectory() as top:
        source = pathlib.Path(top, "a.c")
        source.write_text("#include <stdlib.h>\n#include <string.h>\nvoid *f(const char *s);\n"
                          "void *f(const char *s)\n{\n    return malloc(strlen(s));\n}\n")
        return 0 if [s for _, s in impure([source], cc)] == ["malloc"] else 1


def main():
    arguments = sys.argv[1:]
    testing = "--self-test" in arguments
    cc = ([a for a in arguments if a != "--self-test"] or ["gcc"])[0]
    if testing:
        return self_test(cc)
    sources = sorted([*TOP.glob("core/*.c"), *TOP.glob("games/**/*.c")])
    bad = list(impure(sources, cc))
    for source, symbol in bad:
        print("%s: needs %s" % (source.relative_to(TOP), symbol))
    print("%d files, %d symbols that are not allowed" % (len(sources), len(bad)))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
