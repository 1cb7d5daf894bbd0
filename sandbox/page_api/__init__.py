"""The try-it page's server side: files, live updates and actions, on top of the sandbox."""
