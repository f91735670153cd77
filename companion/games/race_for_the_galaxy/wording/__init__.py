"""The names of cards and phases, conditions and powers in words: what rules and pages both say."""
