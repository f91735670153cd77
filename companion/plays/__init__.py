"""The plays that were finished: kept, searched, counted, shared."""
