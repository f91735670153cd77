"""How requests reach the pages: the ASGI application, long work apart from taps, hosts and addresses; and the
scripts, styles and icons of pages, with digests."""
