package data

import (
	"encoding/xml"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
)

// maxEntries bounds the entries of a sitemap, as the sitemaps.org protocol does,
// and of an outline.
const maxEntries = 50000

// sitemap reads a sitemap or a sitemap index (sitemaps.org protocol 0.9) as a
// list of addresses with the date of their last change.
func (x *xmlReader) sitemap() error {
	var b strings.Builder
	var entry struct{ loc, lastmod, title string }
	field, entries := "", 0 // titles of images are none of the page
	flush := func() {
		x.w.Block(extract.List, b.String())
		b.Reset()
	}
	for {
		token, err := x.next()
		if err != nil {
			flush()
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
				flush()
				return nil
			}
			x.sitemapEntry(&b, entry.loc, entry.lastmod, entry.title)
			entry.loc, entry.lastmod, entry.title = "", "", ""
			if b.Len() > listSize {
				flush()
			}
		}
	}
}

func (x *xmlReader) sitemapEntry(b *strings.Builder, loc, lastmod, title string) {
	target := x.link(loc, title)
	if target == "" {
		return
	}
	if b.Len() > 0 {
		b.WriteByte('\n')
	}
	b.WriteString("- ")
	if title != "" {
		b.WriteString(mdwriter.Link(mdwriter.Inline(title), target, nil))
	} else {
		b.WriteString("<" + target + ">")
	}
	if lastmod != "" {
		b.WriteString(" · " + mdwriter.Inline(lastmod))
	}
}
