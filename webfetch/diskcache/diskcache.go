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
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
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

type cache struct {
	dir  string
	most int64

	mu    sync.Mutex
	bytes int64 // when the files were last counted, and what was written here since
	since int64 // written here since
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
	dir, err := filepath.Abs(opts.Dir)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	c := &cache{dir: dir, most: cmp.Or(opts.MaxBytes, 1<<30)}
	if err := c.clean(0, time.Now()); err != nil {
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
	if int64(len(file)) > c.most/4 {
		return remove(path) // what was there is out of date
	}
	if err := c.reserve(int64(len(file)), now); err != nil {
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

// A file is magic, the time when it expires in milliseconds since 1970, a sum over
// that, the key and the entry, and the entry as webfetch packs it.

const (
	magic      = "wfc1"
	headerSize = len(magic) + 8 + sha256.Size
	suffix     = ".entry" // of files in their place
	unfinished = ".tmp"   // of files which aren't
)

var errDamaged = errors.New("damaged file in the cache")

func seal(packed []byte, key string, expires time.Time) []byte {
	stamp := binary.BigEndian.AppendUint64(nil, uint64(expires.UnixMilli()))
	sum := checksum(stamp, key, packed)
	return slices.Concat([]byte(magic), stamp, sum[:], packed)
}

func unseal(file []byte, key string) (packed []byte, expires time.Time, err error) {
	if len(file) < headerSize || string(file[:len(magic)]) != magic {
		return nil, time.Time{}, errDamaged
	}
	stamp := file[len(magic) : len(magic)+8]
	packed = file[headerSize:]
	if checksum(stamp, key, packed) != [sha256.Size]byte(file[len(magic)+8:headerSize]) {
		return nil, time.Time{}, errDamaged
	}
	return packed, time.UnixMilli(int64(binary.BigEndian.Uint64(stamp))), nil
}

func checksum(stamp []byte, key string, packed []byte) [sha256.Size]byte {
	h := sha256.New()
	h.Write(stamp)
	h.Write(binary.BigEndian.AppendUint64(nil, uint64(len(key))))
	h.Write([]byte(key))
	h.Write(packed)
	return [sha256.Size]byte(h.Sum(nil))
}

// write puts a file in its place at once: it is complete on the disk before it has
// its name.
func write(path string, content []byte) (err error) {
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, "*"+unfinished) // readable by its owner alone
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(f.Name())
		}
	}()
	_, err = f.Write(content)
	if err = cmp.Or(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

// abandonedAfter is the age from which an unfinished file was left by a program that ended.
const abandonedAfter = time.Hour

type file struct {
	path string
	size int64
	used time.Time
}

func (c *cache) reserve(size int64, now time.Time) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.bytes+size > c.most || c.since > c.most/16 {
		if err := c.clean(size, now); err != nil {
			return err
		}
	}
	c.bytes += size
	c.since += size
	return nil
}

// clean counts the files, and deletes those used least recently if there would be too many bytes
// with size more. c.mu is held.
func (c *cache) clean(size int64, now time.Time) error {
	files, err := c.files(now)
	if err != nil {
		return err
	}
	c.bytes, c.since = 0, 0
	for _, f := range files {
		c.bytes += f.size
	}
	if c.bytes+size <= c.most {
		return nil
	}
	slices.SortFunc(files, func(a, b file) int { return a.used.Compare(b.used) })
	for _, f := range files {
		if c.bytes+size <= c.most-c.most/10 {
			break
		}
		if err := remove(f.path); err != nil {
			return err
		}
		c.bytes -= f.size
	}
	return nil
}

func (c *cache) files(now time.Time) ([]file, error) {
	var files []file
	err := filepath.WalkDir(c.dir, func(path string, entry fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) || err == nil && !entry.Type().IsRegular() {
			return nil
		}
		if err != nil {
			return err
		}
		info, err := entry.Info()
		switch {
		case errors.Is(err, fs.ErrNotExist): // another process has deleted it
			return nil
		case err != nil:
			return err
		case strings.HasSuffix(path, unfinished) && now.Sub(info.ModTime()) > abandonedAfter:
			_ = os.Remove(path)
			return nil
		case !strings.HasSuffix(path, suffix) && !strings.HasSuffix(path, unfinished):
			return nil // not a file of the cache
		}
		files = append(files, file{path: path, size: info.Size(), used: info.ModTime()})
		return nil
	})
	return files, err
}
