"""The rules as pure functions of frozen states (rulebook p. 2 to 12)."""
