"""Files that make the companion a system service on Linux: a systemd unit and a udev rule."""
