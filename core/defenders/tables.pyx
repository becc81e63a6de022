"""The components and a game's options packed into C tables, once per pair of both."""

from libc.stdint cimport uint64_t
from libc.string cimport memset

from core.defenders import components as names

TYPES = ("roll", "roll_per_action", "visit", "act_at", "defeat", "scout", "build_gate")
KEEPS = ("permanent", "discard", "instant")
FIGURES_OF_DICE = {"d3": D3, "d6": D6, "all": ALL_CARDS}
cdef dict boxes = {}


cdef inline uint64_t bit(int i) noexcept:
    return <uint64_t>1 << i


cdef void pack_map(Tables* t, components) noexcept:
    """Places, their neighbours, distances and what can be reached (D3, D24-D28, D90)."""
    cdef int i, j, k, steps, shaped
    cdef uint64_t reached, front, grown
    for i, place in enumerate(components.locations):
        t.everywhere |= bit(i)
        t.colour[i] = place.colour
        t.lands[place.colour] |= bit(i)
        if place.kind == "inn":
            t.inns |= bit(i)
        if place.chest:
            t.chests |= bit(i)
        for j in place.neighbours:
            t.adjacent[i] |= bit(j)
    t.barred = t.inns | bit(CITY)
    for i in range(PLACES):
        for j in range(PLACES):
            t.distance[i][j] = 0 if i == j else NOTHING
        for shaped in range(2):
            reached = front = bit(i)
            for steps in range(1, PLACES):
                grown = 0
                for j in range(PLACES):
                    if front >> j & 1:
                        grown |= t.adjacent[j]
                if shaped:
                    grown &= ~t.barred
                front = grown & ~reached
                reached |= grown
                if steps < 5:
                    t.reach[steps][shaped][i] = reached & ~bit(i)
                if not shaped:
                    for k in range(PLACES):
                        if front >> k & 1:
                            t.distance[i][k] = steps


cdef void pack_foes(Tables* t, components, options):
    cdef int i, k
    for i, faction in enumerate(components.factions):
        t.minions[i] = faction.minions
        if options["harder_minions"]:
            t.minions[i] = components.figures["harder_fewer_minions.minions_per_faction"]
        t.hit[i] = faction.hit
        t.fear[i] = faction.fear
        t.taints_at[i] = faction.taints_at
    for i, general in enumerate(components.generals):
        t.general_hit[i] = general.hit
        t.general_life[i] = general.life
        t.major[i] = general.major
        t.steps[i] = len(general.path)
        for k in range(t.steps[i]):
            t.path[i][k] = general.path[k]
        t.penalty_wounds[i] = (FIGURES_OF_DICE[general.wounds] if general.wounds in FIGURES_OF_DICE
                               else int(general.wounds))
        t.penalty_cards[i] = (FIGURES_OF_DICE[general.cards] if general.cards in FIGURES_OF_DICE
                              else int(general.cards))
    for i in range(FACTIONS):
        t.full[i], t.move_only[i] = components.war[i]


cdef void pack_cards(Tables* t, components, options):
    cdef int i, k, word, quiet
    t.kinds = len(components.cards)
    t.specials = t.kinds - SPECIALS
    for i, card in enumerate(components.cards):
        word = i >> 6
        t.all_cards.one[word] |= bit(i & 63)
        if card.count == 2:
            t.all_cards.two[word] |= bit(i & 63)
        t.all_size += card.count
        t.dice[i] = card.dice
        if card.dice == 2:
            t.two_dice[word] |= bit(i & 63)
        t.place[i] = NOTHING if card.location < 0 else card.location
        if card.location < 0:
            t.special[word] |= bit(i & 63)
        else:
            t.of_place[<int>card.location][word] |= bit(i & 63)
            t.icon[<int>card.move][word] |= bit(i & 63)
            t.of_colour[<int>card.colour][word] |= bit(i & 63)
        for k in range(FACTIONS):
            if card.general in (k, -1):
                t.of_general[k][word] |= bit(i & 63)
    t.darks = len(components.dark)
    t.first_quiet = -1
    for i, dark in enumerate(components.dark):
        t.all_dark |= bit(i)
        t.dark_kind[i] = dark.kind
        if dark.kind == QUIET:
            t.quiet |= bit(i)
            if t.first_quiet < 0:
                t.first_quiet = i
        for k, (place, faction, count) in enumerate(dark.placements):
            t.dark_place[i][k] = place
            t.dark_faction[i][k] = faction
            t.dark_count[i][k] = count
        t.dark_general[i] = dark.general
        t.dark_target[i] = dark.target
        t.dark_minions[i] = dark.minions
    quiet = t.first_quiet
    while t.quiet >> quiet & 1:
        quiet += 1
    for i in range(options["harder_quiet"]):
        if t.quiet >> (quiet - 1 - i) & 1:
            t.all_dark &= ~bit(quiet - 1 - i)


