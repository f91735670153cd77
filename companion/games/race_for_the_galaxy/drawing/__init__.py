"""Cards as drawings of our own."""
