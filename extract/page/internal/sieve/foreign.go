package sieve

import "bytes"

// foreign says whether SVG or MathML may be open. Within it a script is no raw
// text and a CDATA section is no comment, but only the builder of the tree knows
// where it ends; what stands there is looked at in both ways, which must agree.
type foreign struct {
	svg, math int    // elements that were begun and not ended
	point     bool   // an element was begun in which HTML may stand
	name      []byte // of that
	stuck     bool   // HTML stands within: how it ends is not known
	drawn     bool   // svg is surely open, for nothing but what belongs in it was seen since
	mixed     bool   // elements of HTML may have names of SVG
}

func (f *foreign) open() bool { return f.svg > 0 || f.math > 0 || f.stuck }

// draws reports whether a drawing is surely open, of which nobody reads but what it
// says in words.
func (f *foreign) draws() bool { return f.drawn && f.svg > 0 && f.math == 0 && !f.mixed }

// isDrawing reports whether an element belongs in SVG and ends none.
func isDrawing(e element) bool { return e == svg || e == figure || e == shape || e == title }

// enter notes a start tag, of which more may be counted than the builder opens,
// never fewer.
func (f *foreign) enter(e element, t *tag) {
	f.drawn = f.drawn && !t.odd && isDrawing(e)
	if t.closed && !t.odd {
		return
	}
	switch e {
	case svg:
		f.svg++
	case math:
		f.math++
	case point:
		f.point = true
	}
}

// leave notes an end tag. It ends the element it names unless that holds
// elements of HTML, of which a start tag told.
func (f *foreign) leave(e element, name []byte) {
	f.point = f.point && (e != point || !bytes.EqualFold(name, f.name))
	f.drawn = f.drawn && isDrawing(e)
	switch {
	case e == svg && f.svg > 0:
		f.svg--
	case e == math && f.math > 0:
		f.math--
	}
}

// foreignTag looks at what follows a start tag where SVG or MathML may be open.
func (r *Reader) foreignTag(e element, name []byte, t *tag) {
	f := &r.foreign
	f.stuck = f.stuck || f.point
	if e == point {
		f.name = name
	}
	f.enter(e, t)
	if e == shape {
		r.shape(name, t)
	}
	switch e {
	case template:
		r.rest()
	case script, style, raw, title:
		end := r.plainEnd(name)
		if e == style && (end < 0 || bytes.IndexByte(r.text[r.seen:end], '&') >= 0) {
			r.sheets.wantAll() // which may hold entities or more than one text
		}
		if end < 0 {
			r.rest()
			return
		}
		if e == style && !r.sheets.sought {
			r.sheets.add(r.text[r.seen:end])
		}
		r.seen = end
	}
}

// begin notes a start tag of SVG or MathML where none is open. Within a select the
// builder makes nothing of it.
func (f *foreign) begin(e element, t *tag, selects bool) {
	f.drawn = e == svg && !selects
	f.enter(e, t)
}

// shape leaves out a part of a drawing that says nothing: an element that closes
// itself, or whose end tag follows.
func (r *Reader) shape(name []byte, t *tag) {
	f := &r.foreign
	if r.whole || t.odd || t.wanted || !t.clear || !f.draws() {
		return
	}
	if r.seek(); r.sheets.empty || r.sheets.holding() {
		return
	}
	if end := r.seen + len("</") + len(name); !t.closed && end < len(r.text) && r.text[end] == '>' && endsAt(r.text, r.seen, name) {
		r.seen = end + 1
	} else if !t.closed {
		return
	}
	r.sheets.left = true
	r.drop(t)
}

// plainEnd returns the index of the end tag of an element that holds nothing but
// text, whether that is raw text or not; -1 if it isn't so.
func (r *Reader) plainEnd(name []byte) int {
	n := bytes.IndexByte(r.text[r.seen:], '<')
	if n < 0 {
		return len(r.text)
	}
	if end := r.seen + n; endsAt(r.text, end, name) {
		return end
	}
	return -1
}
