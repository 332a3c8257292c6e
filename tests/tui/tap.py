"""Points of a test in TAP."""
import sys

COUNT = {"points": 0, "failed": 0}


def check(good, name, shown=""):
    """One point; `shown` tells what was seen instead, if it fails."""
    COUNT["points"] += 1
    COUNT["failed"] += not good
    print(("ok" if good else "not ok"), COUNT["points"], "-", name, flush=True)
    if not good:
        print("\n".join("# " + line for line in str(shown).split("\n")), flush=True)


def finish():
    """Ends the test; the status is 1 if a point has failed."""
    print(f"1..{COUNT['points']}")
    sys.exit(COUNT["failed"] > 0)
