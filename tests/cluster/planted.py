"""The checker's own test: a good history and its journals, changed in one place, must give that fault."""

import copy
import json

from checker import check
from parlor_server import equal, ok


def find(entries, journals, kind, least=0):
    """A table of the history and the index of an event of this kind in its journal."""
    for table, events in journals.items():
        for i, e in enumerate(events):
            if i >= least and json.loads(e["text"])["e"] == kind:
                yield table, i


def update(e, **members):
    e["text"] = json.dumps({**json.loads(e["text"]), **members})


def renumber(events):
    for n, e in enumerate(events):
        e["n"] = n


def acked(entries, do):
    """The index of an answer `ok` to such a request, and the request."""
    asks = {(e["conn"], e["id"]): e for e in entries if e["kind"] == "ask" and e["do"] == do}
    return next((i, asks[e["conn"], e["re"]]) for i, e in enumerate(entries)
                if e["kind"] == "answer" and e.get("ok") and (e["conn"], e["re"]) in asks)


def told(entries, test):
    return next(e["message"] for e in entries if e["kind"] == "told" and test(e["message"]))


# Each plants one fault.

def lose_ok(entries, journals):
    table = acked(entries, "move")[1]["table"]
    first = min(i for t, i in find(entries, journals, "move") if t == table)
    del journals[table][first:]


def lose_table(entries, journals):
    del journals[acked(entries, "move")[1]["table"]]


def double_talk(entries, journals):
    table, i = next(find(entries, journals, "talk"))
    journals[table].insert(i + 1, copy.deepcopy(journals[table][i]))
    renumber(journals[table])


def double_move(entries, journals):
    table, i = next(find(entries, journals, "move"))
    journals[table].insert(i + 1, copy.deepcopy(journals[table][i]))
    renumber(journals[table])


def double_table(entries, journals):
    """A request makes a second table."""
    table = next(iter(journals))
    journals["b" * 16] = copy.deepcopy(journals[table][:2])


def cut_gap(entries, journals):
    table, i = next(find(entries, journals, "move", 8))
    del journals[table][i]


def swap_numbers(entries, journals):
    table, i = next(find(entries, journals, "talk"))
    journals[table][i]["n"] += 1


def move_illegally(entries, journals):
    _, ask = acked(entries, "move")
    for table, i in find(entries, journals, "move"):
        if table == ask["table"] and json.loads(journals[table][i]["text"])["text"] == ask["text"]:
            update(journals[table][i], text="dance")


def deal_unfairly(entries, journals):
    """The last cards change places: most games do not come to them, so that the journal still replays."""
    over = {table for table, _ in find(entries, journals, "over")}
    deals = ((t, i, json.loads(journals[t][i]["text"])["text"].split()) for t, i in find(entries, journals, "deal"))
    table, i, (*rest, one, other) = next((t, i, deal) for t, i, deal in deals if t in over and deal[-1] != deal[-2])
    update(journals[table][i], text=" ".join([*rest, other, one]))


def refuse_what_happened(entries, journals):
    i, _ = acked(entries, "move")
    entries[i] = {**entries[i], "ok": False, "error": {"id": "move.stale", "args": []}}


def ok_what_did_not(entries, journals):
    """Somebody is told `ok` for something that nobody has ever stored."""
    _, ask = acked(entries, "talk")
    again = {**ask, "id": 10**6, "text": "never stored"}
    again.pop("key", None)
    entries += [again, {"who": ask["who"], "conn": ask["conn"], "kind": "answer", "re": 10**6, "ok": True}]


def act_for_another(entries, journals):
    """The journal has a move that its person has not asked for."""
    i, ask = acked(entries, "move")
    entries[:] = [e for e in entries if not (e["conn"] == ask["conn"] and ask["id"] in (e.get("id"), e.get("re")))]


def skip_event(entries, journals):
    m = told(entries, lambda m: len(m.get("events", [])) > 1)
    del m["events"][0]


def skip_update(entries, journals):
    m = told(entries, lambda m: len(m.get("events", [])) == 1)
    i = next(i for i, e in enumerate(entries) if e.get("message") is m)
    del entries[i]


def go_back(entries, journals):
    """A table is shown whole once more, as it was before later events of the same connection."""
    for whole in [e for e in entries if e["kind"] == "told" and "host" in e["message"]]:
        later = [i for i, e in enumerate(entries) if e["kind"] == "told" and e["conn"] == whole["conn"] and
                 e["message"].get("events") and e["message"]["table"] == whole["message"]["table"] and
                 e["message"]["n"] > whole["message"]["n"]]
        if later:
            entries.insert(later[-1] + 1, copy.deepcopy(whole))
            return
    raise AssertionError("no table changes after it was shown whole")


