package object

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"io"
	"slices"
	"strconv"
)

// stream handles a stream object whose dictionary is [i, keyword) and returns
// where it ends.
func (r *rebuilder) stream(number, i, keyword int) int {
	dict := r.body[i:keyword]
	start := keyword + len("stream")
	if start < len(r.body) && r.body[start] == '\r' {
		start++
	}
	if start < len(r.body) && r.body[start] == '\n' {
		start++
	}
	end := len(r.body)
	if n := bytes.Index(r.body[start:], []byte("endstream")); n >= 0 {
		end = start + n
	} else if n := bytes.Index(r.body[start:], []byte("endobj")); n >= 0 {
		end = start + n
	}
	data := bytes.TrimSuffix(bytes.TrimSuffix(r.body[start:end], []byte("\n")), []byte("\r"))
	switch {
	case bytes.Contains(dict, []byte("/ObjStm")):
		r.expand(dict, data)
	case bytes.Contains(dict, []byte("/XRef")):
		if bytes.Contains(dict, []byte("/Root")) {
			r.trailer = dict
		}
		delete(r.offsets, number)
		return end
	}
	fixed, changed := setLength(dict, len(data))
	if rest := bytes.TrimLeft(r.body[min(end+len("endstream"), len(r.body)):], " \r\n\t"); changed || !bytes.HasPrefix(rest, []byte("endobj")) {
		r.append(number, fixed, []byte("stream\n"), data, []byte("\nendstream"))
	}
	return end
}

// setLength returns a stream dictionary with its Length set, and whether that
// changed it.
func setLength(dict []byte, length int) ([]byte, bool) {
	i := bytes.Index(dict, []byte("/Length"))
	if i < 0 {
		end := bytes.LastIndex(dict, []byte(">>"))
		if end < 0 {
			return dict, false
		}
		return slices.Concat(dict[:end], fmt.Appendf(nil, "/Length %d>>\n", length)), true
	}
	at := i + len("/Length")
	end := at
	for end < len(dict) && dict[end] != '/' && dict[end] != '>' {
		end++
	}
	if value, err := strconv.Atoi(string(bytes.TrimSpace(dict[at:end]))); err == nil && value >= length && value <= length+2 {
		return dict, false
	}
	return slices.Concat(dict[:at], fmt.Appendf(nil, " %d", length), dict[end:]), true
}

// expand writes out the objects of an object stream.
func (r *rebuilder) expand(dict, data []byte) {
	if bytes.Contains(dict, []byte("/FlateDecode")) {
		z, err := zlib.NewReader(bytes.NewReader(data))
		if err != nil {
			return
		}
		data, _ = io.ReadAll(io.LimitReader(z, MaxStream))
	}
	first := intEntry(dict, "/First")
	if first <= 0 || first > len(data) || len(r.out) > MaxStream {
		return
	}
	fields := bytes.Fields(data[:first])
	for i := 0; i+1 < len(fields) && len(r.offsets) < MaxObjects; i += 2 {
		number, err1 := strconv.Atoi(string(fields[i]))
		offset, err2 := strconv.Atoi(string(fields[i+1]))
		if err1 != nil || err2 != nil || number <= 0 || offset < 0 || first+offset > len(data) {
			continue
		}
		end := len(data)
		if i+3 < len(fields) {
			if next, err := strconv.Atoi(string(fields[i+3])); err == nil && next >= offset && first+next <= len(data) {
				end = first + next
			}
		}
		object := data[first+offset : end]
		if catalog(object) {
			r.root = number
		}
		r.offsets[number] = len(r.body) + len(r.out)
		r.out = fmt.Appendf(r.out, "%d 0 obj\n", number)
		r.out = append(r.out, object...)
		r.out = append(r.out, "\nendobj\n"...)
	}
}

func intEntry(dict []byte, key string) int {
	_, rest, found := bytes.Cut(dict, []byte(key))
	fields := bytes.FieldsFunc(rest[:min(len(rest), 30)], func(c rune) bool { return c <= ' ' || c == '/' || c == '>' })
	if !found || len(fields) == 0 {
		return 0
	}
	n, _ := strconv.Atoi(string(fields[0]))
	return n
}
