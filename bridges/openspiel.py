"""OpenSpiel: every game as a Python game, ``pyspiel.load_game("python_heorot_quacks(players=3)")``.

Importing this module registers them. Chance is explicit; decisions that are taken at once are
asked one after the other, each hidden from the other seats, so that all turns are sequential.

Parameters of a game are ``players``, ``seed``, which fixes the options that are random by default,
and ``options``, the game's own as ``name:value/name:value``:
``python_heorot_quacks(players=3,options=sets:mixed/start:0,seed=7)``.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bridges.spaces import spaces_of
from core import game as games
from core.errors import BadOption
from core.game import Game, Setup
from core.rng import Stream
from core.state import CHANCE_MOVER, TERMINAL_MOVER
from core.state import State as Position

try:
    import pyspiel
except ImportError as error:
    raise ImportError(f"bridges.openspiel needs the extra of that name: "
                      f"pip install 'heorot[openspiel]' ({error})") from None

PREFIX = "python_heorot_"
# No game comes near it: the longest have limits of their own on rounds or turns.
MAX_LENGTH = 1_000_000
ALL_DEFAULT = "default"
UTILITIES = {
    "share": pyspiel.GameType.Utility.CONSTANT_SUM,
    "team": pyspiel.GameType.Utility.IDENTICAL,
    "own": pyspiel.GameType.Utility.GENERAL_SUM,
}


def _game_type(game: Game, utility: str) -> Any:
    traits = game.traits
    parameters = {"players": traits.min_players, "seed": 0, "options": ALL_DEFAULT}
    kinds = pyspiel.GameType
    return kinds(
        short_name=PREFIX + game.name,
        long_name=f"Heorot {game.title}",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=(kinds.ChanceMode.EXPLICIT_STOCHASTIC if traits.chance
                     else kinds.ChanceMode.DETERMINISTIC),
        information=(kinds.Information.IMPERFECT_INFORMATION if traits.hidden
                     else kinds.Information.PERFECT_INFORMATION),
        utility=UTILITIES[utility],
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=traits.max_players,
        min_num_players=traits.min_players,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters,
    )


def setup_of(name: str, parameters: dict[str, Any]) -> Setup:
    """Return the setup that OpenSpiel's parameters of a game mean. Raises BadOption."""
    text = str(parameters.get("options", ALL_DEFAULT))
    options = {}
    for part in text.split("/") if text != ALL_DEFAULT else ():
        option, colon, value = part.partition(":")
        if not colon:
            raise BadOption(f"options={text}: say {ALL_DEFAULT}, or name:value/name:value")
        options[option.strip()] = value.strip()
    players, seed = parameters.get("players"), parameters.get("seed", 0)
    return games.get(name).setup(players, seed, None, options)


class HeorotGame(pyspiel.Game):
    """A Heorot game as OpenSpiel knows games; subclasses name the game.

    Attributes
    ----------
    heorot_setup : core.game.Setup
        Game, seats and options.
    actions : core.spaces.ActionSpace
        OpenSpiel's action ids are the flat ids of this space.
    layout : core.spaces.Item
        Layout of the tensors.
    """

    heorot_name = ""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params = dict(params or {})
        setup = setup_of(self.heorot_name, params)
        self.use(setup)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.actions.decisions),
            max_chance_outcomes=len(self.actions.outcomes),
            num_players=setup.players,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=1.0 if setup.utility == "share" else None,
            max_game_length=MAX_LENGTH,
        )
        super().__init__(_game_type(setup.game, setup.utility), info, params)

    def use(self, setup: Setup) -> None:
        """Make positions of `setup` from now on: one with a corrected box, or fixed options."""
        self.heorot_setup = setup
        self.actions, self.layout = spaces_of(setup)

    def new_initial_state(self, *_: Any) -> HeorotState:
        """Return the first position."""
        return HeorotState(self)

    def state_at(self, position: Position, seen: str = "") -> HeorotState:
        """Return a state that stands at a copy of `position`, without the moves that led there.

        Parameters
        ----------
        position : core.state.State
            A position of this game's setup.
        seen : str
            What all seats have seen so far, for their information states.
        """
        state = HeorotState(self)
        state.inside.position.copy_from(position)
        state.inside.seen = (seen,) * position.players
        return state

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> HeorotObserver:
        """Return an observer; what is public cannot be had apart from what is private."""
        return HeorotObserver(self, iig_obs_type, params)


class Inside:
    """What a state holds: one object, so that OpenSpiel's deep copies of states are cheap.

    Attributes
    ----------
    position : core.state.State
        The position.
    seen : tuple of str
        By seat: all actions that it has seen.
    """

    __slots__ = ("position", "seen")

    def __init__(self, position: Position, seen: tuple[str, ...]) -> None:
        self.position = position
        self.seen = seen

    def __deepcopy__(self, memo: dict[int, Any]) -> Inside:
        return Inside(self.position.clone(), self.seen)


class Shared:
    """Things that all states of a game share and deep copies leave alone."""

    __slots__ = ("actions", "game")

    def __init__(self, game: HeorotGame) -> None:
        self.game = game
        self.actions = game.actions

    def __deepcopy__(self, memo: dict[int, Any]) -> Shared:
        return self


