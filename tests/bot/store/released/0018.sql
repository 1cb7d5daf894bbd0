INSERT INTO offers VALUES
(1,101,7,'lifeline',1,'{"size": 5, "start": "strong-pie"}','standard',TRUE,FALSE,'lifeline:1:size=5,start=strong-pie:standard:strict:unrated',2,'[]','open',1893553445000000,1894158245000000);
INSERT INTO lobby_members VALUES
(7,101);
