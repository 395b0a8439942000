package parse

import (
	"bytes"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/ascii"
)

// scanToken looks at what is next: text, a tag, a comment. It follows Tokenizer.Next.
func (p *prefilter) scanToken() {
	i := bytes.IndexByte(p.text[p.scanned:], '<')
	if i < 0 {
		p.passRest()
		return
	}
	i += p.scanned
	p.scanned = i + 1
	if i+1 == len(p.text) {
		return
	}
	switch c := p.text[i+1]; {
	case ascii.IsLetter(c):
		p.startTag(i)
	case c == '/':
		p.endTag(i)
	case c == '!':
		p.declaration(i)
	case c == '?':
		p.passUntil('>', i+2)
	}
}

func (p *prefilter) passUntil(c byte, i int) {
	if end := bytes.IndexByte(p.text[i:], c); end >= 0 {
		p.scanned = i + end + 1
		return
	}
	p.scanned = len(p.text)
}

func (p *prefilter) passRest() { p.scanned = len(p.text) }

func (p *prefilter) startTag(i int) {
	name := p.nameAt(i + 1)
	e := elements().find(name).is
	p.prefixesMath = p.prefixesMath || e == other && bytes.HasSuffix(name, []byte(":math"))
	omissions, attributes, bypassed := p.count, len(p.attributes), len(p.bypassed)
	t := p.scanAttributes(i+1+len(name), e, e != formatting && e != root && !p.unfiltered)
	p.scanned = t.end
	if t.end == len(p.text) {
		return
	}
	switch {
	case e == unknownAfter, e == column && p.sawTemplate:
		p.passRest()
		return
	case e == template:
		p.sawTemplate = true
	case e == noscript && i >= p.noscriptEnd:
		p.noscriptEnd, p.endless = rawEnd(p.text, t.end, name), nil
	}
	switch {
	case p.foreign.open():
		p.foreignTag(e, name, &t)
	case e == svg || e == math:
		p.foreign.enter(e, &t)
	case e != script && e != style && e != raw:
	case p.swallowsNoscript(name, t.end):
		p.count, p.attributes, p.bypassed = omissions, p.attributes[:attributes], p.bypassed[:bypassed]
		p.omit(i, t.end)
	default:
		if p.scanned = rawEnd(p.text, t.end, name); e == script {
			p.scanned = scriptEnd(p.text, t.end)
		}
		if e != raw && !p.unfiltered {
			p.bypassText(t.end, p.scanned)
		}
	}
}

// swallowsNoscript reports whether an element of raw text has no end tag before that of the noscript element around it.
func (p *prefilter) swallowsNoscript(name []byte, at int) bool {
	if at > p.noscriptEnd || p.noscriptEnd == len(p.text) {
		return false
	}
	known := string(lower(name))
	if p.endless[known] || rawEnd(p.text[:p.noscriptEnd], at, name) < p.noscriptEnd {
		return p.endless[known]
	}
	if p.endless == nil {
		p.endless = map[string]bool{}
	}
	p.endless[known] = true
	return true
}

func (p *prefilter) endTag(i int) {
	if i+2 == len(p.text) || !ascii.IsLetter(p.text[i+2]) {
		p.passUntil('>', i+2)
		return
	}
	name := p.nameAt(i + 2)
	e := elements().find(name).is
	if p.scanned = i + 2 + len(name); p.scanned < len(p.text) && p.text[p.scanned] == '>' {
		p.scanned++
	} else {
		p.scanned = p.scanAttributes(p.scanned, other, false).end
	}
	if f := &p.foreign; f.open() {
		// It ends the element it names unless that holds elements of HTML, of which enter has seen a start tag.
		f.hasIntegrationPoint = f.hasIntegrationPoint && (e != integrationPoint || !bytes.EqualFold(name, f.integrationPoint))
		switch {
		case e == svg && f.svg > 0:
			f.svg--
		case e == math && f.math > 0:
			f.math--
		}
	}
}

func (p *prefilter) nameAt(i int) []byte {
	end := i
	for end < len(p.text) && classes[p.text[end]]&endsTag == 0 {
		end++
	}
	return p.text[i:end]
}

// declaration looks at what begins with "<!" at i.
func (p *prefilter) declaration(i int) {
	rest := p.text[i+2:]
	if bytes.HasPrefix(rest, []byte("--")) {
		p.scanned = commentEnd(p.text, i+4)
		return
	}
	p.passUntil('>', i+2)
	if p.foreign.open() && bytes.HasPrefix(rest, []byte("[CDATA[")) && !bytes.HasSuffix(p.text[i+9:max(i+9, p.scanned)], []byte("]]>")) {
		p.passRest() // it is text or a comment; both must end at the same place
	}
}

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
