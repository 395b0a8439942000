package data

import (
	"encoding/xml"
	"fmt"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/limit"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
)

// maxAttributes bounds the attributes that are shown of an element.
const maxAttributes = 20

// maxListIndent is the nesting from which list items are no longer indented
// further.
const maxListIndent = 8

const (
	// listSize is the length from which a list is ended at the next item of the
	// second level, so that blocks stay of a size to quote.
	listSize = 8 << 10
	// maxList is the length from which it is ended at any item.
	maxList = 4 * listSize
)

// generic shows any XML as a nested list: an item per element with its
// attributes, the text of a leaf on the same line.
func (x *xmlReader) generic() error {
	g := xmlOutline{x: x}
	for {
		token, err := x.next()
		if err != nil {
			g.text()
			g.x.w.List(&g.list)
			if g.leftOut {
				x.warnings = append(x.warnings, truncatedWarning("of each element, the first %d attributes are shown", maxAttributes))
			}
			return err
		}
		switch token := token.(type) {
		case xml.StartElement:
			g.text()
			g.start(token)
		case xml.EndElement:
			g.text()
			g.depth = max(0, g.depth-1)
			g.open = false
		case xml.CharData:
			g.run = append(g.run, token...)
		case xml.ProcInst:
			if token.Target != "xml" {
				x.remove(string(token.Inst), "processing instruction")
			}
		}
	}
}

// xmlOutline is the list that generic writes.
type xmlOutline struct {
	x     *xmlReader
	list  mdwriter.ListBuilder
	run   []byte // text since the last tag: comments and CDATA sections part it
	depth int
	base  int  // the depth at which the list began
	open  bool // the line of the last element can still take its text

	leftOut bool // an element has more attributes than are shown
}

func (g *xmlOutline) start(e xml.StartElement) {
	if g.list.Len() > maxList || g.list.Len() > listSize && g.depth <= 1 {
		g.x.w.List(&g.list)
		g.base = g.depth
	}
	g.item(g.depth)
	g.list.WriteString(mdwriter.Inline(qualified(e.Name)))
	shown := 0
	for _, a := range e.Attr {
		if a.Name.Space == "xmlns" || a.Name.Local == "xmlns" {
			continue
		}
		if shown++; shown <= maxAttributes {
			g.list.WriteString(" @" + mdwriter.Inline(qualified(a.Name)) + "=" + g.inline(a.Value))
		}
	}
	if shown > maxAttributes {
		fmt.Fprintf(&g.list, " (%d more attributes left out)", shown-maxAttributes)
		g.leftOut = true
	}
	g.depth++
	g.open = true
}

// text writes the text between two tags.
func (g *xmlOutline) text() {
	s := mdwriter.Fold(string(g.run))
	g.run = g.run[:0]
	if s == "" {
		return
	}
	if g.open {
		g.list.WriteString(": ")
	} else {
		g.item(g.depth)
	}
	g.open = false
	g.list.WriteString(g.inline(s))
}

// inline returns a text as inline Markdown, as a link if it is an address.
func (g *xmlOutline) inline(s string) string {
	if isWebAddress(s) && len(g.x.Links) < limit.Links {
		g.x.link(s, "")
	}
	return mdwriter.Inline(s)
}

func (g *xmlOutline) item(depth int) {
	g.base = min(g.base, depth)
	g.list.Item(2*min(depth-g.base, maxListIndent), "")
}
