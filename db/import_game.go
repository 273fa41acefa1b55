package db

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"time"

	"segnapunti/scoring"
)

// Game takes a game: its turns are played again under the rules that it names,
// and what the file says besides must agree with that.
func (i *Import) Game(g *GameRow) (scoring.Faults, error) { return told(i.game(g)) }

func (i *Import) game(g *GameRow) (scoring.Faults, error) {
	faults := slices.Concat(g.checkHead(), g.checkTurns(), g.checkTies(), g.checkHistory())
	game := g.game()
	sitting, seats, err := i.seats("/seats", g.Seats)
	if err != nil {
		return nil, err
	}
	game.Seats = sitting
	var rules scoring.Faults
	if game.Rules, rules, err = i.rulesOf(g.RuleSet); err != nil {
		return nil, err
	}
	match, err := i.matchOf(g, game)
	if err != nil {
		return nil, err
	}
	faults = slices.Concat(faults, seats, rules, match)
	if game.Rules != nil && len(g.Seats) > 0 {
		faults = append(faults, game.replay(g)...)
	}
	if len(faults) > 0 || game.Rules == nil {
		return faults, nil
	}
	return i.insertGame(g, game)
}

func item(list string, index int) string { return list + "/" + strconv.Itoa(index) }

func (g *GameRow) checkHead() scoring.Faults {
	faults := slices.Concat(checkID("/id", g.ID), checkTime("/created_at", g.CreatedAt), checkTime("/updated_at", g.UpdatedAt))
	if g.FinishedAt != nil {
		faults = append(faults, checkTime("/finished_at", *g.FinishedAt)...)
	}
	return faults
}

// checkTurns checks of turns what the rules don't look at.
func (g *GameRow) checkTurns() (faults scoring.Faults) {
	for i := range g.Turns {
		turn, pointer := &g.Turns[i], item("/turns", i)
		if turn.N != i+1 {
			faults = append(faults, contradiction(pointer+"/n", turn.N, i+1)...)
		}
		if turn.Dice != nil && turn.Points != nil {
			faults = append(faults, single(scoring.DiceOrPoints, pointer, nil)...)
		}
		faults = append(faults, checkTime(pointer+"/at", turn.At)...)
	}
	return faults
}

// checkTies checks of extra rounds what the rules don't look at, for those that no
// longer count are not rolled again.
func (g *GameRow) checkTies() (faults scoring.Faults) {
	last := 1 // a game is created before anything else
	for i := range g.Tiebreaks {
		round, pointer := &g.Tiebreaks[i], item("/tiebreaks", i)
		if round.Added <= last || round.Added > g.Version {
			faults = append(faults, contradiction(pointer+"/added", round.Added, last+1)...)
		}
		last = max(last, round.Added)
		if round.Removed != nil && (*round.Removed <= round.Added || *round.Removed > g.Version) {
			faults = append(faults, contradiction(pointer+"/removed", *round.Removed, round.Added+1)...)
		}
		seat := 0
		for n, roll := range round.Rolls {
			if roll.Seat <= seat || roll.Seat > len(g.Seats) {
				faults = append(faults, contradiction(item(pointer+"/rolls", n)+"/seat", roll.Seat, seat+1)...)
			}
			seat = roll.Seat
		}
	}
	return faults
}

// checkHistory sees to it that each version of the game has its change.
func (g *GameRow) checkHistory() (faults scoring.Faults) {
	for i := range g.History {
		change, pointer := &g.History[i], item("/history", i)
		if i > 0 && change.Version != g.History[i-1].Version+1 {
			faults = append(faults, contradiction(pointer+"/version", change.Version, g.History[i-1].Version+1)...)
		}
		faults = append(faults, change.check().Under(pointer)...)
	}
	switch last := len(g.History) - 1; {
	case last < 0:
		faults = append(faults, contradiction("/history", 0, 1)...)
	case g.History[last].Version != g.Version:
		faults = append(faults, contradiction("/version", g.Version, g.History[last].Version)...)
	case g.History[0].Version != 1:
		faults = append(faults, contradiction("/history/0/version", g.History[0].Version, 1)...)
	}
	return faults
}

