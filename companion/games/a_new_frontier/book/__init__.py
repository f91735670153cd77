"""What the printed box says: its numbers and names, entry by entry, and an owner's laid over them."""