cdef void pack_quests(Tables* t, components):
    cdef int i, k
    for i, quest in enumerate(components.quests):
        t.quest_type[i] = TYPES.index(quest.type)
        t.quest_keep[i] = KEEPS.index(quest.keep)
        t.quest_places[i] = len(quest.locations)
        for k, place in enumerate(quest.locations):
            t.quest_place[i][k] = place
        for k, marker in enumerate(quest.markers):
            t.quest_marker[i][k] = marker
        t.quest_dice[i] = quest.dice
        t.quest_hit[i] = quest.hit
        t.quest_value[i] = quest.value
        t.quest_colour[i] = quest.colour
        t.quest_general[i] = quest.general
        for k in range(FACTIONS):
            t.needs[i][k] = quest.needs[k]
        if quest.reward == "remove_d6_minions_within":
            for k in range(PLACES):
                if t.distance[<int>quest.locations[0]][k] <= quest.value:
                    t.quest_reach[i] |= bit(k)


cdef class Box:
    """C tables of one `core.defenders.components.Components` and the options of a game."""

    def __init__(self, components, int players, options):
        cdef Tables* t = &self.tables
        cdef int i, change = 0
        memset(t, 0, sizeof(Tables))
        f = components.figures
        self.components = components
        t.players = players
        t.chosen = options["heroes"] == "choose"
        for i in range(SEATS):
            t.given[i] = NOTHING
        if options["heroes"] not in ("choose", "random"):
            for i, name in enumerate(options["heroes"].split(",")):
                t.given[i] = names.HEROES.index(name)
        t.first = NOTHING if options["start"] == "random" else options["start"]
        t.objective = options["objective"] == "champion"
        t.no_penalty = options["easier_penalty"]
        t.setup_overruns = options["harder_setup"]
        t.remove_specials = options["harder_specials"]
        t.shared_roll = options["shared_penalty_roll"]
        t.per_minion = options["overrun_per_minion"]
        t.lean = options["windows"] == "lean"
        t.turn_limit = options["turn_limit"]
        pack_map(t, components)
        pack_foes(t, components, options)
        pack_cards(t, components, options)
        pack_quests(t, components)
        if options["easier_life"]:
            change += f["easier_life.life_change"]
        if options["harder_life"]:
            change += f["harder_life.life_change"]
        for i, hero in enumerate(components.heroes):
            t.life[i] = hero.life + change
        t.crystals = f["taint_crystals"]
        t.gates = f["magic_gate_tokens"]
        t.hand_limit = f["hand_limit"]
        t.room = f["minions_per_location"]
        t.city_loss = f["monarch_city_loss_count"]
        t.rumors_a_turn = f["rumors_per_turn"]
        t.deal = t.begin_cards = f["hero_cards_each"]
        if options["easier_hand"]:
            t.deal = f["easier_hand.hero_cards_each"]
        t.generals_minions = f["generals_minions"]
        t.start_crystals = f["balazarg_start_crystals"]
        easier = "easier_setup." if options["easier_setup"] else ""
        for i, phase in enumerate(("phase_one", "phase_two")):
            t.phase_cards[i] = f[f"{easier}{phase}_cards"]
            t.phase_minions[i] = f[f"{phase}_minions"]
        t.start = f["start_location"]
        t.gate_start = f["gate_start"]
        t.horse_steps = f["horse_steps"]
        t.eagle_steps = f["eagle_steps"]
        t.land_dice = f["heal_land_dice"]
        t.land_hit = f["heal_land_hit"]
        t.heal_elsewhere = f["heal_wounds_elsewhere"]
        t.rumors_cards = f["rumors_cards"]
        t.evening_cards = f["evening_cards"]
        t.reward_cards = f["general_reward_cards"]
        t.blessed = f["blessed"]
        t.sanctify_dice = f["sanctify_dice"]
        t.sanctify_hit = f["sanctify_hit"]
        t.mountain_lore = f["mountain_lore"]
        t.dwarf_armor = f["dwarf_armor"]
        t.flight_steps = f["flight_steps"]
        t.fresh_mount = f["fresh_mount"]
        t.steed_steps = f["steed_steps"]
        t.paladin_armor = f["paladin_armor"]
        t.woods_lore = f["woods_lore"]
        t.elf_support = f["elf_support"]
        t.thievery = f["thievery"]
        t.crafty = f["crafty"]
        t.ambush_minions = f["ambush_minions"]
        t.ambush_general = f["ambush_general"]
        t.visions = f["visions"]
        t.fireball_hit = f["fireball_hit"]
        t.strategy_places = f["strategy_locations"]
        t.sweep_points = f["sweep_points"]
        t.sweep_each = f["sweep_each"]
        t.sweep_dragonkin = f["sweep_dragonkin"]
        t.visions_cards = f["visions_cards"]
        t.archers_places = f["archers_locations"]
        t.archers_colour = f["archers_colour"]
        t.guard_minions = f["guard_minions"]
        t.information_cards = f["information_cards"]


def box_of(components, players, options):
    """Return the Box of these components and options, made once."""
    name = (components.digest, players, tuple(options))
    box = boxes.get(name)
    if box is None:
        box = boxes[name] = Box(components, players, dict(options))
    return box
