"""New Frontiers on the table: where its tiles lie, what a change means, what its lights show."""
