"""Pages of the box: an owner registers tiles, compares and prints them."""
