"""Light outputs: a WLED strip, or a strip drawn on a page."""
