"""Reads photos of a finished table: what each player owns, and what a person must confirm."""
