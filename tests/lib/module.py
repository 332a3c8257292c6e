#!/usr/bin/python3
"""The Python module over the shared library: whole games as environment, masks, rewards, clones,
worlds, batches, refusals. Usage: module.py LIBRARY SOURCE"""
import json
import os
import random
import sys
import time

os.environ["PARLOR_LIBRARY"] = os.path.abspath(sys.argv[1])
sys.path.insert(0, os.path.join(os.path.abspath(sys.argv[2]), "python"))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cli"))
import parlor  # noqa: E402
from points import done, equal, ok  # noqa: E402


def run(env, seed, policy):
    """Plays a whole game; returns the sums of the rewards and the trace of all observations."""
    env.reset(seed=seed)
    total, trace, turns = dict.fromkeys(env.possible_agents, 0.0), [], 0
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        total[agent] += reward
        if terminated or truncated:
            env.step(None)
            continue
        mask = observation["action_mask"]
        legal = [i for i in range(env.action_size) if mask[i]]
        assert legal and len(observation["observation"]) == env.observation_size
        action = policy(legal, env, agent)
        trace.append((agent, action, tuple(observation["observation"])))
        env.step(action)
        turns += 1
    return total, trace, turns


def environments():
    for game, seats, options in [("photograph", 2, None), ("photograph", 4, {"missed": "on"}),
                                 ("luz", 3, None), ("luz", 5, {"memory": "aided"}),
                                 ("smitten", 2, None), ("smitten", 1, None), ("null", 2, None)]:
        env = parlor.Env(game, seats, options)
        good, same, zero, passes = True, True, True, 0
        for seed in range(6):
            outcomes = []
            for _ in range(2):
                rng = random.Random(seed)
                outcomes.append(run(env, seed, lambda legal, e, a: rng.choice(legal)))
            total, trace, turns = outcomes[0]
            same = same and outcomes[0] == outcomes[1]
            good = good and turns > 1 and env.game.over and not env.agents
            zero = zero and (game == "smitten" or abs(sum(total.values())) < 1e-9)
            passes += sum(action == 0 for _, action, _ in trace)
        ok(good and same, f"{game} with {seats} seats: whole games, repeated by seed")
        ok(zero, f"{game} with {seats} seats: competitive rewards add up to zero")
        ok((passes > 0) == (game == "smitten" and seats == 2), "passing is for Smitten only")
    env = parlor.Env("luz", 3, reward="points")
    total, _, _ = run(env, 1, lambda legal, e, a: legal[0])
    equal([int(total[a]) for a in env.possible_agents], env.game.scores(),
          "rewards in points add up to the score")
    equal(env.game.result()["scores"], env.game.scores(), "the result has the scores")


def knowing():
    env = parlor.Env("luz", 4)
    env.reset(seed=3)
    agent = env.agent_selection
    seat = env.seat_of(agent)
    view = env.view(agent)
    ok(view["seat"] == seat and "card" not in json.dumps(view["hands"][seat]) and
       "card" in json.dumps(view["hands"][(seat + 1) % 4]), "the view shows all hands but the seat's own")
    env.game.apply(seat, env.game.legal(seat)[0])
    worlds = [env.game.imagine(seat, seed) for seed in range(20)]
    ok(all(list(w.observe(seat)) == list(env.game.observe(seat)) for w in worlds) and
       all(w.view(seat) == env.game.view(seat) for w in worlds), "a seat cannot tell worlds apart")
    ok(len({hash(w) for w in worlds}) > 1, "there are several worlds")
    other = (seat + 1) % 4
    ok(any(w.view(other) != env.game.view(other) for w in worlds), "other seats can tell them apart")


def clones():
    env = parlor.Env("smitten", 2)
    env.reset(seed=9)
    twin = env.clone()
    while not env.game.over:
        action = env.game.legal(env.game.turn)[-1]
        env.step(action)
        twin.step(action)
    ok(twin.game == env.game and twin.rewards == env.rewards, "clones stay equal")


def refusals():
    for arguments in [("chess", 2), ("luz", 2), ("luz", 3, {"memory": "x"}), ("luz", 3, {"x": "y"})]:
        try:
            parlor.Game(*arguments)
            ok(False, f"refused: {arguments}")
        except parlor.Illegal as error:
            ok(str(error) != "", f"refused: {arguments}: {error}")
    game = parlor.Game("luz", 3)
    for call in [lambda: game.apply(game.turn, 9999), lambda: game.apply(game.turn, "dance"),
                 lambda: game.apply((game.turn + 1) % 3, game.legal(game.turn)[0]),
                 lambda: game.view(7), lambda: game.observe(-2), lambda: game.number("dance")]:
        before = hash(game)
        try:
            call()
            ok(False, "an illegal call is refused")
        except parlor.Illegal:
            ok(hash(game) == before, "an illegal call is refused and changes nothing")
    text = game.text(game.legal(game.turn)[3])
    ok(text.startswith("bid") and game.number(text) == game.legal(game.turn)[3], "actions have names")
    equal(parlor.games()["luz"], (3, 5), "the games and their seats")


def batches():
    batch = parlor.Batch("photograph", 3, count=50, seed=4)
    rng = random.Random(1)
    over, good = 0, True
    for _ in range(120):
        actions = []
        for i in range(batch.count):
            row = batch.mask[i * batch.actions:(i + 1) * batch.actions]
            legal = [k for k, bit in enumerate(row) if bit]
            good = good and bool(legal) == (batch.turn[i] >= 0)
            actions.append(rng.choice(legal) if legal else -1)
        over += batch.step(actions)
        for i in range(batch.count):
            win = sum(batch.win[3 * i:3 * i + 3])
            good = good and (abs(win - 1) < 1e-5 if batch.turn[i] < 0 else win == 0)
    ok(good and over > 20, f"a batch restarts finished games ({over} games)")
    started, steps = time.perf_counter(), 0
    while time.perf_counter() - started < 0.5:
        batch.step(look=False)
        steps += batch.count
    print(f"# {steps * 2} random steps per second")
    ok(steps > 0, "a batch plays at random")


def main():
    environments()
    knowing()
    clones()
    refusals()
    batches()
    done()


main()
