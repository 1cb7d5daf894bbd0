"""Who may do what: a cell for every person against every command and every control."""
