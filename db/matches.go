package db

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"slices"
	"time"

	"segnapunti/scoring"
)

// ErrUnknownMatch: no match has this id.
var ErrUnknownMatch = errors.New("no such match")

// Match is a stored match with its games, folded. Only what the players agreed on is
// stored; who leads and whether it is over follow from the games.
type Match struct {
	ID        string
	Version   int // 1, and one more with each write of the match or of one of its games
	Title     string
	CreatedAt time.Time
	UpdatedAt time.Time
	Rules     *scoring.RuleSet // of all its games, as it was when the match was made
	Terms     scoring.Match
	Abandoned bool
	Seats     []Seat // the players; the first one begins the first game
	Games     []*Game
	Standing  scoring.Standing // of Seats and Games

	players []Player // of Seats, as they are found again
}

// Status is that of a game: a match that nobody gave up is open until it is decided,
// and open again when a correction takes the decision back.
func (m *Match) Status() Status {
	switch {
	case m.Abandoned:
		return StatusAbandoned
	case m.Standing.Decided():
		return StatusFinished
	default:
		return StatusOpen
	}
}

// NextStarter begins the next game.
func (m *Match) NextStarter() *Seat { return &m.Seats[m.Terms.NextStarter(m.scored())] }

// player is the index of a person among the players, -1 for anyone else.
func (m *Match) player(person string) int {
	return slices.IndexFunc(m.Seats, func(s Seat) bool { return s.PlayerID == person })
}

// scored shows the games as scoring knows them.
func (m *Match) scored() []scoring.MatchGame {
	games := make([]scoring.MatchGame, len(m.Games))
	for i, g := range m.Games {
		games[i] = m.scoredGame(g)
	}
	return games
}

// scoredGame leaves out who is no player of the match, as after a rename of a seat:
// their total is nobody's, and a game that they won, alone or with others, is too.
func (m *Match) scoredGame(g *Game) scoring.MatchGame {
	game := scoring.MatchGame{
		Finished: g.Status == StatusFinished, Abandoned: g.Status == StatusAbandoned,
		Starter: max(0, m.player(g.Seats[0].PlayerID)), Totals: make([]int, len(m.Seats)),
	}
	for _, seat := range g.Seats {
		if player := m.player(seat.PlayerID); player >= 0 {
			game.Totals[player] = g.Play.Total(seat.Seat)
		}
	}
	for _, seat := range g.Play.Winners() {
		player := m.player(g.Seats[seat-1].PlayerID)
		if player < 0 {
			game.Winners = nil
			break
		}
		game.Winners = append(game.Winners, player)
	}
	return game
}

// NewMatch is what a match is made of.
type NewMatch struct {
	Rules   *scoring.RuleSet
	Terms   scoring.Match
	Players []Player // the first one begins the first game
	Title   string
}

// RenderMatch makes the answer of a write of a match, as Render that of a game.
type RenderMatch func(written *Match) (Answer, error)

// CreateMatch stores a new match and the players that are not known yet.
func (s *Store) CreateMatch(ctx context.Context, n NewMatch, now time.Time, once *Once, render RenderMatch) (Answer, error) {
	now = instant(now)
	m := &Match{ID: NewID(), Version: 1, Title: n.Title, CreatedAt: now, UpdatedAt: now, Rules: n.Rules, Terms: n.Terms}
	m.Terms.Players = len(n.Players)
	m.Standing = m.Terms.Standing(nil)
	answer := func(*Game) (Answer, error) { return render(m) }
	return s.write(ctx, now, once, answer, func(ctx context.Context, tx *sql.Tx) (*Game, error) {
		if err := insertMatch(ctx, tx, m); err != nil {
			return nil, err
		}
		m.Seats = nil
		for i, player := range n.Players {
			seat, err := newSeat(ctx, tx, i+1, player, now)
			if err != nil {
				return nil, err
			}
			m.Seats = append(m.Seats, seat)
			_, err = tx.ExecContext(ctx, `INSERT INTO match_players (match_id, seat, player_id, name) VALUES (?, ?, ?, ?)`,
				m.ID, seat.Seat, seat.Player, seat.Name)
			if err != nil {
				return nil, err
			}
		}
		return nil, nobodyTwice(m.Seats)
	})
}

