"""Figures of a report, drawn by Matplotlib: no browser and no window is needed.

Each function takes what a figure shows and the words that go with it, and gives a `Drawing`.
"""
