UPDATE games SET end_seat = 0 WHERE id = 5;
UPDATE games SET end_seat = 1, end_declined = TRUE WHERE id = 6;
