"""Pages that score a finished table from photos and by touch."""
