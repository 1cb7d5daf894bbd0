UPDATE games SET undo_seat = 0, undo_to_ply = 0 WHERE id = 1;
UPDATE games SET undo = FALSE WHERE id = 2;
UPDATE challenges SET begins = 'lot', undo = FALSE WHERE id = 3;
INSERT INTO challenges VALUES
(4,7,5,101,102,'lifeline',1,'{"size": 4, "start": "strong-pie"}','declined',9004,NULL,1893553445000000,1894158245000000,'opponent',TRUE,3,2);
