package local

import (
	"context"
	"database/sql"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/internal/terms"
)

// maxChunks bounds the passages of a file.
const maxChunks = 1 << 16

// passageText is the text of a row of chunks c with its page p. It is stored where it differs from the span.
const passageText = `coalesce(c.text, substr(CAST(p.markdown AS BLOB), c.start + 1, c.end - c.start))`

type passage struct {
	start, end int
	path       []string
	text       string
}

// words is a chunk.Counter of words.
type words struct{}

// Count is [terms.Words].
func (words) Count(text string) int { return terms.Words(text) }

// index is the postings of one file: for each term, the passages that have it. An entry is three unsigned varints:
// the distance to the passage before (its number, in the first); how often it, its headings and the title have the
// term; its length in terms.
type index struct {
	lists map[string][]byte
	terms int // of all passages
}

func newIndex(title string, passages []passage) *index {
	x := &index{lists: map[string][]byte{}}
	last := map[string]int{}
	for n, p := range passages {
		counts := map[string]int{}
		length := 0
		for _, text := range []string{p.text, title + "\n" + strings.Join(p.path, "\n")} {
			for _, t := range terms.Split(text) {
				counts[t.Text]++
				length++
			}
		}
		x.terms += length
		for term, times := range counts {
			list := binary.AppendUvarint(x.lists[term], uint64(n-last[term]))
			list = binary.AppendUvarint(list, uint64(times))
			x.lists[term] = binary.AppendUvarint(list, uint64(length))
			last[term] = n
		}
	}
	return x
}

type posting struct{ n, times, length int }

// readPostings returns the entries of a list. It stops where one is damaged.
func readPostings(list []byte) []posting {
	var out []posting
	for n := 0; len(list) > 0; {
		var v [3]int
		for i := range v {
			x, size := binary.Uvarint(list)
			if size <= 0 {
				return out
			}
			v[i], list = int(x), list[size:]
		}
		if n += v[0]; n < 0 || n >= maxChunks {
			return out
		}
		out = append(out, posting{n, v[1], v[2]})
	}
	return out
}

// each runs a statement with the arguments of each term, in the order of the table.
func (x *index) each(ctx context.Context, tx *sql.Tx, statement string, args func(term string) []any) error {
	prepared, err := tx.PrepareContext(ctx, statement)
	if err != nil {
		return err
	}
	defer prepared.Close()
	for _, term := range slices.Sorted(maps.Keys(x.lists)) {
		if _, err := prepared.ExecContext(ctx, args(term)...); err != nil {
			return err
		}
	}
	return nil
}

func (x *index) insert(ctx context.Context, tx *sql.Tx, folder, file int64) error {
	return x.each(ctx, tx, `INSERT INTO postings (folder, term, file, data) VALUES (?,?,?,?)`, func(term string) []any {
		return []any{folder, term, file, x.lists[term]}
	})
}

// storedIndex makes the postings of a stored file anew.
func storedIndex(ctx context.Context, tx *sql.Tx, file int64) (x *index, folder int64, err error) {
	var title string
	if err := tx.QueryRowContext(ctx, `SELECT folder, title FROM files WHERE id = ?`, file).Scan(&folder, &title); err != nil {
		return nil, 0, err
	}
	rows, err := tx.QueryContext(ctx, `SELECT c.path, `+passageText+` FROM chunks c JOIN pages p ON p.file = c.file WHERE c.file = ? ORDER BY c.n`, file)
	if err != nil {
		return nil, 0, err
	}
	defer rows.Close()
	var passages []passage
	for rows.Next() {
		var p passage
		var path []byte
		if err := rows.Scan(&path, &p.text); err != nil {
			return nil, 0, err
		}
		if p.path, err = headings(path); err != nil {
			return nil, 0, err
		}
		passages = append(passages, p)
	}
	return newIndex(title, passages), folder, rows.Err()
}

func headings(column []byte) ([]string, error) {
	var path []string
	if err := json.Unmarshal(column, &path); err != nil {
		return nil, fmt.Errorf("%w: headings of a passage: %w", ErrFile, err)
	}
	return append([]string{}, path...), nil // never nil: JSON null becomes an empty list
}
