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
	from := r.seen
	gap := cut{start: from, end: i}
	r.seen = i + 1
	if i+1 == len(r.text) {
		return
	}
	if !r.isBlank(gap) {
		r.flow.text()
		r.words(gap.start, i)
		gap.start = i
	}
	switch c := r.text[i+1]; {
	case isLetter(c):
		r.startTag(gap)
	case c == '/':
		r.endTag(gap)
	case c == '!':
		r.declaration(gap, from)
	case c == '?':
		r.flow.aside()
		r.until('>', i+2)
	default:
		r.flow.text()
	}
}

// words hands a long text past the parser, but for white space at its edges, which
// may mean something to it.
func (r *Reader) words(start, end int) {
	if end-start < minWords {
		return
	}
	start = skipSpace(r.text, start)
	for classes[r.text[end-1]]&isSpace != 0 {
		end--
	}
	if end-start >= minWords && bytes.IndexByte(r.text[start:end], '&') < 0 {
		r.hand(start, end)
	}
}

// isClear reports whether no text stands before a gap of white space: what would
// follow it could make a tag of it, or a character reference.
func (r *Reader) isClear(gap cut) bool { return gap.start == 0 || r.text[gap.start-1] == '>' }

func (r *Reader) isBlank(gap cut) bool { return skipSpace(r.text[:gap.end], gap.start) == gap.end }

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
	if r.sheets.left && hasSheet(r.text[r.seen:]) {
		r.sheets.wantAll()
	}
	r.styled = true
	r.seen = len(r.text)
}

// startTag looks at the tag after a gap, and at what follows where that is text
// whatever it looks like.
func (r *Reader) startTag(gap cut) {
	i := gap.end
	name, key := r.nameAt(i + 1)
	e := element(r.tables.elements.find(key, name))
	r.styled = r.styled || e == style
	if e == head && r.flow.closed && equals(name, "noscript") {
		r.flow.head = false // it begins the body (HTML, 13.2.6.4.6)
	}
	clear := r.isClear(gap)
	if r.flow.start(e, key, r.foreign.open()) || clear && r.foreign.draws() {
		r.close(gap)
	}
	r.foreign.mixed = r.foreign.mixed || (e == figure || e == shape) && !r.foreign.draws()
	t := tag{start: i, first: r.last, parts: len(r.parts), rooted: r.rooted, clear: clear}
	r.attributesOf(&t, i+1+len(name), e, !r.whole && strips(e))
	r.seen = t.end
	if r.drops(e, &t) {
		r.drop(&t)
		return
	}
	r.rooted = r.rooted || e != root
	if t.end == len(r.text) {
		return
	}
	switch e {
	case lost:
		r.rest()
		return
	case template:
		r.cols = true
	case selection:
		r.selects = true
	case head:
		r.noscript = r.noscript || equals(name, "noscript")
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
		r.foreign.begin(e, &t, r.selects)
	case e == script:
		r.script(&t)
	case e == style:
		start := r.seen
		r.seen = r.endOfRaw(start, name)
		if !r.sheets.sought {
			r.sheets.add(r.text[start:r.seen])
		}
		if r.seen-start >= minRaw {
			r.hand(start, r.seen)
		}
	case e == raw || e == title:
		r.seen = r.endOfRaw(r.seen, name)
	}
}

// strips reports whether attributes of an element may be left out: not of html and
// body, which scripts mark for the style sheets.
func strips(e element) bool { return e != formatting && e != root && e != bodyTag }

func (r *Reader) endTag(gap cut) {
	i := gap.end
	if i+2 == len(r.text) || !isLetter(r.text[i+2]) {
		r.flow.text()
		r.until('>', i+2)
		return
	}
	name, key := r.nameAt(i + 2)
	e := element(r.tables.elements.find(key, name))
	if r.flow.end(e, key, r.foreign.open()) || r.foreign.draws() && r.isClear(gap) {
		r.close(gap)
	}
	if r.seen = i + 2 + len(name); r.seen < len(r.text) && r.text[r.seen] == '>' {
		r.seen++
	} else {
		var t tag
		r.attributesOf(&t, r.seen, other, false)
		r.seen = t.end
	}
	if r.foreign.open() {
		r.foreign.leave(e, name)
	}
	switch e {
	case selection:
		r.selects = false
	case head:
		r.noscript = r.noscript && !equals(name, "noscript")
		r.flow.closed = r.flow.closed || equals(name, "head")
	}
}

// close leaves out a gap of white space.
func (r *Reader) close(gap cut) {
	if gap.start == gap.end || r.whole {
		return
	}
	if r.seek(); !r.sheets.empty {
		r.leave(gap.start, gap.end)
	}
}

// nameAt returns the name of the tag at i, and its key.
func (r *Reader) nameAt(i int) (name []byte, key uint64) {
	end := i
	for ; end < len(r.text); end++ {
		c := r.text[end]
		if classes[c]&endsTag != 0 {
			break
		}
		key = key<<8 | uint64(c|0x20)
	}
	return r.text[i:end], key
}

// declaration looks at what begins with "<!" after a gap and the text from that
// stands before it.
func (r *Reader) declaration(gap cut, from int) {
	i := gap.end
	rest := r.text[i+2:]
	if bytes.HasPrefix(rest, []byte("--")) {
		if r.flow.comment(r.foreign.open()) {
			r.close(gap)
		}
		r.seen = commentEnd(r.text, i+4)
		if !tells(r.text[i+4:r.seen]) && i > 0 && r.text[i-1] != '<' && bytes.IndexByte(r.text[from:i], '&') < 0 && !r.flow.eatsLine() {
			r.leave(i, r.seen) // what it parts makes no tag and no entity together
		}
		return
	}
	r.flow.aside()
	switch {
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
