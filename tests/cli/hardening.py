#!/usr/bin/env python3
"""The program is built so that a bug in it is hard to use: read from its file by readelf."""

import re
import subprocess

from points import PARLOR, done, ok


def read(*args):
    return subprocess.run(["readelf", "--wide", *args, PARLOR], stdout=subprocess.PIPE, check=True,
                          text=True).stdout


head, dynamic, segments, symbols = read("--file-header"), read("--dynamic"), read("--segments"), read("--dyn-syms")
flags = re.search(r"\(FLAGS_1\).*", dynamic).group()
ok(re.search(r"Type:\s+DYN", head) and "PIE" in flags, "it is loaded at a place that nobody knows (PIE)", dynamic)
ok("GNU_RELRO" in segments and "NOW" in flags, "its tables of addresses are read-only from the start (RELRO, NOW)",
   dynamic)
ok(re.search(r"GNU_STACK.* RW  ", segments) and "RWE" not in segments, "nothing is writable and executable", segments)
ok("__stack_chk_fail" in symbols, "stacks are checked (stack protector)", symbols)
ok(re.search(r"__(memcpy|snprintf|vsnprintf|fprintf)_chk", symbols), "copies are checked (_FORTIFY_SOURCE)", symbols)
if "X86-64" in head:
    with open(PARLOR, "rb") as file:
        marks = file.read().count(b"\xf3\x0f\x1e\xfa")  # endbr64
    ok(marks > 500, "targets of jumps are marked (cf-protection)", marks)
done()
