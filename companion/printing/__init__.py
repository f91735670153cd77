"""What is printed for a table: tag sheets, stickers, the template of the lights."""
