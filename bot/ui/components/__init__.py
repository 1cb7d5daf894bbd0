"""Handlers of buttons, selects and forms, one file a feature, with `HANDLERS` by kind of id."""
