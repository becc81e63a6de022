"""OpenSpiel's bots as players: ``openspiel:mcts,sims=1000``, ``openspiel:ismcts,sims=1000``.

The bots are OpenSpiel's Python ones: those in C++ cannot search games that are written in Python.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from core.rng import Stream
from players.base import Decision, Seen
from players.search import Searcher
from players.spec import BadSpec, number, option, whole

if TYPE_CHECKING:
    from core.game import Setup
    from core.state import State

SEARCHES = ("mcts", "ismcts")


def _name(text: str) -> str:
    if not (text.isascii() and text.isidentifier()):
        raise ValueError("the name of a bot, such as mcts,")
    return text


@dataclass(frozen=True)
class OpenSpielOptions:
    """Parameters of openspiel."""

    bot: str = option(
        "mcts", _name, "mcts, ismcts, or the name of a bot that OpenSpiel registers; may stand "
        "without bot= in the first place",
    )  # fmt: skip
    sims: int | None = option(None, whole(1, 10**9), "simulations of a decision; 1000 if not named")
    c: float | None = option(
        None, number(0.0, 100.0), "exploration constant of UCT; 1.4 if not named"
    )
    rollouts: int | None = option(
        None, whole(1, 10**6), "random playouts that judge a position; 1 if not named"
    )

    def __post_init__(self) -> None:
        for name in ("sims", "c", "rollouts"):
            if self.bot not in SEARCHES and getattr(self, name) is not None:
                raise ValueError(f"{name} has no effect on the bot {self.bot}")


class OpenSpielPlayer(Searcher):
    """Asks an OpenSpiel bot, which sees the redealt copy of the position and no other.

    ``mcts`` searches that one guess; ``ismcts`` deals anew at each simulation what its seat cannot
    know.
    """

    def __init__(
        self, spec: str, seat: int, setup: Setup, options: OpenSpielOptions, stream: Stream
    ) -> None:
        super().__init__(spec, seat, setup)
        if find_spec("pyspiel") is None:
            raise BadSpec("openspiel needs the extra of that name: pip install 'heorot[openspiel]'")
        from bridges.openspiel import load_game

        self._game = load_game(self.setup)
        self._bot = _make_bot(self._game, seat, options, stream)

    def choose(self, state: State, history: Sequence[Seen]) -> Decision:
        """Choose what the bot chooses."""
        seen = "".join(f" {event.who}:{event.text};" for event in history if event.text is not None)
        flat = self._bot.step(self._game.state_at(self.searched(state), seen))
        return Decision(self._game.actions.decisions[int(flat)])


def _make_bot(game: Any, seat: int, options: OpenSpielOptions, stream: Stream) -> Any:
    import numpy as np
    import pyspiel
    from open_spiel.python.algorithms import ismcts, mcts

    name = options.bot
    if name not in SEARCHES:
        registered = [bot for bot in pyspiel.registered_bots()
                      if bot in pyspiel.bots_that_can_play_game(game)]
        if name not in registered:
            raise BadSpec(f"openspiel: there is no bot {name!r} for {game.heorot_setup.game.name}; "
                          f"bots: {', '.join((*SEARCHES, *registered))}")
        return pyspiel.load_bot(name, game, seat)
    random = np.random.RandomState(stream.below(1 << 31))
    evaluator = mcts.RandomRolloutEvaluator(options.rollouts or 1, random)
    c = 1.4 if options.c is None else options.c
    if name == "mcts":
        return mcts.MCTSBot(game, c, options.sims or 1000, evaluator, random_state=random)
    if not game.heorot_setup.game.traits.hidden:
        raise BadSpec(f"openspiel:ismcts plays games with something hidden; "
                      f"{game.heorot_setup.game.name} has nothing, say openspiel:mcts")
    bot = ismcts.ISMCTSBot(game, evaluator, c, options.sims or 1000, random_state=random)
    # Its own sampler of worlds has a seed of its own.
    bot.set_resampler(lambda state, who: state.resample_from_infostate(who, random.random_sample))
    return bot
