"""Players that search: greedy, ismcts, expectimax."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ai import knowledge
from ai.budget import Limit
from ai.expectimax import MOST_OUTCOMES, Expectimax, prunable
from ai.ismcts import Ismcts
from ai.policy import Evaluator, Policy
from core.rng import Stream
from players.base import Decision, Player, Seen
from players.spec import BadSpec, choice, duration, number, option, whole

if TYPE_CHECKING:
    from ai.report import SearchReport
    from core.game import Setup
    from core.state import State

TO_THE_END = -1  # cutoff: the playout is not cut off


def _evaluator(setup: Setup, kind: str) -> Evaluator:
    evaluator = knowledge.evaluator(setup)
    if evaluator is None:
        raise BadSpec(f"{kind} needs an evaluator, and {setup.game.name} has none")
    return evaluator


class Searcher(Player):
    """A player that looks ahead, by the setup that its game has for that."""

    def __init__(self, spec: str, seat: int, setup: Setup) -> None:
        super().__init__(spec, seat)
        self.setup = setup if setup.game.searched is None else setup.game.searched(setup)

    def searched(self, state: State) -> State:
        """Return the position as a search sees it."""
        if state.setup == self.setup:
            return state
        seen = self.setup.blank()
        seen.from_bytes(state.to_bytes())
        return seen


def _budget(iterations: int | None, nodes: int | None, time: float | None) -> Limit:
    """Return the Limit; one second if nothing was named."""
    if iterations is None and nodes is None and time is None:
        time = 1.0
    return Limit(iterations=iterations, nodes=nodes, seconds=time)


class Adviser:
    """Keeps a player to the policy's answer where no other looks better by a margin.

    An evaluator's errors are largest where nobody has been, and the best of many answers is often
    the one that is judged most wrongly.
    """

    def __init__(self, setup: Setup, margin: float | None, stream: Stream) -> None:
        self._margin = knowledge.tuning(setup).margin if margin is None else margin
        self._policy = knowledge.policy(setup) if self._margin else None
        if margin and self._policy is None:
            raise BadSpec(f"margin needs a game with advice, and {setup.game.name} has none")
        self._stream = stream

    def decide(self, state: State, report: SearchReport) -> Decision:
        """Return the report's choice or the policy's."""
        if self._policy is None:
            return Decision(report.chosen, report)
        value = {row.action: row.values[report.seat] for row in report.actions}
        usual = self._policy.choose(state, self._stream)
        if usual != report.chosen and value[report.chosen] <= value[usual] + self._margin:
            rows = sorted(report.actions, key=lambda row: row.action != usual)
            report = replace(
                report, chosen=usual, actions=tuple(rows), variation=(state.text(usual),)
            )
        return Decision(report.chosen, report)


MARGIN_HELP = (
    "how much better than the game's advice another answer must look, as a share of a win; "
    "the game's own if not named"
)


@dataclass(frozen=True)
class GreedyOptions:
    """Parameters of greedy."""

    worlds: int = option(4, whole(1, 1000), "redeals of what is hidden, averaged")
    margin: float | None = option(None, number(0.0, 1.0), MARGIN_HELP)


class GreedyPlayer(Searcher):
    """Looks to the end of its own turn and takes what the evaluator likes best."""

    def __init__(
        self, spec: str, seat: int, setup: Setup, options: GreedyOptions, stream: Stream
    ) -> None:
        super().__init__(spec, seat, setup)
        self._search = Expectimax(self.setup.blank(), _evaluator(self.setup, "greedy"))
        self._options = options
        self._adviser = Adviser(self.setup, options.margin, stream)
        self._stream = stream

    def choose(self, state: State, history: Sequence[Seen]) -> Decision:
        """Choose by expectimax of depth 1."""
        seen = self.searched(state)
        report = self._search.search(
            seen, None, self._stream, depth=1, worlds=self._options.worlds
        )
        return self._adviser.decide(seen, report)


@dataclass(frozen=True)
class BrewerOptions:
    """Parameters of brewer."""

    draws: int = option(
        4, whole(1, 100), "draws to look ahead; with as many as the bag has chips it is exact"
    )


class BrewerPlayer(GreedyPlayer):
    """Solves what can be solved exactly, drawing in Quacks; plays the rest as greedy does."""

    def __init__(
        self, spec: str, seat: int, setup: Setup, options: BrewerOptions, stream: Stream
    ) -> None:
        super().__init__(spec, seat, setup, GreedyOptions(), stream)
        solver = knowledge.solver(setup, options.draws)
        if solver is None:
            raise BadSpec(
                f"brewer needs a game with a phase it can solve, and {setup.game.name} has none"
            )
        self._solver = solver

    def choose(self, state: State, history: Sequence[Seen]) -> Decision:
        """Choose by the solver, elsewhere by expectimax of depth 1."""
        if not self._solver.solves(state):
            return super().choose(state, history)
        report = self._solver.search(state)
        return Decision(report.chosen, report)


@dataclass(frozen=True)
class ExpectimaxOptions:
    """Parameters of expectimax."""

    nodes: int | None = option(
        None, whole(1, 10**12), "positions visited; stops at the last completed depth"
    )
    time: float | None = option(
        None, duration, "time of a decision, such as 500ms; 1s if no budget is named"
    )
    depth: int = option(3, whole(1, 40), "decisions to look ahead at most")
    worlds: int = option(4, whole(1, 1000), "redeals of what is hidden, averaged")
    mode: str = option(
        "maxn", choice("maxn", "paranoid"),
        "what the others want: their own best, or the worst for the player; "
        "with two seats that share a win both are the same",
    )  # fmt: skip
    prune: str | None = option(
        None, choice("none", "star1", "star2"),
        "how bounds cut chance short, never changing a choice's value: star2 probes before it "
        "looks; needs two seats, a team or mode=paranoid, and is star2 there if not named",
    )  # fmt: skip
    outcomes: int | None = option(
        None, whole(1, MOST_OUTCOMES),
        "chance events with more outcomes are sampled, so many draws; all count if not named",
    )  # fmt: skip
    margin: float | None = option(None, number(0.0, 1.0), MARGIN_HELP)
    table: int = option(
        1 << 18, whole(0, 10**7), "positions remembered (64 bytes each), 0 for none"
    )

    def __post_init__(self) -> None:
        if self.depth == 1 and (self.nodes is not None or self.time is not None):
            raise ValueError("nodes and time have no effect at depth=1, which always completes")


class ExpectimaxPlayer(Searcher):
    """Iterative deepening with chance nodes that are exact, or sampled if there is a bound."""

    def __init__(
        self, spec: str, seat: int, setup: Setup, options: ExpectimaxOptions, stream: Stream
    ) -> None:
        super().__init__(spec, seat, setup)
        prune = options.prune
        if prune is None:
            prune = "star2" if prunable(self.setup, options.mode) else "none"
        evaluator = _evaluator(self.setup, "expectimax")
        try:
            self._search = Expectimax(
                self.setup.blank(), evaluator, knowledge.policy(self.setup), mode=options.mode,
                prune=prune, outcomes=options.outcomes, table=options.table,
            )
        except ValueError as error:
            raise BadSpec(f"expectimax: {error}") from None
        self._options = options
        self._limit = _budget(None, options.nodes, options.time)
        self._adviser = Adviser(self.setup, options.margin, stream)
        self._stream = stream

    def choose(self, state: State, history: Sequence[Seen]) -> Decision:
        """Choose by the last depth that the budget allows."""
        seen = self.searched(state)
        report = self._search.search(
            seen, self._limit, self._stream, self._options.depth, self._options.worlds
        )
        return self._adviser.decide(seen, report)


@dataclass(frozen=True)
class IsmctsOptions:
    """Parameters of ismcts."""

    iterations: int | None = option(None, whole(1, 10**9), "iterations of a decision, in all trees")
    nodes: int | None = option(None, whole(1, 10**9), "tree nodes of a decision, in all trees")
    time: float | None = option(
        None, duration, "time of a decision, such as 500ms; 1s if no budget is named"
    )
    c: float | None = option(
        None, number(0.0, 100.0),
        "exploration constant of UCT, for values in [0, 1]; the game's own if not named",
    )  # fmt: skip
    keys: str = option(
        "mo", choice("mo", "so", "open"),
        "nodes by what the mover knows, by what the searcher knows, or by the decisions made",
    )  # fmt: skip
    rollout: str = option(
        "knowledge", choice("knowledge", "random"), "who decides in playouts"
    )
    cutoff: int | None = option(
        None, lambda text: TO_THE_END if text == "none" else whole(0, 10_000)(text),
        "turns of a playout before the evaluator judges, none plays to the end; "
        "the game's own if not named",
    )  # fmt: skip
    prior: float | None = option(
        None, number(0.0, 1000.0),
        "visits that the game's advice on an action counts as, 0 tries every action first; "
        "the game's own if not named",
    )  # fmt: skip
    trees: int = option(2, whole(1, 256), "independent trees whose results are added up")
    threads: int = option(1, whole(1, 256), "threads that grow the trees; changes only the time")

    def __post_init__(self) -> None:
        if self.threads > self.trees:
            raise ValueError(
                f"threads={self.threads} has no effect beyond trees={self.trees}: name more trees"
            )
        for name in ("iterations", "nodes"):
            bound = getattr(self, name)
            if bound is not None and bound < self.trees:
                raise ValueError(f"{name}={bound} leaves some of trees={self.trees} empty")


class IsmctsPlayer(Searcher):
    """Information-set Monte Carlo tree search."""

    def __init__(
        self, spec: str, seat: int, setup: Setup, options: IsmctsOptions, stream: Stream
    ) -> None:
        super().__init__(spec, seat, setup)
        advisor = knowledge.policy(self.setup)
        policy = advisor if options.rollout == "knowledge" else None
        tuning = knowledge.tuning(self.setup)
        cutoff = tuning.cutoff if options.cutoff is None else options.cutoff
        prior = tuning.prior if options.prior is None else options.prior
        evaluator = None
        if cutoff != TO_THE_END:
            evaluator = _evaluator(self.setup, "ismcts without cutoff=none")
        self._search = Ismcts(
            policy if policy is not None else Policy(),
            evaluator,
            keys=options.keys,
            c=tuning.c if options.c is None else options.c,
            cutoff=cutoff,
            advisor=advisor if prior > 0 else None,
            weight=prior,
            trees=options.trees,
            threads=options.threads,
        )
        self._limit = _budget(options.iterations, options.nodes, options.time)
        self._stream = stream

    def choose(self, state: State, history: Sequence[Seen]) -> Decision:
        """Choose the most visited action."""
        seed = self._stream.below(1 << 31)
        report = self._search.search(self.searched(state), self._limit, seed)
        return Decision(report.chosen, report)
