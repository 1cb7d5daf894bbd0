UPDATE games SET turn_stamp = 3 WHERE id = 1;
