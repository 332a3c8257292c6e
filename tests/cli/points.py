"""Shared parts of the command's tests: points of the Test Anything Protocol, and running parlor.

Each test script gets the program's path and the source folder as arguments.
"""

import json
import os
import subprocess
import sys

PARLOR = os.path.abspath(sys.argv[1])
SOURCE = os.path.abspath(sys.argv[2])

_points = 0
_failed = 0


def ok(good, name, note=""):
    """Writes one point; `note` explains a failure."""
    global _points, _failed
    _points += 1
    print(f"{'ok' if good else 'not ok'} {_points} - {name}", flush=True)
    if not good:
        _failed += 1
        for line in str(note).splitlines()[:20]:
            print(f"# {line[:500]}", flush=True)
    return good


def equal(got, want, name):
    return ok(got == want, name, f"got:  {got!r}\nwant: {want!r}")


def done():
    print(f"1..{_points}")
    sys.exit(1 if _failed or _points == 0 else 0)


class Run:
    """One finished run: status, out and err as text (bad bytes replaced)."""

    def __init__(self, *args, stdin=b"", env=None, program=PARLOR, **kwargs):
        if isinstance(stdin, str):
            stdin = stdin.encode()
        finished = subprocess.run(
            [program, *args],
            input=stdin,
            stdout=kwargs.pop("stdout", subprocess.PIPE),
            stderr=subprocess.PIPE,
            env={"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", **sanitizers(), **(env or {})},
            check=False,
            timeout=100,
            **kwargs,
        )
        self.status = finished.returncode
        self.raw = finished.stdout or b""
        self.out = self.raw.decode("utf-8", "replace")
        self.err = finished.stderr.decode("utf-8", "replace")
        if "Sanitizer" in self.err or "runtime error:" in self.err:
            self.status = "a sanitizer's report"

    def lines(self):
        """The output as JSON, line by line."""
        return [json.loads(line) for line in self.out.splitlines()]

    def __repr__(self):
        return f"status {self.status}\nout: {self.out[:2000]}\nerr: {self.err[:2000]}"


def sanitizers():
    """The settings of sanitizers and coverage, to be kept in a clean environment."""
    kept = ("ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS", "LLVM_PROFILE_FILE", "GCOV_PREFIX")
    return {name: os.environ[name] for name in kept if name in os.environ}


def record(events, result=None, **members):
    """A record of Null with two seats as a line; `members` changes members, or removes them by None."""
    out = {"parlor": 1, "game": "null", "seats": 2, "options": {"best": "high"}, "events": events}
    if result is not None:
        out["result"] = result
    out.update(members)
    out = {name: value for name, value in out.items() if value is not None}
    return json.dumps(out, separators=(",", ":")) + "\n"


DEAL = ["deal", "3 6 5 2 1 4"]
EVENTS = [DEAL, [1, "show"], [0, "show"]]
RESULT = {"scores": [-3, 6], "winners": [1]}
GOOD = record(EVENTS, RESULT)