// changeKinds are those that a history may have.
var changeKinds = []ChangeKind{Created, Played, Corrected, TakenBack, Patched, Tiebroken}

func (c *ChangeRow) check() scoring.Faults {
	faults := checkTime("/at", c.At)
	if !slices.Contains(changeKinds, c.Kind) {
		faults = append(faults, contradiction("/kind", string(c.Kind), string(Played))...)
	}
	if c.Patch != nil && c.Patch[0] != '{' {
		faults = append(faults, contradiction("/patch", string(c.Patch), "{}")...)
	}
	if c.Before != nil && c.Before.Points == nil {
		faults = append(faults, single(scoring.DiceOrPoints, "/before", nil)...)
	}
	if c.After != nil && c.After.Points == nil {
		faults = append(faults, single(scoring.DiceOrPoints, "/after", nil)...)
	}
	return faults
}

// game is the row as a stored game, not folded yet. Times that can't be read are
// faults already.
func (g *GameRow) game() *Game {
	parse := func(text string) time.Time {
		t, _ := time.Parse(timeFormat, text)
		return t
	}
	game := &Game{GameSummary: GameSummary{
		ID: g.ID, Version: g.Version, Status: g.Status, Title: g.Title, PlayedOn: g.PlayedOn,
		CreatedAt: parse(g.CreatedAt), UpdatedAt: parse(g.UpdatedAt),
	}}
	if g.FinishedAt != nil {
		game.FinishedAt = new(parse(*g.FinishedAt))
	}
	for i := range g.Turns {
		game.Times = append(game.Times, parse(g.Turns[i].At))
	}
	return game
}

// matchOf finds the match of a game in the file: both are of one rule set.
func (i *Import) matchOf(g *GameRow, game *Game) (scoring.Faults, error) {
	if g.Match == nil {
		return nil, nil
	}
	game.MatchID, game.MatchGame = &g.Match.ID, &g.Match.Game
	var rules ruleKey
	err := i.tx.QueryRowContext(context.Background(), `SELECT ruleset_id, options FROM matches WHERE id = ?`, g.Match.ID).
		Scan(&rules.id, &rules.options)
	switch {
	case errors.Is(err, sql.ErrNoRows) && i.refused["matches"]:
		return nil, nil
	case errors.Is(err, sql.ErrNoRows):
		return single(UnknownReference, "/match/id", map[string]any{"id": g.Match.ID}), nil
	case err != nil:
		return nil, err
	case game.Rules != nil && (keyOf(game.Rules).id != rules.id || keyOf(game.Rules).options != rules.options):
		return contradiction("/ruleset", g.RuleSet.ID, rules.id), nil
	}
	var other string
	found, err := i.one(&other, `SELECT id FROM games WHERE match_id = ? AND match_game = ?`, g.Match.ID, g.Match.Game)
	if found {
		return single(DuplicateID, "/match/game", map[string]any{"id": g.Match.Game}), err
	}
	if g.Match.Game < 1 {
		return contradiction("/match/game", g.Match.Game, 1), err
	}
	return nil, err
}

// replay plays the turns and holds the status against them.
func (game *Game) replay(g *GameRow) scoring.Faults {
	turns := make([]scoring.Turn, len(g.Turns))
	for i := range g.Turns {
		turns[i] = g.Turns[i].Turn
	}
	play, n, err := game.Rules.ReplayOf(seatsOf(game.Seats), turns)
	var faults scoring.Faults
	if errors.As(err, &faults) {
		game.nameNext(faults)
		if n > 0 {
			return faults.Under(item("/turns", n-1))
		}
		return faults.Under("/seats")
	}
	game.Play = play
	if faults := game.checkStatus(); len(faults) > 0 || game.Status != StatusFinished {
		return faults
	}
	return game.replayTies(g.Tiebreaks)
}

