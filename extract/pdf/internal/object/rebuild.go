package object

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/token"
)

// pdfcpu can repair a file without a sound cross-reference table, but in time
// that grows with the square of the number of objects. So the table of such a
// file is made anew here, in one pass, before pdfcpu sees it.

const (
	// tailSize is how much of the end of a file is searched for startxref, as
	// readers commonly do.
	tailSize = 2048
	// blanks are white space between the parts of an object.
	blanks = " \r\n\t"
	digits = "0123456789"
)

// indexed reports whether a file ends with the offset of what looks like a
// cross-reference table or stream, and whether its objects look whole.
func indexed(body []byte) bool {
	if bytes.Count(body, []byte(" obj")) > 2*bytes.Count(body, []byte("endobj"))+1000 {
		return false
	}
	tail := body[max(0, len(body)-tailSize):]
	i := bytes.LastIndex(tail, []byte("startxref"))
	if i < 0 {
		return false
	}
	offset := int(token.NewReader(tail[i+len("startxref"):]).Next().Num) // 0 for no number
	if offset <= 0 || offset >= len(body) {
		return false
	}
	at := bytes.TrimLeft(body[offset:min(len(body), offset+40)], blanks+"\x00")
	r := token.NewReader(at)
	number, generation, word := r.Next(), r.Next(), r.Next()
	isHead := number.Kind == token.Number && generation.Kind == token.Number && bytes.HasPrefix(word.Text, []byte("obj"))
	return isHead || bytes.HasPrefix(at, []byte("xref"))
}

// rebuilder makes a new cross-reference table.
type rebuilder struct {
	body    []byte
	out     []byte      // to append to the body
	offsets map[int]int // of objects
	root    int         // number of a catalog
	trailer []byte      // a trailer dictionary that names a root
}

// rebuild returns body with a new cross-reference table and trailer behind it.
// It writes out the objects of object streams and corrects wrong stream lengths. It
// reports false if it finds no objects, or neither a catalog nor a trailer that names one.
func rebuild(body []byte) ([]byte, bool) {
	r := rebuilder{body: body, out: []byte("\n"), offsets: map[int]int{}}
	for head := nextObject(body, 0); head.number > 0; {
		head = nextObject(body, r.object(head))
	}
	for rest := body; ; { // the last trailer that names a root
		i := bytes.LastIndex(rest, []byte("trailer"))
		if i < 0 {
			break
		}
		if dict, _, _ := bytes.Cut(rest[i:], []byte("startxref")); bytes.Contains(dict, []byte("/Root")) {
			r.trailer = dict
			break
		}
		rest = rest[:i]
	}
	if r.trailer == nil && r.root == 0 || len(r.offsets) == 0 {
		return nil, false
	}
	r.finish()
	return slices.Concat(body, r.out), true
}

// objectHead is "number generation obj", from start up to content. Number is 0 for none.
type objectHead struct{ number, start, content int }

// nextObject returns the head of the next object that begins at i or behind it; for none, one
// that begins at the end of the body.
func nextObject(body []byte, i int) objectHead {
	const longest = 3 * 20 // bytes of a number, a generation and of what is between
	for at := i; ; at += len("obj") {
		n := bytes.Index(body[at:], []byte("obj"))
		if n < 0 {
			return objectHead{0, len(body), len(body)}
		}
		at += n
		content := at + len("obj")
		if content < len(body) && body[content]|0x20 >= 'a' && body[content]|0x20 <= 'z' {
			continue // a longer word
		}
		head, whole := body[max(i, at-longest):at], true
		for _, set := range [...]string{blanks, digits, blanks} {
			shorter := bytes.TrimRight(head, set)
			if whole = len(shorter) < len(head); !whole {
				break // as of "endobj"
			}
			head = shorter
		}
		if !whole {
			continue
		}
		before := len(bytes.TrimRight(head, digits))
		if number, err := strconv.Atoi(string(head[before:])); err == nil && number > 0 && number < 8_000_000 {
			return objectHead{number, max(i, at-longest) + before, content}
		}
	}
}

// object notes an object and returns where to go on. One that lacks its end
// ends before the next one, and is written out whole.
func (r *rebuilder) object(h objectHead) int {
	r.offsets[h.number] = h.start
	content, _, closed := bytes.Cut(r.body[h.content:nextObject(r.body, h.content).start], []byte("endobj"))
	if n := streamKeyword(content); n >= 0 {
		return r.stream(h.number, content[:n], h.content+n+len("stream"))
	}
	if !closed && len(bytes.TrimSpace(content)) > 0 {
		r.append(h.number, content)
	}
	r.noteCatalog(h.number, content)
	return h.content + len(content)
}

