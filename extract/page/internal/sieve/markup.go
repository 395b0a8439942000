package sieve

import "bytes"

// step looks at what is next: text, a tag, a comment. It follows Tokenizer.Next.
func (r *Reader) step() {
	i := bytes.IndexByte(r.text[r.seen:], '<')
	if i < 0 {
		r.seen = len(r.text)
		return
	}
	i += r.seen
	r.seen = i + 1
	if i+1 == len(r.text) {
		return
	}
	switch c := r.text[i+1]; {
	case isLetter(c):
		r.startTag(i)
	case c == '/':
		r.endTag(i)
	case c == '!':
		r.declaration(i)
	case c == '?':
		r.until('>', i+2)
	}
}

// until passes through up to the next c from i on.
func (r *Reader) until(c byte, i int) {
	if end := bytes.IndexByte(r.text[i:], c); end >= 0 {
		r.seen = i + end + 1
		return
	}
	r.seen = len(r.text)
}

// rest passes through all that follows.
func (r *Reader) rest() {
	r.sheets.lost(r.text[r.seen:])
	r.seen = len(r.text)
}

// startTag looks at the tag that begins at i, and at what follows where that is
// text whatever it looks like.
func (r *Reader) startTag(i int) {
	name := r.nameAt(i + 1)
	e := r.tables.element(name)
	var t tag
	r.attributes(&t, i+1+len(name), e, e != formatting && !r.whole)
	r.seen = t.end
	if t.end == len(r.text) {
		return
	}
	switch e {
	case lost:
		r.rest()
		return
	case template:
		r.cols = true
	case column:
		if r.cols {
			r.rest()
			return
		}
	}
	switch {
	case r.foreign.open():
		r.foreignTag(e, name, &t)
	case e == svg || e == math:
		r.foreign.enter(e, &t)
	case e == script:
		r.script(&t)
	case e == style:
		end := rawEnd(r.text, r.seen, name)
		r.sheets.add(r.text[r.seen:end])
		r.seen = end
	case e == raw:
		r.seen = rawEnd(r.text, r.seen, name)
	}
}

func (r *Reader) endTag(i int) {
	if i+2 < len(r.text) && isLetter(r.text[i+2]) {
		name := r.nameAt(i + 2)
		var t tag
		r.attributes(&t, i+2+len(name), other, false)
		r.seen = t.end
		if r.foreign.open() {
			r.foreign.leave(r.tables.element(name))
		}
		return
	}
	r.until('>', i+2)
}

// nameAt returns the name of the tag at i.
func (r *Reader) nameAt(i int) []byte {
	end := i
	for end < len(r.text) && classes[r.text[end]]&(isSpace|isSlash|isClose) == 0 {
		end++
	}
	return r.text[i:end]
}

// declaration looks at what begins with "<!" at i.
func (r *Reader) declaration(i int) {
	rest := r.text[i+2:]
	switch {
	case bytes.HasPrefix(rest, []byte("--")):
		r.seen = commentEnd(r.text, i+4)
	case r.foreign.open() && bytes.HasPrefix(rest, []byte("[CDATA[")):
		// It is text or a comment; both must end at the same place.
		if r.until('>', i+2); !bytes.HasSuffix(r.text[i+9:max(i+9, r.seen)], []byte("]]>")) {
			r.rest()
		}
	default:
		r.until('>', i+2)
	}
}

// commentEnd returns the index after the comment whose text begins at start.
func commentEnd(text []byte, start int) int {
	for i := start; ; i++ {
		end := bytes.IndexByte(text[i:], '>')
		if end < 0 {
			return len(text)
		}
		i += end
		switch s := text[start:i]; {
		case len(s) == 0, len(s) == 1 && s[0] == '-', bytes.HasSuffix(s, []byte("--")), bytes.HasSuffix(s, []byte("--!")):
			return i + 1
		}
	}
}
