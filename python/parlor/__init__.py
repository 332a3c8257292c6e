"""Photograph, Luz and Smitten for simulation and reinforcement learning, over libparlor.

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

Three classes: `Game` (one game, as the C library has it), `Env` (turns, masks, rewards: the shape of
PettingZoo's AEC) and `Batch` (many games at once). Standard library only; arrays are ctypes arrays,
which numpy.frombuffer and torch.frombuffer take as they are. docs/library.md tells the rest.

The library is looked for at $PARLOR_LIBRARY, then in a build folder beside this source tree, then
where the system has its libraries.
"""
from ._library import ACTIONS_MAX, SEATS_MAX, SPECTATOR, Illegal, games, library_path, release
from .batch import Batch
from .env import Env
from .game import Game

__all__ = ["ACTIONS_MAX", "SEATS_MAX", "SPECTATOR", "Batch", "Env", "Game", "Illegal", "games",
           "library_path", "release"]
