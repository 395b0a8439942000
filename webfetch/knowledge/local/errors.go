package local

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
)

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
