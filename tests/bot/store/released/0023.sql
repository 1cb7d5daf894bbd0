BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0023');
CREATE TABLE challenges (
	id INTEGER NOT NULL, 
	guild_id BIGINT, 
	channel_id BIGINT NOT NULL, 
	challenger_id BIGINT NOT NULL, 
	opponent_id BIGINT, 
	game_key VARCHAR(40) NOT NULL, 
	rules_version INTEGER NOT NULL, 
	options JSON NOT NULL, 
	status VARCHAR(20) NOT NULL, 
	message_id BIGINT, 
	game_id BIGINT, 
	created_at BIGINT NOT NULL, 
	expires_at BIGINT NOT NULL, begins VARCHAR(20) DEFAULT 'challenger' NOT NULL, undo BOOLEAN DEFAULT 1 NOT NULL, counters BIGINT, rematch_of BIGINT, pace VARCHAR(20) DEFAULT 'none' NOT NULL, strict BOOLEAN DEFAULT 0 NOT NULL, plans BOOLEAN DEFAULT 1 NOT NULL, rated BOOLEAN DEFAULT 0 NOT NULL, 
	CONSTRAINT pk_challenges PRIMARY KEY (id), 
	CONSTRAINT fk_challenges_challenger_id FOREIGN KEY(challenger_id) REFERENCES players (id), 
	CONSTRAINT fk_challenges_opponent_id FOREIGN KEY(opponent_id) REFERENCES players (id), 
	CONSTRAINT fk_challenges_game_id FOREIGN KEY(game_id) REFERENCES games (id)
);
INSERT INTO "challenges" VALUES(1,7,5,101,102,'lifeline',1,'{"size": 4, "start": "strong-pie"}','accepted',9001,1,1893553445000000,1894158245000000,'challenger',1,NULL,NULL,'none',0,1,0);
INSERT INTO "challenges" VALUES(2,7,5,101,102,'lifeline',1,'{"size": 4, "start": "strong-pie"}','accepted',9007,2,1893553445000000,1894158245000000,'challenger',1,NULL,NULL,'brisk',1,1,1);
INSERT INTO "challenges" VALUES(3,7,5,101,102,'lifeline',1,'{"size": 4, "start": "strong-pie"}','accepted',NULL,3,1893553445000000,1894158245000000,'challenger',1,NULL,NULL,'standard',0,1,0);
INSERT INTO "challenges" VALUES(4,7,5,101,102,'cornered',1,'{"size": 5, "start": "pie", "komi": 0}','accepted',NULL,4,1893553445000000,1894158245000000,'challenger',1,NULL,NULL,'none',0,1,0);
INSERT INTO "challenges" VALUES(5,7,5,101,102,'asli',1,'{"size": 5}','accepted',NULL,5,1893553445000000,1894158245000000,'challenger',1,NULL,NULL,'none',0,1,0);
INSERT INTO "challenges" VALUES(6,7,5,101,102,'liflina',1,'{"size": 5}','accepted',NULL,6,1893553445000000,1894158245000000,'challenger',1,NULL,NULL,'none',0,1,0);
INSERT INTO "challenges" VALUES(7,7,5,101,102,'lifeline',1,'{"size": 4, "start": "strong-pie"}','declined',NULL,NULL,1893553445000000,1894158245000000,'challenger',1,NULL,NULL,'none',0,1,0);
INSERT INTO "challenges" VALUES(8,7,5,101,102,'lifeline',1,'{"size": 5, "start": "strong-pie"}','open',NULL,NULL,1893553445000000,1894158245000000,'challenger',0,NULL,NULL,'none',0,1,0);
INSERT INTO "challenges" VALUES(9,7,5,101,900,'lifeline',1,'{"size": 4, "start": "strong-pie"}','accepted',NULL,7,1893553445000000,1894158245000000,'challenger',1,NULL,NULL,'none',0,1,0);
CREATE TABLE clocks (
	game_id BIGINT NOT NULL, 
	pace VARCHAR(20) NOT NULL, 
	strict BOOLEAN NOT NULL, 
	left0 BIGINT NOT NULL, 
	left1 BIGINT NOT NULL, 
	seat SMALLINT NOT NULL, 
	since BIGINT, 
	no_vacation_at BIGINT, 
	reminded_at BIGINT, 
	nudged_at BIGINT, 
	version INTEGER NOT NULL, 
	CONSTRAINT pk_clocks PRIMARY KEY (game_id), 
	CONSTRAINT fk_clocks_game_id FOREIGN KEY(game_id) REFERENCES games (id)
);
INSERT INTO "clocks" VALUES(2,'brisk',1,172800000000,129600000000,1,NULL,NULL,NULL,NULL,4);
INSERT INTO "clocks" VALUES(3,'standard',0,259200000000,259200000000,0,NULL,NULL,NULL,NULL,1);
CREATE TABLE daily_channels (
	guild_id BIGINT NOT NULL, 
	channel_id BIGINT NOT NULL, 
	hour SMALLINT NOT NULL, 
	zone VARCHAR(64) NOT NULL, 
	by_id BIGINT NOT NULL, 
	CONSTRAINT pk_daily_channels PRIMARY KEY (guild_id)
);
INSERT INTO "daily_channels" VALUES(7,5,0,'UTC',102);
CREATE TABLE daily_entries (
	guild_id BIGINT NOT NULL, 
	day INTEGER NOT NULL, 
	user_id BIGINT NOT NULL, 
	CONSTRAINT pk_daily_entries PRIMARY KEY (guild_id, day, user_id), 
	CONSTRAINT fk_daily_entries_user_id FOREIGN KEY(user_id) REFERENCES players (id)
);
INSERT INTO "daily_entries" VALUES(7,741079,101);
CREATE TABLE daily_posts (
	guild_id BIGINT NOT NULL, 
	day INTEGER NOT NULL, 
	channel_id BIGINT NOT NULL, 
	message_id BIGINT, 
	added_at BIGINT NOT NULL, 
	CONSTRAINT pk_daily_posts PRIMARY KEY (guild_id, day)
);
INSERT INTO "daily_posts" VALUES(7,741079,5,NULL,1893553445000000);
CREATE TABLE daily_puzzles (
	day INTEGER NOT NULL, 
	puzzle BIGINT NOT NULL, 
	CONSTRAINT pk_daily_puzzles PRIMARY KEY (day)
);
INSERT INTO "daily_puzzles" VALUES(741079,841188336);
CREATE TABLE daily_streaks (
	user_id BIGINT NOT NULL, 
	length INTEGER NOT NULL, 
	longest INTEGER NOT NULL, 
	last_day INTEGER NOT NULL, 
	CONSTRAINT pk_daily_streaks PRIMARY KEY (user_id), 
	CONSTRAINT fk_daily_streaks_user_id FOREIGN KEY(user_id) REFERENCES players (id)
);
INSERT INTO "daily_streaks" VALUES(101,0,0,741079);
CREATE TABLE deadlines (
	kind VARCHAR(20) NOT NULL, 
	subject BIGINT NOT NULL, 
	due_at BIGINT NOT NULL, 
	CONSTRAINT pk_deadlines PRIMARY KEY (kind, subject)
);
INSERT INTO "deadlines" VALUES('asleep',1,1896145445000000);
INSERT INTO "deadlines" VALUES('asleep',4,1896145445000000);
INSERT INTO "deadlines" VALUES('asleep',5,1896145445000000);
INSERT INTO "deadlines" VALUES('asleep',6,1896145445000000);
INSERT INTO "deadlines" VALUES('offer-expiry',1,1894158245000000);
INSERT INTO "deadlines" VALUES('back',102,1894331045000000);
INSERT INTO "deadlines" VALUES('asleep',7,1896145445000000);
INSERT INTO "deadlines" VALUES('daily',7,1893628800000000);
CREATE TABLE games (
	id INTEGER NOT NULL, 
	guild_id BIGINT, 
	channel_id BIGINT NOT NULL, 
	seat0 BIGINT NOT NULL, 
	seat1 BIGINT NOT NULL, 
	game_key VARCHAR(40) NOT NULL, 
	rules_version INTEGER NOT NULL, 
	options JSON NOT NULL, 
	ply INTEGER NOT NULL, 
	undone INTEGER NOT NULL, 
	turn INTEGER NOT NULL, 
	seat_to_move SMALLINT, 
	status VARCHAR(20) NOT NULL, 
	winner_seat SMALLINT, 
	ending VARCHAR(40), 
	turn_message_id BIGINT, 
	created_at BIGINT NOT NULL, 
	updated_at BIGINT NOT NULL, undo BOOLEAN DEFAULT 1 NOT NULL, undo_seat SMALLINT, undo_to_ply INTEGER, engine_seat SMALLINT, engine_level SMALLINT, turn_revision BIGINT DEFAULT '0' NOT NULL, plans BOOLEAN DEFAULT 1 NOT NULL, rated BOOLEAN DEFAULT 0 NOT NULL, end_seat SMALLINT, end_declined BOOLEAN DEFAULT 0 NOT NULL, by_hand0 INTEGER, by_hand1 INTEGER, 
	CONSTRAINT pk_games PRIMARY KEY (id), 
	CONSTRAINT fk_games_seat0 FOREIGN KEY(seat0) REFERENCES players (id), 
	CONSTRAINT fk_games_seat1 FOREIGN KEY(seat1) REFERENCES players (id)
);
INSERT INTO "games" VALUES(1,7,5,101,102,'lifeline',1,'{"size": 4, "start": "strong-pie"}',2,1,2,1,'running',NULL,NULL,9003,1893553445000000,1893553445000000,1,NULL,NULL,NULL,NULL,100002,1,0,NULL,0,2,2);
INSERT INTO "games" VALUES(2,7,5,101,102,'lifeline',1,'{"size": 4, "start": "strong-pie"}',5,0,4,NULL,'finished',1,'resigned',9009,1893553445000000,1893553445000000,1,NULL,NULL,NULL,NULL,5,1,1,NULL,0,5,4);
INSERT INTO "games" VALUES(3,7,5,101,102,'lifeline',1,'{"size": 4, "start": "strong-pie"}',1,0,1,0,'running',NULL,NULL,9016,1893553445000000,1893553445000000,1,NULL,NULL,NULL,NULL,0,1,0,NULL,0,NULL,NULL);
INSERT INTO "games" VALUES(4,7,5,101,102,'cornered',1,'{"size": 5, "start": "pie", "komi": 0}',9,0,10,1,'running',NULL,NULL,9019,1893553445000000,1893553445000000,1,NULL,NULL,NULL,NULL,9,1,0,NULL,0,9,8);
INSERT INTO "games" VALUES(5,7,5,101,102,'asli',1,'{"size": 5}',9,0,10,0,'running',NULL,NULL,9031,1893553445000000,1893553445000000,1,NULL,NULL,NULL,NULL,9,1,0,NULL,0,8,9);
INSERT INTO "games" VALUES(6,7,5,101,102,'liflina',1,'{"size": 5}',9,0,10,0,'running',NULL,NULL,9043,1893553445000000,1893553445000000,1,NULL,NULL,NULL,NULL,9,1,0,NULL,0,8,9);
INSERT INTO "games" VALUES(7,7,5,101,900,'lifeline',1,'{"size": 4, "start": "strong-pie"}',0,0,1,0,'running',NULL,NULL,9059,1893553445000000,1893553445000000,1,NULL,NULL,1,3,0,1,0,NULL,0,NULL,NULL);
CREATE TABLE "interaction_tokens" (
	interaction_id BIGINT NOT NULL, 
	channel_id BIGINT NOT NULL, 
	message_id BIGINT, 
	token TEXT NOT NULL, 
	expires_at BIGINT NOT NULL, 
	"left" SMALLINT NOT NULL, sent JSON DEFAULT '[]' NOT NULL, 
	CONSTRAINT pk_voices PRIMARY KEY (interaction_id)
);
INSERT INTO "interaction_tokens" VALUES(999,55,NULL,'a token',1893554285000000,4,'[]');
CREATE TABLE interactions (
	id BIGINT NOT NULL, 
	user_id BIGINT NOT NULL, 
	action VARCHAR(40) NOT NULL, 
	game_id BIGINT, 
	challenge_id BIGINT, 
	from_ply INTEGER, 
	to_ply INTEGER, 
	handled_at BIGINT NOT NULL, 
	CONSTRAINT pk_interactions PRIMARY KEY (id)
);
INSERT INTO "interactions" VALUES(1000,101,'challenge',NULL,1,NULL,NULL,1893553445000000);
INSERT INTO "interactions" VALUES(1001,102,'accept',1,1,NULL,NULL,1893553445000000);
INSERT INTO "interactions" VALUES(1002,101,'play',1,NULL,0,2,1893553445000000);
INSERT INTO "interactions" VALUES(1003,102,'play',1,NULL,2,3,1893553445000000);
INSERT INTO "interactions" VALUES(1004,102,'undo',1,NULL,3,2,1893553445000000);
INSERT INTO "interactions" VALUES(1005,101,'challenge',NULL,2,NULL,NULL,1893553445000000);
INSERT INTO "interactions" VALUES(1006,102,'accept',2,2,NULL,NULL,1893553445000000);
INSERT INTO "interactions" VALUES(1007,101,'play',2,NULL,0,1,1893553445000000);
INSERT INTO "interactions" VALUES(1008,101,'play',2,NULL,1,2,1893553445000000);
INSERT INTO "interactions" VALUES(1009,102,'play',2,NULL,2,3,1893553445000000);
INSERT INTO "interactions" VALUES(1010,102,'play',2,NULL,3,4,1893553445000000);
INSERT INTO "interactions" VALUES(1011,101,'play',2,NULL,4,5,1893553445000000);
INSERT INTO "interactions" VALUES(1012,101,'resign',2,NULL,5,5,1893553445000000);
INSERT INTO "interactions" VALUES(1013,101,'challenge',NULL,3,NULL,NULL,1893553445000000);
INSERT INTO "interactions" VALUES(1014,102,'accept',3,3,NULL,NULL,1893553445000000);
INSERT INTO "interactions" VALUES(1015,101,'play',3,NULL,0,1,1893553445000000);
INSERT INTO "interactions" VALUES(1016,101,'challenge',NULL,4,NULL,NULL,1893553445000000);
INSERT INTO "interactions" VALUES(1017,102,'accept',4,4,NULL,NULL,1893553445000000);
INSERT INTO "interactions" VALUES(1018,101,'play',4,NULL,0,1,1893553445000000);
INSERT INTO "interactions" VALUES(1019,102,'play',4,NULL,1,2,1893553445000000);
INSERT INTO "interactions" VALUES(1020,101,'play',4,NULL,2,3,1893553445000000);
INSERT INTO "interactions" VALUES(1021,102,'play',4,NULL,3,4,1893553445000000);
INSERT INTO "interactions" VALUES(1022,101,'play',4,NULL,4,5,1893553445000000);
INSERT INTO "interactions" VALUES(1023,102,'play',4,NULL,5,6,1893553445000000);
INSERT INTO "interactions" VALUES(1024,101,'play',4,NULL,6,7,1893553445000000);
INSERT INTO "interactions" VALUES(1025,102,'play',4,NULL,7,8,1893553445000000);
INSERT INTO "interactions" VALUES(1026,101,'play',4,NULL,8,9,1893553445000000);
INSERT INTO "interactions" VALUES(1027,101,'challenge',NULL,5,NULL,NULL,1893553445000000);
INSERT INTO "interactions" VALUES(1028,102,'accept',5,5,NULL,NULL,1893553445000000);
INSERT INTO "interactions" VALUES(1029,101,'play',5,NULL,0,1,1893553445000000);
INSERT INTO "interactions" VALUES(1030,102,'play',5,NULL,1,2,1893553445000000);
INSERT INTO "interactions" VALUES(1031,102,'play',5,NULL,2,3,1893553445000000);
INSERT INTO "interactions" VALUES(1032,101,'play',5,NULL,3,4,1893553445000000);
INSERT INTO "interactions" VALUES(1033,102,'play',5,NULL,4,5,1893553445000000);
INSERT INTO "interactions" VALUES(1034,101,'play',5,NULL,5,6,1893553445000000);
INSERT INTO "interactions" VALUES(1035,102,'play',5,NULL,6,7,1893553445000000);
INSERT INTO "interactions" VALUES(1036,101,'play',5,NULL,7,8,1893553445000000);
INSERT INTO "interactions" VALUES(1037,102,'play',5,NULL,8,9,1893553445000000);
INSERT INTO "interactions" VALUES(1038,101,'challenge',NULL,6,NULL,NULL,1893553445000000);
INSERT INTO "interactions" VALUES(1039,102,'accept',6,6,NULL,NULL,1893553445000000);
INSERT INTO "interactions" VALUES(1040,101,'play',6,NULL,0,1,1893553445000000);
INSERT INTO "interactions" VALUES(1041,102,'play',6,NULL,1,2,1893553445000000);
INSERT INTO "interactions" VALUES(1042,102,'play',6,NULL,2,3,1893553445000000);
INSERT INTO "interactions" VALUES(1043,101,'play',6,NULL,3,4,1893553445000000);
INSERT INTO "interactions" VALUES(1044,102,'play',6,NULL,4,5,1893553445000000);
INSERT INTO "interactions" VALUES(1045,101,'play',6,NULL,5,6,1893553445000000);
INSERT INTO "interactions" VALUES(1046,102,'play',6,NULL,6,7,1893553445000000);
INSERT INTO "interactions" VALUES(1047,101,'play',6,NULL,7,8,1893553445000000);
INSERT INTO "interactions" VALUES(1048,102,'play',6,NULL,8,9,1893553445000000);
INSERT INTO "interactions" VALUES(1052,101,'offer',NULL,NULL,NULL,NULL,1893553445000000);
INSERT INTO "interactions" VALUES(1053,102,'report',NULL,NULL,NULL,NULL,1893553445000000);
INSERT INTO "interactions" VALUES(1056,101,'challenge',NULL,7,NULL,NULL,1893553445000000);
INSERT INTO "interactions" VALUES(1055,102,'declined',NULL,7,NULL,NULL,1893553445000000);
INSERT INTO "interactions" VALUES(1057,101,'challenge',NULL,8,NULL,NULL,1893553445000000);
INSERT INTO "interactions" VALUES(1058,101,'practise',7,9,NULL,NULL,1893553445000000);
INSERT INTO "interactions" VALUES(1059,101,'review',2,NULL,NULL,NULL,1893553445000000);
INSERT INTO "interactions" VALUES(-1066,102,'daily',NULL,NULL,NULL,NULL,1893553445000000);
CREATE TABLE lobby_members (
	guild_id BIGINT NOT NULL, 
	user_id BIGINT NOT NULL, 
	CONSTRAINT pk_lobby_members PRIMARY KEY (guild_id, user_id)
);
INSERT INTO "lobby_members" VALUES(7,101);
CREATE TABLE looks (
	game_id BIGINT NOT NULL, 
	user_id BIGINT NOT NULL, 
	ply INTEGER NOT NULL, 
	looked_at BIGINT NOT NULL, 
	CONSTRAINT pk_looks PRIMARY KEY (game_id, user_id), 
	CONSTRAINT fk_looks_game_id FOREIGN KEY(game_id) REFERENCES games (id)
);
INSERT INTO "looks" VALUES(3,102,0,1893553445000000);
CREATE TABLE meta (
	"key" VARCHAR(40) NOT NULL, 
	value TEXT NOT NULL, 
	CONSTRAINT pk_meta PRIMARY KEY ("key")
);
INSERT INTO "meta" VALUES('guild:7','{"threads": false, "channels": [], "game": null, "size": null, "pace": "standard", "strict": false, "language": null, "lobby": 5}');
CREATE TABLE mutes (
	user_id BIGINT NOT NULL, 
	game_id BIGINT NOT NULL, 
	CONSTRAINT pk_mutes PRIMARY KEY (user_id, game_id), 
	CONSTRAINT fk_mutes_user_id FOREIGN KEY(user_id) REFERENCES players (id), 
	CONSTRAINT fk_mutes_game_id FOREIGN KEY(game_id) REFERENCES games (id)
);
INSERT INTO "mutes" VALUES(101,1);
CREATE TABLE "notification_settings" (
	user_id BIGINT NOT NULL, 
	way VARCHAR(20) NOT NULL, 
	quiet_from SMALLINT, 
	quiet_to SMALLINT, 
	digest_at SMALLINT, 
	zone VARCHAR(64) NOT NULL, 
	reminders BOOLEAN DEFAULT 1 NOT NULL, 
	dm_refused_at BIGINT, reminder_hours SMALLINT, 
	CONSTRAINT pk_notice_settings PRIMARY KEY (user_id), 
	CONSTRAINT fk_notice_settings_user_id FOREIGN KEY(user_id) REFERENCES players (id)
);
INSERT INTO "notification_settings" VALUES(102,'dm',NULL,NULL,NULL,'UTC',1,NULL,NULL);
CREATE TABLE offers (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	user_id BIGINT NOT NULL, 
	guild_id BIGINT, 
	game_key VARCHAR(40) NOT NULL, 
	rules_version INTEGER NOT NULL, 
	options JSON NOT NULL, 
	pace VARCHAR(20) NOT NULL, 
	strict BOOLEAN NOT NULL, 
	rated BOOLEAN NOT NULL, 
	terms VARCHAR(200) NOT NULL, 
	keep SMALLINT NOT NULL, 
	games JSON NOT NULL, 
	status VARCHAR(20) NOT NULL, 
	created_at BIGINT NOT NULL, 
	expires_at BIGINT NOT NULL, 
	CONSTRAINT fk_offers_user_id FOREIGN KEY(user_id) REFERENCES players (id)
);
INSERT INTO "offers" VALUES(1,101,7,'lifeline',1,'{"size": 5, "start": "strong-pie"}','standard',1,0,'lifeline:1:size=5,start=strong-pie:standard:strict:unrated',2,'[]','open',1893553445000000,1894158245000000);
CREATE TABLE "outbox" (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	stream VARCHAR(40) NOT NULL, 
	kind VARCHAR(40) NOT NULL, 
	game_id BIGINT, 
	challenge_id BIGINT, 
	ply INTEGER, 
	guild_id BIGINT, 
	channel_id BIGINT NOT NULL, 
	payload JSON NOT NULL, 
	status VARCHAR(20) NOT NULL, 
	attempts INTEGER NOT NULL, 
	due_at BIGINT NOT NULL, 
	message_id BIGINT, 
	error TEXT, 
	created_at BIGINT NOT NULL, 
	closed_at BIGINT, 
	user_id BIGINT, 
	CONSTRAINT fk_outbox_challenge_id FOREIGN KEY(challenge_id) REFERENCES challenges (id), 
	CONSTRAINT fk_outbox_game_id FOREIGN KEY(game_id) REFERENCES games (id)
);
INSERT INTO "outbox" VALUES(1,'challenge:1','challenge',NULL,1,NULL,7,5,'{}','sent',1,1893553490000000,9001,NULL,1893553445000000,1893553445000000,NULL);
INSERT INTO "outbox" VALUES(2,'challenge:1','challenge_closed',NULL,1,NULL,7,5,'{}','waiting',0,1893553445000000,NULL,NULL,1893553445000000,NULL,NULL);
INSERT INTO "outbox" VALUES(3,'game:1','turn',1,NULL,0,7,5,'{}','sent',1,1893553490000000,9003,NULL,1893553445000000,1893553445000000,NULL);
INSERT INTO "outbox" VALUES(4,'game:1','turn',1,NULL,2,7,5,'{}','sending',1,1893553490000000,NULL,NULL,1893553445000000,NULL,NULL);
INSERT INTO "outbox" VALUES(5,'game:1','turn',1,NULL,3,7,5,'{}','dropped',0,1893553445000000,NULL,NULL,1893553445000000,1893553445000000,NULL);
INSERT INTO "outbox" VALUES(6,'game:1','undone',1,NULL,2,7,5,'{"moves": ["swap"], "by": 1}','waiting',0,1893553445000000,NULL,NULL,1893553445000000,NULL,NULL);
INSERT INTO "outbox" VALUES(7,'challenge:2','challenge',NULL,2,NULL,7,5,'{}','sent',1,1893553490000000,9007,NULL,1893553445000000,1893553445000000,NULL);
INSERT INTO "outbox" VALUES(8,'challenge:2','challenge_closed',NULL,2,NULL,7,5,'{}','waiting',0,1893553445000000,NULL,NULL,1893553445000000,NULL,NULL);
INSERT INTO "outbox" VALUES(9,'game:2','turn',2,NULL,0,7,5,'{}','sent',1,1893553490000000,9009,NULL,1893553445000000,1893553445000000,NULL);
INSERT INTO "outbox" VALUES(10,'game:2','turn',2,NULL,2,7,5,'{}','waiting',0,1893553445000000,NULL,NULL,1893553445000000,NULL,NULL);
INSERT INTO "outbox" VALUES(11,'game:2','turn',2,NULL,4,7,5,'{}','waiting',0,1893553445000000,NULL,NULL,1893553445000000,NULL,NULL);
INSERT INTO "outbox" VALUES(12,'game:2','turn',2,NULL,5,7,5,'{}','waiting',0,1893553445000000,NULL,NULL,1893553445000000,NULL,NULL);
INSERT INTO "outbox" VALUES(13,'game:2','result',2,NULL,5,7,5,'{}','waiting',0,1893553445000000,NULL,NULL,1893553445000000,NULL,NULL);
INSERT INTO "outbox" VALUES(14,'challenge:3','challenge',NULL,3,NULL,7,5,'{}','waiting',0,1893553445000000,NULL,NULL,1893553445000000,NULL,NULL);
INSERT INTO "outbox" VALUES(15,'challenge:3','challenge_closed',NULL,3,NULL,7,5,'{}','waiting',0,1893553445000000,NULL,NULL,1893553445000000,NULL,NULL);
INSERT INTO "outbox" VALUES(16,'game:3','turn',3,NULL,0,7,5,'{}','sent',1,1893553490000000,9016,NULL,1893553445000000,1893553445000000,NULL);
INSERT INTO "outbox" VALUES(17,'challenge:4','challenge',NULL,4,NULL,7,5,'{}','waiting',0,1893553445000000,NULL,NULL,1893553445000000,NULL,NULL);
INSERT INTO "outbox" VALUES(18,'challenge:4','challenge_closed',NULL,4,NULL,7,5,'{}','waiting',0,1893553445000000,NULL,NULL,1893553445000000,NULL,NULL);
INSERT INTO "outbox" VALUES(19,'game:4','turn',4,NULL,0,7,5,'{}','sent',1,1893553490000000,9019,NULL,1893553445000000,1893553445000000,NULL);
INSERT INTO "outbox" VALUES(20,'game:4','turn',4,NULL,1,7,5,'{}','waiting',0,1893553445000000,NULL,NULL,1893553445000000,NULL,NULL);
INSERT INTO "outbox" VALUES(21,'game:4','turn',4,NULL,2,7,5,'{}','waiting',0,1893553445000000,NULL,NULL,1893553445000000,NULL,NULL);
INSERT INTO "outbox" VALUES(22,'game:4','turn',4,NULL,3,7,5,'{}','waiting',0,1893553445000000,NULL,NULL,1893553445000000,NULL,NULL);
INSERT INTO "outbox" VALUES(23,'game:4','turn',4,NULL,4,7,5,'{}','waiting',0,1893553445000000,NULL,NULL,1893553445000000,NULL,NULL);
INSERT INTO "outbox" VALUES(24,'game:4','turn',4,NULL,5,7,5,'{}','waiting',0,1893553445000000,NULL,NULL,1893553445000000,NULL,NULL);
INSERT INTO "outbox" VALUES(25,'game:4','turn',4,NULL,6,7,5,'{}','waiting',0,1893553445000000,NULL,NULL,1893553445000000,NULL,NULL);
INSERT INTO "outbox" VALUES(26,'game:4','turn',4,NULL,7,7,5,'{}','waiting',0,1893553445000000,NULL,NULL,1893553445000000,NULL,NULL);
INSERT INTO "outbox" VALUES(27,'game:4','turn',4,NULL,8,7,5,'{}','waiting',0,1893553445000000,NULL,NULL,1893553445000000,NULL,NULL);
INSERT INTO "outbox" VALUES(28,'game:4','turn',4,NULL,9,7,5,'{}','waiting',0,1893553445000000,NULL,NULL,1893553445000000,NULL,NULL);
INSERT INTO "outbox" VALUES(29,'challenge:5','challenge',NULL,5,NULL,7,5,'{}','waiting',0,1893553445000000,NULL,NULL,1893553445000000,NULL,NULL);
INSERT INTO "outbox" VALUES(30,'challenge:5','challenge_closed',NULL,5,NULL,7,5,'{}','waiting',0,1893553445000000,NULL,NULL,1893553445000000,NULL,NULL);
INSERT INTO "outbox" VALUES(31,'game:5','turn',5,NULL,0,7,5,'{}','sent',1,1893553490000000,9031,NULL,1893553445000000,1893553445000000,NULL);
INSERT INTO "outbox" VALUES(32,'game:5','turn',5,NULL,1,7,5,'{}','waiting',0,1893553445000000,NULL,NULL,1893553445000000,NULL,NULL);
INSERT INTO "outbox" VALUES(33,'game:5','turn',5,NULL,2,7,5,'{}','waiting',0,1893553445000000,NULL,NULL,1893553445000000,NULL,NULL);
INSERT INTO "outbox" VALUES(34,'game:5','turn',5,NULL,3,7,5,'{}','waiting',0,1893553445000000,NULL,NULL,1893553445000000,NULL,NULL);
INSERT INTO "outbox" VALUES(35,'game:5','turn',5,NULL,4,7,5,'{}','waiting',0,1893553445000000,NULL,NULL,1893553445000000,NULL,NULL);
INSERT INTO "outbox" VALUES(36,'game:5','turn',5,NULL,5,7,5,'{}','waiting',0,1893553445000000,NULL,NULL,1893553445000000,NULL,NULL);
INSERT INTO "outbox" VALUES(37,'game:5','turn',5,NULL,6,7,5,'{}','waiting',0,1893553445000000,NULL,NULL,1893553445000000,NULL,NULL);
INSERT INTO "outbox" VALUES(38,'game:5','turn',5,NULL,7,7,5,'{}','waiting',0,1893553445000000,NULL,NULL,1893553445000000,NULL,NULL);
INSERT INTO "outbox" VALUES(39,'game:5','turn',5,NULL,8,7,5,'{}','waiting',0,1893553445000000,NULL,NULL,1893553445000000,NULL,NULL);
INSERT INTO "outbox" VALUES(40,'game:5','turn',5,NULL,9,7,5,'{}','waiting',0,1893553445000000,NULL,NULL,1893553445000000,NULL,NULL);
INSERT INTO "outbox" VALUES(41,'challenge:6','challenge',NULL,6,NULL,7,5,'{}','waiting',0,1893553445000000,NULL,NULL,1893553445000000,NULL,NULL);
INSERT INTO "outbox" VALUES(42,'challenge:6','challenge_closed',NULL,6,NULL,7,5,'{}','waiting',0,1893553445000000,NULL,NULL,1893553445000000,NULL,NULL);
INSERT INTO "outbox" VALUES(43,'game:6','turn',6,NULL,0,7,5,'{}','sent',1,1893553490000000,9043,NULL,1893553445000000,1893553445000000,NULL);
INSERT INTO "outbox" VALUES(44,'game:6','turn',6,NULL,1,7,5,'{}','waiting',0,1893553445000000,NULL,NULL,1893553445000000,NULL,NULL);
INSERT INTO "outbox" VALUES(45,'game:6','turn',6,NULL,2,7,5,'{}','waiting',0,1893553445000000,NULL,NULL,1893553445000000,NULL,NULL);
INSERT INTO "outbox" VALUES(46,'game:6','turn',6,NULL,3,7,5,'{}','waiting',0,1893553445000000,NULL,NULL,1893553445000000,NULL,NULL);
INSERT INTO "outbox" VALUES(47,'game:6','turn',6,NULL,4,7,5,'{}','waiting',0,1893553445000000,NULL,NULL,1893553445000000,NULL,NULL);
INSERT INTO "outbox" VALUES(48,'game:6','turn',6,NULL,5,7,5,'{}','waiting',0,1893553445000000,NULL,NULL,1893553445000000,NULL,NULL);
INSERT INTO "outbox" VALUES(49,'game:6','turn',6,NULL,6,7,5,'{}','waiting',0,1893553445000000,NULL,NULL,1893553445000000,NULL,NULL);
INSERT INTO "outbox" VALUES(50,'game:6','turn',6,NULL,7,7,5,'{}','waiting',0,1893553445000000,NULL,NULL,1893553445000000,NULL,NULL);
INSERT INTO "outbox" VALUES(51,'game:6','turn',6,NULL,8,7,5,'{}','waiting',0,1893553445000000,NULL,NULL,1893553445000000,NULL,NULL);
INSERT INTO "outbox" VALUES(52,'game:6','turn',6,NULL,9,7,5,'{}','waiting',0,1893553445000000,NULL,NULL,1893553445000000,NULL,NULL);
INSERT INTO "outbox" VALUES(53,'game:3','clock',3,NULL,NULL,7,5,'{"turn": 1}','waiting',0,1893553445000000,NULL,NULL,1893553445000000,NULL,NULL);
INSERT INTO "outbox" VALUES(54,'user:101:away','away',NULL,NULL,NULL,7,5,'{"who": 102, "until": "2030-01-11T03:04:05+00:00", "games": [1, 3, 4, 5, 6]}','waiting',0,1893553445000000,NULL,NULL,1893553445000000,NULL,101);
INSERT INTO "outbox" VALUES(55,'challenge:7','challenge',NULL,7,NULL,7,5,'{}','waiting',0,1893553445000000,NULL,NULL,1893553445000000,NULL,NULL);
INSERT INTO "outbox" VALUES(56,'challenge:7','challenge_closed',NULL,7,NULL,7,5,'{}','waiting',0,1893553445000000,NULL,NULL,1893553445000000,NULL,NULL);
INSERT INTO "outbox" VALUES(57,'user:101:declined','declined',NULL,NULL,NULL,7,5,'{"challenge": 7}','waiting',0,1893553445000000,NULL,NULL,1893553445000000,NULL,101);
INSERT INTO "outbox" VALUES(58,'challenge:8','challenge',NULL,8,NULL,7,5,'{}','waiting',0,1893553445000000,NULL,NULL,1893553445000000,NULL,NULL);
INSERT INTO "outbox" VALUES(59,'game:7','turn',7,NULL,0,7,5,'{}','sent',1,1893553490000000,9059,NULL,1893553445000000,1893553445000000,NULL);
INSERT INTO "outbox" VALUES(60,'daily:7','daily',NULL,NULL,NULL,7,5,'{"day": 741079}','waiting',0,1893553445000000,NULL,NULL,1893553445000000,NULL,NULL);
CREATE TABLE person_blocks (
	user_id BIGINT NOT NULL, 
	blocked_id BIGINT NOT NULL, 
	created_at BIGINT NOT NULL, 
	CONSTRAINT pk_person_blocks PRIMARY KEY (user_id, blocked_id), 
	CONSTRAINT fk_person_blocks_user_id FOREIGN KEY(user_id) REFERENCES players (id)
);
INSERT INTO "person_blocks" VALUES(101,103,1893553445000000);
CREATE TABLE players (
	id BIGINT NOT NULL, 
	name TEXT NOT NULL, 
	settings JSON NOT NULL, 
	created_at BIGINT NOT NULL, 
	CONSTRAINT pk_players PRIMARY KEY (id)
);
INSERT INTO "players" VALUES(101,'Ann','{"theme": "light"}',1893553445000000);
INSERT INTO "players" VALUES(102,'Ben','{}',1893553445000000);
INSERT INTO "players" VALUES(900,'Lifeline','{}',1893553445000000);
CREATE TABLE plies (
	game_id INTEGER NOT NULL, 
	ply INTEGER NOT NULL, 
	seat SMALLINT NOT NULL, 
	move VARCHAR(40) NOT NULL, 
	played_at BIGINT NOT NULL, 
	CONSTRAINT pk_plies PRIMARY KEY (game_id, ply), 
	CONSTRAINT fk_plies_game_id FOREIGN KEY(game_id) REFERENCES games (id)
)
 WITHOUT ROWID

