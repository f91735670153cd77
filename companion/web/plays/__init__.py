"""Pages of finished plays: the list, statistics, names and exports."""
