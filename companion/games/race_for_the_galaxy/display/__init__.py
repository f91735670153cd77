"""Words and view models for the pages of Race for the Galaxy."""
