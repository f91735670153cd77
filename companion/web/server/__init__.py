"""The server below the application: connections, limits, health, long work, certificates."""
