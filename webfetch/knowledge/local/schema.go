package local

import (
	"context"
	"database/sql"
	"fmt"
)

const (
	// applicationID distinguishes files of this package from others, at byte 68 (the bytes
	// "wfkb").
	applicationID = 0x77666b62
	// fileVersion grows when the schema changes, or when [terms.Split] answers otherwise for any text.
	fileVersion = 2
)

// schema makes a new file.
const schema = `
	CREATE TABLE folders (id INTEGER PRIMARY KEY, folder TEXT NOT NULL UNIQUE);
	CREATE TABLE files (
		id INTEGER PRIMARY KEY AUTOINCREMENT, folder INTEGER NOT NULL REFERENCES folders(id), key TEXT NOT NULL UNIQUE, document TEXT NOT NULL,
		part INTEGER NOT NULL, parts INTEGER NOT NULL, offset INTEGER NOT NULL, bytes INTEGER NOT NULL, chunks INTEGER NOT NULL, terms INTEGER NOT NULL,
		hash TEXT NOT NULL, source_id TEXT NOT NULL, url TEXT NOT NULL, title TEXT NOT NULL, retrieved_at INTEGER NOT NULL, stored_at INTEGER NOT NULL, fields TEXT NOT NULL
	);
	CREATE INDEX files_document ON files(document);
	CREATE TABLE pages (file INTEGER PRIMARY KEY REFERENCES files(id), markdown TEXT NOT NULL);
	CREATE TABLE chunks (
		file INTEGER NOT NULL REFERENCES files(id), n INTEGER NOT NULL, start INTEGER NOT NULL, end INTEGER NOT NULL, path TEXT NOT NULL, text TEXT,
		PRIMARY KEY (file, n)
	) WITHOUT ROWID;
	CREATE TABLE vectors (
		file INTEGER NOT NULL REFERENCES files(id), n INTEGER NOT NULL, model TEXT NOT NULL, vector BLOB NOT NULL,
		PRIMARY KEY (file, n)
	) WITHOUT ROWID;
	CREATE TABLE conversations (
		workspace TEXT NOT NULL, thread TEXT NOT NULL, id TEXT NOT NULL UNIQUE, created_at INTEGER NOT NULL,
		PRIMARY KEY (workspace, thread)
	) WITHOUT ROWID;
	CREATE INDEX files_folder ON files(folder, chunks, terms, bytes);
	CREATE TABLE postings (
		folder INTEGER NOT NULL, term TEXT NOT NULL, file INTEGER NOT NULL, data BLOB NOT NULL,
		PRIMARY KEY (folder, term, file)
	) WITHOUT ROWID`

// makeTables makes the tables of a new file, and refuses one that is not of this version. Of several
// processes that open a new file one does it; the others find it done.
func (b *Base) makeTables(ctx context.Context) error {
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
	if version == fileVersion && application == applicationID {
		return nil
	}
	return b.write(ctx, func(tx *sql.Tx) error {
		if err := read(tx); err != nil {
			return err
		}
		switch {
		case tables > 0 && application != applicationID:
			return fmt.Errorf("%w: %s is a file of another program", ErrFile, b.opts.Path)
		case version == fileVersion: // another process was faster
			return nil
		case version > 0:
			return fmt.Errorf("%w: %s was written by another version of this program (%d; this one knows %d)", ErrFile, b.opts.Path, version, fileVersion)
		}
		_, err := tx.ExecContext(ctx, schema+fmt.Sprintf(`; PRAGMA user_version = %d; PRAGMA application_id = %d`, fileVersion, applicationID))
		return err
	})
}

// collect returns the values of a query with one column.
func collect[T any](ctx context.Context, tx *sql.Tx, query string, args ...any) ([]T, error) {
	rows, err := tx.QueryContext(ctx, query, args...)
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
