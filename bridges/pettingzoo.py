"""PettingZoo: every game as an AEC environment, ``bridges.pettingzoo.env("quacks", players=3)``.

An observation is a dict. ``observation`` is the vector of what the seat sees, laid out by the
game's layout (`core.spaces`); ``action_mask`` has a 1 for each flat action id that is open to the
agent. The reward is the seat's utility in [0, 1], given at the end of the game.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from bridges.spaces import spaces_of
from core.errors import BadOption, IllegalAction
from core.game import Setup, get
from core.record import Record
from core.rng import Stream
from core.state import State

try:
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
    from pettingzoo.utils.conversions import aec_to_parallel
except ImportError as error:
    raise ImportError(f"bridges.pettingzoo needs the extra of that name: "
                      f"pip install 'heorot[pettingzoo]' ({error})") from None

Observation = dict[str, NDArray[Any]]


class HeorotEnv(AECEnv[str, Observation, int | None]):
    """One game as an AEC environment; agents are ``seat_0``, ``seat_1``, ...

    Chance is drawn by the environment, from one stream a source, so that the same seed and the same
    decisions give the same game. An agent sees only what its seat sees.

    Parameters
    ----------
    game : str
        Name of the game.
    players : int, optional
        Number of seats; the game's smallest number by default.
    options : mapping
        The game's options. Those that are random by default are fixed anew by each seed.
    turns : {"mover", "cyclic"}
        "mover" asks only the seat that has to decide. "cyclic" asks all seats in turn; one that has
        nothing to decide has the single action `pass_id`, and a game that ends goes on until all
        have been asked.
    illegal : {"error", "replace"}
        What an action that the mask forbids does: raises IllegalAction, or is replaced by a legal
        one, drawn by the environment.
    max_cycles : int, optional
        Truncates the game after so many decisions a seat, passes counted, on average.
    components : str, optional
        Path of a corrected components file.
    render_mode : {"ansi"}, optional
        With "ansi", `render` returns the last actions as text.

    Raises
    ------
    BadOption
        If the game, the number of players or an option does not exist.
    """

    metadata = {  # noqa: RUF012 - AECEnv declares it so
        "render_modes": ["ansi"],
        "is_parallelizable": True,
    }

    def __init__(
        self,
        game: str,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        *,
        turns: str = "mover",
        illegal: str = "error",
        max_cycles: int | None = None,
        components: str | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        for name, value, allowed in (("turns", turns, ("mover", "cyclic")),
                                     ("illegal", illegal, ("error", "replace")),
                                     ("render_mode", render_mode, (None, "ansi"))):
            if value not in allowed:
                raise BadOption(f"{name}={value}: say one of {', '.join(map(str, allowed))}")
        if max_cycles is not None and max_cycles < 1:
            raise BadOption(f"max_cycles={max_cycles}: say a whole number from 1, or None")
        self.game = get(game)
        self._arguments = (players, components, dict(options or {}))
        self._cyclic, self._replaces = turns == "cyclic", illegal == "replace"
        self._max_cycles = max_cycles
        self.render_mode = render_mode
        self.metadata = {**self.metadata, "name": f"heorot_{game}_v0"}
        self._seeds = np.random.default_rng()
        setup = self._new_setup(0)
        self.actions, self.layout = spaces_of(setup)
        #: Flat id of doing nothing, open only to a seat that is asked without a decision.
        self.pass_id = len(self.actions.decisions)
        self.possible_agents = [f"seat_{seat}" for seat in range(setup.players)]
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.action_spaces = {
            agent: spaces.Discrete(self.pass_id + int(self._cyclic))
            for agent in self.possible_agents
        }
        self.observation_spaces = {
            agent: spaces.Dict({
                "observation": spaces.Box(-np.inf, np.inf, (self.layout.size,), np.float32),
                "action_mask": spaces.Box(0, 1, (self.pass_id + int(self._cyclic),), np.int8),
            })
            for agent in self.possible_agents
        }

    def _new_setup(self, seed: int) -> Setup:
        players, components, options = self._arguments
        return self.game.setup(players, seed, components, options)

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the space of an agent's actions, the flat ids."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a game; without a seed the next one of this environment's own sequence."""
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        master = int(self._seeds.integers(1 << 62))
        setup = self._new_setup(master)
        self.state_of_game: State = setup.blank()
        self.record = Record.start(setup, [*self.possible_agents], master)
        self._master = master
        self._chance: dict[int, Stream] = {}
        self._substitute = Stream(master, "substitute")
        self._asked = 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._draw_chance()
        self.agent_selection = self.agents[0 if self._cyclic else self.state_of_game.mover]

    def _draw_chance(self) -> None:
        state = self.state_of_game
        while state.is_chance:
            source = state.source
            if source not in self._chance:
                self._chance[source] = Stream(self._master, "chance", source)
            self._play(state.sample(self._chance[source]))

    def _play(self, action: int) -> None:
        state = self.state_of_game
        self.record.add(state, action)
        state.play(action)
        if state.is_terminal:
            self.record.finish(state)

    def observe(self, agent: str) -> Observation:
        """Return what an agent sees and which actions are open to it."""
        seat = self._seat[agent]
        mask = np.zeros(self.pass_id + int(self._cyclic), dtype=np.int8)
        ids = self.actions.decision_ids
        if self.state_of_game.mover == seat:
            mask[[ids[action] for action in self.state_of_game.legal_actions()]] = 1
        elif self._cyclic:
            mask[self.pass_id] = 1
        view = self.state_of_game.observation(seat)
        return {"observation": self.layout.encode(view), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Play a flat id for the selected agent.

        Raises
        ------
        IllegalAction
            If it is not open and `illegal` is "error".
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        state, seat = self.state_of_game, self._seat[agent]
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._asked += 1
        if state.mover == seat:
            self._play(self._decision(action))
            self._draw_chance()
        elif action != self.pass_id and not self._replaces:
            raise IllegalAction(f"{agent} has nothing to decide: its only action is pass, "
                                f"{self.pass_id}, not {action}")
        if state.is_terminal and (not self._cyclic or agent == self.agents[-1]):
            for name, utility in zip(self.agents, state.utilities(), strict=True):
                self.rewards[name] = utility
            self.terminations = dict.fromkeys(self.agents, True)
        elif self._max_cycles is not None and (
            self._asked >= self._max_cycles * len(self.possible_agents)
        ):
            self.truncations = dict.fromkeys(self.agents, True)
        if self._cyclic or state.is_terminal:
            self.agent_selection = self.agents[(seat + 1) % len(self.agents)]
        else:
            self.agent_selection = self.agents[state.mover]
        self._accumulate_rewards()
        self._deads_step_first()

    def _decision(self, flat: int | None) -> int:
        """Return the action code of a flat id, or of its substitute."""
        legal, known = self.state_of_game.legal_actions(), self.actions.decisions
        if flat is not None and 0 <= flat < len(known) and known[flat] in legal:
            return known[flat]
        if self._replaces:
            return legal[self._substitute.below(len(legal))]
        ids = self.actions.decision_ids
        names = ", ".join(f"{ids[a]} ({self.state_of_game.text(a)})" for a in legal[:12])
        more = f" and {len(legal) - 12} more" if len(legal) > 12 else ""
        raise IllegalAction(f"{self.agent_selection} cannot play {flat} now; open: {names}{more}")

    def render(self) -> str | None:
        """Return the last ten actions as text in the mode "ansi", else None."""
        if self.render_mode is None:
            return None
        names = {"chance": "chance"} | dict(enumerate(self.possible_agents))  # type: ignore[operator]
        return "\n".join(f"{names[who]}: {text}" for who, text in self.record.moves[-10:])

    def close(self) -> None:
        """Do nothing: there is nothing to give back."""

    def __str__(self) -> str:
        return str(self.metadata["name"])


def env(game: str, players: int | None = None, **arguments: Any) -> AECEnv[Any, Any, Any]:
    """Return a `HeorotEnv` that checks the order of calls, as PettingZoo's own ones do.

    Parameters
    ----------
    game, players, **arguments
        See `HeorotEnv`.
    """
    return wrappers.OrderEnforcingWrapper(HeorotEnv(game, players, **arguments))


raw_env = HeorotEnv


def parallel_env(game: str, players: int | None = None, **arguments: Any) -> Any:
    """Return the game as a parallel environment: ``turns="cyclic"``, every seat acts every cycle.

    Parameters
    ----------
    game, players, **arguments
        See `HeorotEnv`.
    """
    return aec_to_parallel(env(game, players, turns="cyclic", **arguments))
