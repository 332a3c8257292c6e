#!/usr/bin/python3
"""Steps per second of the Python module: Env (one game, observation and mask each turn) and Batch.
Usage: bench/library.py LIBRARY [SECONDS per figure]"""
import os
import random
import sys
import time

os.environ["PARLOR_LIBRARY"] = os.path.abspath(sys.argv[1])
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "python"))
import parlor  # noqa: E402

SECONDS = float(sys.argv[2]) if len(sys.argv) > 2 else 1


def measure_env(game, seats):
    env = parlor.Env(game, seats)
    rng, steps, seed, start = random.Random(1), 0, 0, time.process_time()
    while time.process_time() - start < SECONDS:
        env.reset(seed := seed + 1)
        while not env.game.over:
            observation = env.last()[0]
            mask = bytes(observation["action_mask"])
            env.step(rng.choice([i for i, bit in enumerate(mask) if bit]))
            steps += 1
    return steps / (time.process_time() - start)


def measure_batch(game, seats):
    batch, steps, start = parlor.Batch(game, seats, 256), 0, time.process_time()
    while time.process_time() - start < SECONDS:
        steps += batch.count - batch.step()
    return steps / (time.process_time() - start)


print("\nPython, steps per second         Env  Batch, observed")
for name, count in [("photograph", 2), ("luz", 4), ("smitten", 2)]:
    print(f"{name:12} {count} seats  {measure_env(name, count):14.0f} {measure_batch(name, count):16.0f}",
          flush=True)
