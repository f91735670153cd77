"""The rules reference of Race for the Galaxy: its texts, and which cards they are about."""
