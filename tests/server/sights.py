#!/usr/bin/env python3
"""Protocol 2: sights folded over the last one. Two connections of each person, one of each version, see the same.

tests/laws has the laws of folded texts; here the server must know what each connection has: after the start, take-backs,
talk that is muted, tables opened again, restarts. The client of the tests refuses a sight over one that it lacks.
"""

import json
import random

from parlor_server import Client, Server, done, equal, ok

server = Server("--bot-delay", "0")


def take(who, table):
    """A second connection of the same person, by the first version."""
    twin = Client(server, cookie=who.cookie, protocol=1)
    twin.ask("open", table=table)
    return twin


def begin(game, seats, **more):
    people = [Client(server) for _ in range(seats)]
    table = people[0].ask("create", game=game, seats=seats, **more)["table"]
    for p in people[1:]:
        p.ask("sit", table=table)
    meet(people, table)
    return people, table


def meet(people, table):
    """Receives until all know the latest event."""
    for p in people:
        p.until(lambda c: c.tables.get(table, {}).get("phase", "open") != "open")
    latest = max(p.tables[table]["n"] for p in people)
    for p in people:
        p.until(lambda c: c.tables[table]["n"] >= latest)


def knows(c, table, kind, n):
    """Whether the client has heard of such an event after event n."""
    return any(e["e"] == kind and e["n"] > n for m in c.whole if m.get("table") == table for e in m.get("events", []))


def step(people, table, chance):
    """One move; False: the game is over."""
    movers = [p for p in people if p.tables[table]["legal"]]
    if people[0].tables[table]["phase"] == "over" or not movers:
        return False
    mover = chance.choice(movers)
    n = max(p.tables[table]["n"] for p in people)
    reply = mover.ask("move", table=table, text=chance.choice(mover.tables[table]["legal"]))
    assert reply.get("ok"), reply
    for p in people:
        p.until(lambda c: knows(c, table, "move", n))
    meet(people, table)
    return True


def seen(c, table):
    return {name: c.tables[table].get(name) for name in ("n", "view", "legal", "phase", "result")}


def raw(c, table):
    """The updates of the table as they came."""
    messages = [json.loads(text) for text in c.heard]
    return [m for m in messages if m.get("table") == table and "n" in m and "re" not in m]


def check_game(game, seats, seed):
    name = f"{game}, {seats} seats"
    people, table = begin(game, seats)
    spectators = [Client(server), Client(server, protocol=1)]
    for s in spectators:
        s.ask("open", table=table)
    twins = [take(p, table) for p in people]
    pairs = [*zip(people, twins), tuple(spectators)]
    everybody = [c for pair in pairs for c in pair]
    meet(everybody, table)
    chance = random.Random(seed)
    same, moves, first = True, 0, len(raw(people[0], table))
    while step(everybody, table, chance):
        moves += 1
        same = same and all(seen(a, table) == seen(b, table) for a, b in pairs)
        if moves == 3:  # a person opens the table once more, by another device
            late = Client(server, cookie=people[0].cookie)
            late.ask("open", table=table)
            late.until(lambda c: table in c.tables)
            everybody.append(late)
            pairs.append((people[0], late))
    if moves == 0:  # chance ends some games at once
        return []
    ok(same, f"{name}: both versions see the same ({moves} moves)")
    told = raw(people[0], table)[first:]
    folded = [m for m in told if "sight" in m]
    ok(folded and all("of" in m for m in folded), f"{name}: all moves are folded over what came before, also the first",
       [m for m in folded if "of" not in m][:1])
    ok(not any("view" in m for m in raw(people[0], table)), f"{name}: version 2 has no view outside of sights")
    ok(not any("sight" in m or "of" in m for m in raw(twins[0], table)), f"{name}: version 1 has no sights")
    updates = [[len(json.dumps(m, separators=(",", ":"), ensure_ascii=False)) for m in raw(c, table)[first:]
                if any(e["e"] == "move" for e in m.get("events", []))] for c in people]
    for c in everybody:
        c.close()
    return [size for sizes in updates for size in sizes]


def check_games(game, seats, games):
    """The figure of the protocol: bytes of an update that tells a move, over whole games."""
    sizes = [size for seed in range(games) for size in check_game(game, seats, seed)]
    mean = sum(sizes) / len(sizes)
    ok(mean < 400, f"{game}, {seats} seats: {mean:.0f} bytes a move and player", mean)


