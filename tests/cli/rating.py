#!/usr/bin/env python3
"""`parlor review --summary`: ratings, results by choices alone, and what does not count."""

import json
import os
import tempfile

from points import Run, done, equal, ok

DECIDED = 0.005


def sim(*args):
    return Run("sim", *args).out


def summary(text, *args):
    run = Run("review", "-", "--summary", "--json", "--lang", "en", *args, stdin=text)
    ok(run.status == 0, "the summary succeeds", run)
    return json.loads(run.out)


def real_losses(review, seat):
    """The losses of a seat's real decisions, by the members of --json."""
    found = []
    for d in review["decisions"]:
        if d["seat"] != seat or d["forced"] or "skill" not in d:
            continue
        worst = min(m["win"] for m in [*d["moves"], d["fair"]["played"]] if "win" in m)
        if d["fair"]["best"]["win"] > DECIDED and worst < 1 - DECIDED:
            found.append(-d["skill"])
    return found


def test_sums():
    """The sums are those of the decisions and roads that --json writes."""
    quick = ["--budget", "5"]
    games = sim("photograph", "--seats", "3", "--games", "4", "--bots", "easy,medium,easy")
    run = Run("review", "-", "--json", *quick, stdin=games)
    reviews = [json.loads(line) for line in run.out.splitlines()]
    players = {p["player"]: p for p in summary(games, *quick)["players"]}
    equal(sorted(players), ["bot:easy", "bot:medium"], "a name that sits twice is one player")
    for name, seats in (("bot:easy", (0, 2)), ("bot:medium", (1,))):
        p = players[name]
        lost = [x for r in reviews for s in seats for x in real_losses(r, s)]
        equal((p["games"], p["choices"]), (4, len(lost)), f"{name}: games and real choices")
        ok(abs(p["lost"] - sum(lost)) < 1e-9 and
           abs(p["rating"] - 1000 * sum(lost) / len(lost)) < 1e-6, f"{name}: the mean loss", p)
        roads = [r["roads"][s] for r in reviews for s in seats]
        mean = {k: sum(x[k] for x in roads) / len(roads) for k in ("outcome", "rest")}
        ok(abs(p["result"] - mean["outcome"]) < 1e-9 and abs(p["rest"] - mean["rest"]) < 1e-9 and
           abs(p["adjusted"] - p["result"] + p["rest"]) < 1e-9, f"{name}: the result and the rest", p)
        ok("luck" not in p, f"{name}: errors of values are not called luck", p)
        equal(p["shown"], len(lost) >= 100, f"{name}: a rating needs enough choices")
        ok(p["shown"] or "like" not in p, f"{name}: no level without a rating")
    two = json.loads(Run("review", "-", "--summary", "--json", *quick, "--seat", "1",
                         stdin=games).out)["players"]
    equal([(p["player"], p["lost"]) for p in two], [("bot:medium", players["bot:medium"]["lost"])],
          "one seat alone")


def test_levels():
    """Our bots alone come out in their order, near the scale; the exact solver values them."""
    players = []
    for level in ("random", "easy", "medium", "hard"):
        games = sim("smitten", "--seats", "1", "--games", "6", "--seed", "5", "--option",
                    "hard2=on", "--bots", level)
        players += summary(games)["players"]
    ratings = [p["rating"] for p in players]
    equal(ratings, sorted(ratings, reverse=True), "in their order")
    for p, usual in zip(players, (169, 77, 26, 17)):
        ok(abs(p["rating"] - usual) < 1.5 * p["margin"] + 1, f"{p['player']}: near {usual}", p)
    ok(all(p["alone"] and abs(p["result"] - p["luck"] - p["adjusted"]) < 1e-9 for p in players),
       "results without luck", players)


def test_left_out():
    """Practice, forks and unfinished games never count."""
    games = [json.loads(line) for line in
             sim("smitten", "--games", "4", "--bots", "easy,easy").splitlines()]
    games[0]["practice"] = True
    games[1]["fork"] = {"event": 3}
    del games[2]["result"]
    games[2]["events"] = games[2]["events"][:5]
    text = "\n".join(json.dumps(game) for game in games)
    found = summary(text, "--budget", "5")
    equal((found["games"], found["left_out"]), (1, 3), "three are left out")
    only = json.dumps(games[3])
    equal(found["players"], summary(only, "--budget", "5")["players"], "and change nothing")
    run = Run("review", "-", "--summary", "--lang", "en", stdin=json.dumps(games[0]))
    ok(run.status == 1 and "no game to add up" in run.err and not run.out, "practice alone", run)


def test_command():
    """Several files, words, and mistakes in clear sentences."""
    quick = ["--budget", "5", "--lang", "en"]
    with tempfile.TemporaryDirectory() as folder:
        paths = [os.path.join(folder, name) for name in ("one", "two")]
        for i, path in enumerate(paths):
            with open(path, "w", encoding="utf-8") as file:
                file.write(sim("photograph", "--seats", "2", "--seed", str(i)))
        run = Run("review", "--summary", *quick, *paths)
        ok(run.status == 0 and "Rating: 1000 times" in run.out and "Photograph\n" in run.out and
           all(len(line) <= 80 for line in run.out.split("\n")), "two files in words", run)
        with open(paths[1], "a", encoding="utf-8") as file:
            file.write("{\n")
        run = Run("review", "--summary", "--json", *quick, *paths)
        ok(run.status == 1 and json.loads(run.out)["games"] == 2 and
           f"{paths[1]}, line 2: " in run.err, "a broken line is named, the rest counts", run)
    run = Run("review", "--summary", *quick, "/none/such")
    ok(run.status == 1 and "/none/such" in run.err, "a file that is missing", run)
    for args in (["--summary"], ["--summary", "--last"], ["--summary", "x", "--line", "2"],
                 ["x", "y"]):
        run = Run("review", *args)
        ok(run.status == 2 and len(run.err.splitlines()) == 2, f"misuse: {args}", run)


test_sums()
test_left_out()
test_command()
test_levels()
done()
