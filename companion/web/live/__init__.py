"""Live pages: what each device shows, rendered once and sent as differences."""
