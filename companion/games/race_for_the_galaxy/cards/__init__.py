"""The cards as data: what each one is, the forms of its powers, and the check against the rulebook."""
