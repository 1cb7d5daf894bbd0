"""What looking back on a game may find, as the partner tells it."""

TURN = {"ply": 0, "by": 0, "moves": ["a1", "b2"], "chances": [0.6, 0.4]}
FOUND = {"points": [[0, 0.5, False]], "turning_points": [TURN]}