func (r *rebuilder) noteCatalog(number int, dict []byte) {
	if bytes.Contains(dict, []byte("/Catalog")) && bytes.Contains(dict, []byte("/Pages")) {
		r.root = number
	}
}

// streamKeyword returns where the keyword that follows a dictionary is, -1 for
// none. The word may be part of a name as well.
func streamKeyword(object []byte) int {
	for at := 0; ; at += len("stream") {
		n := bytes.Index(object[at:], []byte("stream"))
		if n < 0 {
			return -1
		}
		at += n
		if bytes.HasSuffix(bytes.TrimRight(object[:at], blanks+"\x00\f"), []byte(">>")) {
			return at
		}
	}
}

// append writes an object anew.
func (r *rebuilder) append(number int, parts ...[]byte) {
	r.offsets[number] = len(r.body) + len(r.out)
	r.out = fmt.Appendf(r.out, "%d 0 obj\n", number)
	for _, part := range parts {
		r.out = append(r.out, part...)
	}
	r.out = append(r.out, "\nendobj\n"...)
}

// stream handles a stream object whose data begin at start, after a line end, and
// returns where they end.
func (r *rebuilder) stream(number int, dict []byte, start int) int {
	if start < len(r.body) && r.body[start] == '\r' {
		start++
	}
	if start < len(r.body) && r.body[start] == '\n' {
		start++
	}
	data, behind, found := bytes.Cut(r.body[start:], []byte("endstream"))
	if !found {
		data, behind, _ = bytes.Cut(r.body[start:], []byte("endobj"))
	}
	end := start + len(data)
	data = bytes.TrimSuffix(bytes.TrimSuffix(data, []byte("\n")), []byte("\r"))
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
	if fixed, changed := setLength(dict, len(data)); changed || !bytes.HasPrefix(bytes.TrimLeft(behind, blanks), []byte("endobj")) {
		r.append(number, fixed, []byte("stream\n"), data, []byte("\nendstream"))
	}
	return end
}

// setLength returns a stream dictionary with its Length set, and whether that
// changed it.
func setLength(dict []byte, length int) ([]byte, bool) {
	before, after, found := bytes.Cut(dict, []byte("/Length"))
	if !found {
		end := bytes.LastIndex(dict, []byte(">>"))
		return slices.Concat(dict[:end], fmt.Appendf(nil, "/Length %d>>\n", length)), true
	}
	end := max(0, bytes.IndexAny(after, "/>"))
	if value, err := strconv.Atoi(string(bytes.TrimSpace(after[:end]))); err == nil && value >= length && value <= length+2 {
		return dict, false
	}
	return slices.Concat(before, fmt.Appendf(nil, "/Length %d", length), after[end:]), true
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
		if err1 != nil || err2 != nil || number <= 0 || offset < 0 || offset > len(data)-first {
			continue
		}
		object := data[first+offset:]
		if i+3 < len(fields) {
			if next, err := strconv.Atoi(string(fields[i+3])); err == nil && next >= offset && next <= len(data)-first {
				object = object[:next-offset]
			}
		}
		r.noteCatalog(number, object)
		r.append(number, object)
	}
}

// intEntry returns the number behind a key, 0 for none.
func intEntry(dict []byte, key string) int {
	_, rest, _ := bytes.Cut(dict, []byte(key))
	return int(token.NewReader(rest[:min(len(rest), 30)]).Next().Num)
}

// finish appends the table and the trailer.
func (r *rebuilder) finish() {
	start := len(r.body) + len(r.out)
	r.out = append(r.out, "xref\n0 1\n0000000000 65535 f \n"...)
	numbers := slices.Sorted(maps.Keys(r.offsets))
	for _, n := range numbers { // each in a section of its own
		r.out = fmt.Appendf(r.out, "%d 1\n%010d 00000 n \n", n, r.offsets[n])
	}
	r.out = fmt.Appendf(r.out, "trailer\n<</Size %d", numbers[len(numbers)-1]+1)
	for _, key := range [...]string{"/Root", "/Info", "/Encrypt"} {
		n := intEntry(r.trailer, key)
		if _, known := r.offsets[n]; key == "/Root" && !known && r.root != 0 {
			n = r.root
		}
		if n > 0 {
			r.out = fmt.Appendf(r.out, "%s %d 0 R", key, n)
		}
	}
	if _, id, found := bytes.Cut(r.trailer, []byte("/ID")); found && intEntry(r.trailer, "/Encrypt") > 0 {
		if end := bytes.IndexByte(id, ']'); end >= 0 {
			r.out = fmt.Appendf(r.out, "/ID%s", id[:end+1])
		}
	}
	r.out = fmt.Appendf(r.out, ">>\nstartxref\n%d\n%%%%EOF\n", start)
}
