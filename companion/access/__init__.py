"""Access control: PINs of host and staff, tokens of tables and seats, and the rule of each address."""