class HeorotState(pyspiel.State):
    """A position as OpenSpiel knows states."""

    def __init__(self, game: HeorotGame) -> None:
        super().__init__(game)
        self.shared = Shared(game)
        position = game.heorot_setup.blank()
        self.inside = Inside(position, ("",) * position.players)

    def current_player(self) -> int:
        """Return the seat to decide, or OpenSpiel's ids of chance and the end."""
        mover = self.inside.position.mover
        if mover == CHANCE_MOVER:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if mover == TERMINAL_MOVER else mover

    def _legal_actions(self, player: int) -> list[int]:
        position = self.inside.position
        if position.mover != player:
            return []
        ids = self.shared.actions.decision_ids
        return [ids[action] for action in position.legal_actions()]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return all outcomes of this chance node with their exact probabilities."""
        ids = self.shared.actions.outcome_ids
        return [(ids[action], p) for action, p in self.inside.position.chance_outcomes()]

    def _code(self, flat: int) -> int:
        actions = self.shared.actions
        return (actions.outcomes if self.inside.position.is_chance else actions.decisions)[flat]

    def _apply_action(self, flat: int) -> None:
        inside = self.inside
        position, action = inside.position, self._code(flat)
        texts: dict[int, str] = {}
        seen = []
        for seat, before in enumerate(inside.seen):
            masked = position.seen(action, seat)
            if masked is None:
                seen.append(before)
                continue
            if masked not in texts:
                texts[masked] = f" {position.mover}:{position.text(masked)};"
            seen.append(before + texts[masked])
        position.play(action)
        inside.seen = tuple(seen)

    def _action_to_string(self, player: int, flat: int) -> str:
        actions = self.shared.actions
        code = (actions.outcomes if player == pyspiel.PlayerId.CHANCE else actions.decisions)[flat]
        return self.inside.position.text(code)

    def is_terminal(self) -> bool:
        """Return whether the game has ended."""
        return self.inside.position.is_terminal

    def returns(self) -> list[float]:
        """Return each seat's utility in [0, 1]; zeros before the end."""
        position = self.inside.position
        return position.utilities() if position.is_terminal else [0.0] * position.players

    def resample_from_infostate(self, player: int, sampler: Any) -> HeorotState:
        """Return a state that `player` cannot tell from this one, all it cannot know dealt anew.

        Parameters
        ----------
        player : int
            A seat.
        sampler : callable
            Returns random numbers in [0, 1).

        Notes
        -----
        The state has no history of moves. The other seats' information states hold only what
        `player` has seen too, so that nothing in the sample tells what is hidden from it.
        """
        position = self.inside.position
        sample = self.shared.game.state_at(position, self.inside.seen[player])
        sample.inside.position.redeal(player, Stream(int(sampler() * (1 << 53))))
        return sample

    def __str__(self) -> str:
        """Return who moves, what all actions were and a hash of the whole position."""
        position = self.inside.position
        return f"{position.mover} {self.history_str()} {position.key():016x}"


class HeorotObserver:
    """Observations of a seat; with perfect recall the string tells all that it has seen.

    The tensor holds what the seat sees now, with perfect recall too: games are too long for more.
    """

    def __init__(self, game: HeorotGame, iig_obs_type: Any, params: Any) -> None:
        if params:
            raise ValueError(f"observations have no parameters, not {params}")
        self._recalls = False
        if iig_obs_type is not None:
            single = pyspiel.PrivateInfoType.SINGLE_PLAYER
            if not iig_obs_type.public_info or iig_obs_type.private_info != single:
                raise ValueError("an observation of a Heorot game is all that one seat sees: "
                                 "public_info=True, private_info=SINGLE_PLAYER")
            self._recalls = iig_obs_type.perfect_recall
        self._layout = game.layout
        self.tensor = np.zeros(self._layout.size, np.float32)
        self.dict = {"view": self.tensor}

    def set_from(self, state: HeorotState, player: int) -> None:
        """Fill `tensor` with what `player` sees."""
        self.tensor[:] = self._layout.encode(state.inside.position.observation(player))

    def string_from(self, state: HeorotState, player: int) -> str:
        """Return what `player` sees; equal strings are the same to it, and only they."""
        inside = state.inside
        if self._recalls:
            return f"{player} {inside.position.info_key(player):016x}{inside.seen[player]}"
        return str(inside.position.observation(player))


def _register() -> None:
    for name in games.names(reference=True):
        kind = type(f"Heorot{name.title()}", (HeorotGame,),
                    {"heorot_name": name, "__doc__": f"{games.get(name).title}, see HeorotGame.",
                     "__init__": lambda self, params=None: HeorotGame.__init__(self, params)})
        globals()[kind.__name__] = kind  # where pickle looks for it
        game = games.get(name)
        pyspiel.register_game(_game_type(game, game.traits.utility), kind)


def load_game(setup: Setup) -> HeorotGame:
    """Return the OpenSpiel game of a setup.

    Raises
    ------
    BadOption
        If the game is none of those that importing this module registers.
    """
    name = setup.game.name
    if name not in games.names(reference=True):
        raise BadOption(f"{name} is no game that OpenSpiel knows from Heorot")
    # A comma parts OpenSpiel's parameters; where a game's option may have one it takes a plus too.
    options = "/".join(f"{option}:{value}" for option, value in setup.options).replace(",", "+")
    game: HeorotGame = pyspiel.load_game(
        PREFIX + name, {"players": setup.players, "options": options or ALL_DEFAULT})
    if game.heorot_setup != setup:
        game.use(setup)  # it has components of its own
    return game


_register()
