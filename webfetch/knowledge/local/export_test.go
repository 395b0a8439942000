package local

import (
	"context"
	"database/sql"
	"strconv"
)

// Exec changes the file of a base behind its back.
func (b *Base) Exec(ctx context.Context, query string, args ...any) error {
	return b.write(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, query, args...)
		return err
	})
}

// Number returns the number that a query has for an answer.
func (b *Base) Number(ctx context.Context, query string, args ...any) (n int, err error) {
	err = b.reader.QueryRowContext(ctx, query, args...).Scan(&n)
	return n, err
}

// LimitPages bounds the size of the file as a full disk would.
func (b *Base) LimitPages(ctx context.Context, pages int) error {
	_, err := b.writer.ExecContext(ctx, `PRAGMA max_page_count = `+strconv.Itoa(pages))
	return err
}

// OpenOn is Open on a disk that is on a network, or not.
func OpenOn(ctx context.Context, opts Options, network bool) (*Base, error) {
	return open(ctx, opts, func(string) (bool, error) { return network, nil })
}

// HoldMemory lets no build of topics begin. It waits for those under way.
func (b *Base) HoldMemory(ctx context.Context) (release func(), err error) {
	return b.topics.memory.Acquire(ctx, "", buildBytes)
}

// HoldTurns lets no build of topics compute.
func (b *Base) HoldTurns(ctx context.Context) (release func(), err error) {
	return b.topics.turns.Acquire(ctx, "", buildBytes)
}

// BusyReaders returns how many connections are used to read.
func (b *Base) BusyReaders() int { return b.reader.Stats().InUse }

// RareTermsDropped returns how many of terms are left, given how many passages have each,
// where only some may be.
func RareTermsDropped(passages []int, limit int) int {
	found := map[string]*termCounts{}
	for i, n := range passages {
		counts := make(termCounts, n)
		found[strconv.Itoa(i)] = &counts
	}
	dropRare(found, limit)
	return len(found)
}

// HoldReaders takes all connections that queries use.
func (b *Base) HoldReaders(ctx context.Context) (release func(), err error) {
	var held []*sql.Conn
	for range readers {
		c, err := b.reader.Conn(ctx)
		if err != nil {
			return nil, err
		}
		held = append(held, c)
	}
	return func() {
		for _, c := range held {
			_ = c.Close()
		}
	}, nil
}
