"""What each action tile does: one module an action tile."""
