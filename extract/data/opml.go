package data

import (
	"encoding/xml"
	"strings"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmlfrag"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
)

// opml reads an outline (OPML 2.0) as a nested list, feeds as links.
func (x *xmlReader) opml() error {
	var list mdwriter.ListBuilder
	depth, inTitle, entries := 0, false, 0
	for {
		token, err := x.next()
		if err != nil {
			x.w.List(&list)
			return err
		}
		switch token := token.(type) {
		case xml.StartElement:
			inTitle = token.Name.Local == "title"
			if token.Name.Local != "outline" {
				continue
			}
			if entries++; entries <= maxEntries {
				x.outlineItem(&list, token, depth)
			}
			depth++
		case xml.CharData:
			if inTitle && x.meta.Title == "" {
				x.meta.Title = mdwriter.Fold(string(token))
			}
		case xml.EndElement:
			inTitle = false
			if token.Name.Local == "outline" {
				depth = max(0, depth-1)
			}
		}
	}
}

func (x *xmlReader) outlineItem(list *mdwriter.ListBuilder, e xml.StartElement, depth int) {
	text := attr(e, "text")
	if text == "" {
		text = attr(e, "title")
	}
	target := ""
	for _, name := range [...]string{"xmlUrl", "url", "htmlUrl"} {
		if target == "" {
			target = x.link(attr(e, name), text)
		}
	}
	if text == "" && target == "" {
		return
	}
	if strings.Contains(text, "<") { // outliners write HTML into it
		if target == "" {
			target = x.link(firstLink(text), htmlfrag.Plain(text))
		}
		text = htmlfrag.Plain(text)
	}
	list.Item(2*min(depth, maxListIndent), "")
	if target == "" {
		list.WriteString(mdwriter.Inline(text))
	} else {
		list.WriteString(mdwriter.Link(mdwriter.Inline(text), target, nil))
	}
	note := attr(e, "description")
	if note == "" {
		note = attr(e, "_note") // of outliners
	}
	if note = mdwriter.Fold(note); note != "" {
		list.WriteString(": " + mdwriter.Inline(note))
	}
}

// firstLink returns the address of the first link of a piece of HTML, "" without one.
func firstLink(fragment string) string {
	z := html.NewTokenizer(strings.NewReader(fragment))
	for {
		switch z.Next() {
		case html.ErrorToken:
			return ""
		case html.StartTagToken:
			if name, more := z.TagName(); string(name) == "a" && more {
				for more {
					var key, value []byte
					if key, value, more = z.TagAttr(); string(key) == "href" {
						return string(value)
					}
				}
			}
		}
	}
}
