"""The names of tiles and actions: what tiles, rules and pages all say."""
