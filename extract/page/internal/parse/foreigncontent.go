package parse

import "bytes"

// foreignContent reports whether SVG or MathML may be open. Within it a script has no raw
// text and a CDATA section is not a comment, but only the tree builder knows its end. So the
// prefilter reads the content in both ways, which must agree.
type foreignContent struct {
	svg, math           int    // elements that were begun and not ended
	hasIntegrationPoint bool   // an element was begun in which HTML may stand
	integrationPoint    []byte // the name of the last of them
	endUnknown          bool   // HTML stands within
}

func (f *foreignContent) open() bool { return f.svg > 0 || f.math > 0 || f.endUnknown }

// enter notes a start tag, of which more may be counted than the builder opens,
// never fewer.
func (f *foreignContent) enter(e element, t *tag) {
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

func (p *prefilter) foreignTag(e element, name []byte, t *tag) {
	f := &p.foreign
	f.endUnknown = f.endUnknown || f.hasIntegrationPoint
	if e == integrationPoint {
		f.integrationPoint = name
	}
	f.enter(e, t)
	switch e {
	case template:
		p.passRest()
	case script, style, raw:
		// The element must hold nothing but text, whether that is raw text or not.
		n := bytes.IndexByte(p.text[p.scanned:], '<')
		if n < 0 || !endsAt(p.text, p.scanned+n, name) {
			p.passRest()
			return
		}
		p.scanned += n
	}
}