def tell_twice(entries, journals):
    i, e = next((i, e) for i, e in enumerate(entries) if e["kind"] == "told" and e["message"].get("events"))
    entries.insert(i + 1, copy.deepcopy(e))


def tell_wrong_event(entries, journals):
    e = next(e for m in iter([told(entries, lambda m: any(e["e"] == "move" and "text" in e
                                                          for e in m.get("events", [])))])
             for e in m["events"] if e["e"] == "move" and "text" in e)
    e["text"] = "another"


def tell_sealed(entries, journals):
    """A choice that is still secret is told to another seat."""
    m = told(entries, lambda m: any(e["e"] == "move" and "text" not in e for e in m.get("events", [])))
    next(e for e in m["events"] if e["e"] == "move" and "text" not in e)["text"] = "show"


def tell_of_none(entries, journals):
    m = told(entries, lambda m: m.get("events"))
    m["table"] = "a" * 16


def show_wrong_view(entries, journals):
    told(entries, lambda m: m.get("view"))["view"]["more"] = 1


def show_others_view(entries, journals):
    """Two people get each other's views."""
    def differs(first, m):
        return m.get("view") and m["table"] == first["table"] and m["n"] == first["n"] and m["view"] != first["view"]

    messages = [e["message"] for e in entries if e["kind"] == "told" and e["message"].get("view")]
    first, other = next((first, m) for first in messages if first.get("events") and first.get("legal")
                        for m in messages if differs(first, m))
    first["view"], other["view"] = other["view"], first["view"]


def list_wrong_moves(entries, journals):
    told(entries, lambda m: m.get("legal"))["legal"].pop()


def talk_nonsense(entries, journals):
    entries.append({"who": entries[0]["who"], "conn": entries[0]["conn"], "kind": "fault", "what": "?"})


PLANTED = {
    lose_ok: {"lost", "unreal"}, lose_table: {"lost", "unreal"}, double_talk: {"twice"}, double_move: {"replay"},
    double_table: {"nobody"},
    cut_gap: {"number"}, swap_numbers: {"number"}, move_illegally: {"replay", "lost"}, deal_unfairly: {"unfair"},
    refuse_what_happened: {"refused"}, ok_what_did_not: {"lost"}, act_for_another: {"nobody"}, skip_event: {"gap"},
    skip_update: {"gap"}, go_back: {"gap"}, tell_twice: {"gap"}, tell_wrong_event: {"unreal"},
    tell_sealed: {"unreal"}, tell_of_none: {"unreal"}, show_wrong_view: {"view"}, show_others_view: {"view"},
    list_wrong_moves: {"view"}, talk_nonsense: {"sense"},
}


def smaller(entries, journals):
    """A part of the history, which is enough and quicker: some short games, one of them with talk."""
    finished = {table for table, _ in find(entries, journals, "over")}
    talked = {table for table, _ in find(entries, journals, "talk")}
    short = sorted(finished, key=lambda table: len(journals[table]))
    names = [t for t in short if t not in talked][:5] + [t for t in short if t in talked][:1]
    kept = {table: journals[table] for table in names}
    table_of = {}
    for e in entries:
        if e["kind"] == "ask":
            table_of[e["conn"], e["id"]] = e.get("table")
        elif e["kind"] == "answer" and "table" in e:
            table_of[e["conn"], e["re"]] = e["table"]

    def stays(e):
        if e["kind"] in ("ask", "answer"):
            return table_of.get((e["conn"], e["id"] if e["kind"] == "ask" else e["re"])) in kept
        return e["kind"] == "told" and e["message"]["table"] in kept

    return [e for e in entries if stays(e)], kept


def test_faults(entries, journals, replay, verify):
    entries, journals = smaller(entries, journals)
    equal(check(entries, journals, replay, verify), [], "the part of the history is good")
    for plant, kinds in PLANTED.items():
        changed, stored = copy.deepcopy(entries), copy.deepcopy(journals)
        plant(changed, stored)
        found = {kind for kind, _ in check(changed, stored, replay, verify)}
        ok(kinds <= found, f"the checker finds {plant.__name__.replace('_', ' ')}: {', '.join(sorted(kinds))}",
           f"found only {found}")