// replayTies rolls the extra rounds again that count.
func (game *Game) replayTies(rows []TieRow) scoring.Faults {
	for i := range rows {
		if rows[i].Removed != nil {
			continue
		}
		play, err := game.Play.Tiebreak(rows[i].Rolls)
		var faults scoring.Faults
		if errors.As(err, &faults) {
			return faults.Under(item("/tiebreaks", i) + "/rolls")
		}
		game.Play = play
	}
	return nil
}

// nameNext puts the name of who is next into the faults that ask for it.
func (game *Game) nameNext(faults scoring.Faults) {
	for _, f := range faults {
		if seat, ok := f.Args["seat"].(int); ok && f.Code == scoring.NotYourTurn {
			f.Args["name"] = game.Seats[seat-1].Name
		}
	}
}

// checkStatus derives the status again. An abandoned game may be one at any stage.
func (game *Game) checkStatus() scoring.Faults {
	derived := *game
	derived.settle()
	switch {
	case derived.Status != game.Status:
		return contradiction("/status", string(game.Status), string(derived.Status))
	case game.Status == StatusFinished && game.FinishedAt == nil:
		return contradiction("/finished_at", nil, formatTime(game.UpdatedAt))
	case game.Status == StatusOpen && game.FinishedAt != nil:
		return contradiction("/finished_at", formatTime(*game.FinishedAt), nil)
	}
	return nil
}

// insertGame writes a checked game and all that belongs to it.
func (i *Import) insertGame(g *GameRow, game *Game) (scoring.Faults, error) {
	var other string
	found, err := i.one(&other, `SELECT id FROM games WHERE id = ?`, g.ID)
	if found || err != nil {
		return single(DuplicateID, "/id", map[string]any{"id": g.ID}), err
	}
	ctx := context.Background()
	if err := insertGame(ctx, i.tx, game); err != nil {
		return nil, err
	}
	for n := range game.Seats {
		if err := insertSeat(ctx, i.tx, g.ID, &game.Seats[n]); err != nil {
			return nil, err
		}
	}
	for n, turn := range game.Play.Turns() {
		turn.Rolls = g.Turns[n].Rolls // as handed in: left out means all of a turn
		if err := insertTurn(ctx, i.tx, g.ID, &turn, game.Times[n]); err != nil {
			return nil, err
		}
	}
	if err := i.insertTies(g); err != nil {
		return nil, err
	}
	for n := range g.History {
		if err := i.insertChange(g.ID, &g.History[n]); err != nil {
			return nil, err
		}
	}
	return nil, reindex(ctx, i.tx, game)
}

func (i *Import) insertTies(g *GameRow) error {
	for _, round := range g.Tiebreaks {
		for _, roll := range round.Rolls {
			dice, err := json.Marshal(roll.Dice)
			if err != nil {
				return err
			}
			_, err = i.exec(`INSERT INTO tiebreaks (game_id, added, seat, dice, removed) VALUES (?, ?, ?, ?, ?)`,
				g.ID, round.Added, roll.Seat, string(dice), round.Removed)
			if err != nil {
				return err
			}
		}
	}
	return nil
}

func (i *Import) insertChange(gameID string, c *ChangeRow) error {
	var texts [3]*string
	for n, turn := range []*scoring.PlayedTurn{c.Before, c.After} {
		if turn == nil {
			continue
		}
		text, err := json.Marshal(turn)
		if err != nil {
			return err
		}
		texts[n] = new(string(text))
	}
	if c.Patch != nil {
		texts[2] = new(string(c.Patch))
	}
	_, err := i.exec(`INSERT INTO changes (game_id, version, kind, at, n, before, after, patch) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
		gameID, c.Version, c.Kind, c.At, c.N, texts[0], texts[1], texts[2])
	return err
}
