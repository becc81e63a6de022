"""What both bridges ask of a game: its flat action ids and the layout of its views.

``python -m bridges.spaces quacks --players 3`` lists both.
"""

from __future__ import annotations

from collections.abc import Iterator

import click

from core.errors import BadNotation, BadOption, HeorotError
from core.game import Setup, load
from core.spaces import ActionSpace, Item


def spaces_of(setup: Setup) -> tuple[ActionSpace, Item]:
    """Return the action space and the layout of a setup.

    Raises
    ------
    BadOption
        If its game declares none.
    """
    game = setup.game
    if game.actions is None or game.layout is None:
        raise BadOption(f"{game.name} declares no flat action ids and no layout of its views; "
                        "give its Game the fields actions and layout, see core.spaces")
    return game.actions(setup), game.layout(setup)


def listing(setup: Setup) -> Iterator[str]:
    """Yield a line for every flat id and every number of the vector."""
    space, layout = spaces_of(setup)
    state = setup.blank()
    for kind, ids in (("decision", space.decisions), ("outcome", space.outcomes)):
        for flat, action in enumerate(ids):
            try:
                text = state.text(action)
            except BadNotation:  # one of a later part of the game, such as a bigger board
                text = f"(code {action}: has a name only later in the game)"
            yield f"{kind} {flat}: {text}"
    for i, label in enumerate(layout.labels()):
        yield f"number {i}: view{label}"


@click.command()
@click.argument("game")
@click.option("--players", type=int, help="Seats; the fewest by default.")
def main(game: str, players: int | None) -> None:
    """List the flat action ids of GAME and what each number of its observations is."""
    try:
        for line in listing(load(game, players=players).setup):
            click.echo(line)
    except HeorotError as error:
        raise click.ClickException(str(error)) from None


if __name__ == "__main__":
    main()
