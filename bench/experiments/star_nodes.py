"""What Star1 and Star2 save: python -m bench.experiments.star_nodes [GAME ...].

Nodes that plain expectimax, Star1 and Star2 visit at equal depth, over positions from the course of
games in which the policy decides; without a transposition table and with one. A position counts if
plain expectimax finishes it within a bound on nodes. The values of the chosen actions must agree to
1e-12, or nothing is printed. Plain is max^n where there are two seats or a team, else paranoid.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

import click

from ai import knowledge
from ai.budget import Limit
from ai.expectimax import Expectimax, prunable
from ai.policy import Evaluator, Policy
from bench.positions import SEED
from core.game import get
from core.rng import Stream
from core.state import State

PRUNES = ("none", "star1", "star2")
TABLE = 1 << 20
SAME = 1e-12


@dataclass(frozen=True)
class Plan:
    """What to measure of a game.

    Attributes
    ----------
    players, depth, every : int
        Seats; decisions to look ahead; of the decisions of a game with a choice, every so many-th.
    options : tuple
        Options of the game, as (name, value).
    """

    players: int
    depth: int
    every: int
    options: tuple[tuple[str, int], ...] = ()


PLANS = {
    "pig": Plan(2, 3, 3, (("target", 10),)),
    "beowulf": Plan(2, 3, 5),
    "quacks": Plan(2, 5, 7),
    "vikings": Plan(3, 5, 11),
    "defenders": Plan(2, 2, 13),
}


def course(game: str, plan: Plan) -> Iterator[State]:
    """Yield every so many-th decision with a choice of one game after the other."""
    for number in count():
        state = get(game).setup(plan.players, seed=number, options=dict(plan.options)).blank()
        policy = knowledge.policy(state.setup) or Policy()
        stream = Stream(SEED, "star", game, number)
        choices = 0
        while not state.is_terminal:
            if state.is_chance:
                state.play(state.sample(stream))
                continue
            if len(state.legal_actions()) > 1:
                choices += 1
                if choices % plan.every == 0:
                    yield state.clone()
            state.play(policy.choose(state, stream))


def measured(game: str, plan: Plan, positions: int, bound: int) -> list[str]:
    """Return the cells of a game's row."""
    totals: dict[tuple[str, int], int] = {}
    mode = ""
    tried = done = 0
    for state in course(game, plan):
        if done == positions or tried == 3 * positions:
            break
        tried += 1
        mode = "maxn" if prunable(state.setup) else "paranoid"
        evaluator = knowledge.evaluator(state.setup) or Evaluator()
        values = []
        nodes: dict[tuple[str, int], int] = {}
        for table in (0, TABLE):
            for prune in PRUNES:
                search = Expectimax(
                    state, evaluator, knowledge.policy(state.setup), mode=mode, prune=prune,
                    table=table,
                )  # fmt: skip
                limit = Limit(nodes=bound if not nodes else 100 * bound)
                report = search.search(state, limit, Stream(SEED), plan.depth, 1)
                if report.depth < plan.depth:
                    break
                nodes[prune, table] = report.nodes
                values.append(report.best.values[state.mover])
            if not nodes:
                break
        if not nodes:
            continue
        if max(values) - min(values) > SAME:
            raise click.ClickException(f"{game}: values differ: {values}")
        done += 1
        for key, number in nodes.items():
            totals[key] = totals.get(key, 0) + number
        click.echo(f"{game}: {done} of {positions}", err=True)
    if not totals:
        raise click.ClickException(f"{game}: no position is finished in {bound} nodes")
    bare = [totals[prune, 0] for prune in PRUNES]
    tabled = [totals[prune, TABLE] for prune in PRUNES]
    return [
        game, str(plan.players), mode, str(plan.depth), f"{done} of {tried}",
        *(f"{number:,}" for number in bare), f"{bare[2] / bare[0]:.0%}",
        *(f"{number:,}" for number in tabled), f"{tabled[2] / tabled[0]:.0%}",
        f"{tabled[2] / bare[0]:.1%}",
    ]  # fmt: skip


@click.command(help=__doc__)
@click.argument("games", nargs=-1, type=click.Choice(list(PLANS)))
@click.option("--positions", default=20, show_default=True, help="Positions of each game at most.")
@click.option("--nodes", default=2_000_000, show_default=True, help="Most nodes of plain search.")
def main(games: tuple[str, ...], positions: int, nodes: int) -> None:
    """Print a table of nodes."""
    print("| game | seats | mode | depth | positions | plain | Star1 | Star2 | Star2 / plain "
          "| table: plain | Star1 | Star2 | Star2 / plain | Star2 with table / plain without |")
    print("|---|---|---|---|---|" + "---:|" * 9)
    for game in games or PLANS:
        cells = measured(game, PLANS[game], positions, nodes)
        print("| " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
