"""Compares a recorded history with the journals that the run has left behind.

    faults = check(entries, journals, replay)

`entries` is a history (history.py), `journals` has for each table the list of its events, {"n","at","text"}, and
`replay` is the program of replay.c. Each fault is (kind, words). These must hold:

    number    a journal is numbered from 0 without a gap
    replay    the engine carries out every journal
    unfair    the deals of a finished game can be verified
    lost      a request that was answered `ok` is in the journal
    twice     and only once
    refused   a request that was refused is not
    nobody    nothing in the journal is a person's doing that this person has not asked for
    gap       what a connection was told of a table has no gap and does not go back
    unreal    every event that somebody was told is in the journal, as that person may see it
    view      every view, and the list of legal moves, is the engine's for that seat after that event
    sense     no client got a message that made no sense
"""

import collections
import json
import subprocess
import tempfile

UNKNOWN = {"store.failed", "table.busy", "limit.rate"}  # these say nothing about an earlier try
KINDS = {"create": "create", "sit": "sit", "seal": "seal", "reveal": "reveal", "move": "move", "talk": "talk",
         "stand": "stand"}
QUIET = {"hello", "open", "close", "lobby", "mine", "record", "why", "name"}  # cause no event of their own


class Request:
    """All tries of one request: those with the same key."""

    def __init__(self, entry):
        self.who, self.do, self.table, self.key = entry["who"], entry["do"], entry.get("table"), entry.get("key")
        self.members = entry
        self.ok = False
        self.open = 0  # tries whose outcome nobody knows

    def state(self):
        return "ok" if self.ok else "maybe" if self.open else "no"

    def fits(self, event):
        if self.do == "create":  # its key is in the table's name; check_requests puts both together
            return self.table in (event["table"], None)
        if self.key != event.get("key"):
            return False
        for name in {"move": ("text",), "talk": ("text",), "reveal": ("number",), "seal": ("seal",),
                     "sit": ("seal",)}.get(self.do, ()):
            if self.members.get(name) != event.get(name):
                return False
        return self.do != "move" or self.members.get("seen", -1) < event["n"]

    def __str__(self):
        return f"{self.do} of {self.who} at {self.table}: " + json.dumps(self.members)


def read_requests(entries):
    """The requests that change tables, each with all its tries."""
    tries, by_key, out = {}, {}, []
    for e in entries:
        if e["kind"] == "ask" and e["do"] not in QUIET:
            if e["do"] not in KINDS:
                raise ValueError(f"the checker does not know {e['do']}")
            name = (e["who"], e["key"]) if e.get("key") is not None else (e["conn"], e["id"])
            if name not in by_key:
                by_key[name] = Request(e)
                out.append(by_key[name])
            tries[e["conn"], e["id"]] = by_key[name]
            by_key[name].open += 1
        elif e["kind"] == "answer" and (e["conn"], e["re"]) in tries:
            request = tries.pop((e["conn"], e["re"]))
            if e.get("ok"):
                request.ok = True
                request.table = request.table or e.get("table")
            if e.get("ok") or e["error"]["id"] not in UNKNOWN:
                request.open -= 1
    return out


def match(left, right, fits):
    """The items of `left` that get no item of `right` for themselves (Kuhn's algorithm)."""
    owner = {}

    def place(i, tried):
        for j, item in enumerate(right):
            if j not in tried and fits(left[i], item):
                tried.add(j)
                if j not in owner or place(owner[j], tried):
                    owner[j] = i
                    return True
        return False

    return [left[i] for i in range(len(left)) if not place(i, set())]


class Journal:
    """A journal with what the engine makes of it."""

    def __init__(self, table, events):
        self.table = table
        self.events = [{**json.loads(e["text"]), "n": e["n"]} for e in events]
        self.raw = events
        self.steps = {}  # by number: {"shown", "sight"}
        self.record = None
        self.broken = None
        self.seat_of = {}  # of each person
        chairs = {}
        for e in self.events:
            if e["e"] == "sit":
                chairs[e["chair"]] = e["player"]
            elif e["e"] in ("stand", "free", "late", "bot"):
                chairs.pop(e["chair"], None)
            elif e["e"] == "start":
                self.seat_of = {player: e["order"][chair] for chair, player in chairs.items()}
        self.player_at = {seat: player for player, seat in self.seat_of.items()}
        sits = [e for e in self.events if e["e"] == "sit"]
        self.chair_of = {e["chair"]: e["player"] for e in sits}
        # The host's own chair comes with the table.
        self.given = sits[0]["n"] if sits and sits[0]["player"] == self.events[0].get("player") else None

    def doer(self, e):
        """The person whose request caused this event; None: nobody, or a bot."""
        if e["n"] == self.given:
            return None
        if e["e"] in ("create", "sit", "talk"):
            return e["player"]
        if e["e"] in ("seal", "reveal", "stand"):
            return self.chair_of.get(e["chair"])
        return self.player_at.get(e["seat"]) if e["e"] == "move" else None


