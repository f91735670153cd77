"""What the things of A New Frontier are called; it knows the owner's book and nothing of the rules."""
