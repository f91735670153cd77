"""The rules of New Frontiers as pure functions over a frozen state."""
