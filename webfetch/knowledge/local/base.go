package local

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	sqlite3 "modernc.org/sqlite/lib"

	"github.com/webfetch-mcp/webfetch-go/webfetch/fair"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
)

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
