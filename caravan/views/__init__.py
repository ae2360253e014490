"""The dashboard's parts: models without widgets, and Panel views of them, for pages and notebooks alike."""
