"""The owner's box: its tiles as they are registered, drawn and taught in play."""
