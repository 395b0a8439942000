package data

import (
	"encoding/xml"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmlfrag"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
)

// maxEntries bounds the entries of a sitemap, as the sitemaps.org protocol does,
// and of an outline.
const maxEntries = 50000

// sitemap reads a sitemap or a sitemap index (sitemaps.org protocol 0.9) as a
// list of addresses with the date of their last change.
func (x *xmlReader) sitemap() error {
	var list mdwriter.ListBuilder
	var entry struct{ loc, lastmod, title string }
	field, entries := "", 0 // titles of images don't count as titles of the page
	for {
		token, err := x.next()
		if err != nil {
			x.w.List(&list)
			return err
		}
		switch token := token.(type) {
		case xml.StartElement:
			if field = token.Name.Local; token.Name.Space == "image" {
				field = ""
			}
		case xml.CharData:
			switch text := mdwriter.Fold(string(token)); {
			case text == "":
			case field == "loc" && entry.loc == "":
				entry.loc = text
			case field == "lastmod" || field == "publication_date":
				entry.lastmod = text
			case field == "title":
				entry.title = text
			}
		case xml.EndElement:
			field = ""
			if token.Name.Local != "url" && token.Name.Local != "sitemap" {
				continue
			}
			if entries++; entries > maxEntries {
				x.warnings = append(x.warnings, truncatedWarning("sitemap shown up to %d entries", maxEntries))
				x.w.List(&list)
				return nil
			}
			x.sitemapEntry(&list, entry.loc, entry.lastmod, entry.title)
			entry.loc, entry.lastmod, entry.title = "", "", ""
			if list.Len() > listSize {
				x.w.List(&list)
			}
		}
	}
}

func (x *xmlReader) sitemapEntry(list *mdwriter.ListBuilder, loc, lastmod, title string) {
	target := x.link(loc, title)
	if target == "" {
		return
	}
	list.Item(0, "")
	if title != "" {
		list.WriteString(mdwriter.Link(mdwriter.Inline(title), target, nil))
	} else {
		list.WriteString(mdwriter.Autolink(target))
	}
	if lastmod != "" {
		list.WriteString(" · " + mdwriter.Inline(lastmod))
	}
}

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

// svg reads the texts of a drawing: title, descriptions and labels.
func (x *xmlReader) svg() error {
	var label strings.Builder
	hidden := 0
	field := ""
	for {
		token, err := x.next()
		if err != nil {
			return err
		}
		switch token := token.(type) {
		case xml.StartElement:
			switch name := token.Name.Local; name {
			case "title", "desc", "text":
				field = name
				label.Reset()
			case "tspan":
				if attr(token, "x")+attr(token, "y")+attr(token, "dy") != "" {
					label.WriteByte(' ') // it stands apart
				}
			case "script", "style", "metadata":
				hidden++
			}
		case xml.CharData:
			if field != "" && hidden == 0 {
				label.Write(token)
			}
		case xml.EndElement:
			switch name := token.Name.Local; {
			case name == "script" || name == "style" || name == "metadata":
				hidden = max(0, hidden-1)
			case name == field:
				x.svgText(field, mdwriter.Fold(label.String()))
				field = ""
			}
		}
	}
}

func (x *xmlReader) svgText(field, text string) {
	switch {
	case text == "":
	case field == "title" && x.meta.Title == "":
		x.meta.Title = text
		x.w.Heading(1, mdwriter.Inline(text), text)
	default:
		x.w.Text(text)
	}
}
