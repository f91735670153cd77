"""Pages of the cameras: choosing and calibrating them, phones as cameras, recordings."""
