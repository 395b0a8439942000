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
	keys, seen := []string{}, map[int64]bool{}
	err = s.run(ctx, func() error {
		f, err := s.look(ctx, "")
		if err != nil {
			return err
		}
		found := s.order(f)
		return b.read(ctx, func(tx *sql.Tx) error {
			keys = keys[:0]
			clear(seen)
			for _, c := range found {
				if seen[c.file] || len(keys) == n {
					continue
				}
				seen[c.file] = true
				var key string
				err := tx.QueryRowContext(ctx, `SELECT key FROM files WHERE id = ?`, c.file).Scan(&key)
				if errors.Is(err, sql.ErrNoRows) { // it was deleted since
					continue
				}
				if err != nil {
					return err
				}
				keys = append(keys, key)
			}
			return nil
		})
	})
	return keys, err
}
