"""What people see of A New Frontier: words and pages."""
