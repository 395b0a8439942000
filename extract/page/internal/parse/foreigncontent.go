package parse

import "bytes"

// foreignContent says whether SVG or MathML may be open. Within it a script is no raw
// text and a CDATA section is no comment, but only the builder of the tree knows
// where it ends; what stands there is looked at in both ways, which must agree.
type foreignContent struct {
	svg, math           int    // elements that were begun and not ended
	hasIntegrationPoint bool   // an element was begun in which HTML may stand
	integrationPoint    []byte // of that
	endUnknown          bool   // HTML stands within: how it ends is not known
	surelySVG           bool   // svg is surely open, for nothing but what belongs in it was seen since
	namesMixed          bool   // elements of HTML may have names of SVG
}

func (f *foreignContent) open() bool { return f.svg > 0 || f.math > 0 || f.endUnknown }

// inDrawing reports whether a drawing is surely open, of which nobody reads but what it
// says in words.
func (f *foreignContent) inDrawing() bool {
	return f.surelySVG && f.svg > 0 && f.math == 0 && !f.namesMixed
}

// isDrawing reports whether an element belongs in SVG and ends none.
func isDrawing(e element) bool { return e == svg || e == svgContainer || e == svgShape || e == title }

// enter notes a start tag, of which more may be counted than the builder opens,
// never fewer.
func (f *foreignContent) enter(e element, t *tag) {
	f.surelySVG = f.surelySVG && !t.irregular && isDrawing(e)
	if t.selfClosing && !t.irregular {
		return
	}
	switch e {
	case svg:
		f.svg++
	case math:
		f.math++
	case integrationPoint:
		f.hasIntegrationPoint = true
	}
}

// leave notes an end tag. It ends the element it names unless that holds
// elements of HTML, of which a start tag told.
func (f *foreignContent) leave(e element, name []byte) {
	f.hasIntegrationPoint = f.hasIntegrationPoint && (e != integrationPoint || !bytes.EqualFold(name, f.integrationPoint))
	f.surelySVG = f.surelySVG && isDrawing(e)
	switch {
	case e == svg && f.svg > 0:
		f.svg--
	case e == math && f.math > 0:
		f.math--
	}
}

// foreignTag looks at what follows a start tag where SVG or MathML may be open.
func (r *Prefilter) foreignTag(e element, name []byte, t *tag) {
	f := &r.foreign
	f.endUnknown = f.endUnknown || f.hasIntegrationPoint
	if e == integrationPoint {
		f.integrationPoint = name
	}
	f.enter(e, t)
	if e == svgShape {
		r.omitShape(name, t)
	}
	switch e {
	case template:
		r.passRest()
	case script, style, raw, title:
		end := r.plainEnd(name)
		if e == style && (end < 0 || bytes.IndexByte(r.text[r.scanned:end], '&') >= 0) {
			r.styleSheets.keepAll() // which may hold entities or more than one text
		}
		if end < 0 {
			r.passRest()
			return
		}
		if e == style && !r.styleSheets.collected {
			r.styleSheets.add(r.text[r.scanned:end])
		}
		r.scanned = end
	}
}

// begin notes a start tag of SVG or MathML where none is open. Within a select the
// builder makes nothing of it.
func (f *foreignContent) begin(e element, t *tag, selects bool) {
	f.surelySVG = e == svg && !selects
	f.enter(e, t)
}

// omitShape leaves out a part of a drawing that says nothing: an element that closes
// itself, or whose end tag follows.
func (r *Prefilter) omitShape(name []byte, t *tag) {
	f := &r.foreign
	if r.keepAttributes || t.irregular || t.isRead || !t.separate || !f.inDrawing() {
		return
	}
	if r.collectStyleSheets(); r.styleSheets.usesEmpty || r.styleSheets.mayUseHas() {
		return
	}
	if end := r.scanned + len("</") + len(name); !t.selfClosing && end < len(r.text) && r.text[end] == '>' && endsAt(r.text, r.scanned, name) {
		r.scanned = end + 1
	} else if !t.selfClosing {
		return
	}
	r.styleSheets.dropped = true
	r.omitTag(t)
}

// plainEnd returns the index of the end tag of an element that holds nothing but
// text, whether that is raw text or not; -1 if it isn't so.
func (r *Prefilter) plainEnd(name []byte) int {
	n := bytes.IndexByte(r.text[r.scanned:], '<')
	if n < 0 {
		return len(r.text)
	}
	if end := r.scanned + n; endsAt(r.text, end, name) {
		return end
	}
	return -1
}
