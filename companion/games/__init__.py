"""The games a table can play: each package is one game, pure rules without clock, input or output."""
