package office

import (
	"bufio"
	"encoding/xml"
	"errors"
	"io"
	"strconv"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/ctxio"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/laxxml"
)

// The bounds of XML.
const (
	maxRepairs   = 1_000   // damages of a part after which reading goes on
	maxNodes     = 200_000 // of an element that is kept with what is in it
	maxNodeDepth = 4096    // elements within each other; what is deeper is left out
	maxMisnested = 64      // elements that an end tag of one around them ends, too
)

// xmlStream reads the tokens of a part, with local names.
type xmlStream struct {
	r       *reader
	in      *bufio.Reader // a decoder reads no further than it has to
	d       *xml.Decoder
	open    []xml.Name
	over    int // open elements beyond maxNodeDepth
	repairs int
}

// next returns the next start, end or text, nil after the last one. Malformed XML up to the next tag is skipped and noted for a
// warning. An end tag ends the elements within its own; one without a start is left out.
func (s *xmlStream) next() xml.Token {
	for !s.r.isDone() {
		token, err := s.d.RawToken()
		if errors.Is(err, io.EOF) || s.r.ctx.Err() != nil {
			break
		}
		if err != nil {
			s.r.damaged = true
			if s.repairs++; s.repairs > maxRepairs || !skipToTag(s.in) {
				break
			}
			s.d = laxxml.NewDecoder(s.in)
			continue
		}
		switch t := token.(type) {
		case xml.StartElement:
			if len(s.open) < maxNodeDepth {
				s.open = append(s.open, t.Name)
				return t
			}
			s.over++
			s.r.cut = true
		case xml.EndElement:
			if s.over > 0 {
				s.over--
				continue
			}
			for i := len(s.open) - 1; i >= max(0, len(s.open)-maxMisnested); i-- {
				if s.open[i] == t.Name {
					s.open = s.open[:i]
					return t
				}
			}
		case xml.CharData:
			if s.over == 0 {
				return t
			}
		}
	}
	s.open = s.open[:0]
	return nil
}

// skipToTag reads up to the next "<", and reports whether there is one.
func skipToTag(in *bufio.Reader) bool {
	for {
		if _, err := in.ReadSlice('<'); err == nil {
			return in.UnreadByte() == nil
		} else if !errors.Is(err, bufio.ErrBufferFull) {
			return false
		}
	}
}

// node is an element, or text, which has no name. What is in an element of a part is read from the stream when it is asked for: walk
// and each pass it on piece by piece, child, find and string keep it. The methods of a nil node are those of an element without
// attributes and content.
type node struct {
	xml.Name // Space is the prefix
	attrs    []xml.Attr
	text     string
	kids     []*node    // what is kept
	rest     *xmlStream // what is in it is still to be read, nil otherwise
	depth    int        // of open elements in rest, with it
}

// xml returns the elements of a part below a node of their own, nil for a part that is not there.
func (r *reader) xml(name string) *node {
	part := r.open(name)
	if part == nil {
		return nil
	}
	in := bufio.NewReader(ctxio.NewReader(r.ctx, part))
	return &node{rest: &xmlStream{r: r, in: in, d: laxxml.NewDecoder(in), open: []xml.Name{{}}}, depth: 1}
}

// walk calls yield with the elements and texts in n. It leaves out mc:Fallback elements and the properties before a tracked change
// (pPrChange and the like). What yield leaves unread of an element is skipped.
func (n *node) walk(yield func(*node)) {
	if n == nil {
		return
	}
	for _, kid := range n.kids {
		yield(kid)
	}
	for n.rest != nil && len(n.rest.open) >= n.depth {
		switch t := n.rest.next().(type) {
		case xml.StartElement:
			kid := &node{Name: t.Name, attrs: t.Attr, rest: n.rest, depth: n.depth + 1}
			if t.Name.Local != "Fallback" && !strings.HasSuffix(t.Name.Local, "PrChange") {
				yield(kid)
			}
			for len(n.rest.open) >= kid.depth && n.rest.next() != nil {
			}
			kid.rest = nil
		case xml.CharData:
			yield(&node{text: string(t)})
		}
	}
	n.rest = nil
}

// keep reads what is in n, up to maxNodes elements and texts, and returns n.
func (n *node) keep() *node {
	left := maxNodes
	n.keepUpTo(&left)
	return n
}

// content returns what is in n, and keeps it.
func (n *node) content() []*node {
	if n == nil {
		return nil
	}
	return n.keep().kids
}

func (n *node) keepUpTo(left *int) {
	if n == nil || n.rest == nil {
		return
	}
	r := n.rest.r
	var kids []*node
	n.walk(func(kid *node) {
		if *left--; *left < 0 {
			r.cut = true
			return
		}
		kid.keepUpTo(left)
		kids = append(kids, kid)
	})
	n.kids = kids
}

// attr returns an attribute by its local name.
func (n *node) attr(name string) string {
	if n != nil {
		for _, a := range n.attrs {
			if a.Name.Local == name {
				return a.Value
			}
		}
	}
	return ""
}

func (n *node) val() string { return n.attr("val") }

// number returns an attribute that is a number, otherwise for none.
func (n *node) number(name string, otherwise int) int {
	if i, err := strconv.Atoi(n.attr(name)); err == nil {
		return i
	}
	return otherwise
}

// isOn reports whether a toggle property is there and on (ISO/IEC 29500-1, 17.17.4).
func (n *node) isOn() bool { return n != nil && toggled(n.val()) }

// toggled reads the value of a toggle: on unless it says off.
func toggled(value string) bool { return value != "0" && value != "false" && value != "off" }

// child returns the first child of one of the names, nil without one.
func (n *node) child(names string) *node {
	for _, kid := range n.content() {
		if isOneOf(kid.Local, names) {
			return kid
		}
	}
	return nil
}

// each calls yield with the outermost elements of the names within n, in their order.
func (n *node) each(names string, yield func(*node)) {
	n.walk(func(kid *node) {
		if isOneOf(kid.Local, names) {
			yield(kid)
		} else {
			kid.each(names, yield)
		}
	})
}

// find returns the first element of the names within n, nil without one.
func (n *node) find(names string) (found *node) {
	n.keep().each(names, func(e *node) {
		if found == nil {
			found = e
		}
	})
	return found
}

// string returns all text within n, with a blank after each paragraph.
func (n *node) string() string {
	if inside := n.content(); len(inside) == 1 && inside[0].Local == "" && n.Local != "p" { // of most elements, without a copy
		return inside[0].text
	}
	var b strings.Builder
	n.appendText(&b)
	return b.String()
}

func (n *node) appendText(b *strings.Builder) {
	if n == nil {
		return
	}
	b.WriteString(n.text)
	for _, kid := range n.content() {
		kid.appendText(b)
	}
	if n.Local == "p" {
		b.WriteByte(' ')
	}
}

// isOneOf reports whether name is one of names, which blanks part.
func isOneOf(name, names string) bool {
	for one := range strings.SplitSeq(names, " ") {
		if one == name && name != "" {
			return true
		}
	}
	return false
}
