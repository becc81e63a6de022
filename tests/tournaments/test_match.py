import pytest

from core.errors import BadOption
from core.record import Record
from players.spec import BadSpec
from tournaments.match import BadTournament, configure, play_game
from tournaments.schedule import block_seed


def test_labels_number_those_who_have_the_same_text():
    config = configure("beowulf", ["random", "greedy", "random", "greedy:worlds=2"])
    assert config.labels == ("random#1", "greedy", "random#2", "greedy:worlds=2")


@pytest.mark.parametrize(
    ("contestants", "error", "message"),
    [
        ([], BadTournament, "two contestants or more"),
        (["random"], BadTournament, "name it twice"),
        (["random", "human"], BadTournament, "heorot play beowulf"),
        (["random", "nobody"], BadSpec, "players: random"),
        (["random", "random:x=1"], BadSpec, "no parameter 'x'"),
    ],
)
def test_who_cannot_take_part(contestants, error, message):
    with pytest.raises(error, match=message):
        configure("beowulf", contestants)


def test_games_that_cannot_be():
    with pytest.raises(BadOption, match="there is no game 'chess'"):
        configure("chess", ["random", "random"])
    with pytest.raises(BadOption, match="2 to 4 players, not 5"):
        configure("beowulf", ["random", "random"], players=5)
    with pytest.raises(BadOption, match="no option 'x'"):
        configure("beowulf", ["random", "random"], options={"x": "1"})


def test_a_game_is_its_seed_and_seating():
    config = configure("beowulf", ["random", "random"], players=3, seed=9)
    pairing = config.schedule().pairing(8)
    one, two = play_game(config, pairing), play_game(config, pairing)
    assert one == two
    record = Record.loads(one.record)
    assert record.seed == block_seed(9, 1) == one.seed
    assert record.seats == ["random"] * 3
    end = record.replay()
    assert end.utilities() == list(one.utilities)
    assert end.scores() == list(one.scores)
    assert one.moves == len(record.moves)
    assert one.decisions == sum(who != "chance" for who, _ in record.moves)


def test_seatings_of_a_block_share_their_luck_and_blocks_do_not():
    config = configure("beowulf", ["random", "random"], seed=2)
    schedule = config.schedule()
    games = [play_game(config, schedule.pairing(number)) for number in range(4)]
    # The same players on the same luck: the two seatings are one game.
    assert Record.loads(games[0].record).moves == Record.loads(games[1].record).moves
    assert Record.loads(games[0].record).moves != Record.loads(games[2].record).moves
    assert games[0].seed == games[1].seed != games[2].seed


def test_chance_does_not_depend_on_who_plays():
    config = configure("beowulf", ["random", "greedy:worlds=1"], seed=4)
    records = [
        Record.loads(play_game(config, config.schedule().pairing(number)).record)
        for number in (0, 1)
    ]
    firsts = [[text for who, text in record.moves if who == "chance"][:4] for record in records]
    assert firsts[0] == firsts[1]
