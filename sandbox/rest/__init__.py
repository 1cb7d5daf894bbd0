"""REST API: one module per subject, each with a list of endpoints."""
