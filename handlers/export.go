package handlers

import (
	"bufio"
	"encoding/csv"
	"errors"
	"io"
	"iter"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"segnapunti/db"
)

// What an export says of itself. A change that an older program would misread
// raises the version.
const (
	exportFormat  = "segnapunti-export"
	exportVersion = 1
)

// patience is how long a client may take for one piece of a long transfer; the
// whole may take as long as it needs.
const patience = time.Minute

// exportAll answers everything that is stored, as JSON that importAll takes in.
func (s *server) exportAll(c echo.Context) error {
	return s.download(c, echo.MIMEApplicationJSON, "json", writeExport)
}

// exportTable answers one row for each player and game, for spreadsheets.
func (s *server) exportTable(c echo.Context) error {
	return s.download(c, "text/csv; charset=utf-8; header=present", "csv", writeTable)
}

// download streams what write makes of the database; nothing is held but one piece.
func (s *server) download(c echo.Context, mime, extension string, write func(io.Writer, *db.Reading) error) error {
	if err := s.query(c).err(); err != nil {
		return err
	}
	if s.Store == nil {
		return errNoStore
	}
	name := "segnapunti-" + s.Now().Format(time.DateOnly) + "." + extension
	control := http.NewResponseController(c.Response().Writer) // echo's own panics where it can't flush
	if err := unlimited(control.SetReadDeadline(time.Time{})); err != nil {
		return err // else the server would take a long answer for a lost client
	}
	return s.Store.Export(c.Request().Context(), func(r *db.Reading) error {
		header := c.Response().Header()
		header.Set(echo.HeaderContentType, mime)
		header.Set(echo.HeaderContentDisposition, `attachment; filename="`+name+`"`)
		header.Set("Content-Language", s.language(c).ID())
		out := bufio.NewWriterSize(&pieces{c.Response(), control}, 64<<10)
		err := write(out, r)
		if err == nil {
			err = out.Flush()
		}
		if err != nil && !c.Response().Committed {
			header.Del(echo.HeaderContentDisposition)
		}
		return err
	})
}

// unlimited leaves out that a writer has no deadlines or no buffer, as that of the
// command line.
func unlimited(err error) error {
	if errors.Is(err, http.ErrNotSupported) {
		return nil
	}
	return err
}

// pieces sends piece by piece, each within patience.
type pieces struct {
	to      io.Writer
	control *http.ResponseController
}

// Write sends a piece at once.
func (p *pieces) Write(piece []byte) (n int, err error) {
	if err = unlimited(p.control.SetWriteDeadline(time.Now().Add(patience))); err != nil {
		return 0, err
	}
	if n, err = p.to.Write(piece); err != nil {
		return n, err
	}
	return n, unlimited(p.control.Flush())
}

// writeExport writes one row a line, so that two exports can be compared by line.
func writeExport(w io.Writer, r *db.Reading) error {
	for _, part := range []func() error{
		func() error {
			return writeText(w, `{"format":"`+exportFormat+`","format_version":`+strconv.Itoa(exportVersion))
		},
		func() error { return writeList(w, "rulesets", r.RuleSets()) },
		func() error { return writeList(w, "players", r.Players()) },
		func() error { return writeList(w, "matches", r.Matches()) },
		func() error { return writeList(w, "games", r.Games()) },
		func() error { return writeText(w, "}\n") },
	} {
		if err := part(); err != nil {
			return err
		}
	}
	return nil
}

func writeText(w io.Writer, text string) error {
	_, err := io.WriteString(w, text)
	return err
}

// writeList writes a field whose value is a list.
func writeList[T any](w io.Writer, field string, rows iter.Seq2[T, error]) error {
	if err := writeText(w, ",\n\""+field+`":[`); err != nil {
		return err
	}
	before := "\n"
	for row, err := range rows {
		if err != nil {
			return err
		}
		body, err := encode(row)
		if err != nil {
			return err
		}
		if _, err = w.Write(append([]byte(before), body...)); err != nil {
			return err
		}
		before = ",\n"
	}
	return writeText(w, "]")
}

// tableColumns are the columns of exportTable.
var tableColumns = []string{
	"game_id", "match_id", "match_game", "played_on", "title", "ruleset", "version", "options", "status", "seat", "player_id",
	"player", "place", "total", "upper_bonus", "extra_points", "won", "left", "turns", "created_at", "finished_at",
}

func writeTable(w io.Writer, r *db.Reading) error {
	table := csv.NewWriter(w)
	table.UseCRLF = true // RFC 4180
	if err := table.Write(tableColumns); err != nil {
		return err
	}
	for game, err := range r.Folded() {
		if err != nil {
			return err
		}
		if err := writeResults(table, game); err != nil {
			return err
		}
	}
	table.Flush()
	return table.Error()
}

// writeResults writes a game, one row a seat. Place and won stay empty until the
// game is finished; what is not known of a paper total, too.
func writeResults(table *csv.Writer, g *db.Game) error {
	options, err := encode(g.Rules.Chosen())
	if err != nil {
		return err
	}
	match, number, finished := "", "", ""
	if g.MatchID != nil {
		match, number = *g.MatchID, strconv.Itoa(*g.MatchGame)
	}
	if g.FinishedAt != nil {
		finished = g.FinishedAt.Format(time.RFC3339Nano)
	}
	places := g.Play.Places()
	for i, seat := range g.Seats {
		place, won := "", ""
		if g.Status == db.StatusFinished {
			place, won = strconv.Itoa(places[i]), strconv.FormatBool(places[i] == 1 && !g.Play.Left(seat.Seat))
		}
		bonus, extra := earned(g, seat.Seat)
		row := []string{
			g.ID, match, number, g.PlayedOn, g.Title, g.Rules.ID(), strconv.Itoa(g.Rules.Version()), string(options), string(g.Status),
			strconv.Itoa(seat.Seat), seat.PlayerID, seat.Name, place, strconv.Itoa(g.Play.Total(seat.Seat)), bonus, extra, won,
			strconv.FormatBool(g.Play.Left(seat.Seat)), strconv.Itoa(len(g.Play.Card(seat.Seat).Written())),
			g.CreatedAt.Format(time.RFC3339Nano), finished,
		}
		for n := range row {
			row[n] = plain(row[n])
		}
		if err := table.Write(row); err != nil {
			return err
		}
	}
	return nil
}

// earned adds up what a seat has besides its boxes, as it counts in the total.
func earned(g *db.Game, seat int) (bonus, extra string) {
	if g.Play.KnownTotal(seat) {
		return "", ""
	}
	upper, more := 0, 0
	for _, column := range g.Play.Card(seat).Totals().Columns {
		upper += column.Upper.Bonus * column.Multiplier
		more += column.ExtraPoints
	}
	return strconv.Itoa(upper), strconv.Itoa(more)
}

// plain keeps a spreadsheet from taking a cell for a formula, whatever people call
// themselves.
func plain(cell string) string {
	if cell != "" && strings.ContainsRune("=+-@\t\r\n＝＋－＠", []rune(cell)[0]) {
		return "'" + cell
	}
	return cell
}
