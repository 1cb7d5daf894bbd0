"""Discord's rules for the shape of a request: hand-written ones, and its OpenAPI document."""
