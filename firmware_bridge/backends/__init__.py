"""Light outputs: WLED and Adalight strips, or a strip drawn on a page."""
