"""What every page needs of a request: who sent it, what it carries, and what here it is about."""
