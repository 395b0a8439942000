package local

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"

	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/internal/filter"
)

// filterFiles returns the files of an area that pass a filter. The filter is
// evaluated in Go, so that it means here what it means everywhere.
func filterFiles(ctx context.Context, tx *sql.Tx, a *area, passes filter.Filter) (map[int64]bool, error) {
	rows, err := tx.QueryContext(ctx, `SELECT f.id, f.key, f.retrieved_at, f.fields FROM folders d JOIN files f ON f.folder = d.id WHERE d.folder >= ? AND d.folder < ?`, a.low, a.high)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	pass := map[int64]bool{}
	for rows.Next() {
		var id, retrieved int64
		var fields []byte
		var at filter.Attributes
		if err := rows.Scan(&id, &at.Key, &retrieved, &fields); err != nil {
			return nil, err
		}
		if err := json.Unmarshal(fields, &at.Fields); err != nil {
			return nil, fmt.Errorf("%w: metadata of %s: %w", ErrFile, at.Key, err)
		}
		at.Timestamp = milliseconds(retrieved)
		if passes.Match(at) {
			pass[id] = true
		}
	}
	return pass, rows.Err()
}
