"""Pages of a table in play: questions, answers, corrections, history, score, lessons."""
