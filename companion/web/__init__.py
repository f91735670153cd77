"""The pages: what a tablet in the middle of a table and the phones around it show and send."""

from companion.web.app import create_app

__all__ = ["create_app"]
