"""The rules of Beowulf once more, written for clarity alone from rules.md.

A game is a generator: it yields ``(mover, options, probabilities)`` in notation and takes the
chosen text; the mover is None at a chance node. It knows nothing of the engine but its notation.
"""

from core.beowulf.notation import place_name

KINDS = ("beowulf", "thane", "castle", "longship")


class Table:
    """Everything on the table; figures are (seat, kind), tiles are ids."""

    def __init__(self, box, players, start=0):
        self.box, self.players = box, players
        self.tiles = {tile.id: tile for tile in box.tiles}
        self.diamonds = {figure.id: figure.diamonds for figure in box.figures}
        self.points = [box.start_points] * players
        self.hands = [[] for _ in range(players)]
        self.supplies = [{f.id: f.per_player for f in box.figures} for _ in range(players)]
        self.unused = [0] * players
        self.last = (start - 1) % players
        self.act, self.board, self.stock = 1, {}, []

    def spaces(self):
        return self.box.boards[self.act - 1].spaces

    def empty(self):
        return [space for space in self.spaces() if space not in self.board]

    def ability(self, space):
        thing = self.board.get(space)
        return self.tiles[thing].ability if isinstance(thing, str) else None

    def lying(self, *abilities):
        """Return the spaces of tiles, of the given abilities only if any, in board order."""
        return [space for space in self.spaces() if isinstance(self.board.get(space), str)
                and (not abilities or self.ability(space) in abilities)]

    def free_neighbours(self, space):
        row, column = space
        near = [(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)]
        return [other for other in near if other in self.empty()]

    def movable(self, seat):
        return [space for space in self.spaces() if isinstance(self.board.get(space), tuple)
                and self.board[space][0] == seat and self.free_neighbours(space)]

    def playable(self, seat):
        return [tile for tile in self.tiles if tile in self.hands[seat]
                and (self.tiles[tile].ability != "good_counsel" or self.movable(seat))]

    def can_act(self, seat):
        return any(self.supplies[seat].values()) or self.stock or self.playable(seat)

    def segment(self, space):
        """Return the spaces in one row or column segment with `space`, itself left out (B5)."""
        if self.ability(space) == "gorge":
            return []
        found = []
        for dr, dc in ((-1, 0), (0, -1), (0, 1), (1, 0)):
            at = space[0] + dr, space[1] + dc
            while at in self.spaces() and self.ability(at) != "gorge":
                found.append(at)
                at = at[0] + dr, at[1] + dc
        return found

    def value(self, space):
        thing = self.board.get(space)
        return self.tiles[thing].value if isinstance(thing, str) else 0

    def score(self):
        turned = {space for treachery in self.lying("treachery")
                  for space in self.segment(treachery) if self.value(space) > 0}
        for space, thing in self.board.items():
            if isinstance(thing, tuple):
                seat, kind = thing
                line = self.segment(space)
                horns = sum(self.ability(other) == "royal_dragon_horn" for other in line)
                total = sum(self.value(other) for other in line if other not in turned)
                self.points[seat] += total * (self.diamonds[kind] + horns)

    def utilities(self):
        ranks = list(zip(self.points, self.unused, strict=True))
        winners = ranks.count(max(ranks))
        return [float(rank == max(ranks)) / winners for rank in ranks]


def names(verb, spaces):
    return [f"{verb} {place_name(*space)}" for space in spaces]


def choose(seat, verb, spaces, none=False):
    """Ask a seat for one of the spaces; return it, or None if it says "none"."""
    options = names(verb, spaces) + ["none"] * none
    text = yield seat, options, None
    return None if text == "none" else spaces[options.index(text)]


def whole_game(table):
    for act in (1, 2, 3):
        yield from one_act(table, act)


def game_from_turn(table, seat):
    """Go on from the start of a turn of the act in progress."""
    yield from turns(table, seat)
    climax(table)
    for act in range(table.act + 1, 4):
        yield from one_act(table, act)


def one_act(table, act):
    table.act, table.board = act, {}
    table.stock = [tile.id for tile in table.box.tiles if tile.act == act
                   for _ in range(tile.count)]
    first = (table.last + 1) % table.players
    for seat in [*range(first, table.players), *range(first)]:
        while table.stock and len(table.hands[seat]) < table.box.hand_size:
            yield from draw(table, seat)
    yield from turns(table, first)
    climax(table)


def turns(table, seat):
    while table.empty():
        order = [(seat + i) % table.players for i in range(table.players)]
        able = [other for other in order if table.can_act(other)]
        if not able:
            return
        yield from turn(table, able[0])
        table.last = able[0]
        seat = able[0] + 1


def climax(table):
    table.score()
    if table.act == 3:
        table.unused = [sum(table.diamonds[kind] * n for kind, n in supply.items())
                        for supply in table.supplies]
    for thing in table.board.values():
        if isinstance(thing, tuple) and thing[1] == "longship":
            table.supplies[thing[0]]["longship"] += 1


def draw(table, seat):
    ids = [tile for tile in table.tiles if tile in table.stock]
    options = [f"draw {tile}" for tile in ids]
    odds = [table.stock.count(tile) / len(table.stock) for tile in ids]
    text = yield None, options, odds
    tile = ids[options.index(text)]
    table.stock.remove(tile)
    table.hands[seat].append(tile)


def turn(table, seat):
    kinds = [kind for kind in KINDS if table.supplies[seat][kind]]
    options = [f"figure {kind}" for kind in kinds]
    if table.stock or table.playable(seat):
        options.append("tile")
    text = yield seat, options, None
    if text != "tile":
        kind = text.split()[1]
        space = yield from choose(seat, "at", table.empty())
        table.supplies[seat][kind] -= 1
        table.board[space] = (seat, kind)
        return
    if table.stock:
        yield from draw(table, seat)
    tiles = table.playable(seat)
    if not tiles:
        return  # forced pass
    text = yield seat, [f"play {tile}" for tile in tiles], None
    tile = text.split()[1]
    table.hands[seat].remove(tile)
    yield from play_tile(table, seat, tile)


def play_tile(table, seat, tile):
    ability = table.tiles[tile].ability
    if ability == "good_counsel":
        old = yield from choose(seat, "on", table.movable(seat))
        new = yield from choose(seat, "at", table.free_neighbours(old))
        table.board[new], table.board[old] = table.board[old], tile
        return
    if ability == "riches":
        mode = yield seat, ["place", "cash"], None
        if mode == "cash":
            table.points[seat] += table.tiles[tile].cash
            return
    if ability == "drunkenness" and table.lying("mead"):
        mode = yield seat, ["place", "replace"], None
        if mode == "replace":
            mead = yield from choose(seat, "on", table.lying("mead"))
            table.board[mead] = tile
            return
    space = yield from choose(seat, "at", table.empty())
    table.board[space] = tile
    enemy = {"temptation": "valor", "valor": "temptation"}.get(ability)
    if enemy and table.lying(enemy):
        target = yield from choose(seat, "on", table.lying(enemy), none=True)
        if target:
            del table.board[target]
    others = [other for other in table.lying() if other != space]
    if ability == "golden_statue" and len(others) > 1:
        first = yield from choose(seat, "on", others[:-1], none=True)
        if first:
            second = yield from choose(seat, "on", others[others.index(first) + 1:])
            table.board[first], table.board[second] = table.board[second], table.board[first]
