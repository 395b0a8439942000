package meta

import (
	"cmp"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/layout"
)

// maxAuthors bounds the authors of a page.
const maxAuthors = 20

// authors chooses the authors of the page.
func authors(p *layout.Page, v *values, main linked, site string) []string {
	lists := [][]string{main.Authors}
	for _, name := range []string{"author", "article:author", "parsely-author", "citation_author", "dc.creator"} {
		lists = append(lists, v.many[name])
	}
	for _, name := range []string{"dcterms.creator", "sailthru.author", "byl", "og:article:author", "itemprop:author", "cxenseparse:author", "vr:author"} {
		lists = append(lists, []string{v.meta[name]})
	}
	for _, list := range lists {
		if names := people(list, site); len(names) > 0 {
			return names
		}
	}
	for _, shown := range [...]func(*layout.Page) []string{visible, spoken} {
		list := shown(p)
		if names := people(list, site); len(names) > 0 {
			return names
		}
		lists = append(lists, list)
	}
	for _, list := range lists {
		if names := people(list, ""); len(names) > 0 {
			return names // the site itself, for want of a person
		}
	}
	return nil
}

// spoken finds a line near the first heading that says by whom the page is.
func spoken(p *layout.Page) []string {
	var buf [256]byte
	for b := range nearHeading(p, 8, 14) {
		begun := AppendText(buf[:0], blockNode(p, b), 120)
		if len(begun) == 0 || strings.IndexByte("BbVvPDWAT", begun[0]) < 0 {
			continue
		}
		text := string(begun)
		for _, lead := range [...]string{"By ", "by ", "BY ", "Von ", "von ", "Par ", "Por ", "Di ", "Door ", "Written by ", "Author: ", "Autor: ", "Text: "} {
			name, found := strings.CutPrefix(text, lead)
			if !found {
				continue
			}
			name, _, _ = strings.Cut(name, "|")
			name, _, _ = strings.Cut(name, "·")
			name, _, _ = strings.Cut(name, " - ")
			if i := strings.IndexAny(name, "0123456789"); i >= 0 {
				name = strings.TrimSpace(name[:i])
			}
			if words := strings.Fields(name); len(words) >= 2 && len(words) <= 6 && name[0] >= 'A' && (name[0] <= 'Z' || name[0] >= 0x80) {
				return []string{name}
			}
		}
	}
	return nil
}

// visible returns the authors that the page shows: microdata first, then
// rel=author, then classes that speak of an author.
func visible(p *layout.Page) []string {
	var props, bylines []string
	for _, n := range p.Head.Props {
		if attr(n, "itemprop") == "author" && len(props) < 4 {
			props = append(props, nameIn(n))
		}
	}
	if len(props) > 0 {
		return props
	}
	for _, n := range p.Head.Bylines {
		if attr(n, "rel") == "author" {
			if t := Text(n, 200); t != "" {
				return []string{t}
			}
		}
	}
	for _, n := range p.Head.Bylines {
		if t := Text(n, 200); likeName(t) && len(people([]string{t}, "")) > 0 {
			bylines = append(bylines, undated(t))
			break
		}
	}
	return bylines
}

// undated cuts off the date that follows a name, and what leads over to it, if at
// least two words are left.
func undated(t string) string {
	i := strings.IndexAny(t, "0123456789")
	if i <= 0 || t[i-1] != ' ' {
		return t
	}
	words := strings.Fields(t[:i])
	for n := len(words); n > 0 && leadsToDate(words[n-1]); n-- {
		words = words[:n-1]
	}
	if len(words) < 2 {
		return t
	}
	return strings.Join(words, " ")
}

func leadsToDate(word string) bool {
	switch w := strings.ToLower(strings.Trim(word, ".,:|»–—-·•")); w {
	case "", "on", "am", "le", "el", "il", "updated", "posted", "published", "veröffentlicht":
		return true
	default:
		return month(w) != 0
	}
}

// likeName tells a name, or a few, from other short texts.
func likeName(t string) bool {
	n := len(strings.Fields(t))
	if n == 0 || n > 12 || strings.ContainsAny(t, "?!()") {
		return false
	}
	low := strings.ToLower(t)
	for _, word := range [...]string{" said", " says", " sagt", " dit", " dice", "publiziert", "posted on", "published", "name ", "comment", "subscribe", "follow", "about the"} {
		if strings.Contains(low, word) {
			return false
		}
	}
	return true
}

// nameIn is the name in a microdata item, or its text.
func nameIn(n *html.Node) string {
	if c := attr(n, "content"); c != "" {
		return c
	}
	for c := range n.Descendants() {
		if c.Type == html.ElementNode && attr(c, "itemprop") == "name" {
			return cmp.Or(attr(c, "content"), Text(c, 200))
		}
	}
	return Text(n, 200)
}

// people cleans names and drops what can't be one.
func people(list []string, site string) []string {
	var out []string
	for _, s := range list {
		s = fold(s)
		for _, prefix := range []string{"By ", "by ", "BY ", "Von ", "von ", "Par ", "Por ", "Written by ", "Posted by ", "Author: ", "Autor: ", "By: ", "Di ", "Door "} {
			s = strings.TrimPrefix(s, prefix)
		}
		s = strings.Trim(s, " ,|–-·•:")
		low := strings.ToLower(s)
		switch {
		case s == "", len(s) > 120, strings.Contains(s, "://"), strings.HasPrefix(s, "@"), strings.HasPrefix(low, "www."),
			site != "" && strings.EqualFold(s, site), low == "wordpressadmin", low == "webmaster", low == "editor", low == "redaktion",
			low == "admin", low == "administrator", low == "by", low == "author", low == "staff", low == "unknown", low == "none", low == "null",
			strings.Trim(s, "0123456789") == "":
			continue
		}
		for _, name := range separate(s) {
			if !slices.Contains(out, name) && len(out) < maxAuthors {
				out = append(out, name)
			}
		}
	}
	return out
}

// separate cuts a list of names written as one.
func separate(s string) []string {
	s = strings.ReplaceAll(s, " and ", ", ")
	s = strings.ReplaceAll(s, " & ", ", ")
	s = strings.ReplaceAll(s, ";", ",")
	if !strings.Contains(s, ",") {
		return []string{s}
	}
	var out []string
	for part := range strings.SplitSeq(s, ",") {
		if part = strings.TrimSpace(part); part != "" {
			out = append(out, part)
		}
	}
	for _, part := range out {
		if !strings.Contains(part, " ") || len(strings.Fields(part)) > 5 {
			return []string{strings.Join(out, ", ")} // "Doe, Jane" or a title after the name
		}
	}
	return out
}
