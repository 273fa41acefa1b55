package db

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

// Player is a person as a request names them. The caller makes the fields
// (package lang knows how): Name as it shall be shown, Key what two spellings of
// one name have in common; Mark and MarkKey likewise, when two people have one
// name (B97).
type Player struct{ Name, Key, Mark, MarkKey string }

// Person is a known player.
type Person struct {
	ID         string    `json:"id"`
	Name       string    `json:"name"`
	Mark       string    `json:"mark"` // tells people of one name apart; mostly empty
	CreatedAt  time.Time `json:"created_at"`
	Games      int       `json:"games"`       // in which the person sat, in whatever state
	MergedInto *string   `json:"merged_into"` // this is somebody else under another name
	Merged     []string  `json:"merged"`      // ids that were found to be this person
}

// What can stand against a change of players.
var (
	// ErrUnknownPlayer: no player has this id.
	ErrUnknownPlayer = errors.New("no such player")
	// ErrNameTaken: another player has this name and mark.
	ErrNameTaken = errors.New("another player has this name and mark")
	// ErrSelf: nobody can be merged into themselves, on whatever way.
	ErrSelf = errors.New("a player cannot be merged into themselves")
	// ErrMerged: the player is merged already; undo that first.
	ErrMerged = errors.New("the player is merged into another")
	// ErrNotMerged: there is nothing to undo.
	ErrNotMerged = errors.New("the player is not merged")
	// ErrSameGame: both sat in one game, so that they are two people.
	ErrSameGame = errors.New("both players sat in one game")
)

// player finds the player of a name and mark or makes a new one. A known player
// keeps the name that was written first; the seat keeps today's spelling.
func player(ctx context.Context, tx *sql.Tx, p Player, now time.Time) (id, person string, err error) {
	id = NewID()
	_, err = tx.ExecContext(ctx, `
		INSERT INTO players (id, name, name_key, mark, mark_key, person_id, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (name_key, mark_key) DO NOTHING`, id, p.Name, p.Key, p.Mark, p.MarkKey, id, formatTime(now))
	if err != nil {
		return "", "", err
	}
	err = tx.QueryRowContext(ctx, `SELECT id, person_id FROM players WHERE name_key = ? AND mark_key = ?`, p.Key, p.MarkKey).
		Scan(&id, &person)
	return id, person, err
}

// personColumns are what scanPerson reads, of players p.
const personColumns = `p.id, p.name, p.mark, p.created_at, p.merged_into,
	(SELECT count(*) FROM players q JOIN seats s ON s.player_id = q.id WHERE q.person_id = p.id)`

func scanPerson(rows *sql.Rows) (p Person, err error) {
	var created scanTime
	err = rows.Scan(&p.ID, &p.Name, &p.Mark, &created, &p.MergedInto, &p.Games)
	p.CreatedAt, p.Merged = created.Time, []string{}
	return p, err
}

// PlayerFilter says which people are listed, the longest known first.
type PlayerFilter struct {
	Key    string // of a name, whole; empty lets all through
	Limit  int    // DefaultLimit when 0, at most MaxLimit
	Cursor string
}

// Players lists people, those that were merged into others left out.
func (s *Store) Players(ctx context.Context, f PlayerFilter) (people []Person, next string, err error) {
	limit := DefaultLimit
	if f.Limit > 0 {
		limit = min(f.Limit, MaxLimit)
	}
	c := conditions{all: []string{`p.merged_into IS NULL`}}
	if f.Key != "" {
		c.add(`p.name_key = ?`, f.Key)
	}
	if f.Cursor != "" {
		created, id, err := readCursor(f.Cursor)
		if err != nil {
			return nil, "", err
		}
		c.add(`(p.created_at, p.id) > (?, ?)`, created, id)
	}
	err = s.read(ctx, func(tx *sql.Tx) error {
		people, err = readAll(ctx, tx, scanPerson, `SELECT `+personColumns+` FROM players p `+c.sql()+`
			ORDER BY p.created_at, p.id LIMIT ?`, append(c.args, limit+1)...)
		return err
	})
	if len(people) > limit {
		people = people[:limit]
		last := people[limit-1]
		next = cursorAfter(last.CreatedAt, last.ID)
	}
	return people, next, err
}

// Player reads one player; ErrUnknownPlayer when there is none.
func (s *Store) Player(ctx context.Context, id string) (p *Person, err error) {
	err = s.read(ctx, func(tx *sql.Tx) error {
		p, err = readPlayer(ctx, tx, id)
		return err
	})
	return p, err
}

