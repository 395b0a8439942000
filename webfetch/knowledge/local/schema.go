package local

import (
	"context"
	"database/sql"
	"fmt"
	"strconv"

	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/internal/terms"
)

// applicationID distinguishes files of this package from others, at byte 68 (the bytes
// "wfkb").
const applicationID = 0x77666b62

// migrations bring a file from the version of their index to the next one. What
// was released is never changed; a new step is added.
var migrations = []string{
	// A folder counts what is in it, so that scopes know their statistics. Its
	// generation grows with each change. Its postings are in segments.
	`CREATE TABLE folders (
		id INTEGER PRIMARY KEY, folder TEXT NOT NULL UNIQUE, generation INTEGER NOT NULL,
		files INTEGER NOT NULL DEFAULT 0, chunks INTEGER NOT NULL DEFAULT 0, terms INTEGER NOT NULL DEFAULT 0, bytes INTEGER NOT NULL DEFAULT 0
	);
	CREATE TABLE segments (
		id INTEGER PRIMARY KEY AUTOINCREMENT, folder INTEGER NOT NULL REFERENCES folders(id), level INTEGER NOT NULL, terms INTEGER NOT NULL
	);
	CREATE INDEX segments_folder ON segments(folder, level);
	CREATE TABLE files (
		id INTEGER PRIMARY KEY AUTOINCREMENT, folder INTEGER NOT NULL REFERENCES folders(id), segment INTEGER REFERENCES segments(id), key TEXT NOT NULL UNIQUE, document TEXT NOT NULL,
		part INTEGER NOT NULL, parts INTEGER NOT NULL, offset INTEGER NOT NULL, bytes INTEGER NOT NULL, chunks INTEGER NOT NULL, terms INTEGER NOT NULL,
		hash TEXT NOT NULL, source_id TEXT NOT NULL, url TEXT NOT NULL, title TEXT NOT NULL, retrieved_at INTEGER NOT NULL, stored_at INTEGER NOT NULL, fields TEXT NOT NULL
	);
	CREATE INDEX files_document ON files(document);
	CREATE INDEX files_folder ON files(folder);
	CREATE INDEX files_segment ON files(segment);
	CREATE TABLE pages (file INTEGER PRIMARY KEY REFERENCES files(id), markdown TEXT NOT NULL);
	CREATE TABLE chunks (
		file INTEGER NOT NULL REFERENCES files(id), n INTEGER NOT NULL, start INTEGER NOT NULL, end INTEGER NOT NULL, path TEXT NOT NULL, text TEXT,
		PRIMARY KEY (file, n)
	) WITHOUT ROWID;
	CREATE TABLE postings (
		segment INTEGER NOT NULL, term TEXT NOT NULL, file INTEGER NOT NULL, data BLOB NOT NULL,
		PRIMARY KEY (segment, term, file)
	) WITHOUT ROWID;
	CREATE TABLE vectors (
		file INTEGER NOT NULL REFERENCES files(id), n INTEGER NOT NULL, model TEXT NOT NULL, vector BLOB NOT NULL,
		PRIMARY KEY (file, n)
	) WITHOUT ROWID;
	CREATE TABLE conversations (
		workspace TEXT NOT NULL, thread TEXT NOT NULL, id TEXT NOT NULL UNIQUE, created_at INTEGER NOT NULL,
		PRIMARY KEY (workspace, thread)
	) WITHOUT ROWID;
	CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
	INSERT INTO settings VALUES ('generation', '0')`,
}

// migrate brings the file to the newest version. Of several processes that open
// a new file one does it; the others find it done.
func (b *Base) migrate(ctx context.Context) error {
	var version, tables, application int
	read := func(db interface {
		QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
	}) error {
		return db.QueryRowContext(ctx, `SELECT (SELECT user_version FROM pragma_user_version), (SELECT count(*) FROM sqlite_schema),
			(SELECT application_id FROM pragma_application_id)`).Scan(&version, &tables, &application)
	}
	if err := b.retry(ctx, func() error { return read(b.reader) }); err != nil {
		return err
	}
	if version == len(migrations) && application == applicationID && b.analyzed(ctx) {
		return nil
	}
	return b.write(ctx, func(tx *sql.Tx) error {
		if err := read(tx); err != nil {
			return err
		}
		switch {
		case tables > 0 && application != applicationID:
			return fmt.Errorf("%w: %s is a file of another program", ErrFile, b.opts.Path)
		case version > len(migrations):
			return fmt.Errorf("%w: %s was written by a newer version of this program (%d; this one knows %d)", ErrFile, b.opts.Path, version, len(migrations))
		}
		for _, step := range migrations[version:] {
			if _, err := tx.ExecContext(ctx, step); err != nil {
				return err
			}
		}
		if _, err := tx.ExecContext(ctx, fmt.Sprintf(`PRAGMA user_version = %d; PRAGMA application_id = %d`, len(migrations), applicationID)); err != nil {
			return err
		}
		return b.analyzeAnew(ctx, tx)
	})
}

// analyzed reports an index that this version's terms made.
func (b *Base) analyzed(ctx context.Context) bool {
	var version string
	err := b.reader.QueryRowContext(ctx, `SELECT value FROM settings WHERE name = 'terms'`).Scan(&version)
	return err == nil && version == strconv.Itoa(terms.Version)
}

// analyzeAnew makes the postings of all files anew if another version of the
// terms made them.
func (b *Base) analyzeAnew(ctx context.Context, tx *sql.Tx) error {
	var version string
	err := tx.QueryRowContext(ctx, `SELECT value FROM settings WHERE name = 'terms'`).Scan(&version)
	if err == nil && version == strconv.Itoa(terms.Version) {
		return nil
	}
	if err != nil && err != sql.ErrNoRows {
		return err
	}
	if _, err := tx.ExecContext(ctx, `DELETE FROM postings; UPDATE files SET segment = NULL; DELETE FROM segments`); err != nil {
		return err
	}
	ids, err := collect[int64](ctx, tx, `SELECT id FROM files ORDER BY id`)
	if err != nil {
		return err
	}
	for _, id := range ids {
		if err := b.reindex(ctx, tx, id); err != nil {
			return err
		}
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO settings VALUES ('terms', ?) ON CONFLICT DO UPDATE SET value = excluded.value`, strconv.Itoa(terms.Version))
	if err != nil {
		return err
	}
	generation, err := nextGeneration(ctx, tx)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `UPDATE folders SET generation = ?, terms = (SELECT coalesce(sum(f.terms), 0) FROM files f WHERE f.folder = folders.id)`, generation)
	return err
}

// nextGeneration counts a change of the file.
func nextGeneration(ctx context.Context, tx *sql.Tx) (int64, error) {
	var n int64
	err := tx.QueryRowContext(ctx, `UPDATE settings SET value = value + 1 WHERE name = 'generation' RETURNING value`).Scan(&n)
	return n, err
}

// collect returns the values of a query with one column.
func collect[T any](ctx context.Context, q interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}, query string, args ...any) ([]T, error) {
	rows, err := q.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []T
	for rows.Next() {
		var v T
		if err := rows.Scan(&v); err != nil {
			return nil, err
		}
		out = append(out, v)
	}
	return out, rows.Err()
}
