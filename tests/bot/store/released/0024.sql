UPDATE games SET opening_plies = 1 WHERE id = 3;
