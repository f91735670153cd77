"""Registering what a copy of A New Frontier prints: its entries as forms, and the check of a box."""
