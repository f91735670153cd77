"""From photos of a finished table to what each player owns, with every doubt said aloud."""
