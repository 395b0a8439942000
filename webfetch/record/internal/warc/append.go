package warc

import (
	"errors"
	"io"
)

// File is the file that [Append] writes to, such as an *os.File opened for reading and
// writing.
type File interface {
	io.ReadWriteSeeker
	Truncate(size int64) error
}

// Append returns a Writer that goes on where a file ends, empty or not,
// compressed unless it was begun otherwise. A record that a killed program has left half
// written is cut off; its length is returned. Bodies of the file are known to
// the Writer, so that they are not written again. Each record that is whole is
// given to seen, if that is not nil, which may read its block.
//
// It reads the whole file. One process at a time may append to a file.
func Append(f File, seen func(*Record) error) (w *Writer, cutOff int64, err error) {
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return nil, 0, err
	}
	w = NewWriter(f)
	r := NewReader(f)
	var held *pending
	for {
		rec, err := r.Next()
		if held != nil && (err == nil || err == io.EOF) {
			w.remember(held.payload, held.original)
		}
		if err != nil {
			if err != io.EOF && !errors.Is(err, ErrCut) {
				return nil, 0, err
			}
			break
		}
		if held = pendingOf(rec); seen != nil {
			if err := seen(rec); err != nil && !errors.Is(err, ErrCut) {
				return nil, 0, err
			}
		}
	}
	w.plain = r.End() > 0 && r.z == nil
	size, err := f.Seek(0, io.SeekEnd)
	if err != nil {
		return nil, 0, err
	}
	if cutOff = size - r.End(); cutOff > 0 {
		if err := f.Truncate(r.End()); err != nil {
			return nil, 0, err
		}
	}
	if _, err = f.Seek(r.End(), io.SeekStart); err == nil && w.plain && r.blanks < len(recordEnd) {
		_, err = f.Write([]byte(recordEnd[r.blanks:])) // the end of a file may lack them
	}
	return w, cutOff, err
}

type pending struct {
	payload string
	original
}

func pendingOf(rec *Record) *pending {
	payload := rec.Get("WARC-Payload-Digest")
	if rec.Type != TypeResponse || payload == "" {
		return nil
	}
	return &pending{payload, original{rec.Get("WARC-Record-ID"), rec.TargetURI(), rec.Get("WARC-Date")}}
}
