package object

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
)

// pdfcpu can repair a file without a sound cross-reference table, but in time
// that grows with the square of the number of objects. So the table of such a
// file is made anew here, in one pass, before pdfcpu sees it.

// tailSize is how much of the end of a file is searched for startxref, as
// readers commonly do.
const tailSize = 2048

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
	fields := bytes.Fields(tail[i+len("startxref"):])
	if len(fields) == 0 {
		return false
	}
	offset, err := strconv.Atoi(string(fields[0]))
	if err != nil || offset <= 0 {
		return false
	}
	if offset >= len(body) {
		return false
	}
	at := bytes.TrimLeft(body[offset:min(len(body), offset+40)], " \r\n\t\x00")
	if bytes.HasPrefix(at, []byte("xref")) {
		return true
	}
	fields = bytes.Fields(at)
	return len(fields) >= 3 && digits(fields[0]) && digits(fields[1]) && bytes.HasPrefix(fields[2], []byte("obj"))
}

func digits(b []byte) bool {
	for _, c := range b {
		if c < '0' || c > '9' {
			return false
		}
	}
	return len(b) > 0
}

// rebuilder makes a new cross-reference table.
type rebuilder struct {
	body    []byte
	out     []byte      // appended to the body
	offsets map[int]int // of objects
	root    int         // number of a catalog
	trailer []byte      // a trailer dictionary that names a root
}

// rebuild returns body with a new cross-reference table and trailer behind it.
// It writes out the objects of object streams and corrects wrong stream lengths. It
// reports false if it finds no objects, or neither a catalog nor a trailer that names one.
func rebuild(body []byte) ([]byte, bool) {
	r := rebuilder{body: body, offsets: map[int]int{}}
	for at := 0; at < len(body); {
		i := bytes.Index(body[at:], []byte("obj"))
		if i < 0 {
			break
		}
		at += i
		if number, start, ok := objectHead(body, at); ok {
			at = r.object(number, start, at+len("obj"))
		} else {
			at += len("obj")
		}
	}
	r.findTrailer()
	if r.trailer == nil && r.root == 0 || len(r.offsets) == 0 {
		return nil, false
	}
	return r.write(), true
}

// objectHead reads "N G " before the "obj" at i.
func objectHead(body []byte, i int) (number, start int, ok bool) {
	at := i
	back := func(accept func(byte) bool) int {
		n := 0
		for at > 0 && accept(body[at-1]) && n < 20 {
			at--
			n++
		}
		return n
	}
	space := func(c byte) bool { return c == ' ' || c == '\n' || c == '\r' || c == '\t' }
	digit := func(c byte) bool { return c >= '0' && c <= '9' }
	if after := i + len("obj"); after < len(body) && body[after]|0x20 >= 'a' && body[after]|0x20 <= 'z' {
		return 0, 0, false // of a longer word
	}
	if back(space) == 0 || back(digit) == 0 || back(space) == 0 {
		return 0, 0, false
	}
	end := at
	if back(digit) == 0 {
		return 0, 0, false
	}
	number, err := strconv.Atoi(string(body[at:end]))
	return number, at, err == nil && number > 0 && number < 8_000_000
}

// object notes the object whose content begins at i and returns where to go on.
// One that lacks its end ends before the next one, and is written out whole.
func (r *rebuilder) object(number, start, i int) int {
	r.offsets[number] = start
	end, closed := nextObject(r.body, i), false
	if n := bytes.Index(r.body[i:end], []byte("endobj")); n >= 0 {
		end, closed = i+n, true
	}
	if n := streamKeyword(r.body[i:end]); n >= 0 {
		return r.stream(number, i, i+n)
	}
	if content := r.body[i:end]; !closed && len(bytes.TrimSpace(content)) > 0 {
		r.append(number, content)
	}
	if catalog(r.body[i:end]) {
		r.root = number
	}
	return end
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
		if bytes.HasSuffix(bytes.TrimRight(object[:at], " \r\n\t\x00\f"), []byte(">>")) {
			return at
		}
	}
}

// nextObject returns where the next object after i begins, the end of the body
// for none.
func nextObject(body []byte, i int) int {
	for at := i; ; at += len("obj") {
		n := bytes.Index(body[at:], []byte("obj"))
		if n < 0 {
			return len(body)
		}
		at += n
		if _, start, ok := objectHead(body, at); ok && start >= i {
			return start
		}
	}
}

func (r *rebuilder) append(number int, parts ...[]byte) {
	r.offsets[number] = len(r.body) + len(r.out)
	r.out = fmt.Appendf(r.out, "%d 0 obj\n", number)
	for _, part := range parts {
		r.out = append(r.out, part...)
	}
	r.out = append(r.out, "\nendobj\n"...)
}

func catalog(dict []byte) bool {
	return bytes.Contains(dict, []byte("/Catalog")) && bytes.Contains(dict, []byte("/Pages"))
}

// findTrailer takes the last trailer dictionary that names a root.
func (r *rebuilder) findTrailer() {
	for rest := r.body; ; {
		i := bytes.LastIndex(rest, []byte("trailer"))
		if i < 0 {
			return
		}
		dict := rest[i:]
		if end := bytes.Index(dict, []byte("startxref")); end >= 0 {
			dict = dict[:end]
		}
		if bytes.Contains(dict, []byte("/Root")) {
			r.trailer = dict
			return
		}
		rest = rest[:i]
	}
}

// write returns the body with all that was appended, the table and the trailer.
func (r *rebuilder) write() []byte {
	out := slices.Concat(r.body, []byte("\n"), nil)
	shift := len(out) - len(r.body)
	out = append(out, r.out...)
	numbers := make([]int, 0, len(r.offsets))
	for n := range r.offsets {
		numbers = append(numbers, n)
	}
	slices.Sort(numbers)
	start := len(out)
	out = append(out, "xref\n0 1\n0000000000 65535 f \n"...)
	for i := 0; i < len(numbers); {
		end := i + 1
		for end < len(numbers) && numbers[end] == numbers[end-1]+1 {
			end++
		}
		out = fmt.Appendf(out, "%d %d\n", numbers[i], end-i)
		for _, n := range numbers[i:end] {
			at := r.offsets[n]
			if at >= len(r.body) {
				at += shift
			}
			out = fmt.Appendf(out, "%010d 00000 n \n", at)
		}
		i = end
	}
	out = fmt.Appendf(out, "trailer\n<</Size %d", numbers[len(numbers)-1]+1)
	root := r.reference("/Root")
	if _, known := r.offsets[intEntry(r.trailer, "/Root")]; !known && r.root != 0 {
		root = fmt.Sprintf("/Root %d 0 R", r.root)
	}
	out = append(out, root...)
	out = append(out, r.reference("/Info")...)
	if encrypt := r.reference("/Encrypt"); encrypt != "" {
		out = append(out, encrypt...)
		if i := bytes.Index(r.trailer, []byte("/ID")); i >= 0 {
			if end := bytes.IndexByte(r.trailer[i:], ']'); end >= 0 {
				out = append(out, r.trailer[i:i+end+1]...)
			}
		}
	}
	return fmt.Appendf(out, ">>\nstartxref\n%d\n%%%%EOF\n", start)
}

// reference returns an entry of the trailer that is a reference, "" without it.
func (r *rebuilder) reference(key string) string {
	n := intEntry(r.trailer, key)
	if n <= 0 {
		return ""
	}
	return fmt.Sprintf("%s %d 0 R", key, n)
}
