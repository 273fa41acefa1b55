package handlers

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"segnapunti/db"
	"segnapunti/lang"
)

// listPlayers lists people, the longest known first.
func (s *server) listPlayers(c echo.Context) error {
	q := s.query(c, "name", "limit", "cursor")
	filter := db.PlayerFilter{
		Key: lang.NameKey(q.text("name", 200)), Limit: q.number("limit", 1, 200, 50), Cursor: q.text("cursor", 200),
	}
	if err := q.err(); err != nil {
		return err
	}
	if s.Store == nil {
		return errNoStore
	}
	people, next, err := s.Store.Players(c.Request().Context(), filter)
	if err != nil {
		return err
	}
	return s.send(c, http.StatusOK, pageOf(people, next))
}

func (s *server) getPlayer(c echo.Context) error {
	if err := s.query(c).err(); err != nil {
		return err
	}
	if s.Store == nil {
		return errNoStore
	}
	player, err := s.Store.Player(c.Request().Context(), c.Param("player"))
	if err != nil {
		return err
	}
	figures, err := s.playerStatistics(c, player.ID)
	if err != nil {
		return err
	}
	return s.send(c, http.StatusOK, playerWhole{player, figures})
}

// playerWhole is a player with what their games come to.
type playerWhole struct {
	*db.Person
	Statistics []statisticsAnswer `json:"statistics"`
}

// answerPlayer sends the player that some work leads to.
func (s *server) answerPlayer(c echo.Context, work func() (*db.Person, error)) error {
	if s.Store == nil {
		return errNoStore
	}
	player, err := work()
	if err != nil {
		return err
	}
	return s.send(c, http.StatusOK, player)
}

type playerPatch struct {
	Name *string `json:"name"`
	Mark *string `json:"mark"`
}

func (r *playerPatch) complete() bool { return true }

// renamePlayer gives a player another name or mark; what is left out stays.
func (s *server) renamePlayer(c echo.Context) error {
	var r playerPatch
	if err := s.decodeBody(c, "PlayerPatch", &r); err != nil {
		return err
	}
	return s.answerPlayer(c, func() (*db.Person, error) {
		ctx := c.Request().Context()
		player, err := s.Store.Player(ctx, c.Param("player"))
		if err != nil {
			return nil, err
		}
		to := personName{player.Name, player.Mark}
		if r.Name != nil {
			to.Name = *r.Name
		}
		if r.Mark != nil {
			to.Mark = *r.Mark
		}
		people, faults := readNames([]personName{to}, func(int) string { return "" }, "")
		if len(faults) > 0 {
			return nil, broken(faults, nil)
		}
		return s.Store.RenamePlayer(ctx, player.ID, people[0])
	})
}

type mergeRequest struct {
	Into *string `json:"into"`
}

func (r *mergeRequest) complete() bool { return r.Into != nil }

// mergePlayer says that a player is somebody else under another name. Doing it
// again changes nothing, so that a retry needs no key.
func (s *server) mergePlayer(c echo.Context) error {
	var r mergeRequest
	if err := s.decodeBody(c, "MergeRequest", &r); err != nil {
		return err
	}
	return s.answerPlayer(c, func() (*db.Person, error) {
		return s.Store.MergePlayer(c.Request().Context(), c.Param("player"), *r.Into)
	})
}

// unmergePlayer undoes a merge.
func (s *server) unmergePlayer(c echo.Context) error {
	if err := s.query(c).err(); err != nil {
		return err
	}
	return s.answerPlayer(c, func() (*db.Person, error) {
		return s.Store.UnmergePlayer(c.Request().Context(), c.Param("player"))
	})
}
