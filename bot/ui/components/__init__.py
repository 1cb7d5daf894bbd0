"""One file a family of buttons, selects and forms: each defines `HANDLERS` by kind of id."""