func readPlayer(ctx context.Context, tx *sql.Tx, id string) (*Person, error) {
	found, err := readAll(ctx, tx, scanPerson, `SELECT `+personColumns+` FROM players p WHERE p.id = ?`, id)
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, ErrUnknownPlayer
	}
	p := &found[0]
	merged, err := readAll(ctx, tx, scanID, `SELECT id FROM players WHERE merged_into = ? ORDER BY created_at, id`, id)
	p.Merged = append(p.Merged, merged...)
	return p, err
}

func scanID(rows *sql.Rows) (id string, err error) {
	err = rows.Scan(&id)
	return id, err
}

// change runs a change of one player and returns them as they are then.
func (s *Store) changePlayer(ctx context.Context, id string, change func(*sql.Tx, *Person) error) (p *Person, err error) {
	err = inTransaction(ctx, s.writer, func(tx *sql.Tx) error {
		before, err := readPlayer(ctx, tx, id)
		if err != nil {
			return err
		}
		if err := change(tx, before); err != nil {
			return err
		}
		p, err = readPlayer(ctx, tx, id)
		return err
	})
	return p, err
}

// RenamePlayer gives a player another name or mark. Games keep the spelling of
// their day.
func (s *Store) RenamePlayer(ctx context.Context, id string, to Player) (*Person, error) {
	return s.changePlayer(ctx, id, func(tx *sql.Tx, _ *Person) error {
		_, err := tx.ExecContext(ctx, `UPDATE players SET name = ?, name_key = ?, mark = ?, mark_key = ? WHERE id = ?`,
			to.Name, to.Key, to.Mark, to.MarkKey, id)
		if lostRace(err) {
			return ErrNameTaken
		}
		return err
	})
}

// MergePlayer says that a player is somebody else under another name: all games
// count for into. It is undone by UnmergePlayer; doing it again changes nothing.
func (s *Store) MergePlayer(ctx context.Context, id, into string) (*Person, error) {
	return s.changePlayer(ctx, id, func(tx *sql.Tx, from *Person) error {
		target, err := personOf(ctx, tx, into)
		switch {
		case err != nil:
			return err
		case from.MergedInto != nil && *from.MergedInto == into:
			return nil
		case from.MergedInto != nil:
			return ErrMerged
		case target == id:
			return ErrSelf
		}
		if err := mayBeOne(ctx, tx, id, target); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, `UPDATE players SET merged_into = ? WHERE id = ?`, into, id); err != nil {
			return err
		}
		return movePerson(ctx, tx, id, target)
	})
}

// UnmergePlayer undoes a merge: the player's own games are theirs again.
func (s *Store) UnmergePlayer(ctx context.Context, id string) (*Person, error) {
	return s.changePlayer(ctx, id, func(tx *sql.Tx, p *Person) error {
		if p.MergedInto == nil {
			return ErrNotMerged
		}
		if _, err := tx.ExecContext(ctx, `UPDATE players SET merged_into = NULL WHERE id = ?`, id); err != nil {
			return err
		}
		return movePerson(ctx, tx, id, id)
	})
}

func personOf(ctx context.Context, tx *sql.Tx, id string) (person string, err error) {
	err = tx.QueryRowContext(ctx, `SELECT person_id FROM players WHERE id = ?`, id).Scan(&person)
	if errors.Is(err, sql.ErrNoRows) {
		return "", ErrUnknownPlayer
	}
	return person, err
}

// mayBeOne refuses to make one person of two who sat at one table.
func mayBeOne(ctx context.Context, tx *sql.Tx, one, other string) error {
	var game string
	err := tx.QueryRowContext(ctx, `
		SELECT a.game_id FROM players p JOIN seats a ON a.player_id = p.id
		JOIN seats b ON b.game_id = a.game_id JOIN players q ON q.id = b.player_id
		WHERE p.person_id = ?1 AND q.person_id = ?2
		UNION ALL
		SELECT a.match_id FROM players p JOIN match_players a ON a.player_id = p.id
		JOIN match_players b ON b.match_id = a.match_id JOIN players q ON q.id = b.player_id
		WHERE p.person_id = ?1 AND q.person_id = ?2 LIMIT 1`, one, other).Scan(&game)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil
	case err != nil:
		return err
	}
	return ErrSameGame
}

// movePerson lets a player, and all that were merged into them, be one person.
func movePerson(ctx context.Context, tx *sql.Tx, id, person string) error {
	_, err := tx.ExecContext(ctx, `
		WITH RECURSIVE family (id) AS (
			SELECT ? UNION SELECT p.id FROM players p JOIN family f ON p.merged_into = f.id)
		UPDATE players SET person_id = ? WHERE id IN (SELECT id FROM family)`, id, person)
	if err != nil {
		return err
	}
	return moveResults(ctx, tx, person)
}

// inPerson is the condition that a player id column belongs to a person, for one
// value.
func inPerson(column string) string {
	return column + ` IN (SELECT id FROM players WHERE person_id = (SELECT person_id FROM players WHERE id = ?))`
}
