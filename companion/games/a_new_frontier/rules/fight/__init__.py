"""A planet's conflicts, with all who fight asked at once: a class for each stage of them (p. 6, 7)."""
