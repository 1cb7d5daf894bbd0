"""Permission matrix: the verdict expected for each person, command and control (button, menu)."""
