"""The dashboard: ``panel serve dashboards/``. Everything on the page comes from `caravan.views`."""

from caravan.views.app import TITLE, build

build().servable(title=TITLE)
