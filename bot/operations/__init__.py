"""Tools of the operator: commands for the command line, health check, metrics and logs."""
