-- A file of schema 1, as written on 2026-12-01. Never edited.
PRAGMA application_id = 1397182032;
PRAGMA user_version = 1;
BEGIN;
CREATE TABLE rulesets (
    id         TEXT    NOT NULL,
    version    INTEGER NOT NULL,
    definition TEXT    NOT NULL, -- JSON, scoring.Definition
    PRIMARY KEY (id, version)
) STRICT;
INSERT INTO rulesets VALUES ('generala',1,'{"id":"generala","version":1,"dice":5,"faces":6,"rolls":3,"start":{"lowest":true},"served_win_box":"generala","served_wins":true,"boxes":[{"id":"ones","section":"upper","pattern":{"face":1},"points":{"sum":"matching"}},{"id":"twos","section":"upper","pattern":{"face":2},"points":{"sum":"matching"}},{"id":"threes","section":"upper","pattern":{"face":3},"points":{"sum":"matching"}},{"id":"fours","section":"upper","pattern":{"face":4},"points":{"sum":"matching"}},{"id":"fives","section":"upper","pattern":{"face":5},"points":{"sum":"matching"}},{"id":"sixes","section":"upper","pattern":{"face":6},"points":{"sum":"matching"}},{"id":"straight","section":"lower","pattern":{"exactly":[[1,2,3,4,5],[2,3,4,5,6],[1,3,4,5,6]]},"points":{"fixed":20,"served":25}},{"id":"full_house","section":"lower","pattern":{"groups":[3,2]},"points":{"fixed":30,"served":35}},{"id":"four_of_a_kind","section":"lower","pattern":{"n_of_a_kind":4},"points":{"fixed":40,"served":45}},{"id":"generala","section":"lower","pattern":{"n_of_a_kind":5},"points":{"fixed":50}},{"id":"double_generala","section":"lower","pattern":{"n_of_a_kind":5},"points":{"fixed":100},"needs":"generala","switch":"double_generala"}],"switches":{"double_generala":true},"options":["served_wins","order"]}');
INSERT INTO rulesets VALUES ('kniffel',1,'{"id":"kniffel","version":1,"dice":5,"faces":6,"rolls":3,"start":{"dice":5},"boxes":[{"id":"ones","section":"upper","pattern":{"face":1},"points":{"sum":"matching"}},{"id":"twos","section":"upper","pattern":{"face":2},"points":{"sum":"matching"}},{"id":"threes","section":"upper","pattern":{"face":3},"points":{"sum":"matching"}},{"id":"fours","section":"upper","pattern":{"face":4},"points":{"sum":"matching"}},{"id":"fives","section":"upper","pattern":{"face":5},"points":{"sum":"matching"}},{"id":"sixes","section":"upper","pattern":{"face":6},"points":{"sum":"matching"}},{"id":"three_of_a_kind","section":"lower","pattern":{"n_of_a_kind":3},"points":{"sum":"all"}},{"id":"four_of_a_kind","section":"lower","pattern":{"n_of_a_kind":4},"points":{"sum":"all"}},{"id":"full_house","section":"lower","pattern":{"groups":[3,2],"one_face":"full_house_of_five"},"points":{"fixed":25},"joker":true},{"id":"small_straight","section":"lower","pattern":{"run":4},"points":{"fixed":30},"joker":true},{"id":"large_straight","section":"lower","pattern":{"run":5},"points":{"fixed":40},"joker":true},{"id":"yahtzee","section":"lower","pattern":{"n_of_a_kind":5},"points":{"fixed":50}},{"id":"chance","section":"lower","pattern":{"any":true},"points":{"sum":"all"}}],"upper_bonus":{"at":63,"points":35},"joker":{"rule":"kniffel","box":"yahtzee","extra_points":50,"extra_after_zero":true},"switches":{"full_house_of_five":false},"options":["joker","extra_yahtzee_points","extra_after_zero","upper_bonus_at","upper_bonus_points","order"]}');
INSERT INTO rulesets VALUES ('maxi-yatzy',1,'{"id":"maxi-yatzy","version":1,"dice":6,"faces":6,"rolls":3,"saved_rolls":true,"start":{},"boxes":[{"id":"ones","section":"upper","pattern":{"face":1},"points":{"sum":"matching"}},{"id":"twos","section":"upper","pattern":{"face":2},"points":{"sum":"matching"}},{"id":"threes","section":"upper","pattern":{"face":3},"points":{"sum":"matching"}},{"id":"fours","section":"upper","pattern":{"face":4},"points":{"sum":"matching"}},{"id":"fives","section":"upper","pattern":{"face":5},"points":{"sum":"matching"}},{"id":"sixes","section":"upper","pattern":{"face":6},"points":{"sum":"matching"}},{"id":"one_pair","section":"lower","pattern":{"n_of_a_kind":2},"points":{"sum":"matching"}},{"id":"two_pairs","section":"lower","pattern":{"groups":[2,2]},"points":{"sum":"matching"}},{"id":"three_pairs","section":"lower","pattern":{"groups":[2,2,2]},"points":{"sum":"matching"}},{"id":"three_of_a_kind","section":"lower","pattern":{"n_of_a_kind":3},"points":{"sum":"matching"}},{"id":"four_of_a_kind","section":"lower","pattern":{"n_of_a_kind":4},"points":{"sum":"matching"}},{"id":"five_of_a_kind","section":"lower","pattern":{"n_of_a_kind":5},"points":{"sum":"matching"}},{"id":"small_straight","section":"lower","pattern":{"run":5,"from":1},"points":{"fixed":15}},{"id":"large_straight","section":"lower","pattern":{"run":5,"from":2},"points":{"fixed":20}},{"id":"full_straight","section":"lower","pattern":{"run":6},"points":{"fixed":21}},{"id":"full_house","section":"lower","pattern":{"groups":[3,2]},"points":{"sum":"matching"}},{"id":"villa","section":"lower","pattern":{"groups":[3,3]},"points":{"sum":"matching"}},{"id":"tower","section":"lower","pattern":{"groups":[4,2]},"points":{"sum":"matching"}},{"id":"chance","section":"lower","pattern":{"any":true},"points":{"sum":"all"}},{"id":"maxi_yatzy","section":"lower","pattern":{"n_of_a_kind":6},"points":{"fixed":100}}],"upper_bonus":{"at":84,"points":100},"options":["saved_rolls","upper_bonus_at","upper_bonus_points","order"]}');
INSERT INTO rulesets VALUES ('mini',1,'{"id":"mini","version":1,"names":{"en":"Mini"},"dice":5,"faces":6,"rolls":3,"start":{},"boxes":[{"id":"ones","section":"upper","pattern":{"face":1},"points":{"sum":"matching"}},{"id":"chance","section":"lower","pattern":{"any":true},"points":{"sum":"all"}}],"upper_bonus":{"at":3,"points":10},"options":["upper_bonus_points","order"]}');
INSERT INTO rulesets VALUES ('triple-yahtzee',1,'{"id":"triple-yahtzee","version":1,"dice":5,"faces":6,"rolls":3,"columns":[1,2,3],"start":{"dice":5},"boxes":[{"id":"ones","section":"upper","pattern":{"face":1},"points":{"sum":"matching"}},{"id":"twos","section":"upper","pattern":{"face":2},"points":{"sum":"matching"}},{"id":"threes","section":"upper","pattern":{"face":3},"points":{"sum":"matching"}},{"id":"fours","section":"upper","pattern":{"face":4},"points":{"sum":"matching"}},{"id":"fives","section":"upper","pattern":{"face":5},"points":{"sum":"matching"}},{"id":"sixes","section":"upper","pattern":{"face":6},"points":{"sum":"matching"}},{"id":"three_of_a_kind","section":"lower","pattern":{"n_of_a_kind":3},"points":{"sum":"all"}},{"id":"four_of_a_kind","section":"lower","pattern":{"n_of_a_kind":4},"points":{"sum":"all"}},{"id":"full_house","section":"lower","pattern":{"groups":[3,2],"one_face":"full_house_of_five"},"points":{"fixed":25},"joker":true},{"id":"small_straight","section":"lower","pattern":{"run":4},"points":{"fixed":30},"joker":true},{"id":"large_straight","section":"lower","pattern":{"run":5},"points":{"fixed":40},"joker":true},{"id":"yahtzee","section":"lower","pattern":{"n_of_a_kind":5},"points":{"fixed":50}},{"id":"chance","section":"lower","pattern":{"any":true},"points":{"sum":"all"}}],"upper_bonus":{"at":63,"points":35},"joker":{"rule":"free_choice","box":"yahtzee","extra_points":100},"switches":{"full_house_of_five":false},"options":["joker","extra_yahtzee_points","upper_bonus_at","upper_bonus_points","order","column_order"]}');
CREATE TABLE players (
    id          TEXT NOT NULL PRIMARY KEY,
    name        TEXT NOT NULL, -- as first written, or renamed
    name_key    TEXT NOT NULL, -- what makes two spellings one person
    mark        TEXT NOT NULL, -- tells two people of one name apart; mostly empty
    mark_key    TEXT NOT NULL, -- as name_key
    merged_into TEXT REFERENCES players (id), -- found to be this other one, until undone
    person_id   TEXT NOT NULL REFERENCES players (id), -- where merged_into leads in the end; mostly the player's own id
    created_at  TEXT NOT NULL
) STRICT;
INSERT INTO players VALUES ('hkvjqkt2i7oifpltw2ns6lgrey','Bà Ngoại','Bà Ngoại','','',NULL,'hkvjqkt2i7oifpltw2ns6lgrey','2026-12-01T20:15:30.123Z');
INSERT INTO players VALUES ('hlprwhcfh6ivkye54vxkzvlnwi','Anna','Anna','','',NULL,'hlprwhcfh6ivkye54vxkzvlnwi','2026-12-01T20:15:30.123Z');
INSERT INTO players VALUES ('k3qdj2yuc72r5aj6dfkpzjuuqm','Berta','Berta','','',NULL,'k3qdj2yuc72r5aj6dfkpzjuuqm','2026-12-01T20:15:30.123Z');
INSERT INTO players VALUES ('lkdezzvsvecka47grs5rabb3jq','Jürgen','Jürgen','','',NULL,'lkdezzvsvecka47grs5rabb3jq','2026-12-01T20:15:30.123Z');
CREATE TABLE games (
    id              TEXT    NOT NULL PRIMARY KEY,
    ruleset_id      TEXT    NOT NULL,
    ruleset_version INTEGER NOT NULL,
    options         TEXT    NOT NULL, -- JSON, keys sorted, only what is not the default
    title           TEXT    NOT NULL,
    played_on       TEXT    NOT NULL CHECK (length(played_on) = 10),
    -- status repeats what the turns say, so that lists and records need not fold
    -- every game to find the finished ones. It cannot drift: each write sets it
    -- from the folded game, in the transaction that stores the turn.
    status          TEXT    NOT NULL CHECK (status IN ('open', 'finished', 'abandoned')),
    version         INTEGER NOT NULL, -- 1, and one more with each write
    created_at      TEXT    NOT NULL,
    updated_at      TEXT    NOT NULL,
    finished_at     TEXT,
    match_id        TEXT REFERENCES matches (id),
    match_game      INTEGER CHECK (match_game >= 1), -- which game of the match
    FOREIGN KEY (ruleset_id, ruleset_version) REFERENCES rulesets (id, version),
    CHECK ((match_id IS NULL) = (match_game IS NULL))
) STRICT;
INSERT INTO games VALUES ('afaapqeh76b37aruocwscq6dv4','generala',1,'{}','A served generala','2026-12-01','finished',4,'2026-12-01T20:15:30.123Z','2026-12-01T20:15:30.123Z','2026-12-01T20:15:30.123Z',NULL,NULL);
INSERT INTO games VALUES ('nbqdolgnrzujy2dgi4jxvpeu2e','triple-yahtzee',1,'{}','Triple','2026-12-01','open',7,'2026-12-01T20:15:30.123Z','2026-12-01T20:15:30.123Z',NULL,NULL,NULL);
INSERT INTO games VALUES ('x4cjcna3miu3kdx2puufmtcola','kniffel',1,'{"full_house_of_five":true,"upper_bonus_at":30}','Kniffel with options','2026-12-01','open',5,'2026-12-01T20:15:30.123Z','2026-12-01T20:15:30.123Z',NULL,NULL,NULL);
INSERT INTO games VALUES ('xujslowtmvnbcb4oymdhtaroqy','mini',1,'{}','Corrected after the end','2026-12-01','finished',8,'2026-12-01T20:15:30.123Z','2026-12-01T20:15:30.123Z','2026-12-01T20:15:30.123Z',NULL,NULL);
INSERT INTO games VALUES ('zcskjgvbdboewvoclc4dwjipzu','maxi-yatzy',1,'{}','Maxi Yatzy with saved rolls','2026-12-01','open',5,'2026-12-01T20:15:30.123Z','2026-12-01T20:15:30.123Z',NULL,NULL,NULL);
CREATE TABLE seats (
    game_id    TEXT    NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seat       INTEGER NOT NULL CHECK (seat >= 1),
    player_id  TEXT    NOT NULL REFERENCES players (id),
    name       TEXT    NOT NULL, -- as written in this game
    left_after INTEGER CHECK (left_after >= 0), -- turns the game had when the player left
    card       TEXT,    -- JSON, scoring.Sheet: a finished card copied from paper
    total      INTEGER, -- only the final score is known
    PRIMARY KEY (game_id, seat), -- nobody sits twice: the program sees to it, who knows which names are one person's
    CHECK (card IS NULL OR total IS NULL)
) STRICT, WITHOUT ROWID;
INSERT INTO seats VALUES ('afaapqeh76b37aruocwscq6dv4',1,'k3qdj2yuc72r5aj6dfkpzjuuqm','Berta',NULL,NULL,NULL);
INSERT INTO seats VALUES ('afaapqeh76b37aruocwscq6dv4',2,'hlprwhcfh6ivkye54vxkzvlnwi','Anna',NULL,NULL,NULL);
INSERT INTO seats VALUES ('afaapqeh76b37aruocwscq6dv4',3,'lkdezzvsvecka47grs5rabb3jq','Jürgen',NULL,NULL,NULL);
INSERT INTO seats VALUES ('nbqdolgnrzujy2dgi4jxvpeu2e',1,'lkdezzvsvecka47grs5rabb3jq','Jürgen',NULL,NULL,NULL);
INSERT INTO seats VALUES ('nbqdolgnrzujy2dgi4jxvpeu2e',2,'hlprwhcfh6ivkye54vxkzvlnwi','Anna',NULL,NULL,NULL);
INSERT INTO seats VALUES ('x4cjcna3miu3kdx2puufmtcola',1,'hlprwhcfh6ivkye54vxkzvlnwi','Anna',NULL,NULL,NULL);
INSERT INTO seats VALUES ('x4cjcna3miu3kdx2puufmtcola',2,'lkdezzvsvecka47grs5rabb3jq','Jürgen',NULL,NULL,NULL);
INSERT INTO seats VALUES ('xujslowtmvnbcb4oymdhtaroqy',1,'hlprwhcfh6ivkye54vxkzvlnwi','Anna',NULL,NULL,NULL);
INSERT INTO seats VALUES ('xujslowtmvnbcb4oymdhtaroqy',2,'k3qdj2yuc72r5aj6dfkpzjuuqm','Berta',NULL,NULL,NULL);
INSERT INTO seats VALUES ('zcskjgvbdboewvoclc4dwjipzu',1,'hkvjqkt2i7oifpltw2ns6lgrey','Bà Ngoại',NULL,NULL,NULL);
INSERT INTO seats VALUES ('zcskjgvbdboewvoclc4dwjipzu',2,'hlprwhcfh6ivkye54vxkzvlnwi','Anna',NULL,NULL,NULL);
CREATE TABLE turns (
    game_id     TEXT    NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    n           INTEGER NOT NULL CHECK (n >= 1),
    seat        INTEGER NOT NULL,
    category    TEXT    NOT NULL,
    column_no   INTEGER NOT NULL CHECK (column_no >= 1),
    dice        TEXT,    -- JSON array; NULL for points copied from paper
    rolls       INTEGER,
    points      INTEGER, -- only without dice: what dice are worth is derived
    out_of_turn INTEGER NOT NULL CHECK (out_of_turn IN (0, 1)),
    at          TEXT    NOT NULL,
    PRIMARY KEY (game_id, n),
    UNIQUE (game_id, seat, column_no, category),
    FOREIGN KEY (game_id, seat) REFERENCES seats (game_id, seat),
    CHECK ((dice IS NULL) <> (points IS NULL))
) STRICT, WITHOUT ROWID;
INSERT INTO turns VALUES ('afaapqeh76b37aruocwscq6dv4',1,1,'generala',1,'[1,1,1,1,2]',1,NULL,0,'2026-12-01T20:15:30.123Z');
INSERT INTO turns VALUES ('afaapqeh76b37aruocwscq6dv4',2,2,'straight',1,'[1,2,3,4,5]',1,NULL,0,'2026-12-01T20:15:30.123Z');
INSERT INTO turns VALUES ('afaapqeh76b37aruocwscq6dv4',3,3,'generala',1,'[2,2,2,2,2]',1,NULL,0,'2026-12-01T20:15:30.123Z');
INSERT INTO turns VALUES ('nbqdolgnrzujy2dgi4jxvpeu2e',1,1,'ones',1,'[1,1,1,2,3]',3,NULL,0,'2026-12-01T20:15:30.123Z');
INSERT INTO turns VALUES ('nbqdolgnrzujy2dgi4jxvpeu2e',2,2,'sixes',3,NULL,NULL,18,0,'2026-12-01T20:15:30.123Z');
INSERT INTO turns VALUES ('nbqdolgnrzujy2dgi4jxvpeu2e',3,1,'full_house',3,'[2,2,2,3,3]',3,NULL,0,'2026-12-01T20:15:30.123Z');
INSERT INTO turns VALUES ('nbqdolgnrzujy2dgi4jxvpeu2e',4,2,'large_straight',2,'[1,1,1,1,1]',3,NULL,0,'2026-12-01T20:15:30.123Z');
INSERT INTO turns VALUES ('nbqdolgnrzujy2dgi4jxvpeu2e',5,1,'chance',2,'[6,6,6,5,5]',3,NULL,0,'2026-12-01T20:15:30.123Z');
INSERT INTO turns VALUES ('nbqdolgnrzujy2dgi4jxvpeu2e',6,1,'twos',1,'[2,2,1,1,1]',3,NULL,1,'2026-12-01T20:15:30.123Z');
INSERT INTO turns VALUES ('x4cjcna3miu3kdx2puufmtcola',1,1,'yahtzee',1,'[6,6,6,6,6]',3,NULL,0,'2026-12-01T20:15:30.123Z');
INSERT INTO turns VALUES ('x4cjcna3miu3kdx2puufmtcola',2,2,'fives',1,'[5,5,5,1,2]',3,NULL,0,'2026-12-01T20:15:30.123Z');
INSERT INTO turns VALUES ('x4cjcna3miu3kdx2puufmtcola',3,1,'sixes',1,'[6,6,6,6,6]',3,NULL,0,'2026-12-01T20:15:30.123Z');
INSERT INTO turns VALUES ('x4cjcna3miu3kdx2puufmtcola',4,2,'full_house',1,'[3,3,3,3,3]',3,NULL,0,'2026-12-01T20:15:30.123Z');
INSERT INTO turns VALUES ('xujslowtmvnbcb4oymdhtaroqy',1,1,'ones',1,'[1,1,1,2,3]',3,NULL,0,'2026-12-01T20:15:30.123Z');
INSERT INTO turns VALUES ('xujslowtmvnbcb4oymdhtaroqy',2,2,'ones',1,NULL,NULL,0,0,'2026-12-01T20:15:30.123Z');
INSERT INTO turns VALUES ('xujslowtmvnbcb4oymdhtaroqy',3,1,'chance',1,'[6,6,6,5,5]',3,NULL,0,'2026-12-01T20:15:30.123Z');
INSERT INTO turns VALUES ('xujslowtmvnbcb4oymdhtaroqy',4,2,'chance',1,NULL,NULL,30,0,'2026-12-01T20:15:30.123Z');
INSERT INTO turns VALUES ('zcskjgvbdboewvoclc4dwjipzu',1,1,'chance',1,'[1,2,3,4,5,6]',1,NULL,0,'2026-12-01T20:15:30.123Z');
INSERT INTO turns VALUES ('zcskjgvbdboewvoclc4dwjipzu',2,2,'one_pair',1,'[5,5,1,2,3,6]',3,NULL,0,'2026-12-01T20:15:30.123Z');
INSERT INTO turns VALUES ('zcskjgvbdboewvoclc4dwjipzu',3,1,'sixes',1,'[6,6,6,6,1,2]',5,NULL,0,'2026-12-01T20:15:30.123Z');
INSERT INTO turns VALUES ('zcskjgvbdboewvoclc4dwjipzu',4,2,'maxi_yatzy',1,'[4,4,4,4,4,4]',3,NULL,0,'2026-12-01T20:15:30.123Z');
CREATE TABLE changes (
    game_id TEXT    NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    version INTEGER NOT NULL, -- of the game after the change
    kind    TEXT    NOT NULL, -- created, played, corrected, taken_back, patched, tiebreak
    at      TEXT    NOT NULL,
    n       INTEGER, -- the turn it is about
    before  TEXT,    -- JSON: the turn with what it earned then
    after   TEXT,
    patch   TEXT,    -- JSON: what else was asked for
    PRIMARY KEY (game_id, version)
) STRICT, WITHOUT ROWID;
INSERT INTO changes VALUES ('afaapqeh76b37aruocwscq6dv4',1,'created','2026-12-01T20:15:30.123Z',NULL,NULL,NULL,NULL);
INSERT INTO changes VALUES ('afaapqeh76b37aruocwscq6dv4',2,'played','2026-12-01T20:15:30.123Z',1,NULL,'{"n":1,"seat":1,"category":"generala","column":1,"dice":[1,1,1,1,2],"rolls":1,"points":0,"joker":false,"extra_points":0,"served_win":false}',NULL);
INSERT INTO changes VALUES ('afaapqeh76b37aruocwscq6dv4',3,'played','2026-12-01T20:15:30.123Z',2,NULL,'{"n":2,"seat":2,"category":"straight","column":1,"dice":[1,2,3,4,5],"rolls":1,"points":25,"joker":false,"extra_points":0,"served_win":false}',NULL);
INSERT INTO changes VALUES ('afaapqeh76b37aruocwscq6dv4',4,'played','2026-12-01T20:15:30.123Z',3,NULL,'{"n":3,"seat":3,"category":"generala","column":1,"dice":[2,2,2,2,2],"rolls":1,"points":50,"joker":false,"extra_points":0,"served_win":true}',NULL);
INSERT INTO changes VALUES ('nbqdolgnrzujy2dgi4jxvpeu2e',1,'created','2026-12-01T20:15:30.123Z',NULL,NULL,NULL,NULL);
INSERT INTO changes VALUES ('nbqdolgnrzujy2dgi4jxvpeu2e',2,'played','2026-12-01T20:15:30.123Z',1,NULL,'{"n":1,"seat":1,"category":"ones","column":1,"dice":[1,1,1,2,3],"rolls":3,"points":3,"joker":false,"extra_points":0,"served_win":false}',NULL);
INSERT INTO changes VALUES ('nbqdolgnrzujy2dgi4jxvpeu2e',3,'played','2026-12-01T20:15:30.123Z',2,NULL,'{"n":2,"seat":2,"category":"sixes","column":3,"points":18,"joker":false,"extra_points":0,"served_win":false}',NULL);
INSERT INTO changes VALUES ('nbqdolgnrzujy2dgi4jxvpeu2e',4,'played','2026-12-01T20:15:30.123Z',3,NULL,'{"n":3,"seat":1,"category":"full_house","column":3,"dice":[2,2,2,3,3],"rolls":3,"points":25,"joker":false,"extra_points":0,"served_win":false}',NULL);
INSERT INTO changes VALUES ('nbqdolgnrzujy2dgi4jxvpeu2e',5,'played','2026-12-01T20:15:30.123Z',4,NULL,'{"n":4,"seat":2,"category":"large_straight","column":2,"dice":[1,1,1,1,1],"rolls":3,"points":0,"joker":false,"extra_points":0,"served_win":false}',NULL);
INSERT INTO changes VALUES ('nbqdolgnrzujy2dgi4jxvpeu2e',6,'played','2026-12-01T20:15:30.123Z',5,NULL,'{"n":5,"seat":1,"category":"chance","column":2,"dice":[6,6,6,5,5],"rolls":3,"points":28,"joker":false,"extra_points":0,"served_win":false}',NULL);
INSERT INTO changes VALUES ('nbqdolgnrzujy2dgi4jxvpeu2e',7,'played','2026-12-01T20:15:30.123Z',6,NULL,'{"n":6,"seat":1,"category":"twos","column":1,"dice":[2,2,1,1,1],"rolls":3,"points":4,"joker":false,"extra_points":0,"served_win":false,"out_of_turn":true}',NULL);
INSERT INTO changes VALUES ('x4cjcna3miu3kdx2puufmtcola',1,'created','2026-12-01T20:15:30.123Z',NULL,NULL,NULL,NULL);
INSERT INTO changes VALUES ('x4cjcna3miu3kdx2puufmtcola',2,'played','2026-12-01T20:15:30.123Z',1,NULL,'{"n":1,"seat":1,"category":"yahtzee","column":1,"dice":[6,6,6,6,6],"rolls":3,"points":50,"joker":false,"extra_points":0,"served_win":false}',NULL);
INSERT INTO changes VALUES ('x4cjcna3miu3kdx2puufmtcola',3,'played','2026-12-01T20:15:30.123Z',2,NULL,'{"n":2,"seat":2,"category":"fives","column":1,"dice":[5,5,5,1,2],"rolls":3,"points":15,"joker":false,"extra_points":0,"served_win":false}',NULL);
INSERT INTO changes VALUES ('x4cjcna3miu3kdx2puufmtcola',4,'played','2026-12-01T20:15:30.123Z',3,NULL,'{"n":3,"seat":1,"category":"sixes","column":1,"dice":[6,6,6,6,6],"rolls":3,"points":30,"joker":false,"extra_points":50,"served_win":false}',NULL);
INSERT INTO changes VALUES ('x4cjcna3miu3kdx2puufmtcola',5,'played','2026-12-01T20:15:30.123Z',4,NULL,'{"n":4,"seat":2,"category":"full_house","column":1,"dice":[3,3,3,3,3],"rolls":3,"points":25,"joker":false,"extra_points":0,"served_win":false}',NULL);
INSERT INTO changes VALUES ('xujslowtmvnbcb4oymdhtaroqy',1,'created','2026-12-01T20:15:30.123Z',NULL,NULL,NULL,NULL);
INSERT INTO changes VALUES ('xujslowtmvnbcb4oymdhtaroqy',2,'played','2026-12-01T20:15:30.123Z',1,NULL,'{"n":1,"seat":1,"category":"ones","column":1,"dice":[1,1,1,2,3],"rolls":3,"points":3,"joker":false,"extra_points":0,"served_win":false}',NULL);
INSERT INTO changes VALUES ('xujslowtmvnbcb4oymdhtaroqy',3,'played','2026-12-01T20:15:30.123Z',2,NULL,'{"n":2,"seat":2,"category":"ones","column":1,"points":0,"joker":false,"extra_points":0,"served_win":false}',NULL);
INSERT INTO changes VALUES ('xujslowtmvnbcb4oymdhtaroqy',4,'played','2026-12-01T20:15:30.123Z',3,NULL,'{"n":3,"seat":1,"category":"chance","column":1,"points":20,"joker":false,"extra_points":0,"served_win":false}',NULL);
INSERT INTO changes VALUES ('xujslowtmvnbcb4oymdhtaroqy',5,'played','2026-12-01T20:15:30.123Z',4,NULL,'{"n":4,"seat":2,"category":"chance","column":1,"points":25,"joker":false,"extra_points":0,"served_win":false}',NULL);
INSERT INTO changes VALUES ('xujslowtmvnbcb4oymdhtaroqy',6,'taken_back','2026-12-01T20:15:30.123Z',4,'{"n":4,"seat":2,"category":"chance","column":1,"points":25,"joker":false,"extra_points":0,"served_win":false}',NULL,NULL);
INSERT INTO changes VALUES ('xujslowtmvnbcb4oymdhtaroqy',7,'played','2026-12-01T20:15:30.123Z',4,NULL,'{"n":4,"seat":2,"category":"chance","column":1,"points":30,"joker":false,"extra_points":0,"served_win":false}',NULL);
INSERT INTO changes VALUES ('xujslowtmvnbcb4oymdhtaroqy',8,'corrected','2026-12-01T20:15:30.123Z',3,'{"n":3,"seat":1,"category":"chance","column":1,"points":20,"joker":false,"extra_points":0,"served_win":false}','{"n":3,"seat":1,"category":"chance","column":1,"dice":[6,6,6,5,5],"rolls":3,"points":28,"joker":false,"extra_points":0,"served_win":false}',NULL);
INSERT INTO changes VALUES ('zcskjgvbdboewvoclc4dwjipzu',1,'created','2026-12-01T20:15:30.123Z',NULL,NULL,NULL,NULL);
INSERT INTO changes VALUES ('zcskjgvbdboewvoclc4dwjipzu',2,'played','2026-12-01T20:15:30.123Z',1,NULL,'{"n":1,"seat":1,"category":"chance","column":1,"dice":[1,2,3,4,5,6],"rolls":1,"points":21,"joker":false,"extra_points":0,"served_win":false}',NULL);
INSERT INTO changes VALUES ('zcskjgvbdboewvoclc4dwjipzu',3,'played','2026-12-01T20:15:30.123Z',2,NULL,'{"n":2,"seat":2,"category":"one_pair","column":1,"dice":[5,5,1,2,3,6],"rolls":3,"points":10,"joker":false,"extra_points":0,"served_win":false}',NULL);
INSERT INTO changes VALUES ('zcskjgvbdboewvoclc4dwjipzu',4,'played','2026-12-01T20:15:30.123Z',3,NULL,'{"n":3,"seat":1,"category":"sixes","column":1,"dice":[6,6,6,6,1,2],"rolls":5,"points":24,"joker":false,"extra_points":0,"served_win":false}',NULL);
INSERT INTO changes VALUES ('zcskjgvbdboewvoclc4dwjipzu',5,'played','2026-12-01T20:15:30.123Z',4,NULL,'{"n":4,"seat":2,"category":"maxi_yatzy","column":1,"dice":[4,4,4,4,4,4],"rolls":3,"points":100,"joker":false,"extra_points":0,"served_win":false}',NULL);
CREATE TABLE idempotency (
    key         TEXT    NOT NULL PRIMARY KEY,
    fingerprint TEXT    NOT NULL, -- of the request that the key was first sent with
    status      INTEGER NOT NULL,
    headers     TEXT    NOT NULL, -- JSON object
    body        BLOB    NOT NULL,
    at          TEXT    NOT NULL
) STRICT;
CREATE TABLE results (
    game_id         TEXT    NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seat            INTEGER NOT NULL,
    person_id       TEXT    NOT NULL REFERENCES players (id), -- whose result it is, merges followed
    ruleset_id      TEXT    NOT NULL,
    ruleset_version INTEGER NOT NULL,
    options         TEXT    NOT NULL,
    played_on       TEXT    NOT NULL,
    created_at      TEXT    NOT NULL, -- of the game: of equal results the first comes first
    players         INTEGER NOT NULL, -- seats of the game
    winners         INTEGER NOT NULL, -- how many share the first place
    score           INTEGER NOT NULL,
    place           INTEGER NOT NULL,
    boxes           TEXT,             -- JSON array: points by box and column in card order, -1 for an open one; NULL: only the total is known
    bonuses         INTEGER NOT NULL, -- columns that earned the upper bonus
    bonuses_decided INTEGER NOT NULL, -- columns that earned or missed it
    extra_yahtzees  INTEGER NOT NULL,
    -- What is counted together lies together: the results by one rule set and set of
    -- options, and among them those of one person, the best first.
    PRIMARY KEY (ruleset_id, ruleset_version, options, person_id, score DESC, played_on, created_at, game_id, seat),
    UNIQUE (game_id, seat)
) STRICT, WITHOUT ROWID;
INSERT INTO results VALUES ('afaapqeh76b37aruocwscq6dv4',1,'k3qdj2yuc72r5aj6dfkpzjuuqm','generala',1,'{}','2026-12-01','2026-12-01T20:15:30.123Z',3,1,0,3,'[-1,-1,-1,-1,-1,-1,-1,-1,-1,0,-1]',0,0,0);
INSERT INTO results VALUES ('afaapqeh76b37aruocwscq6dv4',2,'hlprwhcfh6ivkye54vxkzvlnwi','generala',1,'{}','2026-12-01','2026-12-01T20:15:30.123Z',3,1,25,2,'[-1,-1,-1,-1,-1,-1,25,-1,-1,-1,-1]',0,0,0);
INSERT INTO results VALUES ('afaapqeh76b37aruocwscq6dv4',3,'lkdezzvsvecka47grs5rabb3jq','generala',1,'{}','2026-12-01','2026-12-01T20:15:30.123Z',3,1,50,1,'[-1,-1,-1,-1,-1,-1,-1,-1,-1,50,-1]',0,0,0);
INSERT INTO results VALUES ('xujslowtmvnbcb4oymdhtaroqy',1,'hlprwhcfh6ivkye54vxkzvlnwi','mini',1,'{}','2026-12-01','2026-12-01T20:15:30.123Z',2,1,41,1,'[3,28]',1,1,0);
INSERT INTO results VALUES ('xujslowtmvnbcb4oymdhtaroqy',2,'k3qdj2yuc72r5aj6dfkpzjuuqm','mini',1,'{}','2026-12-01','2026-12-01T20:15:30.123Z',2,1,30,2,'[0,30]',0,1,0);
CREATE TABLE matches (
    id              TEXT    NOT NULL PRIMARY KEY,
    ruleset_id      TEXT    NOT NULL, -- these three are those of each game
    ruleset_version INTEGER NOT NULL,
    options         TEXT    NOT NULL,
    mode            TEXT    NOT NULL, -- best_of, sum
    games           INTEGER NOT NULL CHECK (games >= 1),
    title           TEXT    NOT NULL,
    abandoned       INTEGER NOT NULL CHECK (abandoned IN (0, 1)),
    version         INTEGER NOT NULL, -- 1, and one more with each write of the match or of a game of it
    created_at      TEXT    NOT NULL,
    updated_at      TEXT    NOT NULL,
    FOREIGN KEY (ruleset_id, ruleset_version) REFERENCES rulesets (id, version)
) STRICT;
CREATE TABLE match_players (
    match_id  TEXT    NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    seat      INTEGER NOT NULL CHECK (seat >= 1), -- in the order in which they begin games
    player_id TEXT    NOT NULL REFERENCES players (id),
    name      TEXT    NOT NULL, -- as written for this match
    PRIMARY KEY (match_id, seat)
) STRICT, WITHOUT ROWID;
CREATE TABLE tiebreaks (
    game_id TEXT    NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    added   INTEGER NOT NULL, -- version of the game that the round made
    seat    INTEGER NOT NULL,
    dice    TEXT    NOT NULL, -- JSON array
    removed INTEGER CHECK (removed > added), -- version of the game that took it out
    PRIMARY KEY (game_id, added, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX games_by_age ON games (created_at, id);
CREATE UNIQUE INDEX games_by_match ON games (match_id, match_game) WHERE match_id IS NOT NULL;
CREATE INDEX games_by_rules ON games (ruleset_id, ruleset_version, options, status, played_on, id);
CREATE INDEX games_by_status ON games (status, created_at, id);
CREATE INDEX idempotency_by_age ON idempotency (at);
CREATE INDEX match_players_by_player ON match_players (player_id, match_id);
CREATE INDEX matches_by_age ON matches (created_at, id);
CREATE INDEX players_by_age ON players (created_at, id);
CREATE INDEX players_by_merge ON players (merged_into);
CREATE UNIQUE INDEX players_by_name ON players (name_key, mark_key);
CREATE INDEX players_by_person ON players (person_id);
CREATE INDEX results_by_score ON results (ruleset_id, ruleset_version, options, score DESC, played_on, created_at, game_id, seat);
CREATE INDEX seats_by_player ON seats (player_id, game_id);
COMMIT;
