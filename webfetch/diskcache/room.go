package diskcache

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

type room struct {
	dir  string
	most int64

	mu    sync.Mutex
	bytes int64 // when it was last looked at, and what was written here since
	since int64 // written here since
}

// abandonedAfter is the age from which an unfinished file was left by a program that ended.
const abandonedAfter = time.Hour

type file struct {
	path string
	size int64
	used time.Time
}

func (r *room) reserve(size int64, now time.Time) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.bytes+size > r.most || r.since > r.most/16 {
		if err := r.clean(size, now); err != nil {
			return err
		}
	}
	r.bytes += size
	r.since += size
	return nil
}

func (r *room) look(now time.Time) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.clean(0, now)
}

// clean counts the files, and deletes those used least recently if there would be too many bytes
// with size more. r.mu is held.
func (r *room) clean(size int64, now time.Time) error {
	files, err := r.files(now)
	if err != nil {
		return err
	}
	r.bytes, r.since = 0, 0
	for _, f := range files {
		r.bytes += f.size
	}
	if r.bytes+size <= r.most {
		return nil
	}
	slices.SortFunc(files, func(a, b file) int { return a.used.Compare(b.used) })
	for _, f := range files {
		if r.bytes+size <= r.most-r.most/10 {
			break
		}
		if err := remove(f.path); err != nil {
			return err
		}
		r.bytes -= f.size
	}
	return nil
}

func (r *room) files(now time.Time) ([]file, error) {
	var files []file
	err := filepath.WalkDir(r.dir, func(path string, entry fs.DirEntry, err error) error {
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
