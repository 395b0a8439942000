package warc

import (
	"errors"
	"io"
)

// File is the file that [Append] writes to, such as an *os.File.
type File interface {
	io.ReadWriteSeeker
	Truncate(size int64) error
}

// Append returns a Writer that goes on where a file ends, empty or not, compressed unless it was
// begun otherwise. A record that was left half written is cut off; its length is returned. Bodies
// of the file are not written again. Each whole record is given to seen, if that is not nil. One
// process at a time may append.
func Append(f File, seen func(*Record) error) (w *Writer, cutOff int64, err error) {
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return nil, 0, err
	}
	w = NewWriter(f)
	r := NewReader(f)
	payload, made := "", original{} // of a record that may not be whole
	for {
		rec, err := r.Next()
		if err == nil || err == io.EOF {
			w.remember(payload, made)
		}
		if err == io.EOF || errors.Is(err, ErrCut) {
			break
		}
		if err != nil {
			return nil, 0, err
		}
		if payload = ""; rec.Type == TypeResponse {
			payload, made = rec.Get("WARC-Payload-Digest"), original{rec.Get("WARC-Record-ID"), rec.TargetURI(), rec.Get("WARC-Date")}
		}
		if seen == nil {
			continue
		}
		if err := seen(rec); err != nil && !errors.Is(err, ErrCut) {
			return nil, 0, err
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
