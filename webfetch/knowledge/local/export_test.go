package local

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
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

// Check reads the whole file and reports what is wrong: pages that SQLite finds damaged, rows that refer to none,
// counts that are not those of the rows, postings that are not those of the text.
func (b *Base) Check(ctx context.Context) error {
	return b.inTransaction(ctx, b.reader, func(tx *sql.Tx) error {
		for _, query := range []string{
			`SELECT integrity_check FROM pragma_integrity_check WHERE integrity_check <> 'ok'`,
			`SELECT "table" FROM pragma_foreign_key_check`,
			`SELECT 'passages of ' || key FROM files f WHERE chunks <> (SELECT count(*) FROM chunks WHERE file = f.id)`,
			`SELECT 'text of ' || key FROM files f WHERE bytes IS NOT (SELECT octet_length(markdown) FROM pages WHERE file = f.id)`,
			`SELECT 'parts of ' || document FROM files GROUP BY document HAVING count(*) <> max(parts) OR min(parts) <> max(parts)`,
			`SELECT 'postings of no file' FROM postings p WHERE NOT EXISTS (SELECT 1 FROM files f WHERE f.id = p.file AND f.folder = p.folder)`,
		} {
			if faults, err := collect[string](ctx, tx, query); err != nil || len(faults) > 0 {
				return fmt.Errorf("%q: %w", faults, err)
			}
		}
		files, err := collect[int64](ctx, tx, `SELECT id FROM files`)
		if err != nil {
			return err
		}
		total := 0
		for _, id := range files {
			x, _, err := storedIndex(ctx, tx, id)
			if err != nil {
				return err
			}
			total += len(x.lists)
			for term, list := range x.lists {
				var data []byte
				err := tx.QueryRowContext(ctx, `SELECT p.data FROM files f JOIN postings p ON p.folder = f.folder AND p.term = ? AND p.file = f.id WHERE f.id = ?`, term, id).Scan(&data)
				if err != nil || !bytes.Equal(data, list) {
					return fmt.Errorf("postings of %q in file %d: %w", term, id, err)
				}
			}
		}
		if stored, err := collect[int](ctx, tx, `SELECT count(*) FROM postings`); err != nil || stored[0] != total {
			return fmt.Errorf("%d postings, want %d: %w", stored, total, err)
		}
		return nil
	})
}
