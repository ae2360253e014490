"""The version of the package; part of what makes a game reproducible."""

__version__ = "0.1.0"
