"""The names of tiles and actions, and powers in words: what rules and pages both say."""
