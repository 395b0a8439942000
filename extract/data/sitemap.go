package data

import (
	"encoding/xml"

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
	field, entries := "", 0 // titles of images are none of the page
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
