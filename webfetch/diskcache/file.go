package diskcache

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"time"
)

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
	file := make([]byte, headerSize, headerSize+len(packed))
	copy(file, magic)
	binary.BigEndian.PutUint64(file[len(magic):], uint64(expires.UnixMilli()))
	sum := checksum(file[len(magic):len(magic)+8], key, packed)
	copy(file[len(magic)+8:], sum[:])
	return append(file, packed...)
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
	if err == nil {
		err = f.Sync()
	}
	if closing := f.Close(); err == nil {
		err = closing
	}
	if err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}
