"""Handlers of buttons, selects and forms, one file per feature, in `HANDLERS` by kind of id."""
