"""The page that puts rule sets side by side on the same seeds.

`compare_word` makes the word that opens it; see `caravan.views.comparing.word`.
"""

from __future__ import annotations

from caravan.views.comparing.state import CompareState, RuleSetState
from caravan.views.comparing.word import adding_word, compare_word, from_word, to_word

__all__ = ["CompareState", "RuleSetState", "adding_word", "compare_word", "from_word", "to_word"]
