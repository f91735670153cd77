"""The rules reference of A New Frontier: its texts."""
