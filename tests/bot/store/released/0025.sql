UPDATE players SET settings = '{"hints": "off"}' WHERE id = 102;
