"""Small defects planted on purpose, to measure what the tests notice (`defects.toml`)."""
