"""Steps of use cases: each works within its caller's transaction; only services take them."""
