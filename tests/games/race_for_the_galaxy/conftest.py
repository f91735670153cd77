"""The pages' fixtures for this game's browser test."""

from tests.web.conftest import app, device, serving

__all__ = ["app", "device", "serving"]
