"""The picture of the board, and the editor on it."""
