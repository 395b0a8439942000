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

var (
	// ErrFile reports a file that is not a base, is damaged, or was written by a newer version.
	ErrFile = errors.New("knowledge/local: bad file")
	// ErrNetworkDisk reports a file on a network file system.
	ErrNetworkDisk = errors.New("knowledge/local: file is on a network file system, whose locks are not reliable")
	// ErrBusy reports that other processes kept the file locked for too long.
	ErrBusy = errors.New("knowledge/local: other processes keep the file locked")
)

// translate maps an error of SQLite to an error of this package.
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
	switch code := resultCode(err); {
	case code == sqlite3.SQLITE_FULL, errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return fmt.Errorf("%w: %s: %w", knowledge.ErrFull, b.opts.Path, err)
	case code == sqlite3.SQLITE_READONLY, code == sqlite3.SQLITE_CANTOPEN, code == sqlite3.SQLITE_PERM,
		errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		return fmt.Errorf("%w: %s: %w", knowledge.ErrReadOnly, b.opts.Path, err)
	case code == sqlite3.SQLITE_CORRUPT, code == sqlite3.SQLITE_NOTADB:
		return fmt.Errorf("%w: %s: %w", ErrFile, b.opts.Path, err)
	case code == sqlite3.SQLITE_BUSY, code == sqlite3.SQLITE_LOCKED:
		return fmt.Errorf("%w: %s: %w", ErrBusy, b.opts.Path, err)
	case code == sqlite3.SQLITE_IOERR && strings.Contains(err.Error(), "full"):
		return fmt.Errorf("%w: %s: %w", knowledge.ErrFull, b.opts.Path, err)
	}
	return err
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

func isBusy(err error) bool {
	code := resultCode(err)
	return code == sqlite3.SQLITE_BUSY || code == sqlite3.SQLITE_LOCKED
}
