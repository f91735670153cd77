"""Tagged cards on the table: where they lie and what their moves mean."""
