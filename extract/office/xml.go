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

// maxRepairs bounds the damages of a part after which reading goes on.
const maxRepairs = 1_000

// tokens yields the start, end and text tokens of a part, with local names. It skips
// malformed XML up to the next tag and records that for a warning. It stops at the first
// error of yield.
func (r *reader) tokens(name string, yield func(token xml.Token) error) error {
	part := r.archive.open(name)
	if part == nil {
		return nil
	}
	in := bufio.NewReader(ctxio.NewReader(r.ctx, part)) // a decoder reads no further than it has to
	d := laxxml.NewDecoder(in)
	repairs := 0
	for n := 1; ; n++ {
		if n%4096 == 0 {
			if err := r.tooManyBlocks(); err != nil {
				return err
			}
		}
		token, err := d.RawToken()
		if errors.Is(err, io.EOF) || r.ctx.Err() != nil {
			return r.ctx.Err()
		}
		if err != nil {
			r.damaged = true
			if repairs++; repairs > maxRepairs || !skipToTag(in) {
				return r.ctx.Err()
			}
			d = laxxml.NewDecoder(in)
			continue
		}
		if err := yield(token); err != nil {
			return err
		}
	}
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

// node is an element with what is in it, or text, which has no name. The methods of a nil
// node are those of an element without attributes and content.
type node struct {
	xml.Name // Space is the prefix
	attrs    []xml.Attr
	text     string
	kids     []*node
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
func (n *node) child(names ...string) *node {
	if n != nil {
		for _, kid := range n.kids {
			for _, name := range names {
				if kid.Local == name {
					return kid
				}
			}
		}
	}
	return nil
}

// each calls yield with the outermost elements of the names within n, in their order.
func (n *node) each(names string, yield func(*node)) {
	if n == nil {
		return
	}
	for _, kid := range n.kids {
		if isOneOf(kid.Local, names) {
			yield(kid)
		} else {
			kid.each(names, yield)
		}
	}
}

// find returns the first element of the names within n, nil without one.
func (n *node) find(names string) *node {
	if n != nil {
		for _, kid := range n.kids {
			if isOneOf(kid.Local, names) {
				return kid
			}
			if found := kid.find(names); found != nil {
				return found
			}
		}
	}
	return nil
}

// string returns all text within n, with a blank after each paragraph.
func (n *node) string() string {
	if n != nil && n.Local != "p" && len(n.kids) == 1 && n.kids[0].Local == "" { // of most elements, without a copy
		return n.kids[0].text
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
	for _, kid := range n.kids {
		kid.appendText(b)
	}
	if n.Local == "p" {
		b.WriteByte(' ')
	}
}

// isOneOf reports whether name is one of names, which blanks part.
func isOneOf(name, names string) bool {
	at := strings.Index(names, name)
	for ; at >= 0 && name != ""; at = strings.Index(names, name) {
		end := at + len(name)
		if (at == 0 || names[at-1] == ' ') && (end == len(names) || names[end] == ' ') {
			return true
		}
		names = names[end:]
	}
	return false
}

// The bounds of an element that is read with its content.
const (
	maxNodes     = 200_000 // of a tree; others are handed over in pieces of this size
	maxNodeDepth = 256
)

// errSkip is returned by visitors for elements whose content is not read.
var errSkip = errors.New("skip the element")

// visitor takes the elements of a part in the order of the file.
type visitor struct {
	whole string              // names of elements that are read with their content
	start func(e *node) error // takes them, and the starts of the others
	end   func(name xml.Name) // takes the ends of the others; may be nil
	open  []*node             // the element that is being read
	over  int                 // open elements within it beyond the bounds
	nodes int                 // in it
	skip  xml.Name            // the element that is skipped
	depth int                 // of elements of its name within each other
}

// visit calls the functions of v for the elements of a part. It skips text outside of whole elements, mc:Fallback elements, and the
// properties before a tracked change (pPrChange and the like).
func (r *reader) visit(part string, v visitor) error {
	if err := r.tokens(part, func(token xml.Token) error { return v.token(r, token) }); err != nil {
		return err
	}
	return v.close()
}

// all calls yield with the elements of these names in a part.
func (r *reader) all(part, names string, yield func(*node)) {
	_ = r.visit(part, visitor{whole: names, start: func(e *node) error {
		if isOneOf(e.Local, names) {
			yield(e)
		}
		return nil
	}})
}

// tree returns the elements of a part below a node of their own.
func (r *reader) tree(part string) *node {
	root := &node{}
	v := visitor{open: []*node{root}}
	_ = r.tokens(part, func(token xml.Token) error { return v.token(r, token) })
	return root
}

func (v *visitor) token(r *reader, token xml.Token) error {
	switch token := token.(type) {
	case xml.StartElement:
		if v.depth > 0 || token.Name.Local == "Fallback" || strings.HasSuffix(token.Name.Local, "PrChange") {
			v.startSkip(token.Name)
			return nil
		}
		return v.startElement(r, token)
	case xml.CharData:
		if len(v.open) > 0 && v.depth == 0 && v.over == 0 {
			top := v.open[len(v.open)-1]
			top.kids = append(top.kids, &node{text: string(token)})
		}
	case xml.EndElement:
		if v.depth > 0 {
			if token.Name == v.skip {
				v.depth--
			}
			return nil
		}
		return v.endElement(token.Name)
	}
	return nil
}

func (v *visitor) startSkip(name xml.Name) {
	if v.depth == 0 {
		v.skip = name
	}
	if v.skip == name {
		v.depth++
	}
}

func (v *visitor) startElement(r *reader, e xml.StartElement) error {
	n := &node{Name: e.Name, attrs: e.Attr}
	switch {
	case len(v.open) == 0 && isOneOf(e.Name.Local, v.whole):
		v.open, v.nodes, v.over = append(v.open, n), 0, 0
	case len(v.open) == 0:
		err := v.start(n)
		if err == errSkip {
			v.startSkip(e.Name)
			return nil
		}
		return err
	case v.over > 0 || len(v.open) == maxNodeDepth || v.nodes == maxNodes && v.start == nil:
		v.over++
		r.cut = true
	default:
		if v.nodes == maxNodes {
			if err := v.split(); err != nil {
				return err
			}
		}
		v.nodes++
		top := v.open[len(v.open)-1]
		top.kids = append(top.kids, n)
		v.open = append(v.open, n)
	}
	return nil
}

// split hands over what there is of the open element, and begins the rest of it.
func (v *visitor) split() error {
	rest := make([]*node, len(v.open))
	for i, e := range v.open {
		if rest[i] = (&node{Name: e.Name, attrs: e.attrs}); i > 0 {
			rest[i-1].kids = []*node{rest[i]}
		}
	}
	err := v.close()
	v.open, v.nodes = rest, len(rest)
	return err
}

// endElement ends the innermost open element of the name and those within it. An end without a start ends a whole element:
// it may be that of one around.
func (v *visitor) endElement(name xml.Name) error {
	if v.over > 0 {
		v.over--
		return nil
	}
	for i := len(v.open) - 1; i > 0; i-- {
		if v.open[i].Name == name {
			v.open = v.open[:i]
			return nil
		}
	}
	isEnd := len(v.open) > 0 && v.open[0].Name == name
	if len(v.open) > 0 && v.open[0].Local == "" { // of a tree
		return nil
	}
	if err := v.close(); err != nil || isEnd || v.end == nil {
		return err
	}
	v.end(name)
	return nil
}

// close hands over the open element.
func (v *visitor) close() error {
	if len(v.open) == 0 {
		return nil
	}
	e := v.open[0]
	v.open = nil
	return v.start(e)
}

// replay calls the functions of v for what is in an element, as visit does for a part.
func (v *visitor) replay(n *node) {
	for _, kid := range n.kids {
		switch whole := isOneOf(kid.Local, v.whole); {
		case kid.Local == "":
		case v.start(kid) == errSkip || whole:
		default:
			v.replay(kid)
			if v.end != nil {
				v.end(kid.Name)
			}
		}
	}
}
