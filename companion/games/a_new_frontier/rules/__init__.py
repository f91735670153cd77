"""The rules of A New Frontier as pure functions on frozen states."""
