"""Rule sets out of whatever a designer pastes: a link to a page of the dashboard, or a rule set as text."""

from __future__ import annotations

from urllib.parse import parse_qsl, urlsplit

from caravan.rules import PRESETS, Rules
from caravan.views import address
from caravan.views.address_error import AddressError
from caravan.views.comparing.state import RuleSetState
from caravan.views.comparing.word import LONGEST, from_word
from caravan.views.rule_words import from_text


def rule_sets_in(text: str) -> tuple[RuleSetState, ...]:
    """Take the rule sets out of a pasted text.

    Parameters
    ----------
    text : str
        A link to the Lab or to a comparison, the part of it behind the question mark, or a rule set as in
        ``standard;camels=6``.

    Returns
    -------
    tuple of RuleSetState
        At least one.

    Raises
    ------
    AddressError
        If there is none in it, in words.
    """
    text = text.strip()
    if not text:
        raise AddressError("paste a link first")
    if len(text) > 4 * LONGEST:
        raise AddressError("it is longer than any link of this dashboard")
    try:
        query = dict(parse_qsl(urlsplit(text).query if "?" in text else text, keep_blank_values=True))
    except ValueError as error:
        raise AddressError("it isn't a link of this dashboard") from error
    if "lab" in query:
        state = address.from_word(query["lab"])
        rules = Rules.preset(state.preset).replace(**state.changes)
        return (RuleSetState(rules if state.board is None else rules.replace(board=state.board)),)
    if "compare" in query:
        return from_word(query["compare"]).sets
    if text.partition(";")[0] in PRESETS:
        return (RuleSetState(from_text(text)),)
    raise AddressError(
        "it is neither a link to the Lab, nor one to a comparison, nor a rule set such as standard;camels=6"
    )
