"""The places that light can go to: a WLED strip, or a strip drawn on a page."""
