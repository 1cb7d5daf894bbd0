"""Permission matrix: the expected result for each person, command and control."""
