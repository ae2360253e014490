"""Bots: one file per style, all compiled, one registry; and an adapter for bots written in plain Python."""
