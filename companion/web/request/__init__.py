"""What every page needs of a request: who sent it, in which language, what it carries, what it is about."""
