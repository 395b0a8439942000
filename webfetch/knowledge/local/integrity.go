package local

import (
	"context"
	"database/sql"
	"fmt"
	"maps"
	"slices"
)

// Check reads the whole file and returns an [ErrFile] that says what is wrong:
// pages that SQLite finds damaged, rows that refer to none, counts that are not
// those of the rows, postings that are not those of the text. It does not
// change anything. It takes about as long as storing everything again.
func (b *Base) Check(ctx context.Context) error {
	if err := b.check(ctx); err != nil {
		return err
	}
	return b.inTransaction(ctx, b.long, func(tx *sql.Tx) error {
		for _, pragma := range []string{`SELECT integrity_check FROM pragma_integrity_check WHERE integrity_check <> 'ok'`, `SELECT "table" FROM pragma_foreign_key_check`} {
			faults, err := collect[string](ctx, tx, pragma)
			if err != nil {
				return err
			}
			if len(faults) > 0 {
				return fmt.Errorf("%w: %s: %s", ErrFile, b.opts.Path, faults[0])
			}
		}
		for what, query := range map[string]string{
			"the counts of a folder": `SELECT count(*) FROM folders d WHERE (files, chunks, terms, bytes) <>
				(SELECT count(*), coalesce(sum(chunks), 0), coalesce(sum(terms), 0), coalesce(sum(bytes), 0) FROM files WHERE folder = d.id)`,
			"the passages of a file":                   `SELECT count(*) FROM files f WHERE chunks <> (SELECT count(*) FROM chunks WHERE file = f.id)`,
			"the text of a file":                       `SELECT count(*) FROM files f WHERE bytes IS NOT (SELECT octet_length(markdown) FROM pages WHERE file = f.id)`,
			"the parts of a document":                  `SELECT count(*) FROM (SELECT 1 FROM files GROUP BY document HAVING count(*) <> max(parts) OR min(parts) <> max(parts))`,
			"postings of no file":                      `SELECT count(*) FROM (SELECT DISTINCT segment, file FROM postings) p WHERE NOT EXISTS (SELECT 1 FROM files f WHERE f.id = p.file AND f.segment = p.segment)`,
			"segments of no file or of another folder": `SELECT count(*) FROM segments s WHERE terms <> (SELECT coalesce(sum(terms), -1) FROM files f WHERE f.segment = s.id AND f.folder = s.folder)`,
		} {
			var n int
			if err := tx.QueryRowContext(ctx, query).Scan(&n); err != nil {
				return err
			}
			if n > 0 {
				return fmt.Errorf("%w: %s: %s: %d", ErrFile, b.opts.Path, what, n)
			}
		}
		return b.checkPostings(ctx, tx)
	})
}

// checkPostings compares the postings of each file with those of its text.
func (b *Base) checkPostings(ctx context.Context, tx *sql.Tx) error {
	ids, err := collect[int64](ctx, tx, `SELECT id FROM files ORDER BY id`)
	if err != nil {
		return err
	}
	for _, id := range ids {
		text, err := readStored(ctx, tx, id)
		if err != nil {
			return err
		}
		p := text.analyze()
		for _, term := range slices.Sorted(maps.Keys(p.lists)) {
			var data []byte
			err := tx.QueryRowContext(ctx, `SELECT data FROM postings WHERE segment = (SELECT segment FROM files WHERE id = ?2) AND term = ?1 AND file = ?2`, term, id).Scan(&data)
			if err != nil && err != sql.ErrNoRows {
				return err
			}
			if err != nil || string(data) != string(p.lists[term]) {
				return fmt.Errorf("%w: %s: postings of %q in file %d", ErrFile, b.opts.Path, term, id)
			}
		}
	}
	return nil
}
