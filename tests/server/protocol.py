#!/usr/bin/env python3
"""Replays the examples of docs/protocol.md against the real server, in order, as one session."""

import json
import os
import re

from parlor_server import SOURCE, Client, Server, done, equal, ok, unfold

with open(os.path.join(SOURCE, "docs", "protocol.md"), encoding="utf-8") as file:
    TEXT = file.read()
LINES = [line for block in re.findall(r"```example\n(.*?)```", TEXT, re.S) for line in block.splitlines()]
known = {}


def matches(want, got):
    """Whether the message matches the example."""
    if isinstance(want, str) and want.startswith("$"):
        return known.setdefault(want, got) == got
    if isinstance(want, dict) and isinstance(got, dict):
        names = [name for name in want if name != "..."]
        if "..." not in want and set(names) != set(got):
            return False
        return all(name in got and matches(want[name], got[name]) for name in names)
    if isinstance(want, list) and isinstance(got, list):
        if want == ["..."]:
            return True
        return len(want) == len(got) and all(map(matches, want, got))
    return want == got


def put(value):
    """Fills known names into the request."""
    if isinstance(value, dict):
        return {name: put(inner) for name, inner in value.items()}
    return known.get(value, value) if isinstance(value, str) else value


server = Server("--keep-dailies", "0")  # the examples have a date
people = {}
for line in LINES:
    who, way, text = line[0], line[1], line[3:]
    if who not in people:
        people[who] = Client(server, hello=False)
    message = json.loads(text)
    if way == ">":
        people[who].send(json.dumps(put(message)))
        continue
    try:
        people[who].receive(20)
        got = json.loads(people[who].heard[-1])
    except (TimeoutError, Exception) as error:  # the point shows the error
        got = repr(error)
    # A presence change without events may come first.
    while isinstance(got, dict) and "re" not in got and "events" not in got and set(got) == {
            "table", "n", "you", "people"}:
        people[who].receive(20)
        got = json.loads(people[who].heard[-1])
    ok(matches(message, got), line[:90], json.dumps(got))
for block in re.findall(r"```fold\n(.*?)```", TEXT, re.S):
    old, folded, new = block.splitlines()
    equal(unfold(old, folded), new, "the example of a folded text is right")
kinds = set(re.findall(r'^    \{"([a-z]+)",[^}]* false\}', open(os.path.join(SOURCE, "table", "request.c"),
                                                                  encoding="utf-8").read(), re.M))
missing = sorted(kind for kind in kinds if f"`{kind}`" not in TEXT)
equal(missing, [], "every request is documented")
ok(len(kinds) > 20, "the requests were found in the source")
equal(server.close(), 0, "the server stops cleanly")
done()
