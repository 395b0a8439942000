package local

import (
	"context"
	"database/sql"

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
	keys := []string{}
	err = s.read(ctx, func(tx *sql.Tx) error {
		a, err := openArea(ctx, tx, s.query.Scope)
		if err != nil {
			return err
		}
		found, err := s.find(ctx, tx, a)
		if err != nil {
			return err
		}
		keys = keys[:0]
		seen := map[int64]bool{}
		for _, c := range found {
			if seen[c.file] || len(keys) == n {
				continue
			}
			seen[c.file] = true
			var key string
			if err := tx.QueryRowContext(ctx, `SELECT key FROM files WHERE id = ?`, c.file).Scan(&key); err != nil {
				return err
			}
			keys = append(keys, key)
		}
		return nil
	})
	return keys, err
}
