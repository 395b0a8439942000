package data

import (
	"bytes"
	"encoding/xml"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/laxxml"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdinline"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
)

// xmlProse is the state of an element of running text.
type xmlProse struct {
	proseDepth int    // of the open element, 0 for none
	proseName  string // its name
	line       mdinline.Builder
	link       string // of what is written
	linkDepth  int
	last       xml.StartElement
	lastTag    byte // right before: "<" of a start, ">" of an end, 0 for none
}

// inProse takes what is in an element of prose: its text, that of the elements in it, links where an attribute has an address, and empty
// elements with their attributes. Elements that touch each other part words. An element in its like, such as a paragraph of a list in a
// paragraph, is an item of its own.
func (g *xmlOutline) inProse(token xml.Token) {
	before := g.lastTag
	g.lastTag = 0
	switch token := token.(type) {
	case xml.StartElement:
		g.depth++
		if g.lastTag = '<'; before == '>' {
			g.line.Run(" ", mdinline.Look{})
		}
		if g.last = token.Copy(); laxxml.Written(token.Name) == g.proseName {
			g.proseItem(g.label(token))
		}
		for _, a := range token.Attr {
			if g.link == "" && isWebAddress(a.Value) && a.Name.Space != "xmlns" && a.Name.Local != "xmlns" {
				g.link, g.linkDepth = mdwriter.Target(a.Value, g.x.src.URL), g.depth
			}
		}
	case xml.EndElement:
		if g.depth == g.linkDepth {
			g.link, g.linkDepth = "", 0
		}
		if g.lastTag = '>'; before == '<' {
			g.line.Run(" ", mdinline.Look{})
			if len(g.last.Attr) > 0 {
				g.line.Raw(g.label(g.last)+" ", mdinline.Look{})
			}
		}
		switch {
		case g.depth == g.proseDepth:
			g.takeLine()
			g.proseDepth, g.open = 0, false
		case laxxml.Written(token.Name) == g.proseName:
			g.proseItem("")
		}
		g.depth = max(0, g.depth-1)
	case xml.CharData:
		g.line.Run(string(token), mdinline.Look{Link: g.link})
	case xml.ProcInst:
		g.x.remove(string(token.Inst), "processing instruction")
	}
}

// proseItem begins an item below that of the element of prose.
func (g *xmlOutline) proseItem(label string) {
	g.takeLine()
	g.endItem()
	g.level = min(g.proseDepth, g.base+maxListLevel)
	g.item.WriteString(label)
}

func (g *xmlOutline) takeLine() {
	g.line.Shown(func(address, label string) { g.x.link(address, label) })
	md := g.line.Take(mdinline.Paragraph)
	if md != "" && g.item.Len() > 0 {
		g.item.WriteString(": ")
	}
	g.item.WriteString(md)
}

// maxProse bounds the depth and the names of the elements that are looked at for prose.
const maxProse = 1000

// elementText is how much text an element has itself, and with the elements in it, in bytes.
type elementText struct {
	name     string
	own, all int
}

// elementTexts returns the sums over the elements of each name that others with text are in.
func elementTexts(x *xmlReader) map[string]elementText {
	var open []elementText
	sums := map[string]elementText{}
	for token := range x.all {
		last := len(open) - 1
		if last >= maxProse || len(sums) == maxProse {
			break
		}
		switch token := token.(type) {
		case xml.StartElement:
			open = append(open, elementText{name: laxxml.Written(token.Name)})
		case xml.CharData:
			if last >= 0 {
				open[last].own += len(bytes.TrimSpace(token))
			}
		case xml.EndElement:
			if last < 0 {
				continue
			}
			e := open[last]
			e.all += e.own
			if open = open[:last]; last > 0 {
				open[last-1].all += e.all
			}
			if e.own < e.all {
				sum := sums[e.name]
				sums[e.name] = elementText{own: sum.own + e.own, all: sum.all + e.all}
			}
		}
	}
	return sums
}
