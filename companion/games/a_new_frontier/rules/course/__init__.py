"""The course of play: the phases of a turn, the planets' steps, what each seat sees, what is to be told."""
