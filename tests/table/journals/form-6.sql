BEGIN TRANSACTION;
CREATE TABLE access (
	name VARCHAR(64) NOT NULL, 
	value TEXT NOT NULL, 
	PRIMARY KEY (name)
);
CREATE TABLE companion_revision (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT companion_revision_pkc PRIMARY KEY (version_num)
);
INSERT INTO "companion_revision" VALUES('0006');
CREATE TABLE companion_schema (
	version INTEGER NOT NULL
);
INSERT INTO "companion_schema" VALUES(2);
CREATE TABLE entries (
	table_id VARCHAR(16) NOT NULL, 
	number INTEGER NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	data TEXT NOT NULL, 
	words TEXT NOT NULL, 
	player INTEGER, 
	"by" TEXT NOT NULL, 
	"key" TEXT NOT NULL, 
	at TEXT NOT NULL, 
	target INTEGER, 
	PRIMARY KEY (table_id, number), 
	UNIQUE (table_id, "key"), 
	FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "entries" VALUES('deruki',1,'setup','{"setup":{"players":[{"name":"Ada","colour":"blue"},{"name":"Ben","colour":"green"}],"options":{},"chance":{"order":["blue","green"],"mats":["H6","H5"]}},"seed":3}','New Frontiers begins: Ada, Ben',NULL,'tablet','begin/deruki','2026-11-22T07:42:21.542920+00:00',NULL);
INSERT INTO "entries" VALUES('deruki',2,'decision','{"do":"select-action","player":0,"action":"explore"}','Ada selects Explore',0,'tablet','form-one-000','2026-11-22T07:42:21.566197+00:00',NULL);
INSERT INTO "entries" VALUES('deruki',3,'draw','{"do":"draw-worlds","player":null,"worlds":["W18","W60","W11","W15","W42","W01","W12"]}','The table draws Genes windfall world 1, Alien military windfall world 4, Rare windfall world 1, Rare production world 2, Rare military windfall world 2, Devolved Uplift Race and Gray world 1',NULL,'virtual bag','form-one-000/bag/1','2026-11-22T07:42:21.578918+00:00',NULL);
INSERT INTO "entries" VALUES('deruki',4,'decision','{"do":"pick-world","player":0,"world":"W15"}','Ada picks Rare production world 2',0,'tablet','form-one-001','2026-11-22T07:42:21.591199+00:00',NULL);
INSERT INTO "entries" VALUES('deruki',5,'decision','{"do":"pick-world","player":1,"world":"W18"}','Ben picks Genes windfall world 1',1,'tablet','form-one-002','2026-11-22T07:42:21.595721+00:00',NULL);
INSERT INTO "entries" VALUES('deruki',6,'decision','{"do":"pick-world","player":0,"world":"W42"}','Ada picks Rare military windfall world 2 ($1)',0,'tablet','form-one-003','2026-11-22T07:42:21.611107+00:00',NULL);
INSERT INTO "entries" VALUES('deruki',7,'decision','{"do":"select-action","player":1,"action":"develop"}','Ben selects Develop',1,'tablet','form-one-004','2026-11-22T07:42:21.623458+00:00',NULL);
INSERT INTO "entries" VALUES('deruki',8,'decision','{"do":"buy-development","player":1,"development":"D13"}','Ben buys Alien Monument for $4',1,'tablet','form-one-005','2026-11-22T07:42:21.640365+00:00',NULL);
INSERT INTO "entries" VALUES('deruki',9,'decision','{"do":"buy-development","player":0,"development":"D09"}','Ada buys Expeditionary Force for $2',0,'tablet','form-one-006','2026-11-22T07:42:21.653857+00:00',NULL);
INSERT INTO "entries" VALUES('deruki',10,'decision','{"do":"select-action","player":0,"action":"settle"}','Ada selects Settle (1 colonist)',0,'tablet','form-one-007','2026-11-22T07:42:21.667190+00:00',NULL);
INSERT INTO "entries" VALUES('deruki',11,'decision','{"do":"settle-world","player":0,"world":"W15","pay":"credits","kind":null,"onto":null}','Ada settles Rare production world 2 for $1',0,'tablet','form-one-008','2026-11-22T07:42:21.698331+00:00',NULL);
INSERT INTO "entries" VALUES('deruki',12,'decision','{"do":"take-colonists","player":1}','Ben gains 2 colonists',1,'tablet','form-one-009','2026-11-22T07:42:21.715333+00:00',NULL);
INSERT INTO "entries" VALUES('deruki',13,'decision','{"do":"select-action","player":1,"action":"envoys"}','Ben selects Send Diplomatic Envoys (1 VP)',1,'tablet','form-one-010','2026-11-22T07:42:21.731122+00:00',NULL);
INSERT INTO "entries" VALUES('deruki',14,'decision','{"do":"select-action","player":1,"action":"isolation"}','Ben selects Retreat into Isolation ($2)',1,'tablet','form-one-011','2026-11-22T07:42:21.738756+00:00',NULL);
INSERT INTO "entries" VALUES('deruki',15,'decision','{"do":"select-action","player":0,"action":"explore"}','Ada selects Explore',0,'tablet','form-one-012','2026-11-22T07:42:21.753336+00:00',NULL);
INSERT INTO "entries" VALUES('deruki',16,'draw','{"do":"draw-worlds","player":null,"worlds":["W34","W06","W21","W30","W46","W31","W28"]}','The table draws Alien production world 2, Spice World, Novelty production world 2, Novelty production world 5, Genes military production world 1, Genes windfall world 3 and Rare production world 5',NULL,'virtual bag','form-one-012/bag/1','2026-11-22T07:42:21.753737+00:00',NULL);
INSERT INTO "entries" VALUES('deruki',17,'decision','{"do":"pick-world","player":0,"world":"W30"}','Ada picks Novelty production world 5',0,'tablet','form-one-013','2026-11-22T07:42:21.779532+00:00',NULL);
INSERT INTO "entries" VALUES('deruki',18,'decision','{"do":"pick-world","player":1,"world":"W21"}','Ben picks Novelty production world 2',1,'tablet','form-one-014','2026-11-22T07:42:21.823081+00:00',NULL);
INSERT INTO "entries" VALUES('deruki',19,'decision','{"do":"pick-world","player":0,"world":"W34"}','Ada picks Alien production world 2 ($1)',0,'tablet','form-one-015','2026-11-22T07:42:21.831102+00:00',NULL);
INSERT INTO "entries" VALUES('deruki',20,'undo','{}','Taken back: Ada picks Alien production world 2 ($1)',NULL,'phone','form-one-undo','2026-11-22T07:42:21.838896+00:00',18);
INSERT INTO "entries" VALUES('deruki',21,'correction','{"path":"credits/0","value":9}','Ada: credits: 9 instead of 1',NULL,'tablet','form-one-correct','2026-11-22T07:42:21.842904+00:00',NULL);
INSERT INTO "entries" VALUES('deruki',22,'undo','{}','Taken back: Ada: credits: 9 instead of 1',NULL,'tablet','taken-back','2026-11-22T11:17:05.412186+00:00',18);
INSERT INTO "entries" VALUES('deruki',23,'redo','{}','Restored: Ada: credits: 9 instead of 1',NULL,'phone of Ben','again-now','2026-11-22T11:17:05.414058+00:00',21);
INSERT INTO "entries" VALUES('dadeke',1,'setup','{"setup":{"players":[{"name":"Ada","colour":"blue"},{"name":"Ben","colour":"green"}],"options":{},"chance":{}},"seed":0}','',NULL,'scan','begin','2026-11-22T07:42:21.866922+00:00',NULL);
INSERT INTO "entries" VALUES('dadeke',2,'decision','{"do":"earlier","player":null,"doubt":"","draft":{"game":"new-frontiers","players":[{"name":"Ada","colour":"blue"},{"name":"Ben","colour":"green"}],"shots":[],"tiles":{},"goods":{},"numbers":{"0/chips":7},"shared":[],"settled":[],"counted":{},"ended":"","kept":false,"mats":{}},"said":{"do":"number","player":0,"name":"chips","value":7}}','a number of Ada',NULL,'scan','form-one-scan1','2026-11-22T07:42:21.948611+00:00',NULL);
INSERT INTO "entries" VALUES('dadeke',3,'decision','{"do":"earlier","player":null,"doubt":"","draft":{"game":"new-frontiers","players":[{"name":"Ada","colour":"blue"},{"name":"Ben","colour":"green"}],"shots":[],"tiles":{},"goods":{},"numbers":{"0/chips":7,"1/chips":4},"shared":[],"settled":[],"counted":{},"ended":"","kept":false,"mats":{}},"said":{"do":"number","player":1,"name":"chips","value":4}}','a number of Ben',NULL,'scan','form-one-scan2','2026-11-22T07:42:21.960945+00:00',NULL);
INSERT INTO "entries" VALUES('dadeke',4,'undo','{}','Taken back: a number of Ben',NULL,'scan','scan-back','2026-11-22T11:17:05.418160+00:00',2);
CREATE TABLE kept_plays (
	id VARCHAR(64) NOT NULL, 
	game TEXT NOT NULL, 
	ended VARCHAR(32) NOT NULL, 
	seats INTEGER NOT NULL, 
	state VARCHAR(16) NOT NULL, 
	words TEXT NOT NULL, 
	comment TEXT NOT NULL, 
	location TEXT NOT NULL, 
	brief TEXT NOT NULL, 
	data TEXT NOT NULL, 
	PRIMARY KEY (id)
);
CREATE TABLE notes (
	table_id VARCHAR(16) NOT NULL, 
	number INTEGER NOT NULL, 
	what VARCHAR(16) NOT NULL, 
	player INTEGER
);
INSERT INTO "notes" VALUES('deruki',1,'called',NULL);
INSERT INTO "notes" VALUES('deruki',3,'helped',0);
INSERT INTO "notes" VALUES('deruki',5,'refused',1);
CREATE TABLE places (
	follower VARCHAR(64) NOT NULL, 
	table_id VARCHAR(16) NOT NULL, 
	number INTEGER NOT NULL, 
	PRIMARY KEY (follower, table_id)
);
INSERT INTO "places" VALUES('plays','deruki',3);
INSERT INTO "places" VALUES('box 0123456789abcdef','deruki',5);
CREATE TABLE "scan_photos" (
	id VARCHAR(32) NOT NULL, 
	scan_id VARCHAR(16) NOT NULL, 
	jpeg BLOB NOT NULL, 
	read TEXT NOT NULL, 
	tiles VARCHAR(64) NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(scan_id) REFERENCES tables (id)
);
CREATE TABLE tables (
	id VARCHAR(16) NOT NULL, 
	game TEXT NOT NULL, 
	title TEXT NOT NULL, 
	created TEXT NOT NULL, 
	settings TEXT NOT NULL, 
	archived TEXT, 
	deleted TEXT, 
	PRIMARY KEY (id)
);
INSERT INTO "tables" VALUES('deruki','new-frontiers','Sunday','2026-11-22T07:42:21.539006+00:00','{"draws":"virtual","referee":"by itself","moment":0.3,"patience":3.0,"second_thoughts":3.0,"lights":"day","standing":"hidden","pages":{}}',NULL,NULL);
INSERT INTO "tables" VALUES('dadeke','finished:new-frontiers','','2026-11-22T07:42:21.866922+00:00','{}',NULL,NULL);
CREATE TABLE timers (
	id VARCHAR(16) NOT NULL, 
	number INTEGER NOT NULL, 
	data TEXT NOT NULL, 
	keys TEXT NOT NULL, 
	changed BIGINT NOT NULL, 
	PRIMARY KEY (id)
);
CREATE INDEX ix_kept_plays_ended ON kept_plays (ended);
CREATE INDEX ix_notes_table_id ON notes (table_id);
COMMIT;
