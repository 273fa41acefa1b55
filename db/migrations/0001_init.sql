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
    id          TEXT NOT NULL PRIMARY KEY,
    name        TEXT NOT NULL, -- as first written, or renamed
    name_key    TEXT NOT NULL, -- what makes two spellings one person
    mark        TEXT NOT NULL, -- tells two people of one name apart; mostly empty
    mark_key    TEXT NOT NULL, -- as name_key
    merged_into TEXT REFERENCES players (id), -- found to be this other one, until undone
    person_id   TEXT NOT NULL REFERENCES players (id), -- where merged_into leads in the end; mostly the player's own id
    created_at  TEXT NOT NULL
) STRICT;

CREATE UNIQUE INDEX players_by_name ON players (name_key, mark_key);
CREATE INDEX players_by_person ON players (person_id);
CREATE INDEX players_by_merge ON players (merged_into);
CREATE INDEX players_by_age ON players (created_at, id);

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

CREATE INDEX games_by_age ON games (created_at, id);
CREATE INDEX games_by_status ON games (status, created_at, id);
CREATE INDEX games_by_rules ON games (ruleset_id, ruleset_version, options, status, played_on, id);

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
    kind    TEXT    NOT NULL, -- created, played, corrected, taken_back, patched, tiebreak
    at      TEXT    NOT NULL,
    n       INTEGER, -- the turn it is about
    before  TEXT,    -- JSON: the turn with what it earned then
    after   TEXT,
    patch   TEXT,    -- JSON: what else was asked for
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

-- Results: an index of finished games, one row for each seat that has a result.
-- All of it is derived from the tables above: written in the transaction of the
-- change that it follows from, compared by `check`, and rebuilt from the turns
-- when need be (docs/adr/0007).
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

CREATE INDEX results_by_score ON results (ruleset_id, ruleset_version, options, score DESC, played_on, created_at, game_id, seat);

-- Matches: what the players agreed on. Who leads and who has won follow from the
-- games, which name their match.
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

CREATE INDEX matches_by_age ON matches (created_at, id);

CREATE TABLE match_players (
    match_id  TEXT    NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    seat      INTEGER NOT NULL CHECK (seat >= 1), -- in the order in which they begin games
    player_id TEXT    NOT NULL REFERENCES players (id),
    name      TEXT    NOT NULL, -- as written for this match
    PRIMARY KEY (match_id, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX match_players_by_player ON match_players (player_id, match_id);
CREATE UNIQUE INDEX games_by_match ON games (match_id, match_game) WHERE match_id IS NOT NULL;

-- Extra rounds among the tied winners of a game, one row a roll. All rolls of one
-- round have one version; rounds count in that order. A correction that makes
-- another tie of the game takes its rounds out; nothing is deleted.
CREATE TABLE tiebreaks (
    game_id TEXT    NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    added   INTEGER NOT NULL, -- version of the game that the round made
    seat    INTEGER NOT NULL,
    dice    TEXT    NOT NULL, -- JSON array
    removed INTEGER CHECK (removed > added), -- version of the game that took it out
    PRIMARY KEY (game_id, added, seat)
) STRICT, WITHOUT ROWID;
