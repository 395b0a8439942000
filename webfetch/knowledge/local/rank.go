package local

import (
	"context"
	"database/sql"
	"errors"

	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
)

// Rank returns the keys of the files that answer a query best, each once, at its
// best passage, at most n of them. It does what Query does, without its bound on
// results, its cache and an answer. It is for measuring retrieval.
func (b *Base) Rank(ctx context.Context, q knowledge.Query, n int) ([]string, error) {
	if err := b.check(ctx); err != nil {
		return nil, err
	}
	s, err := b.newSearch(&q)
	if err != nil {
		return nil, err
	}
	s.embedQuery(ctx)
	var keys []string
	err = s.run(ctx, func() error {
		var f *findings
		err := b.read(ctx, func(tx *sql.Tx) error {
			a, err := openArea(ctx, tx, s.query.Scope)
			if err != nil {
				return err
			}
			f, err = s.find(ctx, tx, a)
			return err
		})
		if err != nil {
			return err
		}
		keys, err = b.keysOf(ctx, s.order(f), n)
		return err
	})
	return keys, err
}

// keysOf returns the keys of the files of candidates, each once, at most n of them.
func (b *Base) keysOf(ctx context.Context, found []candidate, n int) (keys []string, err error) {
	err = b.read(ctx, func(tx *sql.Tx) error {
		keys = []string{}
		seen := map[int64]bool{}
		for _, c := range found {
			if seen[c.file] || len(keys) == n {
				continue
			}
			seen[c.file] = true
			var key string
			err := tx.QueryRowContext(ctx, `SELECT key FROM files WHERE id = ?`, c.file).Scan(&key)
			switch {
			case errors.Is(err, sql.ErrNoRows): // it was deleted since
				continue
			case err != nil:
				return err
			}
			keys = append(keys, key)
		}
		return nil
	})
	return keys, err
}