def run_engine(journals, replay):
    """Replays all journals and adds to each what the engine says."""
    with tempfile.TemporaryFile("w+", encoding="utf-8") as file:
        for j in journals.values():
            for e in j.raw:
                file.write(json.dumps({"table": j.table, **e}) + "\n")
        file.flush()
        file.seek(0)
        with subprocess.Popen([replay], stdin=file, stdout=subprocess.PIPE) as run:
            for line in run.stdout:
                step = json.loads(line)
                j = journals[step["table"]]
                if "record" in step:
                    j.record = step["record"]
                elif step.get("broken"):
                    j.broken = step["n"]
                else:
                    j.steps[step["n"]] = step
        if run.returncode != 0:
            raise RuntimeError(f"{replay} ends with {run.returncode}")


def check_journals(journals, verify):
    for j in journals.values():
        numbers = [e["n"] for e in j.events]
        if numbers != list(range(len(numbers))):
            yield "number", f"{j.table}: {[a for a, b in zip(numbers, range(len(numbers))) if a != b][:3]}"
        if j.broken is not None:
            yield "replay", f"{j.table}: event {j.broken}"
    records = [j for j in journals.values() if j.record is not None]
    if verify is None or not records:
        return
    told = verify("\n".join(json.dumps(j.record) for j in records) + "\n")
    for j, line in zip(records, told, strict=True):
        if not line["fair"]:
            yield "unfair", f"{j.table}: {line.get('error')}"


def check_requests(entries, journals):
    groups = collections.defaultdict(lambda: ([], []))
    for request in read_requests(entries):
        table = None if request.do == "create" else request.table
        groups[table, request.who, KINDS[request.do]][0].append(request)
    people = {e["who"] for e in entries}
    for j in journals.values():
        for e in j.events:
            who = j.doer(e)
            if who is None:
                continue
            if who not in people:
                yield "nobody", f"{j.table}: {e}"
            groups[None if e["e"] == "create" else j.table, who, e["e"]][1].append({**e, "table": j.table})
    for (_, who, _), (requests, events) in groups.items():
        carried = [r for r in requests if r.state() != "no"]
        for r in match([r for r in requests if r.state() == "ok"], events, lambda r, e: r.fits(e)):
            yield "lost", f"{r}"
        for e in match(events, carried, lambda e, r: r.fits(e)):
            if any(r.fits(e) for r in carried):
                yield "twice", f"{e}"
            elif any(r.fits(e) for r in requests):
                yield "refused", f"{e}"
            else:
                yield "nobody", f"{e} of {who}"


def check_told(entries, journals):
    known = {}  # by connection and table: the number of the last event told
    asked = {}
    for e in entries:
        if e["kind"] == "fault":
            yield "sense", f"{e['who']}: {e['what']}"
        elif e["kind"] == "ask" and e["do"] == "open":
            asked[e["conn"], e["table"]] = e.get("after")
        elif e["kind"] == "told" and "n" in e["message"]:
            yield from check_message(e, journals, known, asked)


def check_message(entry, journals, known, asked):
    m, who = entry["message"], entry["who"]
    table, n, name = m["table"], m["n"], (entry["conn"], m["table"])
    j = journals.get(table)
    if j is None:
        yield "unreal", f"{who} was told of a table {table}, which is not there"
        return
    seat = str(j.seat_of.get(who, -1))
    numbers = [e["n"] for e in m.get("events", [])]
    base = known.get(name, asked.get(name))
    whole = "game" in m and "host" in m
    if numbers:
        if numbers != list(range(numbers[0], n + 1)) or (base is not None and numbers[0] != base + 1):
            yield "gap", f"{who} had {base} of {table} and got {numbers} up to {n}"
    elif not whole and n != base or whole and name in known and n < known[name]:
        yield "gap", f"{who} had {base} of {table} and got {n} without events"
    known[name] = n
    for e in m.get("events", []):
        step = j.steps.get(e["n"])
        if step is None or e != step["shown"][seat]:
            yield "unreal", f"{who} was told {e} of {table}, and there is {step and step['shown'][seat]}"
    step = j.steps.get(n)
    if step is None:
        yield "unreal", f"{who} was told of event {n} of {table}, which is not there"
    elif "view" in m and (m["view"] is not None or step["sight"]):
        want = step["sight"].get(seat, {"view": None, "legal": []})
        if m["view"] != want["view"] or m.get("legal") != want["legal"]:
            yield "view", f"{who} saw {m['view']} {m.get('legal')} of {table} at {n}, not {want}"[:600]


def check(entries, journals, replay, verify=None):
    """All faults. `verify` gets records as lines and returns what `parlor verify` says of each."""
    read = {table: Journal(table, events) for table, events in journals.items()}
    run_engine(read, replay)
    return [*check_journals(read, verify), *check_requests(entries, read), *check_told(entries, read)]
