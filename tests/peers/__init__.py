"""Tests against the real programs beside which the companion runs (`make test-peers`): each by itself, where
this machine has the peer, and skipped with its reason where it has not."""
