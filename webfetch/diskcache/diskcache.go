// Package diskcache is a webfetch.Cache in a folder, which outlives the program and may be
// used by several programs at one time.
//
//	cache, err := diskcache.Open(diskcache.Options{Dir: filepath.Join(dir, "webfetch")})
//	client, err := webfetch.New(webfetch.Options{Cache: cache})
//
// Each response is a file of its own. It is written to a temporary file, synced and renamed,
// so that a crash at any moment leaves the old file, the new one or none. A checksum is
// verified on reading. Files are readable by their owner alone. Their names are hashes; the
// bodies in them are stored as they came.
//
// The folder has to be on a local file system of this machine, and to hold nothing else.
package diskcache

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

// Options configure a cache.
type Options struct {
	// Dir is the folder. It is made if it does not exist. Required.
	Dir string
	// MaxBytes bounds the files together. When they are more, those used least
	// recently are deleted, down to nine tenths. Zero means 1 GiB. Of several
	// programs each sees what the others have written after it has itself written a
	// sixteenth of that, so that n of them may exceed it by n sixteenths.
	MaxBytes int64
}

const defaultMaxBytes = 1 << 30

type cache struct {
	dir  string
	room *room
}

// Open returns the cache in a folder, with what it holds. It is safe for concurrent use, also by
// several processes; there is nothing to close.
func Open(opts Options) (webfetch.Cache, error) {
	if opts.Dir == "" {
		return nil, errors.New("Options.Dir is empty")
	}
	if opts.MaxBytes < 0 {
		return nil, fmt.Errorf("Options.MaxBytes is negative: %d", opts.MaxBytes)
	}
	if opts.MaxBytes == 0 {
		opts.MaxBytes = defaultMaxBytes
	}
	dir, err := filepath.Abs(opts.Dir)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	c := &cache{dir: dir, room: &room{dir: dir, most: opts.MaxBytes}}
	if err := c.room.look(time.Now()); err != nil {
		return nil, err
	}
	return c, nil
}

// path is within the folder for every key.
func (c *cache) path(key string) string {
	sum := sha256.Sum256([]byte(key))
	name := hex.EncodeToString(sum[:])
	return filepath.Join(c.dir, name[:2], name[2:]+suffix)
}

const usedAfter = time.Minute // a use so soon after another is not written down

// Get deletes a file that is damaged, and treats it as missing.
func (c *cache) Get(ctx context.Context, key string) ([]byte, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	path := c.path(key)
	stored, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	now := time.Now()
	packed, expires, err := unseal(stored, key)
	if err == nil && !now.Before(expires) {
		return nil, nil
	}
	if err != nil {
		_ = os.Remove(path)
		return nil, nil
	}
	if info, err := os.Stat(path); err == nil && now.Sub(info.ModTime()) > usedAfter {
		_ = os.Chtimes(path, now, now) // else it is deleted earlier, no more
	}
	return packed, nil
}

// Put does not store what is larger than a quarter of the cache.
func (c *cache) Put(ctx context.Context, key string, packed []byte, ttl time.Duration) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	path := c.path(key)
	if ttl <= 0 {
		return remove(path)
	}
	now := time.Now()
	file := seal(packed, key, now.Add(ttl))
	if int64(len(file)) > c.room.most/4 {
		return remove(path) // what was there is out of date
	}
	if err := c.room.reserve(int64(len(file)), now); err != nil {
		return err
	}
	return write(path, file)
}

func remove(path string) error {
	err := os.Remove(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