func insertMatch(ctx context.Context, tx *sql.Tx, m *Match) error {
	rules := keyOf(m.Rules)
	_, err := tx.ExecContext(ctx, `
		INSERT INTO matches (id, ruleset_id, ruleset_version, options, mode, games, title, abandoned, version, created_at, updated_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		m.ID, rules.id, rules.version, rules.options, m.Terms.Mode, m.Terms.Games, m.Title, m.Abandoned, m.Version,
		formatTime(m.CreatedAt), formatTime(m.UpdatedAt))
	return err
}

// PatchMatch gives a match another title, or gives it up and takes it up again: nil
// changes nothing. It compares the match with what was read: ErrConflict.
func (s *Store) PatchMatch(ctx context.Context, read *Match, title *string, abandoned *bool, now time.Time) (m *Match, err error) {
	patched := *read
	if title != nil {
		patched.Title = *title
	}
	if abandoned != nil {
		patched.Abandoned = *abandoned
	}
	nothing := func(*Game) (Answer, error) { return Answer{}, nil }
	_, err = s.write(ctx, now, nil, nothing, func(ctx context.Context, tx *sql.Tx) (*Game, error) {
		result, err := tx.ExecContext(ctx, `
			UPDATE matches SET title = ?, abandoned = ?, version = version + 1, updated_at = ? WHERE id = ? AND version = ?`,
			patched.Title, patched.Abandoned, formatTime(now), read.ID, read.Version)
		if err != nil {
			return nil, err
		}
		if changed, err := result.RowsAffected(); err != nil || changed == 0 {
			return nil, cmp.Or(err, ErrConflict)
		}
		m, err = s.readMatch(ctx, tx, read.ID)
		return nil, err
	})
	return m, err
}

// touchMatch counts a match up when one of its games was written.
func touchMatch(ctx context.Context, tx *sql.Tx, g *Game) error {
	if g.MatchID == nil {
		return nil
	}
	_, err := tx.ExecContext(ctx, `UPDATE matches SET version = version + 1, updated_at = ? WHERE id = ?`,
		formatTime(g.UpdatedAt), *g.MatchID)
	return err
}

// Match reads a match and folds its games; ErrUnknownMatch when there is none.
func (s *Store) Match(ctx context.Context, id string) (m *Match, err error) {
	err = s.read(ctx, func(tx *sql.Tx) error {
		m, err = s.readMatch(ctx, tx, id)
		return err
	})
	return m, err
}

func (s *Store) readMatch(ctx context.Context, tx *sql.Tx, id string) (*Match, error) {
	found, err := readAll(ctx, tx, scanMatch, `SELECT `+matchColumns+` FROM matches m WHERE m.id = ?`, id)
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, ErrUnknownMatch
	}
	m := &found[0].Match
	if m.Rules, err = s.ruleSet(ctx, tx, found[0].rules); err != nil {
		return nil, err
	}
	return m, s.completeMatch(ctx, tx, m)
}

// completeMatch reads who plays and what was played.
func (s *Store) completeMatch(ctx context.Context, tx *sql.Tx, m *Match) error {
	seats, err := readAll(ctx, tx, scanMatchSeat, `
		SELECT s.seat, s.player_id, p.person_id, s.name, p.name_key, p.mark, p.mark_key
		FROM match_players s JOIN players p ON p.id = s.player_id WHERE s.match_id = ? ORDER BY s.seat`, m.ID)
	if err != nil {
		return err
	}
	for _, seat := range seats {
		m.Seats, m.players = append(m.Seats, seat.Seat), append(m.players, seat.player)
	}
	ids, err := readAll(ctx, tx, scanID, `SELECT id FROM games WHERE match_id = ? ORDER BY match_game`, m.ID)
	if err != nil {
		return err
	}
	for _, id := range ids {
		game, err := s.readGame(ctx, tx, id)
		if err != nil {
			return err
		}
		m.Games = append(m.Games, game)
	}
	m.Terms.Players = len(m.Seats)
	m.Standing = m.Terms.Standing(m.scored())
	return nil
}

// matchColumns are what scanMatch reads, of matches m.
const matchColumns = `m.id, m.version, m.title, m.mode, m.games, m.abandoned, m.created_at, m.updated_at,
	m.ruleset_id, m.ruleset_version, m.options`

// matchRow is a match whose rule set, players and games are still to be found.
type matchRow struct {
	Match
	rules ruleKey
}

func scanMatch(rows *sql.Rows) (m matchRow, err error) {
	var created, updated scanTime
	err = rows.Scan(&m.ID, &m.Version, &m.Title, &m.Terms.Mode, &m.Terms.Games, &m.Abandoned, &created, &updated,
		&m.rules.id, &m.rules.version, &m.rules.options)
	m.CreatedAt, m.UpdatedAt = created.Time, updated.Time
	return m, err
}

// matchSeat is a player of a match, and how the player is found again.
type matchSeat struct {
	Seat
	player Player
}

func scanMatchSeat(rows *sql.Rows) (s matchSeat, err error) {
	err = rows.Scan(&s.Seat.Seat, &s.Player, &s.PlayerID, &s.Name, &s.player.Key, &s.player.Mark, &s.player.MarkKey)
	s.player.Name = s.Name
	return s, err
}

// MatchFilter says which matches are listed. An empty field lets all through.
type MatchFilter struct {
	Status   Status
	PlayerID string
	Limit    int // DefaultLimit when 0, at most MaxLimit
	Cursor   string
}

// Matches lists matches, newest first, one page at a time. The status follows from
// the games and is in no index: one look folds MaxLimit matches at most, so that a
// page may be shorter than asked for although there is a next one.
func (s *Store) Matches(ctx context.Context, f MatchFilter) (items []*Match, next string, err error) {
	c, err := f.where()
	if err != nil {
		return nil, "", err
	}
	limit := pageLimit(f.Limit)
	looked := limit
	if f.Status != "" {
		looked = MaxLimit
	}
	err = s.read(ctx, func(tx *sql.Tx) error {
		ids, err := readAll(ctx, tx, scanID, `SELECT m.id FROM matches m `+c.sql()+`
			ORDER BY m.created_at DESC, m.id DESC LIMIT ?`, append(c.args, looked+1)...)
		for i, id := range ids {
			if err != nil || i == looked || len(items) == limit {
				break
			}
			var m *Match
			if m, err = s.readMatch(ctx, tx, id); err != nil {
				break
			}
			if next = ""; i+1 < len(ids) {
				next = cursorAfter(m.CreatedAt, m.ID)
			}
			if f.Status == "" || f.Status == m.Status() {
				items = append(items, m)
			}
		}
		return err
	})
	return items, next, err
}

func (f *MatchFilter) where() (c conditions, err error) {
	if f.PlayerID != "" {
		c.add(`EXISTS (SELECT 1 FROM match_players x WHERE x.match_id = m.id AND `+inPerson(`x.player_id`)+`)`, f.PlayerID)
	}
	if f.Cursor != "" {
		created, id, err := readCursor(f.Cursor)
		if err != nil {
			return c, err
		}
		c.add(`(m.created_at, m.id) < (?, ?)`, created, id)
	}
	return c, nil
}

// forMatch makes a new game the next one of its match; nil when it belongs to none.
// What the game leaves out, it has from the match: title, rule set, players, in the
// order in which it is their turn to begin. Errors: ErrUnknownMatch, and Faults
// MatchOver and MatchGameOpen.
func (s *Store) forMatch(ctx context.Context, tx *sql.Tx, g *NewGame) (*Match, error) {
	if g.MatchID == "" {
		return nil, nil
	}
	m, err := s.readMatch(ctx, tx, g.MatchID)
	if err != nil {
		return nil, err
	}
	if m.Abandoned {
		return nil, scoring.Faults{{Code: scoring.MatchOver, Args: map[string]any{}}}
	}
	games := m.scored()
	if err := m.Terms.CheckNext(games); err != nil {
		return nil, err
	}
	if g.Rules == nil || sameRules(g.Rules, m.Rules) {
		g.Rules = m.Rules // of the match's version, whatever the catalog has today
	}
	if g.Players == nil {
		first := m.Terms.NextStarter(games)
		g.Players = slices.Concat(m.players[first:], m.players[:first])
	}
	if g.Title == "" {
		g.Title = m.Title
	}
	return m, nil
}

// sameRules leaves the version aside, which a client cannot name.
func sameRules(a, b *scoring.RuleSet) bool {
	x, y := keyOf(a), keyOf(b)
	return x.id == y.id && x.options == y.options
}

// number counts a new game in its match, which may be nil.
func (m *Match) number(g *Game) {
	if m == nil {
		return
	}
	n := 1
	if len(m.Games) > 0 {
		n = *m.Games[len(m.Games)-1].MatchGame + 1
	}
	g.MatchID, g.MatchGame = &m.ID, &n
}

// check refuses a game that is not one of the match, with Faults: RuleSetMismatch,
// PlayersMismatch.
func (m *Match) check(g *Game) error {
	if m == nil {
		return nil
	}
	var faults scoring.Faults
	if !sameRules(m.Rules, g.Rules) {
		faults = append(faults, scoring.Fault{Code: scoring.RuleSetMismatch, Pointer: "/ruleset", Args: map[string]any{}})
	}
	stranger := func(s Seat) bool { return m.player(s.PlayerID) < 0 }
	if len(g.Seats) != len(m.Seats) || slices.ContainsFunc(g.Seats, stranger) {
		faults = append(faults, scoring.Fault{Code: scoring.PlayersMismatch, Pointer: "/players", Args: map[string]any{}})
	}
	if len(faults) > 0 {
		return faults
	}
	return nil
}
