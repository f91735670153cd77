"""What the machine gives: addresses, certificates, folders, option files, logs, processes."""
