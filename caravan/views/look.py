"""How the page looks: its colours in light and dark, and the styles that several parts share."""

# mypy: allow-untyped-calls

from __future__ import annotations

from typing import Any

from panel.layout import Column, Row

_SHAPE = {"shape": {"borderRadius": 10}}
_TYPE = {"typography": {"button": {"textTransform": "none", "fontWeight": 600}}}

THEME: dict[str, Any] = {
    "light": {
        "palette": {
            "primary": {"main": "#8a4a12", "contrastText": "#ffffff"},
            "background": {"default": "#f6f3ee", "paper": "#ffffff"},
            "text": {"primary": "#22211f", "secondary": "#5c5952"},
            "error": {"main": "#b3261e"},
        },
        **_SHAPE,
        **_TYPE,
    },
    "dark": {
        "palette": {
            "primary": {"main": "#e0a868", "contrastText": "#231705"},
            "background": {"default": "#151413", "paper": "#1f1e1c"},
            "text": {"primary": "#efece6", "secondary": "#b3aea4"},
            "error": {"main": "#f2857c"},
        },
        **_SHAPE,
        **_TYPE,
    },
}
"""The page's theme, for each mode; the figures' backgrounds follow it."""

NARROW = 600
"""Below this width in pixels, controls and pictures don't fit beside each other."""

_UNSEEN = {
    "clipPath": "inset(50%)",
    "height": "1px",
    "overflow": "hidden",
    "position": "absolute",
    "whiteSpace": "nowrap",
    "width": "1px",
}
"""For what is to be heard where there is no room to show it."""

PAGE_STYLE = {
    "& .main": {"backgroundColor": "background.default"},
    "& .header .title": {"color": "text.primary", "fontSize": "23px", "fontWeight": 700, "marginRight": "18px"},
    f"@media (max-width: {NARROW}px)": {"& .header .title": _UNSEEN},
    "& .MuiAppBar-root": {
        "backgroundColor": "background.paper",
        "color": "text.primary",
        "boxShadow": "none",
        "borderBottom": "1px solid",
        "borderColor": "divider",
        "backgroundImage": "none",
    },
}

LINE = "color-mix(in srgb, var(--panel-on-surface-color) 14%, transparent)"
"""The colour of thin lines, in either mode."""

CARE = "#c8620a"
"""The colour of what should make a designer look twice."""

CARD = {
    "background": "var(--panel-surface-color)",
    "border": f"1px solid {LINE}",
    "border_radius": "12px",
    "padding": "14px 16px 12px",
}
"""The box around a figure or a group of controls."""


def stack(*objects: Any, margin: Any = 0, **styles: str) -> Column:
    """Put things below each other.

    Parameters
    ----------
    *objects
        What to show.
    margin : int or tuple of int, optional
        Around all of them, in pixels.
    **styles
        Of the box, with underscores for hyphens.

    Returns
    -------
    Column
        As wide as its place, and as high as what is in it: left alone, Panel reserves room from what it knows of the
        heights of figures and buttons, which is too little for words that wrap.
    """
    return Column(*objects, styles=_css(styles), sizing_mode="stretch_width", margin=margin)


def side_by_side(*objects: Any, margin: Any = 0, **styles: str) -> Row:
    """Put things beside each other; see `stack`."""
    return Row(*objects, styles=_css(styles), sizing_mode="stretch_width", margin=margin)


def _css(styles: dict[str, str]) -> dict[str, str]:
    named = {name.replace("_", "-"): value for name, value in styles.items()}
    return {"height": "auto", "max-height": "none", "min-width": "0", **named}
