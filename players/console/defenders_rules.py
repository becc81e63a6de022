"""The texts of Defenders: what heroes, cards, quests and generals do, and the rules by topic."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from core.defenders.components import Components

# By hero: ability and what it does (section 12); the figures stand in components.toml.
HERO_TEXTS: dict[str, dict[str, str]] = {
    "cleric": {
        "Blessed Attacks": "+{blessed} on each die against undead and demon minions.",
        "Turn Undead": "at the end of his Day, before wounds, he may move undead of his place one "
                       "by one to neighbouring places with room, not to inns.",
        "Sanctify Land": "1 action in a tainted place without minions and general: "
                         "{sanctify_dice} die without a card, {sanctify_hit}+ removes a crystal.",
    },
    "dwarf": {
        "Mountain Lore": "+{mountain_lore} action if his turn starts in a red place.",
        "Dragon Slayer": "once a combat he re-rolls failed dice against dragonkin or Sapphire.",
        "Armor and Toughness": "ignores {dwarf_armor} wound at each Day's end and of each "
                               "general's penalty.",
    },
    "eagle_rider": {
        "Eagle Flight": "1 action: 1 to {flight_steps} steps without a card.",
        "Attack Style": "at the turn start he chooses sky or ground until his next turn.",
        "Sky Attack": "no wounds or fear at Day's end, no penalty and no way back after a lost "
                      "battle.",
        "Ground Attack": "may re-roll all his dice once a combat, not against Varkolak.",
        "Fresh Mount": "ends his Day on the ground in Monarch City or a blue place: +{fresh_mount} "
                       "action next turn.",
    },
    "paladin": {
        "Noble Steed": "1 action: 1 or {steed_steps} steps without a card.",
        "Bravery": "never takes wounds of fear.",
        "Aura of Righteousness": "ignores {paladin_armor} wound at each Day's end and of each "
                                 "general's penalty.",
    },
    "ranger": {
        "Woods Lore": "+{woods_lore} on each die while in a green place, against generals too.",
        "Archery": "1 action: attacks all minions of one neighbouring place, without Woods Lore.",
        "Elf Support": "+{elf_support} action if his turn starts in a green place.",
    },
    "rogue": {
        "Hide in the Shadows": "no wounds from minions at Day's end; fear still counts.",
        "Thievery": "Evening in a place with a treasure chest: +{thievery} card.",
        "Crafty": "Rumors draws {crafty} cards.",
    },
    "sorceress": {
        "Shape Shifter": "at the turn start she takes the shape of a faction, or none: no wounds "
                         "from its minions; in a shape she may not enter Monarch City or inns.",
        "Ambush": "+{ambush_minions} on dice of the shape's colour in her first attack of a turn "
                  "on its minions, +{ambush_general} in her first on its general.",
        "Visions": "+{visions} die in quest rolls and when she heals the land.",
    },
    "wizard": {
        "Teleport": "once a turn, 1 action: to any place.",
        "Fireball": "1 action and a location card in the colour of a minion there: all minions of "
                    "the place are attacked, {fireball_hit}+ defeats each.",
        "Wisdom": "in his own Night he may discard each darkness card drawn for the next one.",
    },
}

SPECIAL_TEXTS: dict[str, str] = {
    "all_is_quiet": "before the first darkness card of a Night: none is drawn in this Night.",
    "battle_fury": "in your own Day, for 1 action: all minions in your place are defeated.",
    "battle_luck": "after a combat roll of any hero: all failed dice are rolled again.",
    "battle_strategy": "all minions of up to {strategy_locations} places are removed; one general "
                       "may be put a step back.",
    "cavalry_sweep": "a ride along neighbouring places, none twice: in each 1 or {sweep_each} "
                     "minions are removed, for {sweep_points} points in all; a dragonkin costs "
                     "{sweep_dragonkin}, others 1.",
    "dark_visions": "look at the next {visions_cards} darkness cards, discard any, put the rest "
                    "back in any order.",
    "elven_archers": "all minions of up to {archers_locations} {colour} places are removed.",
    "hammer_of_valor": "any hero goes to any place.",
    "kings_guard_attack": "up to {guard_minions} minions in and next to Monarch City are removed.",
    "local_information": "while you are in an inn: Rumors with {information_cards} cards, without "
                         "an action.",
    "magic_gate": "a gate appears in any place without one.",
    "militia_secures_area": "one placement of the darkness card just revealed is cancelled.",
    "spell_of_purity": "all crystals of one place are removed.",
    "spy_in_the_camp": "one general does not heal at this turn's end.",
    "strong_defenses": "the general of the darkness card just revealed does not move.",
}  # fmt: skip

TASK_TEXTS = {
    "roll": "in {places}, 1 action: roll {dice} dice, one must show {hit} or more; otherwise the "
            "quest has failed.",
    "roll_per_action": "in {places}, 1 action a try: one die must show {hit} or more.",
    "visit": "be once in each of {places}; passing through counts, no action.",
    "act_at": "spend 1 action in each of {places}, in any order.",
    "defeat": "defeat {needs} in your own attacks.",
    "scout": "1 action in the place of {general}.",
    "build_gate": "build a gate in a {colour} place.",
}  # fmt: skip

REWARD_TEXTS = {
    "die_bonus_combat": "+{value} on each combat die, not against Varkolak.",
    "bonus_actions_each_turn": "+{value} actions each turn.",
    "extra_hero_card_evening": "+{value} hero card each Evening.",
    "ignore_general_penalty": "a lost battle costs you nothing but the cards committed.",
    "cancel_general_skill": "once: the general's skill is off for a battle.",
    "move_heroes_anywhere": "once, at any time: up to {value} heroes go to any place.",
    "remove_crystal_here": "once, at any time: a crystal of your place is removed.",
    "remove_crystal_anywhere": "once, at any time: a crystal anywhere is removed.",
    "remove_d6_minions_within": "at once: up to d6 minions within {value} steps of {places} are "
                                "removed.",
    "free_horse_and_reroll": "horse moves without a card, and one re-roll of failed dice each "
                             "combat, not against Varkolak.",
    "draw_hero_cards": "at once: draw {value} hero cards.",
    "cancel_general_move": "once: the general of a darkness card just revealed does not move.",
    "extra_combat_dice": "once: {value} dice more in a combat roll of yours.",
    "cancel_placement_in_color": "once: a placement of {faction} on a darkness card just revealed "
                                 "is cancelled.",
    "skip_own_night": "once: no darkness cards are drawn in your own Night.",
    "search_hero_card": "at once: the first {colour} card of the hero deck.",
}  # fmt: skip

GENERAL_TEXTS = {
    "balazarg": "Corruption: before the roll a die for each card committed; on a 1 it gives no "
                "dice.",
    "gorgutt": "Parry: each die that shows a 1 cancels a hit of the whole battle.",
    "sapphire": "Regeneration: after a battle she survives she is at full life again.",
    "varkolak": "No re-rolls and no bonuses on dice in the battle.",
}  # fmt: skip


def topics(box: Components) -> dict[str, str]:
    """Return the rules by topic, with the figures of the box."""
    figures = box.figures
    hits = ", ".join(f"{faction.name.lower()} on {faction.hit}+" for faction in box.factions)
    night = "; ".join(f"{defeated} defeated: {full} full{f', {moves} move-only' * bool(moves)}"
                      for defeated, (full, moves) in enumerate(box.war))
    return {
        "win": "You win at once when the fourth general is defeated. (D94)",
        "lose": f"You lose at once when a general enters Monarch City, "
                f"{figures['monarch_city_loss_count']} minions are there, a minion must be placed "
                f"and none is left, or crystal {figures['taint_crystals']} is put on the map. "
                "(D93)",
        "turn": "Day: as many actions as you have life. Evening: draw "
                f"{figures['evening_cards']} hero cards, keep at most {figures['hand_limit']}. "
                "Night: darkness cards. Then wounded generals heal. (D20)",
        "move": f"Walk 1 step; with a card 1 or {figures['horse_steps']} by horse, 1 to "
                f"{figures['eagle_steps']} by eagle; a gate card leads to its place or to any "
                "gate; from gate to gate without a card. Nothing stops a move. (D24-D29)",
        "gate": "In a place without a gate discard a card of that place: a gate is built. "
                f"There are {figures['magic_gate_tokens']}. (D30)",
        "rumors": f"In an inn, at most {figures['rumors_per_turn']} times a turn: name a colour, "
                  f"draw {figures['rumors_cards']} cards, keep those of the colour and purple "
                  "ones. (D31)",
        "land": "In a tainted place discard a location card of its colour and roll "
                f"{figures['heal_land_dice']} dice: one {figures['heal_land_hit']} or more "
                "removes a crystal. (D32)",
        "heal": "In a place without minions and general: all wounds in Monarch City and inns, "
                f"{figures['heal_wounds_elsewhere']} elsewhere. (D33)",
        "fight": "One die for each minion in your place, all at once, "
                 f"{hits}. (D38-D42)",
        "wounds": "A hero who ends his Day with minions takes a wound for each, and one of fear "
                  "if undead are there. Life 0: the hero dies, you take another one. (D44-D47)",
        "general": "In his place, without minions there: all heroes present commit cards that "
                   "show him, each 1 or 2 dice, then roll one after the other. Each hit takes a "
                   "life. Committed cards are gone in any case. Victory: his card and "
                   f"{figures['general_reward_cards']} hero cards each; defeat: his penalty, and "
                   "back to Monarch City. (D48-D60)",
        "slay": "Who defeated a general slays all minions of his faction in a place for 1 "
                "action. (D43)",
        "healing": "Generals heal 1 a turn, from the turn after a lost battle; with a major "
                   "wound later, and until then they do not move. Sapphire heals at once. "
                   "(D59-D64)",
        "night": f"Darkness cards a Night, by generals defeated: {night}. Full: two placements, "
                 "then the general; move-only: the general alone. He moves if his next step is "
                 "the card's target. (D67-D70)",
        "overrun": f"A place holds {figures['minions_per_location']} minions. One more: a crystal "
                   "there instead, and one minion of its faction to every neighbour but inns; "
                   "full neighbours get a crystal. The third demon in a place taints it, too. "
                   "(D72-D74)",
        "cards": "Special (purple) cards are played at any time, without an action; the game asks "
                 "before each action, at the end of Day, after the draw, before and after each "
                 "darkness card and before generals heal. Used in any way they are gone. (D78)",
        "quests": "One quest each; done or failed, the next is drawn. Each done is a point. "
                  "(D80-D82)",
        "champion": "Points: quests done and generals defeated. Most points: King's Champion. "
                    "(D96)",
    }
