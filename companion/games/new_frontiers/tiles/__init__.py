"""The tiles of New Frontiers: data, power language, catalogue and the owner's box."""
