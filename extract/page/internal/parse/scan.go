package parse

import "bytes"

// scanToken looks at what is next: text, a tag, a comment. It follows Tokenizer.Next.
func (r *Prefilter) scanToken() {
	i := bytes.IndexByte(r.text[r.scanned:], '<')
	if i < 0 {
		r.scanned = len(r.text)
		return
	}
	i += r.scanned
	from := r.scanned
	gap := omission{start: from, end: i}
	r.scanned = i + 1
	if i+1 == len(r.text) {
		return
	}
	if !r.isBlank(gap) {
		r.whitespace.text()
		r.bypassWords(gap.start, i)
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
		r.whitespace.declaration()
		r.passUntil('>', i+2)
	default:
		r.whitespace.text()
	}
}

// bypassWords hands a long text past the parser, but for white space at its edges, which
// may mean something to it.
func (r *Prefilter) bypassWords(start, end int) {
	if end-start < minBypassedText {
		return
	}
	start = skipSpace(r.text, start)
	for classes[r.text[end-1]]&isSpace != 0 {
		end--
	}
	if end-start >= minBypassedText && bytes.IndexByte(r.text[start:end], '&') < 0 {
		r.bypassText(start, end)
	}
}

// isSeparate reports whether no text stands before a gap of white space: what would
// follow it could make a tag of it, or a character reference.
func (r *Prefilter) isSeparate(gap omission) bool {
	return gap.start == 0 || r.text[gap.start-1] == '>'
}

func (r *Prefilter) isBlank(gap omission) bool {
	return skipSpace(r.text[:gap.end], gap.start) == gap.end
}

// passUntil passes through up to the next c from i on.
func (r *Prefilter) passUntil(c byte, i int) {
	if end := bytes.IndexByte(r.text[i:], c); end >= 0 {
		r.scanned = i + end + 1
		return
	}
	r.scanned = len(r.text)
}

// passRest passes through all that follows.
func (r *Prefilter) passRest() {
	if r.styleSheets.dropped && hasSheet(r.text[r.scanned:]) {
		r.styleSheets.keepAll()
	}
	r.hasStyle = true
	r.scanned = len(r.text)
}

// startTag looks at the tag after a gap, and at what follows where that is text
// whatever it looks like.
func (r *Prefilter) startTag(gap omission) {
	i := gap.end
	name, key := r.nameAt(i + 1)
	e := element(r.tables.elements.find(key, name))
	r.hasStyle = r.hasStyle || e == style
	if e == head && r.whitespace.headClosed && equals(name, "noscript") {
		r.whitespace.inHead = false // it begins the body (HTML, 13.2.6.4.6)
	}
	clear := r.isSeparate(gap)
	if r.whitespace.start(e, key, r.foreign.open()) || clear && r.foreign.inDrawing() {
		r.omitGap(gap)
	}
	r.foreign.namesMixed = r.foreign.namesMixed || (e == svgContainer || e == svgShape) && !r.foreign.inDrawing()
	t := tag{start: i, omissionsBefore: r.omissionCount, bypassedBefore: len(r.bypassed), headBegun: r.headBegun, separate: clear}
	r.attributesOf(&t, i+1+len(name), e, !r.keepAttributes && strips(e))
	r.scanned = t.end
	if r.omitsHeadTag(e, &t) {
		r.omitTag(&t)
		return
	}
	r.headBegun = r.headBegun || e != root
	if t.end == len(r.text) {
		return
	}
	switch e {
	case unknownAfter:
		r.passRest()
		return
	case template:
		r.sawTemplate = true
	case selection:
		r.inSelect = true
	case head:
		r.inHeadNoscript = r.inHeadNoscript || equals(name, "noscript")
	case column:
		if r.sawTemplate {
			r.passRest()
			return
		}
	}
	switch {
	case r.foreign.open():
		r.foreignTag(e, name, &t)
	case e == svg || e == math:
		r.foreign.begin(e, &t, r.inSelect)
	case e == script:
		r.script(&t)
	case e == style:
		start := r.scanned
		r.scanned = r.endOfRaw(start, name)
		if !r.styleSheets.collected {
			r.styleSheets.add(r.text[start:r.scanned])
		}
		if r.scanned-start >= minBypassedRaw {
			r.bypassText(start, r.scanned)
		}
	case e == raw || e == title:
		r.scanned = r.endOfRaw(r.scanned, name)
	}
}

// strips reports whether attributes of an element may be left out: not of html and
// body, which scripts mark for the style sheets.
func strips(e element) bool { return e != formatting && e != root && e != bodyTag }

func (r *Prefilter) endTag(gap omission) {
	i := gap.end
	if i+2 == len(r.text) || !isLetter(r.text[i+2]) {
		r.whitespace.text()
		r.passUntil('>', i+2)
		return
	}
	name, key := r.nameAt(i + 2)
	e := element(r.tables.elements.find(key, name))
	if r.whitespace.end(e, key, r.foreign.open()) || r.foreign.inDrawing() && r.isSeparate(gap) {
		r.omitGap(gap)
	}
	if r.scanned = i + 2 + len(name); r.scanned < len(r.text) && r.text[r.scanned] == '>' {
		r.scanned++
	} else {
		var t tag
		r.attributesOf(&t, r.scanned, other, false)
		r.scanned = t.end
	}
	if r.foreign.open() {
		r.foreign.leave(e, name)
	}
	switch e {
	case selection:
		r.inSelect = false
	case head:
		r.inHeadNoscript = r.inHeadNoscript && !equals(name, "noscript")
		r.whitespace.headClosed = r.whitespace.headClosed || equals(name, "head")
	}
}

// omitGap leaves out a gap of white space.
func (r *Prefilter) omitGap(gap omission) {
	if gap.start == gap.end || r.keepAttributes {
		return
	}
	if r.collectStyleSheets(); !r.styleSheets.usesEmpty {
		r.omit(gap.start, gap.end)
	}
}

// nameAt returns the name of the tag at i, and its key.
func (r *Prefilter) nameAt(i int) (name []byte, key uint64) {
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
func (r *Prefilter) declaration(gap omission, from int) {
	i := gap.end
	rest := r.text[i+2:]
	if bytes.HasPrefix(rest, []byte("--")) {
		if r.whitespace.comment(r.foreign.open()) {
			r.omitGap(gap)
		}
		r.scanned = commentEnd(r.text, i+4)
		if !mayHoldText(r.text[i+4:r.scanned]) && i > 0 && r.text[i-1] != '<' && bytes.IndexByte(r.text[from:i], '&') < 0 && !r.whitespace.mayDropLineEnd() {
			r.omit(i, r.scanned) // what it parts makes no tag and no entity together
		}
		return
	}
	r.whitespace.declaration()
	switch {
	case r.foreign.open() && bytes.HasPrefix(rest, []byte("[CDATA[")):
		// It is text or a comment; both must end at the same place.
		if r.passUntil('>', i+2); !bytes.HasSuffix(r.text[i+9:max(i+9, r.scanned)], []byte("]]>")) {
			r.passRest()
		}
	default:
		r.passUntil('>', i+2)
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
