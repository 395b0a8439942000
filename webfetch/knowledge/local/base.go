// Package local is a knowledge base in one file of SQLite, without a cloud.
//
//	base, err := local.Open(ctx, local.Options{Path: "knowledge.db"})
//	defer base.Close()
//
// Several processes, and any number of goroutines, may use one file at once.
//
// # How it finds
//
// A document is cut into passages by package chunk. The terms of each passage,
// of the title and of the headings over it are in lists of postings, which are
// kept apart by folder: a query reads those of its scope and nothing else, so that its
// time and its scores do not depend on what other scopes hold. (FTS5, the index
// that SQLite brings along, counts each term over all scopes: with 100,000
// passages in 100 conversations a query of one took 8.5 ms, against 0.3 ms.)
//
// Keyword retrieval ranks by BM25. The best passages are then ordered by how near to each other the terms of the
// query stand, and whether a passage begins with them. Vector retrieval uses the vectors of a model where there is
// one. Otherwise it searches once more, by the terms that stand out in the best passages by keywords: better recall,
// but no understanding of language. Hybrid retrieval, the default, adds the scores of both, or reciprocal ranks where
// a model made the vectors.
package local

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/webfetch-mcp/webfetch-go/webfetch/fair"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
)

const (
	// leastMaxBytes is the smallest bound of a file: an empty one takes some of
	// it already.
	leastMaxBytes = 1 << 20
	// passageWords is the size of a passage in words, so that it is
	// the same in all languages: tokens are not. Two characters of Han, and four
	// of Thai, are taken for a word.
	passageWords = 350
)

// Options of [Open]. Only Path is needed.
type Options struct {
	// Path is the file of the base. It and its folder are made if they are not
	// there, for this user only. Beside it SQLite keeps two files whose names
	// end in -wal and -shm. The death of a process loses nothing; a loss of power may lose the last documents.
	Path string
	// Schema is the metadata that filters may name, see [knowledge.ValidateSchema]. It is not stored: another
	// one serves what is there already, too. Empty means none.
	Schema map[string]string
	// MaxBytes bounds the file in bytes: documents that were stored longest ago
	// make room for new ones, and a warning of [knowledge.Receipt] says so. Zero means
	// 1 GiB, negative no bound.
	MaxBytes int64
	// MaxFileBytes is when documents are cut, see [knowledge.Document]. Zero
	// means 4 MiB.
	MaxFileBytes int
	// Embedder makes vectors of passages and questions. Nil means that words alone
	// decide.
	Embedder Embedder
	// Reranker orders the best hits. Nil means by proximity and headings.
	Reranker Reranker
	// Answerer writes answers. Nil means answers in sentences of the passages.
	Answerer knowledge.Answerer
	// Now is the clock. Nil means time.Now.
	Now func() time.Time
}

// Embedder turns texts into vectors with a model. Implementations are safe for concurrent use, send every byte
// through the egress policy they were made with, and stop soon after ctx is done.
type Embedder interface {
	// Embed returns a vector for each text, all of one length. There may be thousands: it divides them into
	// requests.
	Embed(ctx context.Context, texts []string) ([][]float32, error)
	// Model names the model. Vectors of two models are never compared.
	Model() string
}

// Reranker scores passages by a question with a model: more is better. The same rules as for [Embedder].
type Reranker interface {
	// Rerank returns a score for each passage, in their order.
	Rerank(ctx context.Context, question string, passages []string) ([]float64, error)
}

func (o *Options) validate() error {
	switch {
	case o.Path == "":
		return errors.New("knowledge/local: options without a path")
	case o.MaxBytes > 0 && o.MaxBytes < leastMaxBytes:
		return errors.New("knowledge/local: max bytes is less than 1 MiB")
	case o.MaxFileBytes < 0:
		return errors.New("knowledge/local: max file bytes is negative")
	}
	return knowledge.ValidateSchema(o.Schema)
}

const (
	// lockTimeout is how long a call waits for a lock of another process.
	lockTimeout = 30 * time.Second
	// readers is how many queries read the file at one time.
	readers = 4
	// scopeSlots is how many queries of one scope work at one time, and slots how many
	// of all scopes do. Others wait, so that the queries of one scope don't take all
	// connections and processors.
	scopeSlots = readers
	slots      = 4 * scopeSlots
)

// Base is a knowledge base in a file. Make one with [Open].
type Base struct {
	opts   Options
	writer *sql.DB // one connection, whose transactions lock at once
	reader *sql.DB // connections that can't write
	closed atomic.Bool
	slots  *fair.Pool // of queries, by scope; a scope has a quarter of it
}

var _ knowledge.Base = (*Base)(nil)

// Open opens the base in a file, which it makes if it is not there. Any number
// of processes of one machine may have the same file open. A folder that can't
// be written is a [knowledge.ErrReadOnly], a file of something else, a damaged
// one, one of another version, or one on a network file system, whose locks are
// not reliable, an [ErrFile].
func Open(ctx context.Context, opts Options) (*Base, error) {
	if err := opts.validate(); err != nil {
		return nil, err
	}
	opts.MaxBytes = cmp.Or(opts.MaxBytes, 1<<30)
	if opts.Now == nil {
		opts.Now = time.Now
	}
	b := &Base{opts: opts, slots: fair.New(slots, fair.Options{Spare: slots / 4})}
	if err := b.makeFile(); err != nil {
		return nil, b.translate(ctx, err)
	}
	if remote, err := onNetwork(opts.Path); err != nil || remote {
		return nil, cmp.Or(b.translate(ctx, err), fmt.Errorf("%w: %s is on a network file system, whose locks are not reliable", ErrFile, opts.Path))
	}
	if err := b.connect(); err != nil {
		return nil, err
	}
	if err := b.makeTables(ctx); err != nil {
		err = b.translate(ctx, err)
		_ = b.Close()
		return nil, err
	}
	return b, nil
}

