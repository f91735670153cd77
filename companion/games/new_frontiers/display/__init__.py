"""New Frontiers on pages: view models, words and tile drawings."""
