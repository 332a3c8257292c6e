"""Turns, masks and rewards: the agent environment cycle (AEC) of reinforcement learning."""
from .game import Game


class Env:
    """One game as an environment of agents that act in turns.

    reward "win": at the end the agent's share of the win (1 for a sole winner, and for all who win
    together), minus its fair share where players are rivals; 0 before. "points": the change of the
    agent's points in each step.
    """

    def __init__(self, game, seats=None, options=None, reward="win"):
        if reward not in ("win", "points"):
            raise ValueError("reward is “win” or “points”")
        self.game = Game(game, seats, options)
        self.reward = reward
        self.possible_agents = [f"seat_{i}" for i in range(self.game.seats)]
        self.action_size = self.game.actions
        self.observation_size = self.game.features
        self.metadata = {"name": "parlor_" + game, "is_parallelizable": False}
        self.reset(0)

    def reset(self, seed=0, options=None):
        """Starts a new game; equal seeds give equal games."""
        self.game.reset(0 if seed is None else seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._cumulative = dict.fromkeys(self.agents, 0.0)
        self._points = self.game.scores()
        self._select()

    def _select(self):
        turn = self.game.turn
        self.agent_selection = self.possible_agents[turn or 0]

    @staticmethod
    def seat_of(agent):
        return int(agent.removeprefix("seat_"))

    def observe(self, agent):
        """The agent's observation and its mask of legal actions."""
        seat = self.seat_of(agent)
        return {"observation": self.game.observe(seat), "action_mask": self.game.mask(seat)}

    def view(self, agent):
        """The same as JSON."""
        return self.game.view(self.seat_of(agent))

    def last(self):
        """For the agent whose turn it is: observation, reward since its last action, terminated,
        truncated, info."""
        agent = self.agent_selection
        return (self.observe(agent), self._cumulative[agent], self.terminations[agent],
                self.truncations[agent], self.infos[agent])

    def agent_iter(self, limit=2**63):
        """The agents in the order of their turns, until all are done."""
        while self.agents and limit > 0:
            yield self.agent_selection
            limit -= 1

    def step(self, action):
        """Lets the agent whose turn it is act; None if it is terminated."""
        agent = self.agent_selection
        if self.terminations[agent]:
            if action is not None:
                raise ValueError("the game is over: step with None")
            self.agents.remove(agent)
            if self.agents:
                self.agent_selection = self.agents[0]
            return
        self._cumulative[agent] = 0.0
        self.game.apply(self.seat_of(agent), action)
        self._give()
        if self.game.over:
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self._select()

    def _give(self):
        """Sets the rewards of this step."""
        seats = self.game.seats
        if self.reward == "points":
            points = self.game.scores()
            given = [float(now - before) for now, before in zip(points, self._points)]
            self._points = points
        elif self.game.over:
            winners = self.game.winners()
            together = self.game.cooperative
            share = 1.0 if together else 1.0 / max(1, len(winners))
            given = [(share if i in winners else 0.0) - (0.0 if together else 1.0 / seats)
                     for i in range(seats)]
        else:
            given = [0.0] * seats
        self.rewards = dict(zip(self.possible_agents, given))
        for agent, value in self.rewards.items():
            self._cumulative[agent] += value

    def clone(self):
        """A copy in the same position, with the same deals to come."""
        other = object.__new__(Env)
        other.__dict__.update(self.__dict__)
        other.game = self.game.clone()
        for name in ["agents", "rewards", "terminations", "truncations", "infos", "_cumulative",
                     "_points"]:
            setattr(other, name, getattr(self, name).copy())
        return other

    def close(self):
        """Does nothing; part of the usual interface."""
