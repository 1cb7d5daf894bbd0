"""REST API: one module for each subject, each with a list of endpoints."""
