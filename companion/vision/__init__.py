"""The eyes: frames from a camera become tags, steady tiles and places on the table."""
