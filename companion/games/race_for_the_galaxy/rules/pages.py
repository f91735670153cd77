"""The rulebook's pages that refusals and questions point to."""

SETUP = 2
ROUND = 3
EXPLORE = 3
DEVELOP = 4
POWERS = 4
SETTLE = 5
CONSUME = 6
PRODUCE = 7
TWO_PLAYERS = 8
LUCKY = 10
