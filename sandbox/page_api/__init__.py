"""Server side of the sandbox's web page: files, live updates and actions."""