def check_takeback():
    people, table = begin("photograph", 2)
    twins = [take(p, table) for p in people]
    everybody = [*people, *twins]
    meet(everybody, table)
    chance = random.Random(3)
    undone = 0
    for _ in range(40):
        if not step(everybody, table, chance):
            break
        last = max(raw(people[0], table), key=lambda m: m["n"])
        mover = next((p for p in people if p.tables[table]["you"]["seat"] == last["events"][-1].get("seat")), None)
        if mover is None or "error" in mover.ask("takeback", table=table):
            continue
        other = people[1 - people.index(mover)]
        other.until(lambda c: c.tables[table]["ask"])
        other.ask("agree", table=table, yes=True)
        for p in everybody:
            p.until(lambda c: knows(c, table, "takeback", last["n"]))
        meet(everybody, table)
        undone += 1
        for a, b in zip(people, twins):
            equal(seen(a, table), seen(b, table), "after a take-back both versions see the same")
        if undone == 2:
            break
    equal(undone, 2, "moves were taken back")
    ok(step(everybody, table, chance) and seen(people[0], table) == seen(twins[0], table), "and the game goes on")
    for c in everybody:
        c.close()


def check_mute():
    people, table = begin("luz", 3)
    deaf = Client(server, cookie=people[1].cookie)
    deaf.ask("mute", player=people[0].me, on=True)
    deaf.ask("open", table=table)
    deaf.until(lambda c: table in c.tables)
    everybody = [*people, deaf]
    chance = random.Random(4)
    for _ in range(6):
        people[0].ask("talk", table=table, phrase="thinking")
        step(everybody, table, chance)
    equal(seen(deaf, table), seen(people[1], table), "whoever mutes another sees the same game")
    ok(not any(e["e"] == "talk" for m in raw(deaf, table) for e in m.get("events", [])), "without the talk")
    for c in everybody:
        c.close()


def check_again():
    people, table = begin("luz", 3)
    chance = random.Random(5)
    for _ in range(4):
        step(people, table, chance)
    one = people[0]
    had = seen(one, table)
    one.ask("close", table=table)
    one.ask("open", table=table, after=had["n"])
    one.drain()
    equal(seen(one, table), had, "a table that is opened again is the same")
    one.ask("open", table=table)
    one.drain()
    for _ in range(3):
        step(people, table, chance)
    ok("of" in raw(one, table)[-1], "and goes on by what changes")
    server.restart()
    people = [Client(server, cookie=p.cookie) for p in people]
    for p in people:
        p.ask("open", table=table, after=had["n"])
    meet(people, table)
    step(people, table, chance)
    last = [raw(p, table)[-1] for p in people]
    ok(all("of" in m for m in last), "after a restart too", last)
    for c in people:
        c.close()


def check_versions():
    c = Client(server, hello=False)
    equal(c.ask("hello", protocol=1)["protocol"], 1, "the first version is served")
    equal(c.ask("hello", protocol=2)["protocol"], 1, "a connection keeps its version")
    equal(c.error("hello", protocol=3), "hello.version", "a version that is not known is refused")
    c.close()


def check_past(game, seats, memory):
    """Those who play may look back, as far as the rules of memory let them; nobody else may."""
    people, table = begin(game, seats, **({"options": {"memory": memory}} if memory else {}))
    watcher, stranger = Client(server), Client(server)
    watcher.ask("open", table=table)
    chance = random.Random(5)
    own = [0] * seats
    back = same = bounds = True
    for _ in range(14):
        movers = {id(p) for p in people if p.tables[table]["legal"]}
        if not movers or not step(people, table, chance):
            break
        for p in people:
            told = p.ask("past", table=table)
            bounds = bounds and told["first"] == told["moments"][0]["step"] and told["last"] == told["moments"][-1]["step"]
            same = same and told["moments"][-1]["view"] == p.tables[table]["view"]
            seat = p.tables[table]["you"]["seat"]
            mine = [m["step"] for m in p.ask("past", table=table)["moments"] if m.get("event", {}).get("seat") == seat]
            own[seat] = max([own[seat], *mine])
            back = back and told["first"] == (own[seat] if memory == "strict" else 0)
    what = f"{game} {memory or ''}"
    ok(same and bounds, f"past: {what}: the last moment is the present")
    ok(back, f"past: {what}: as far back as memory allows")
    equal(watcher.ask("past", table=table)["error"]["id"], "table.not-seated", f"past: {what}: a spectator is refused")
    equal(stranger.ask("past", table=table)["error"]["id"], "table.not-seated", f"past: {what}: a stranger is refused")


check_past("luz", 3, "strict")
check_past("luz", 3, "aided")
check_past("photograph", 2, "strict")
check_past("smitten", 2, None)
check_games("photograph", 2, 1)
check_games("photograph", 4, 1)
check_games("luz", 4, 1)
check_games("smitten", 2, 8)
check_takeback()
check_mute()
check_again()
check_versions()
equal(server.close(), 0, "the server stops cleanly")
done()
