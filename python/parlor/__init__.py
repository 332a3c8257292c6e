"""Card games with hidden cards for simulation and reinforcement learning, over libparlor.

    import parlor

    env = parlor.Env("luz", seats=4)
    env.reset(seed=7)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        if terminated or truncated:
            action = None
        else:
            action = my_policy(observation["observation"], observation["action_mask"])
        env.step(action)

There are three classes: `Game` (one game of the C library), `Env` (turns, masks and rewards, with the
interface of PettingZoo's AEC) and `Batch` (many games at once). Only the standard library is needed;
arrays are ctypes arrays, which numpy.frombuffer and torch.frombuffer accept. docs/library.md has
more.

The library is searched at $PARLOR_LIBRARY, then in a build folder of this source tree, then among
the system's libraries.
"""
from ._library import ACTIONS_MAX, SEATS_MAX, SPECTATOR, Illegal, games, library_path, release
from .batch import Batch
from .env import Env
from .game import Game

__all__ = ["ACTIONS_MAX", "SEATS_MAX", "SPECTATOR", "Batch", "Env", "Game", "Illegal", "games",
           "library_path", "release"]
