"""The cards as data: what each one is, and the forms of its powers."""
