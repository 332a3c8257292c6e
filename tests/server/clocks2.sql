-- A database of schema 2, before journals had steady times: three people at Luz with a live clock, and with a
-- clock of days. tests/server/old.py goes on.
-- {"live": "45izik3w3zcisycw", "n": {"live": 6, "days": 6}, "days": "igdnrz2fbwrq7t8r", "people": ["043c863980c7e8d70000a36651a74a7ec50c54c209db5d720c1a", "329be7bf2ae2d9880000acd53d741eeda7b7a60a4f64ba3c62b2", "40ad8f74eaa7bc9400002f8428bb92a99370aca65e8b66d71465"]}
BEGIN TRANSACTION;
CREATE TABLE events(table_id TEXT NOT NULL, n INTEGER NOT NULL, at INTEGER NOT NULL, text TEXT NOT NULL, PRIMARY KEY(table_id, n)) WITHOUT ROWID;
INSERT INTO "events" VALUES('45izik3w3zcisycw',0,1760384164558,'{"e":"create","player":"043c863980c7e8d7","name":"Guest e8d7","game":"luz","rules":1,"seats":3,"options":{"memory":"strict"},"clock":{"kind":"live","move":60,"bank":30},"listed":false,"start":"full","secret":"e1cf233c9bf1e013ada99a9af284aa7c2bfe6b77a003fb7d81184b60dc3af116"}');
INSERT INTO "events" VALUES('45izik3w3zcisycw',1,1760384164558,'{"e":"sit","chair":0,"player":"043c863980c7e8d7","name":"Guest e8d7"}');
INSERT INTO "events" VALUES('45izik3w3zcisycw',2,1760384164559,'{"e":"sit","chair":1,"player":"329be7bf2ae2d988","name":"Guest d988"}');
INSERT INTO "events" VALUES('45izik3w3zcisycw',3,1760384164560,'{"e":"sit","chair":2,"player":"40ad8f74eaa7bc94","name":"Guest bc94"}');
INSERT INTO "events" VALUES('45izik3w3zcisycw',4,1760384164560,'{"e":"start","order":[0,1,2],"begins":1}');
INSERT INTO "events" VALUES('45izik3w3zcisycw',5,1760384164560,'{"e":"deal","text":"G7 G2 B2 V5 Y4 R5 V3 Y5 R8 G6 R7 Y1 B3 V6 R6 B7 G8 B1 R1 Y7 V4 G4 R2 Y2 B8 G5 V7 V1 R3 G1 G3 V2 R4 B4 B6 Y3 B5 Y6 Y8 V8"}');
INSERT INTO "events" VALUES('45izik3w3zcisycw',6,1760384164561,'{"e":"move","seat":2,"text":"bid 0"}');
INSERT INTO "events" VALUES('igdnrz2fbwrq7t8r',0,1760384164863,'{"e":"create","player":"043c863980c7e8d7","name":"Guest e8d7","game":"luz","rules":1,"seats":3,"options":{"memory":"strict"},"clock":{"kind":"days","days":3},"listed":false,"start":"full","secret":"37c87a6ad888e65c98b7f67594929606ca8248345b5e159ad1f7672e3f3a0dd3"}');
INSERT INTO "events" VALUES('igdnrz2fbwrq7t8r',1,1760384164863,'{"e":"sit","chair":0,"player":"043c863980c7e8d7","name":"Guest e8d7"}');
INSERT INTO "events" VALUES('igdnrz2fbwrq7t8r',2,1760384164864,'{"e":"sit","chair":1,"player":"329be7bf2ae2d988","name":"Guest d988"}');
INSERT INTO "events" VALUES('igdnrz2fbwrq7t8r',3,1760384164865,'{"e":"sit","chair":2,"player":"40ad8f74eaa7bc94","name":"Guest bc94"}');
INSERT INTO "events" VALUES('igdnrz2fbwrq7t8r',4,1760384164865,'{"e":"start","order":[1,2,0],"begins":0}');
INSERT INTO "events" VALUES('igdnrz2fbwrq7t8r',5,1760384164865,'{"e":"deal","text":"G7 R3 V7 V1 G3 Y3 G6 G5 B2 Y4 B5 R5 R1 B1 R7 R4 R6 Y1 V4 V3 Y7 B8 Y2 Y5 Y6 V5 B3 V6 V8 B7 G2 B6 V2 R2 G4 G1 G8 Y8 R8 B4"}');
INSERT INTO "events" VALUES('igdnrz2fbwrq7t8r',6,1760384164866,'{"e":"move","seat":1,"text":"bid 0"}');
CREATE TABLE meta(name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
INSERT INTO "meta" VALUES('cookie key',X'AC7890A7999F1729D78DAC3FBF332F8AE8781EEDFC3525CA5D57FC33BEDF08AC');
CREATE TABLE players(id INTEGER PRIMARY KEY, name TEXT NOT NULL, generation INTEGER NOT NULL, login TEXT UNIQUE, hash TEXT NOT NULL);
CREATE TABLE seats(player INTEGER NOT NULL, table_id TEXT NOT NULL, PRIMARY KEY(player, table_id)) WITHOUT ROWID;
INSERT INTO "seats" VALUES(305266456286193879,'45izik3w3zcisycw');
INSERT INTO "seats" VALUES(305266456286193879,'igdnrz2fbwrq7t8r');
INSERT INTO "seats" VALUES(3646763131530828168,'45izik3w3zcisycw');
INSERT INTO "seats" VALUES(3646763131530828168,'igdnrz2fbwrq7t8r');
INSERT INTO "seats" VALUES(4660538921714171028,'45izik3w3zcisycw');
INSERT INTO "seats" VALUES(4660538921714171028,'igdnrz2fbwrq7t8r');
CREATE TABLE shares(key TEXT PRIMARY KEY, table_id TEXT NOT NULL UNIQUE) WITHOUT ROWID;
CREATE TABLE tables(id TEXT PRIMARY KEY, phase INTEGER NOT NULL, listed INTEGER NOT NULL, due INTEGER NOT NULL, changed INTEGER NOT NULL, row TEXT NOT NULL) WITHOUT ROWID;
INSERT INTO "tables" VALUES('45izik3w3zcisycw',1,0,1760384254560,1760384164560,'"table":"45izik3w3zcisycw","game":"luz","seats":3,"options":{"dealer":"1","memory":"strict"},"taken":3,"clock":{"kind":"live","move":60,"bank":30},"host":"Guest e8d7","phase":"play"');
INSERT INTO "tables" VALUES('igdnrz2fbwrq7t8r',1,0,1760643364865,1760384164865,'"table":"igdnrz2fbwrq7t8r","game":"luz","seats":3,"options":{"dealer":"0","memory":"strict"},"taken":3,"clock":{"kind":"days","days":3},"host":"Guest e8d7","phase":"play"');
CREATE INDEX tables_due ON tables(due) WHERE phase = 1;
CREATE INDEX tables_lobby ON tables(changed) WHERE listed = 1 AND phase < 2;
CREATE INDEX tables_phase ON tables(phase);
COMMIT;
PRAGMA user_version = 2;
