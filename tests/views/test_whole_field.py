"""A field for a whole number."""

from __future__ import annotations

import param
import pytest

from caravan.views.whole_field import WholeField


class Model(param.Parameterized):
    seed = param.Integer(default=7, bounds=(0, 99), label="Seed")


def test_a_field_and_its_model_follow_each_other() -> None:
    model = Model()
    field = WholeField.of(model, "seed")
    assert (field.label, field.value, field.start, field.end) == ("Seed", 7, 0, 99)
    field._handle_msg({"value": 12})
    assert model.seed == 12
    model.seed = 3
    assert field.value == 3


@pytest.mark.parametrize(
    "message", [{"value": 100}, {"value": -1}, {"value": 1.5}, {"value": True}, {"value": "8"}, {}, 8]
)
def test_what_isnt_allowed_is_not_taken_over(message: object) -> None:
    model = Model()
    WholeField.of(model, "seed")._handle_msg(message)
    assert model.seed == 7
