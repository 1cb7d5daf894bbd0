"""Discord's JSON representations of the sandbox's records."""