;
INSERT INTO "plies" VALUES(1,0,0,'a1',1893553445000000);
INSERT INTO "plies" VALUES(1,1,0,'c3',1893553445000000);
INSERT INTO "plies" VALUES(2,0,0,'a1',1893553445000000);
INSERT INTO "plies" VALUES(2,1,0,'c1',1893553445000000);
INSERT INTO "plies" VALUES(2,2,1,'b1',1893553445000000);
INSERT INTO "plies" VALUES(2,3,1,'d1',1893553445000000);
INSERT INTO "plies" VALUES(2,4,0,'b2',1893553445000000);
INSERT INTO "plies" VALUES(3,0,0,'a1',1893553445000000);
INSERT INTO "plies" VALUES(4,0,0,'a1',1893553445000000);
INSERT INTO "plies" VALUES(4,1,1,'b1',1893553445000000);
INSERT INTO "plies" VALUES(4,2,0,'c1',1893553445000000);
INSERT INTO "plies" VALUES(4,3,1,'d1',1893553445000000);
INSERT INTO "plies" VALUES(4,4,0,'e1',1893553445000000);
INSERT INTO "plies" VALUES(4,5,1,'e2',1893553445000000);
INSERT INTO "plies" VALUES(4,6,0,'d2',1893553445000000);
INSERT INTO "plies" VALUES(4,7,1,'c2',1893553445000000);
INSERT INTO "plies" VALUES(4,8,0,'b2',1893553445000000);
INSERT INTO "plies" VALUES(5,0,0,'offer 0',1893553445000000);
INSERT INTO "plies" VALUES(5,1,1,'black',1893553445000000);
INSERT INTO "plies" VALUES(5,2,1,'a1',1893553445000000);
INSERT INTO "plies" VALUES(5,3,0,'b1',1893553445000000);
INSERT INTO "plies" VALUES(5,4,1,'c1',1893553445000000);
INSERT INTO "plies" VALUES(5,5,0,'d1',1893553445000000);
INSERT INTO "plies" VALUES(5,6,1,'e1',1893553445000000);
INSERT INTO "plies" VALUES(5,7,0,'e2',1893553445000000);
INSERT INTO "plies" VALUES(5,8,1,'d2',1893553445000000);
INSERT INTO "plies" VALUES(6,0,0,'offer 0',1893553445000000);
INSERT INTO "plies" VALUES(6,1,1,'black',1893553445000000);
INSERT INTO "plies" VALUES(6,2,1,'a1',1893553445000000);
INSERT INTO "plies" VALUES(6,3,0,'b1',1893553445000000);
INSERT INTO "plies" VALUES(6,4,1,'c1',1893553445000000);
INSERT INTO "plies" VALUES(6,5,0,'d1',1893553445000000);
INSERT INTO "plies" VALUES(6,6,1,'e1',1893553445000000);
INSERT INTO "plies" VALUES(6,7,0,'e2',1893553445000000);
INSERT INTO "plies" VALUES(6,8,1,'d2',1893553445000000);
CREATE TABLE puzzle_attempts (
	user_id BIGINT NOT NULL, 
	puzzle BIGINT NOT NULL, 
	tried TEXT NOT NULL, 
	wrong SMALLINT NOT NULL, 
	solved BOOLEAN, 
	vote SMALLINT, 
	shown_at BIGINT NOT NULL, 
	ended_at BIGINT, 
	CONSTRAINT pk_puzzle_attempts PRIMARY KEY (user_id, puzzle), 
	CONSTRAINT fk_puzzle_attempts_user_id FOREIGN KEY(user_id) REFERENCES players (id)
);
INSERT INTO "puzzle_attempts" VALUES(101,441841375,'',0,0,NULL,1893553445000000,1893553445000000);
INSERT INTO "puzzle_attempts" VALUES(101,841188336,'',0,0,NULL,1893553445000000,1893553445000000);
CREATE TABLE puzzle_ratings (
	puzzle BIGINT NOT NULL, 
	value FLOAT NOT NULL, 
	deviation FLOAT NOT NULL, 
	volatility FLOAT NOT NULL, 
	attempts INTEGER NOT NULL, 
	likes INTEGER NOT NULL, 
	dislikes INTEGER NOT NULL, 
	CONSTRAINT pk_puzzle_ratings PRIMARY KEY (puzzle)
);
INSERT INTO "puzzle_ratings" VALUES(441841375,1.26707905685007085594e+03,1.86635839276380522729e+02,5.99998297054549420415e-02,1,0,0);
INSERT INTO "puzzle_ratings" VALUES(841188336,1.29426238601833256324e+03,1.8630389424902531914e+02,5.99990865340204598821e-02,1,0,0);
CREATE TABLE puzzle_solvers (
	user_id BIGINT NOT NULL, 
	value FLOAT NOT NULL, 
	deviation FLOAT NOT NULL, 
	volatility FLOAT NOT NULL, 
	attempts INTEGER NOT NULL, 
	changed_at BIGINT, 
	CONSTRAINT pk_puzzle_solvers PRIMARY KEY (user_id), 
	CONSTRAINT fk_puzzle_solvers_user_id FOREIGN KEY(user_id) REFERENCES players (id)
);
INSERT INTO "puzzle_solvers" VALUES(101,9.6151846078343112369e+02,2.32491659605586050937e+02,5.99983897886238043417e-02,2,1893553445000000);
CREATE TABLE rated_members (
	guild_id BIGINT NOT NULL, 
	game_key VARCHAR(40) NOT NULL, 
	user_id BIGINT NOT NULL, 
	CONSTRAINT pk_rated_members PRIMARY KEY (guild_id, game_key, user_id)
);
INSERT INTO "rated_members" VALUES(7,'lifeline',101);
INSERT INTO "rated_members" VALUES(7,'lifeline',102);
CREATE TABLE rating_events (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	game_id BIGINT NOT NULL, 
	seat SMALLINT NOT NULL, 
	game_key VARCHAR(40) NOT NULL, 
	user_id BIGINT NOT NULL, 
	reason VARCHAR(20) NOT NULL, 
	score FLOAT NOT NULL, 
	at BIGINT NOT NULL, 
	idle BIGINT NOT NULL, 
	old_value FLOAT NOT NULL, 
	old_deviation FLOAT NOT NULL, 
	old_volatility FLOAT NOT NULL, 
	opponent_value FLOAT NOT NULL, 
	opponent_deviation FLOAT NOT NULL, 
	new_value FLOAT NOT NULL, 
	new_deviation FLOAT NOT NULL, 
	new_volatility FLOAT NOT NULL
);
INSERT INTO "rating_events" VALUES(1,2,0,'lifeline',101,'short',0.0,1893553445000000,0,1500.0,350.0,0.06,1500.0,350.0,1500.0,350.0,0.06);
INSERT INTO "rating_events" VALUES(2,2,1,'lifeline',102,'short',1.0,1893553445000000,0,1500.0,350.0,0.06,1500.0,350.0,1500.0,350.0,0.06);
CREATE TABLE ratings (
	game_key VARCHAR(40) NOT NULL, 
	user_id BIGINT NOT NULL, 
	value FLOAT NOT NULL, 
	deviation FLOAT NOT NULL, 
	volatility FLOAT NOT NULL, 
	games INTEGER NOT NULL, 
	changed_at BIGINT, 
	listed_until BIGINT, 
	hidden BOOLEAN NOT NULL, 
	CONSTRAINT pk_ratings PRIMARY KEY (game_key, user_id)
);
INSERT INTO "ratings" VALUES('lifeline',101,1500.0,350.0,0.06,0,NULL,NULL,0);
INSERT INTO "ratings" VALUES('lifeline',102,1500.0,350.0,0.06,0,NULL,NULL,0);
CREATE TABLE reports (
	id INTEGER NOT NULL, 
	game_id BIGINT NOT NULL, 
	reporter_id BIGINT NOT NULL, 
	reason VARCHAR(20) NOT NULL, 
	created_at BIGINT NOT NULL, 
	CONSTRAINT pk_reports PRIMARY KEY (id), 
	CONSTRAINT fk_reports_game_id FOREIGN KEY(game_id) REFERENCES games (id), 
	CONSTRAINT fk_reports_reporter_id FOREIGN KEY(reporter_id) REFERENCES players (id)
);
INSERT INTO "reports" VALUES(1,2,102,'stalling',1893553445000000);
CREATE TABLE reviews (
	game_id BIGINT NOT NULL, 
	wanted_at BIGINT NOT NULL, 
	attempts INTEGER NOT NULL, 
	found JSON, 
	CONSTRAINT pk_reviews PRIMARY KEY (game_id), 
	CONSTRAINT fk_reviews_game_id FOREIGN KEY(game_id) REFERENCES games (id)
);
INSERT INTO "reviews" VALUES(2,1893553445000000,0,NULL);
CREATE TABLE server_blocks (
	guild_id BIGINT NOT NULL, 
	user_id BIGINT NOT NULL, 
	by_id BIGINT NOT NULL, 
	created_at BIGINT NOT NULL, 
	CONSTRAINT pk_server_blocks PRIMARY KEY (guild_id, user_id)
);
INSERT INTO "server_blocks" VALUES(7,103,102,1893553445000000);
CREATE TABLE servers (
	guild_id BIGINT NOT NULL, 
	left_at BIGINT, 
	CONSTRAINT pk_servers PRIMARY KEY (guild_id)
);
INSERT INTO "servers" VALUES(7,NULL);
CREATE TABLE try_boards (
	game_id BIGINT NOT NULL, 
	user_id BIGINT NOT NULL, 
	revision BIGINT NOT NULL, 
	node INTEGER NOT NULL, 
	ply INTEGER NOT NULL, 
	tip INTEGER NOT NULL, 
	flipped BOOLEAN NOT NULL, 
	published BOOLEAN NOT NULL, 
	CONSTRAINT pk_try_boards PRIMARY KEY (game_id, user_id), 
	CONSTRAINT fk_try_boards_game_id FOREIGN KEY(game_id) REFERENCES games (id), 
	CONSTRAINT fk_try_boards_user_id FOREIGN KEY(user_id) REFERENCES players (id)
);
INSERT INTO "try_boards" VALUES(3,101,1,1,2,1,0,0);
CREATE TABLE try_nodes (
	game_id BIGINT NOT NULL, 
	user_id BIGINT NOT NULL, 
	node INTEGER NOT NULL, 
	parent INTEGER NOT NULL, 
	ply INTEGER NOT NULL, 
	position BIGINT NOT NULL, 
	move VARCHAR(40) NOT NULL, 
	planned_at BIGINT, 
	mark VARCHAR(4), 
	note TEXT NOT NULL, 
	CONSTRAINT pk_try_nodes PRIMARY KEY (game_id, user_id, node), 
	CONSTRAINT fk_try_nodes_game_id FOREIGN KEY(game_id) REFERENCES games (id), 
	CONSTRAINT fk_try_nodes_user_id FOREIGN KEY(user_id) REFERENCES players (id)
);
INSERT INTO "try_nodes" VALUES(3,101,1,0,1,5516199466059291773,'c3',NULL,NULL,'');
CREATE TABLE "turn_notifications" (
	game_id BIGINT NOT NULL, 
	revision BIGINT NOT NULL, 
	user_id BIGINT NOT NULL, 
	state VARCHAR(20) NOT NULL, 
	changed_at BIGINT NOT NULL, 
	CONSTRAINT pk_notices PRIMARY KEY (game_id, revision), 
	CONSTRAINT fk_notices_game_id FOREIGN KEY(game_id) REFERENCES games (id)
);
INSERT INTO "turn_notifications" VALUES(7,0,101,'pinged',1893553445000000);
CREATE TABLE "user_install_channels" (
	channel_id BIGINT NOT NULL, 
	guild_id BIGINT, 
	since BIGINT NOT NULL, 
	CONSTRAINT pk_outside PRIMARY KEY (channel_id)
);
INSERT INTO "user_install_channels" VALUES(55,NULL,1893553445000000);
CREATE TABLE "vacations" (
	id INTEGER NOT NULL, 
	user_id BIGINT NOT NULL, 
	starts_at BIGINT NOT NULL, 
	ends_at BIGINT NOT NULL, 
	strict_ends_at BIGINT NOT NULL, 
	automatic BOOLEAN NOT NULL, 
	CONSTRAINT pk_absences PRIMARY KEY (id), 
	CONSTRAINT fk_absences_user_id FOREIGN KEY(user_id) REFERENCES players (id)
);
INSERT INTO "vacations" VALUES(1,102,1893553445000000,1894331045000000,1893553445000000,0);
CREATE INDEX ix_games_seat0 ON games (seat0, status, updated_at);
CREATE INDEX ix_games_seat1 ON games (seat1, status, updated_at);
CREATE INDEX ix_challenges_challenger_id ON challenges (challenger_id, status);
CREATE INDEX ix_challenges_opponent_id ON challenges (opponent_id, status);
CREATE INDEX ix_challenges_status ON challenges (status, expires_at);
CREATE INDEX ix_interactions_handled_at ON interactions (handled_at);
CREATE INDEX ix_challenges_rematch_of ON challenges (rematch_of);
CREATE INDEX ix_clocks_since ON clocks (since);
CREATE INDEX ix_deadlines_due_at ON deadlines (due_at);
CREATE INDEX ix_deadlines_subject ON deadlines (subject);
CREATE INDEX ix_person_blocks_blocked_id ON person_blocks (blocked_id);
CREATE INDEX ix_server_blocks_user_id ON server_blocks (user_id);
CREATE INDEX ix_challenges_game_id ON challenges (game_id);
CREATE INDEX ix_reviews_wanted_at ON reviews (wanted_at) WHERE found IS NULL;
CREATE INDEX ix_challenges_message_id ON challenges (message_id);
CREATE INDEX ix_outbox_status ON outbox (status, due_at);
CREATE INDEX ix_outbox_stream ON outbox (stream, status);
CREATE INDEX ix_outbox_challenge_id ON outbox (challenge_id);
CREATE INDEX ix_games_channel_id ON games (channel_id);
CREATE INDEX ix_vacations_user_id ON vacations (user_id, ends_at);
CREATE INDEX ix_turn_notifications_user_id ON turn_notifications (user_id, state);
CREATE INDEX ix_turn_notifications_changed_at ON turn_notifications (changed_at);
CREATE INDEX ix_interaction_tokens_channel_id ON interaction_tokens (channel_id);
CREATE INDEX ix_games_engine_seat ON games (engine_seat, status, seat_to_move);
CREATE INDEX ix_try_boards_user_id ON try_boards (user_id);
CREATE INDEX ix_try_nodes_user_id ON try_nodes (user_id);
CREATE INDEX ix_try_nodes_game_id ON try_nodes (game_id) WHERE planned_at IS NOT NULL;
CREATE INDEX ix_ratings_game_key ON ratings (game_key, value, listed_until, user_id);
CREATE INDEX ix_ratings_user_id ON ratings (user_id);
CREATE UNIQUE INDEX ix_rating_events_game_id ON rating_events (game_id, seat);
CREATE INDEX ix_rating_events_user_id ON rating_events (user_id, id);
CREATE INDEX ix_rated_members_user_id ON rated_members (user_id);
CREATE INDEX ix_offers_terms ON offers (terms, status, id);
CREATE INDEX ix_offers_status ON offers (status, game_key, id);
CREATE INDEX ix_offers_user_id ON offers (user_id, status);
CREATE INDEX ix_lobby_members_user_id ON lobby_members (user_id);
CREATE UNIQUE INDEX ix_reports_reporter_id ON reports (reporter_id, game_id);
CREATE INDEX ix_reports_game_id ON reports (game_id);
CREATE INDEX ix_daily_posts_day ON daily_posts (day);
CREATE INDEX ix_daily_entries_user_id ON daily_entries (user_id, day);
CREATE INDEX ix_daily_entries_day ON daily_entries (day);
CREATE INDEX ix_looks_user_id ON looks (user_id);
CREATE INDEX ix_looks_looked_at ON looks (looked_at);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('outbox',60);
INSERT INTO "sqlite_sequence" VALUES('rating_events',2);
INSERT INTO "sqlite_sequence" VALUES('offers',1);
COMMIT;
