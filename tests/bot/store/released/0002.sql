BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0002');
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
	expires_at BIGINT NOT NULL, begins VARCHAR(20) DEFAULT 'challenger' NOT NULL, undo BOOLEAN DEFAULT 1 NOT NULL, counters BIGINT, rematch_of BIGINT, 
	CONSTRAINT pk_challenges PRIMARY KEY (id), 
	CONSTRAINT fk_challenges_challenger_id FOREIGN KEY(challenger_id) REFERENCES players (id), 
	CONSTRAINT fk_challenges_opponent_id FOREIGN KEY(opponent_id) REFERENCES players (id), 
	CONSTRAINT fk_challenges_game_id FOREIGN KEY(game_id) REFERENCES games (id)
);
INSERT INTO "challenges" VALUES(1,7,5,101,102,'lifeline',1,'{"size": 4, "start": "strong-pie"}','accepted',9001,1,1893553445000000,1894158245000000,'challenger',1,NULL,NULL);
INSERT INTO "challenges" VALUES(2,7,5,101,102,'lifeline',1,'{"size": 4, "start": "strong-pie"}','accepted',NULL,2,1893553445000000,1894158245000000,'challenger',1,NULL,NULL);
INSERT INTO "challenges" VALUES(3,7,5,102,101,'lifeline',1,'{"size": 5, "start": "strong-pie"}','open',NULL,NULL,1893553445000000,1894158245000000,'lot',0,NULL,NULL);
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
	updated_at BIGINT NOT NULL, undo BOOLEAN DEFAULT 1 NOT NULL, undo_seat SMALLINT, undo_to_ply INTEGER, 
	CONSTRAINT pk_games PRIMARY KEY (id), 
	CONSTRAINT fk_games_seat0 FOREIGN KEY(seat0) REFERENCES players (id), 
	CONSTRAINT fk_games_seat1 FOREIGN KEY(seat1) REFERENCES players (id)
);
INSERT INTO "games" VALUES(1,7,5,101,102,'lifeline',1,'{"size": 4, "start": "strong-pie"}',3,0,3,0,'running',NULL,NULL,NULL,1893553445000000,1893553445000000,1,0,0);
INSERT INTO "games" VALUES(2,7,5,101,102,'lifeline',1,'{"size": 4, "start": "strong-pie"}',0,0,1,NULL,'finished',1,'resigned',NULL,1893553445000000,1893553445000000,1,NULL,NULL);
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
INSERT INTO "interactions" VALUES(1004,101,'challenge',NULL,2,NULL,NULL,1893553445000000);
INSERT INTO "interactions" VALUES(1005,102,'accept',2,2,NULL,NULL,1893553445000000);
INSERT INTO "interactions" VALUES(1006,101,'resign',2,NULL,0,0,1893553445000000);
INSERT INTO "interactions" VALUES(1007,102,'challenge',NULL,3,NULL,NULL,1893553445000000);
CREATE TABLE meta (
	"key" VARCHAR(40) NOT NULL, 
	value TEXT NOT NULL, 
	CONSTRAINT pk_meta PRIMARY KEY ("key")
);
CREATE TABLE outbox (
	id INTEGER NOT NULL, 
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
	CONSTRAINT pk_outbox PRIMARY KEY (id), 
	CONSTRAINT fk_outbox_game_id FOREIGN KEY(game_id) REFERENCES games (id), 
	CONSTRAINT fk_outbox_challenge_id FOREIGN KEY(challenge_id) REFERENCES challenges (id)
);
INSERT INTO "outbox" VALUES(1,'challenge:1','challenge',NULL,1,NULL,7,5,'{}','sent',1,1893553505000000,9001,NULL,1893553445000000,1893553445000000);
INSERT INTO "outbox" VALUES(2,'challenge:1','challenge_closed',NULL,1,NULL,7,5,'{}','waiting',0,1893553445000000,NULL,NULL,1893553445000000,NULL);
INSERT INTO "outbox" VALUES(3,'game:1','turn',1,NULL,0,7,5,'{}','sending',1,1893553505000000,NULL,NULL,1893553445000000,NULL);
INSERT INTO "outbox" VALUES(4,'game:1','turn',1,NULL,2,7,5,'{}','waiting',0,1893553445000000,NULL,NULL,1893553445000000,NULL);
INSERT INTO "outbox" VALUES(5,'game:1','turn',1,NULL,3,7,5,'{}','waiting',0,1893553445000000,NULL,NULL,1893553445000000,NULL);
INSERT INTO "outbox" VALUES(6,'challenge:2','challenge',NULL,2,NULL,7,5,'{}','waiting',0,1893553445000000,NULL,NULL,1893553445000000,NULL);
INSERT INTO "outbox" VALUES(7,'challenge:2','challenge_closed',NULL,2,NULL,7,5,'{}','waiting',0,1893553445000000,NULL,NULL,1893553445000000,NULL);
INSERT INTO "outbox" VALUES(8,'game:2','turn',2,NULL,0,7,5,'{}','waiting',0,1893553445000000,NULL,NULL,1893553445000000,NULL);
INSERT INTO "outbox" VALUES(9,'game:2','result',2,NULL,0,7,5,'{}','waiting',0,1893553445000000,NULL,NULL,1893553445000000,NULL);
INSERT INTO "outbox" VALUES(10,'challenge:3','challenge',NULL,3,NULL,7,5,'{}','waiting',0,1893553445000000,NULL,NULL,1893553445000000,NULL);
CREATE TABLE players (
	id BIGINT NOT NULL, 
	name TEXT NOT NULL, 
	settings JSON NOT NULL, 
	created_at BIGINT NOT NULL, 
	CONSTRAINT pk_players PRIMARY KEY (id)
);
INSERT INTO "players" VALUES(101,'Ann','{}',1893553445000000);
INSERT INTO "players" VALUES(102,'Ben','{}',1893553445000000);
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
INSERT INTO "plies" VALUES(1,2,1,'swap',1893553445000000);
CREATE INDEX ix_games_seat0 ON games (seat0, status, updated_at);
CREATE INDEX ix_games_seat1 ON games (seat1, status, updated_at);
CREATE INDEX ix_challenges_challenger_id ON challenges (challenger_id, status);
CREATE INDEX ix_challenges_opponent_id ON challenges (opponent_id, status);
CREATE INDEX ix_challenges_status ON challenges (status, expires_at);
CREATE INDEX ix_outbox_status ON outbox (status, due_at);
CREATE INDEX ix_outbox_stream ON outbox (stream, status);
CREATE INDEX ix_interactions_handled_at ON interactions (handled_at);
CREATE INDEX ix_challenges_rematch_of ON challenges (rematch_of);
COMMIT;
