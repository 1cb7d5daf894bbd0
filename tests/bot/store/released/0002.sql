UPDATE games SET undo_unseen_by = 1 WHERE id = 4;