// makeFile makes folder and file, so that only this user can read them, and
// sees that they can be written.
func (b *Base) makeFile() error {
	if err := os.MkdirAll(filepath.Dir(b.opts.Path), 0o700); err != nil {
		return err
	}
	file, err := os.OpenFile(b.opts.Path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	return file.Close()
}

func (b *Base) connect() error {
	path, err := filepath.Abs(b.opts.Path)
	if err != nil {
		return err
	}
	if path = filepath.ToSlash(path); !strings.HasPrefix(path, "/") {
		path = "/" + path // C:/… on Windows
	}
	source := "file://" + (&url.URL{Path: path}).EscapedPath() + "?" + strings.Join([]string{"_pragma=busy_timeout(250)", "_pragma=foreign_keys(1)", "_pragma=trusted_schema(0)",
		"_pragma=journal_mode(WAL)", "_pragma=synchronous(NORMAL)", "_pragma=temp_store(memory)"}, "&")
	if b.writer, err = sql.Open("sqlite", source+"&_txlock=immediate&_pragma=cache_size(-32000)&_pragma=wal_autocheckpoint(2000)"); err != nil {
		return err
	}
	if b.reader, err = sql.Open("sqlite", source+"&_pragma=query_only(1)&_pragma=cache_size(-16000)"); err != nil {
		return err
	}
	b.writer.SetMaxOpenConns(1)
	b.reader.SetMaxOpenConns(readers)
	return nil
}

// Close closes the file. Calls that read or write it at that moment come to their
// end. Later ones get [knowledge.ErrClosed].
func (b *Base) Close() error {
	if b.closed.Swap(true) {
		return nil
	}
	return errors.Join(b.reader.Close(), b.writer.Close())
}

// check returns why a call can't begin.
func (b *Base) check(ctx context.Context) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if b.closed.Load() {
		return knowledge.ErrClosed
	}
	return nil
}

// retry calls f again while the file is locked, until ctx is done or lockTimeout
// is over. SQLite itself waits, too, but not for every lock, and not for ctx.
func (b *Base) retry(ctx context.Context, f func() error) error {
	deadline := time.Now().Add(lockTimeout)
	for pause := time.Millisecond; ; pause = min(2*pause, 50*time.Millisecond) {
		err := f()
		code := resultCode(err)
		if code != sqlite3.SQLITE_BUSY && code != sqlite3.SQLITE_LOCKED || time.Now().After(deadline) {
			return err
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(pause/2 + rand.N(pause)):
		}
	}
}

// write runs f in a transaction that no other writer runs beside.
func (b *Base) write(ctx context.Context, f func(tx *sql.Tx) error) error {
	return b.inTransaction(ctx, b.writer, f)
}

// inTransaction runs f in a transaction that sees one state of the file.
func (b *Base) inTransaction(ctx context.Context, db *sql.DB, f func(tx *sql.Tx) error) error {
	err := b.retry(ctx, func() error {
		tx, err := db.BeginTx(ctx, nil)
		if err != nil {
			return err
		}
		if err := f(tx); err != nil {
			_ = tx.Rollback()
			return err
		}
		return tx.Commit()
	})
	return b.translate(ctx, err)
}

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
	var out []T
	err := eachRow(ctx, tx, query, args, func(rows *sql.Rows) error {
		var v T
		err := rows.Scan(&v)
		out = append(out, v)
		return err
	})
	return out, err
}

// eachRow calls take with each row of a query, until one is an error.
func eachRow(ctx context.Context, tx *sql.Tx, query string, args []any, take func(*sql.Rows) error) error {
	rows, err := tx.QueryContext(ctx, query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := take(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// ErrFile reports a file that is not a base, is damaged, was written by another version, is on a network file system,
// or is kept locked by other processes for more than 30 seconds.
var ErrFile = errors.New("knowledge/local: bad file")

func (b *Base) translate(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if b.closed.Load() {
		return knowledge.ErrClosed
	}
	code, kind := resultCode(err), error(nil)
	switch {
	case code == sqlite3.SQLITE_FULL, errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT),
		code == sqlite3.SQLITE_IOERR && strings.Contains(err.Error(), "full"):
		kind = knowledge.ErrFull
	case code == sqlite3.SQLITE_READONLY, code == sqlite3.SQLITE_CANTOPEN, code == sqlite3.SQLITE_PERM,
		errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		kind = knowledge.ErrReadOnly
	case code == sqlite3.SQLITE_CORRUPT, code == sqlite3.SQLITE_NOTADB, code == sqlite3.SQLITE_BUSY, code == sqlite3.SQLITE_LOCKED:
		kind = ErrFile
	default:
		return err
	}
	return fmt.Errorf("%w: %s: %w", kind, b.opts.Path, err)
}

// resultCode returns the primary result code of an error of SQLite, 0 for any
// other.
func resultCode(err error) int {
	var e *sqlite.Error
	if errors.As(err, &e) {
		return e.Code() & 0xff
	}
	return 0
}
