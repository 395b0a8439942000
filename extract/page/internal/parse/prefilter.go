package parse

import (
	"bytes"
	"io"

	"golang.org/x/net/html"
)

// prefilter reads a page without what is left out, for the parser. It never fails:
// it returns io.EOF at the end of the page.
type prefilter struct {
	reads     *Reads
	text      []byte
	copied    int // text[:copied] was read or omitted
	scanned   int // text[:scanned] was looked at
	omissions [maxOmissions]omission
	next      int // the index of the first omission from copied on
	count     int // how many omissions are in use
	bypassed  []bypassed
	// attributes are those of bypassed tags, htmlAttributes what they become.
	attributes     []keptAttribute
	htmlAttributes []html.Attribute
	placeholder    [placeholderSize]byte
	unread         []byte // what is left of placeholder
	styleSheets    styleSelectors
	foreign        foreignContent
	sawTemplate    bool // columns in it are not what they seem
	hasControls    bool // the page holds characters that the parser replaces
	attributesLeft int  // that the parser may still get as they are
	cutMatters     bool // an attribute was cut off that somebody reads
	prefixesMath   bool // see Facts.PrefixesMath
	hasItems       bool // see Facts.HasItems; set by fill
	unfiltered     bool // nothing is left out or bypassed, see ParseUnfiltered
	noscriptEnd    int  // of the last noscript element; the end of the page if nothing ends it
	// endless are the names of which no end tag follows before noscriptEnd.
	endless map[string]bool
}

type omission struct {
	start, end int
	bypassed   int // one more than the number of the bypassed part, 0 for none
}

const (
	maxOmissions    = 96 // that are found before Read applies them
	maxTagOmissions = 32 // attributes of one tag; a tag with more is left as it is
	// maxTagAttributes are the attributes of one tag that are read, and minAttributes those of
	// irregular tags that every page may have; a larger page has one for each
	// bytesPerAttribute bytes. An attribute takes 48 bytes, and as many while it is parsed.
	maxTagAttributes  = 1000
	minAttributes     = 100_000
	bytesPerAttribute = 40
	scanAheadBytes    = 8 << 10 // how far the scan is ahead of what Read has copied, about
	maxPooled         = 1 << 16 // bypassed parts and attributes whose memory is kept, each
)

func (p *prefilter) reset(text []byte, keepAll bool) {
	if cap(p.attributes) > maxPooled || cap(p.bypassed) > maxPooled {
		p.bypassed, p.attributes, p.htmlAttributes = nil, nil, nil
	}
	clear(p.htmlAttributes)
	*p = prefilter{
		reads: p.reads, text: text, bypassed: p.bypassed[:0], attributes: p.attributes[:0], htmlAttributes: p.htmlAttributes[:0],
		attributesLeft: max(minAttributes, len(text)/bytesPerAttribute),
	}
	p.hasControls = bytes.IndexByte(text, '\r') >= 0 || bytes.IndexByte(text, 0) >= 0
	p.styleSheets.collect(text)
	p.styleSheets.keepAll = p.styleSheets.keepAll || keepAll
}

// Read fills b, unless the page ends.
func (p *prefilter) Read(b []byte) (n int, err error) {
	for n < len(b) {
		end := p.scanned
		if p.next < p.count {
			end = p.omissions[p.next].start
		}
		switch {
		case len(p.unread) > 0:
			k := copy(b[n:], p.unread)
			n, p.unread = n+k, p.unread[k:]
		case p.copied < end:
			k := copy(b[n:], p.text[p.copied:end])
			n, p.copied = n+k, p.copied+k
		case p.next < p.count:
			o := p.omissions[p.next]
			if p.copied, p.next = o.end, p.next+1; o.bypassed > 0 {
				n := o.bypassed - 1
				p.placeholder = [placeholderSize]byte{placeholderMark, 0x80 | byte(n), 0x80 | byte(n>>placeholderBits), 0x80 | byte(n>>(2*placeholderBits))}
				p.unread = p.placeholder[:]
			}
		case p.scanned < len(p.text):
			p.next, p.count = 0, 0
			for p.scanned < len(p.text) && p.scanned-p.copied < scanAheadBytes && p.count <= maxOmissions-maxTagOmissions-2 {
				p.scanToken()
			}
		case n == 0:
			return 0, io.EOF
		default:
			return n, nil
		}
	}
	return n, nil
}

func (p *prefilter) omit(start, end int) {
	if p.count > 0 && p.omissions[p.count-1].end == start && p.omissions[p.count-1].bypassed == 0 {
		p.omissions[p.count-1].end = end
		return
	}
	p.omissions[p.count] = omission{start: start, end: end}
	p.count++
}
