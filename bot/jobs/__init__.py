"""Background loops, one file each: every module defines `run(client)`, which never returns."""
