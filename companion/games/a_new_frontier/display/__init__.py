"""The words and pages of A New Frontier."""
