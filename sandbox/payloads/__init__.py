"""Discord's JSON forms of what exists in the sandbox."""
