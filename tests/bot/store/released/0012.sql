UPDATE voices SET sent = '[9101]' WHERE interaction_id = 998;
INSERT INTO outbox VALUES
(13,'user:102:game:4','stranded',4,NULL,NULL,7,5,'{"stamp": 100009, "stranded": true}','unheard',1,1893553445000000,NULL,NULL,1893553445000000,NULL,102);
