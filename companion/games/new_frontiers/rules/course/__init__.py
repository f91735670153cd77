"""The course of play: what is asked, what follows, whose turn it is, and what people may overrule of it."""
