"""The effects of the action tiles, one module for each."""
