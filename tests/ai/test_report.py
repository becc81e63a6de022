"""Search reports: what they say, and as JSON."""

import json
import math

import pytest
from endgames import Endgame

from ai import knowledge
from ai.budget import Limit
from ai.expectimax import Expectimax
from ai.ismcts import Ismcts
from ai.policy import Policy
from ai.report import ActionReport, SearchReport, forced_report
from core.rng import Stream

STATE = Endgame(1, empty=3, stock=1, supplies=(2, 1)).position()


def reports():
    evaluator = knowledge.evaluator(STATE.setup)
    yield Ismcts(Policy()).search(STATE, Limit(iterations=500), 1)
    yield Ismcts(Policy()).search(STATE, Limit(iterations=2), 1)  # most are never tried
    yield Expectimax(STATE, evaluator).search(STATE, None, Stream(1), worlds=1)
    yield Expectimax(STATE, evaluator).search(STATE, None, Stream(1), worlds=3)
    yield forced_report(1, 512, "tile", 2)


@pytest.mark.parametrize("report", list(reports()))
def test_a_report_is_json(report):
    """Strict JSON: what was never measured is null, not NaN, and all else comes back."""
    plain = report.to_json()
    assert json.loads(json.dumps(plain, allow_nan=False)) == plain
    assert list(plain) == list(SearchReport.__dataclass_fields__)
    assert plain["chosen"] == plain["actions"][0]["action"] == report.best.action
    for row, told in zip(report.actions, plain["actions"], strict=True):
        assert (told["text"], told["visits"]) == (row.text, row.visits)
        assert told["error"] == (None if math.isnan(row.error) else row.error)
        assert told["values"] == [None if math.isnan(v) else v for v in row.values]


def test_what_was_never_tried_has_no_value():
    few = Ismcts(Policy(), trees=1).search(STATE, Limit(iterations=1), 1)
    assert few.best.visits == 1
    assert not any(map(math.isnan, few.best.values))
    assert math.isnan(few.best.error)
    for row in few.actions[1:]:
        assert row.visits == 0
        assert all(map(math.isnan, row.values))


def test_the_chosen_action_comes_first_and_the_rest_by_visits():
    report = Ismcts(Policy()).search(STATE, Limit(iterations=500), 1)
    assert report.best is report.actions[0]
    assert report.chosen == report.best.action
    visits = [row.visits for row in report.actions]
    assert visits == sorted(visits, reverse=True)
    assert sorted(row.action for row in report.actions) == STATE.legal_actions()
    assert all(row.text == STATE.text(row.action) for row in report.actions)
    assert report.variation[0] == report.best.text


def test_a_forced_report():
    report = forced_report(1, 512, "tile", 2)
    assert report.forced
    assert (report.seat, report.chosen, report.variation) == (1, 512, ("tile",))
    assert report.iterations == report.nodes == report.depth == 0
    assert report.best == ActionReport(512, "tile", 0, report.best.values, report.best.error)
    assert len(report.best.values) == 2
