package db

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// Once makes a write happen once however often it is sent. Key is the client's
// Idempotency-Key; Fingerprint tells its request from any other (method, path
// and body, hashed).
type Once struct{ Key, Fingerprint string }

// Answer is what a client is told about a write, kept for a repeat.
type Answer struct {
	Status int
	Header map[string]string
	Body   []byte
}

// Render makes the answer of a write from the game as written. It runs inside
// the transaction, before the commit, so that answer and write are stored both
// or neither; an error undoes the write and is returned as it is. It must be
// quick and must not use the Store: every other write waits for it.
type Render func(written *Game) (Answer, error)

// keptFor is how long an answer waits for a repeat of its request.
const keptFor = 7 * 24 * time.Hour

// Replay returns the answer kept under a key, nil when the key is new, and
// ErrKeyReused when it came with another request.
//
// A handler asks before it reads the game, and again when the rules refuse a
// turn: the first of two equal requests may have been written in between, and
// the second must get its answer, not a fault about a box that it filled itself.
func (s *Store) Replay(ctx context.Context, once Once) (answer *Answer, err error) {
	answer, err = kept(context.WithoutCancel(ctx), s.readers, once)
	return answer, translate(ctx, err)
}

func kept(ctx context.Context, tx queries, once Once) (*Answer, error) {
	var fingerprint, header string
	var answer Answer
	err := tx.QueryRowContext(ctx, `SELECT fingerprint, status, headers, body FROM idempotency WHERE key = ?`, once.Key).
		Scan(&fingerprint, &answer.Status, &header, &answer.Body)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil, nil
	case err != nil:
		return nil, err
	case fingerprint != once.Fingerprint:
		return nil, ErrKeyReused
	}
	if err := json.Unmarshal([]byte(header), &answer.Header); err != nil {
		return nil, fmt.Errorf("stored answer: %w", err)
	}
	return &answer, nil
}

// keep stores an answer, and forgets those whose time is over: with each write
// there are few.
func keep(ctx context.Context, tx *sql.Tx, once Once, answer Answer, now time.Time) error {
	header, err := json.Marshal(answer.Header)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `DELETE FROM idempotency WHERE at < ?`, formatTime(now.Add(-keptFor)))
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `
		INSERT INTO idempotency (key, fingerprint, status, headers, body, at) VALUES (?, ?, ?, ?, ?, ?)`,
		once.Key, once.Fingerprint, answer.Status, string(header), append([]byte{}, answer.Body...), formatTime(now))
	return err
}

// write runs one change of a game and its answer in one transaction. A key that
// was answered before is answered again and change is not run.
func (s *Store) write(
	ctx context.Context, now time.Time, once *Once, render Render, change func(context.Context, *sql.Tx) (*Game, error),
) (answer Answer, err error) {
	err = s.commits.do(ctx, func(tx *sql.Tx) error {
		ctx := context.WithoutCancel(ctx) // for statements; committer.do says why
		if once != nil {
			before, err := kept(ctx, tx, *once)
			if err != nil {
				return err
			}
			if before != nil {
				answer = *before
				return nil
			}
		}
		game, err := change(ctx, tx)
		if err != nil {
			return err
		}
		if answer, err = render(game); err != nil || once == nil {
			return err
		}
		return keep(ctx, tx, *once, answer, now)
	})
	if err != nil {
		return Answer{}, err
	}
	return answer, nil
}
