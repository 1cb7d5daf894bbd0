"""One file a background loop: each defines `run(client)`, which never returns by itself."""
