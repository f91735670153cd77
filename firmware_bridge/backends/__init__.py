"""Where light goes: a board, or a strip drawn on a page."""
