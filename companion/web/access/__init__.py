"""Who may do what: permissions by address, signing in, joining, the staff and their stations."""
