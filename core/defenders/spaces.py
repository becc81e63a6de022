"""Flat action ids and the observation vector of Defenders, see `core.spaces`."""

from __future__ import annotations

from core.defenders.components import FACTIONS, GENERALS, HEROES, LOCATIONS, QUESTS
from core.defenders.notation import SPECIAL_NAMES, WORDS, all_actions
from core.defenders.state import CAUSES, PHASE_NAMES
from core.defenders.view import BattleView, GeneralView, RollView, SeatView, View
from core.game import Setup
from core.spaces import ActionSpace, Bag, Fields, Item, Maybe, Number, OneOf, Row, split_actions

FIRST_OUTCOME = 1 + WORDS.index("deal")  # verb
CANCELLED = ("half 1", "half 2", "general")


def actions(setup: Setup) -> ActionSpace:
    """Return all actions: those of the notation."""
    return split_actions(all_actions(setup), lambda action: action >> 16 >= FIRST_OUTCOME)


def layout(setup: Setup) -> Item:
    """Return the layout of `core.defenders.view.View`."""
    box, players, seats = setup.components, setup.players, range(setup.players)
    cards, dark, quests = range(len(box.cards)), range(len(box.dark)), range(len(QUESTS))
    places, factions, heroes = range(len(LOCATIONS)), range(len(FACTIONS)), range(len(HEROES))
    details = (*(f"W{i}" for i in range(1, 7)), *WORDS, *SPECIAL_NAMES, *QUESTS)
    seat = Fields(
        SeatView,
        hero=OneOf(heroes),
        place=OneOf(places),
        hand=Bag(cards),
        quest=OneOf(quests),
        done=Bag(range(8)),
        markers=Row(Number(1), len(factions)),
        rewards=Bag(quests),
        solved=Bag(quests),
        slays=Bag(factions),
        style=OneOf(("ground", "sky")),
        shape=OneOf(factions),
    )
    battle = Fields(BattleView, general=OneOf(range(len(GENERALS))), party=Bag(seats),
                    attacked=Bag(seats), dice=Row(Number(), players))
    dice = Row(Number(), len(factions))
    roll = Fields(RollView, roller=OneOf(seats), place=OneOf(places), dice=dice, hits=dice,
                  need=Row(Number(6), len(factions)))
    return Fields(
        View,
        seat=OneOf(seats),
        turn=Number(100),
        number=Number(100),
        phase=OneOf(PHASE_NAMES),
        detail=OneOf(dict.fromkeys(details)),
        chosen=Row(Number(100), 6, counted=True),
        who=OneOf(seats),
        active=OneOf(seats),
        seats=Row(seat, players),
        generals=Row(Fields(GeneralView, place=OneOf(places), clock=Number(100)), len(GENERALS)),
        minions=Row(Row(Number(3), len(factions)), len(places)),
        crystals=Row(Number(3), len(places)),
        gates=Bag(places),
        supply=Row(Number(30), len(factions)),
        deck=Bag(cards),
        discard=Bag(cards),
        gone=Bag(cards),
        dark=Bag(dark),
        dark_discard=Bag(dark),
        known=Row(OneOf(dark), 5),
        quests=Bag(quests),
        quest_discard=Bag(quests),
        card=OneOf(dark),
        last_dark=OneOf(dark),
        replaced=OneOf(dark),
        cancelled=Bag(CANCELLED),
        spied=Bag(range(len(GENERALS))),
        heroes_used=Bag(heroes),
        aside=Row(OneOf(cards), 6),
        revealed=Row(OneOf(dark), 5),
        tossed=Bag(range(5)),
        battle=Maybe(battle),
        roll=Maybe(roll),
        cause=OneOf(name for name in CAUSES if name),
    )
