-- The first schema: rule sets as they were played, players, games, turns, what
-- was changed, and the answers kept for repeated requests.
--
-- Totals, bonuses, places and whose turn it is are not here: they are folded
-- from the turns (docs/adr/0006). Ids are made by the program. Times are UTC,
-- all of one width, so that their text sorts as they do. A list that may grow
-- (kinds of change, marks of players) is no CHECK and no table constraint,
-- because SQLite can drop neither.

PRAGMA application_id = 1397182032; -- "SGNP": a file of segnapunti, not of another program

CREATE TABLE rulesets (
    id         TEXT    NOT NULL,
    version    INTEGER NOT NULL,
    definition TEXT    NOT NULL, -- JSON, scoring.Definition
    PRIMARY KEY (id, version)
) STRICT;

CREATE TABLE players (
    id         TEXT NOT NULL PRIMARY KEY,
    name       TEXT NOT NULL, -- as first written
    name_key   TEXT NOT NULL, -- what makes two spellings one person
    created_at TEXT NOT NULL
) STRICT;

CREATE UNIQUE INDEX players_by_name_key ON players (name_key);

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
    FOREIGN KEY (ruleset_id, ruleset_version) REFERENCES rulesets (id, version)
) STRICT;

CREATE INDEX games_by_age ON games (created_at, id);
CREATE INDEX games_by_status ON games (status, created_at, id);
CREATE INDEX games_by_rules ON games (ruleset_id, ruleset_version, options, status, played_on, id);

CREATE TABLE seats (
    game_id   TEXT    NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seat      INTEGER NOT NULL CHECK (seat >= 1),
    player_id TEXT    NOT NULL REFERENCES players (id),
    name      TEXT    NOT NULL, -- as written in this game
    PRIMARY KEY (game_id, seat),
    UNIQUE (game_id, player_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX seats_by_player ON seats (player_id, game_id);

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

-- One row per write of a game: who is not known, when and what is.
CREATE TABLE changes (
    game_id TEXT    NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    version INTEGER NOT NULL, -- of the game after the change
    kind    TEXT    NOT NULL, -- created, played, corrected, taken_back, patched
    at      TEXT    NOT NULL,
    n       INTEGER, -- the turn it is about
    before  TEXT,    -- JSON: the turn with what it earned then
    after   TEXT,
    PRIMARY KEY (game_id, version)
) STRICT, WITHOUT ROWID;

CREATE TABLE idempotency (
    key         TEXT    NOT NULL PRIMARY KEY,
    fingerprint TEXT    NOT NULL, -- of the request that the key was first sent with
    status      INTEGER NOT NULL,
    headers     TEXT    NOT NULL, -- JSON object
    body        BLOB    NOT NULL,
    at          TEXT    NOT NULL
) STRICT;

CREATE INDEX idempotency_by_age ON idempotency (at);
