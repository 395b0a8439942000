package meta

import (
	"cmp"
	"net/url"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

// maxAuthors bounds the authors of a page.
const maxAuthors = 20

// authors chooses the authors of the page. shown reports that they stand in text
// that isn't marked as theirs but by a class or by its words.
func authors(p *measure.Page, v *headValues, main ldNode, site string, base *url.URL) (names []string, shown bool) {
	lists := [][]string{main.Authors}
	for _, name := range []string{"author", "article:author", "parsely-author"} {
		lists = append(lists, v.many[name])
	}
	for _, name := range []string{"citation_author", "dc.creator"} {
		lists = append(lists, givenNamesFirst(v.many[name]))
	}
	for _, name := range []string{"dcterms.creator", "sailthru.author", "byl", "og:article:author", "nar_author", "itemprop:author", "cxenseparse:author", "vr:author"} {
		lists = append(lists, []string{v.meta[name]})
	}
	host, declared := hostName(base), len(main.organizations) > 0
	for _, list := range append(lists, labelledAuthors(v)) {
		names := cleanNames(list, site)
		if found := persons(names, host); len(found) > 0 {
			return found, false
		}
		declared = declared || len(cleanNames(list, "")) > 0
	}
	for i, find := range [...]func(*measure.Page) []string{markedAuthors, classAuthors, bylineFromText, linkedAuthors, bylineAlone} {
		list := find(p)
		names := persons(cleanNames(list, site), host)
		if declared && i > 0 && i < 4 {
			names = slices.DeleteFunc(names, func(name string) bool { return !isFullName(name) || !atHeading(p, name) })
		}
		if len(names) > 0 {
			return names, i > 0
		}
		declared = declared || len(cleanNames(list, "")) > 0
		lists = append(lists, list)
	}
	for _, list := range append([][]string{main.organizations}, lists...) {
		if names := cleanNames(list, ""); len(names) > 0 {
			return names, false // the site itself, for want of a person
		}
	}
	return nil, false
}

// atHeading reports whether a short block around the first heading has a name: what
// else could be the name of somebody whom the page mentions elsewhere.
func atHeading(p *measure.Page, name string) bool {
	for b := range nearHeading(p, 4, 8) {
		if p.Blocks[b].Words <= 20 && strings.Contains(blockText(p, b, 200), name) {
			return true
		}
	}
	return false
}

// markedAuthors returns the authors that microdata or rel=author tells.
func markedAuthors(p *measure.Page) []string {
	var props []string
	var scope *html.Node
	for _, n := range p.Head.Props {
		if htmltree.Attr(n, "itemprop") != "author" || len(props) == 4 || isOfOtherThing(n) || inOtherPart(n, p.Head.H1) {
			continue
		}
		if len(props) == 0 {
			scope = scopeOf(n)
		}
		if scopeOf(n) == scope {
			props = append(props, microdataName(n))
		}
	}
	if len(props) > 0 {
		return props
	}
	for _, n := range p.Head.Bylines {
		if htmltree.Attr(n, "rel") == "author" && !isOfOtherThing(n) && !inOtherPart(n, p.Head.H1) {
			if t := Text(n, 200); t != "" {
				return []string{t}
			}
		}
	}
	return nil
}

// classAuthors returns the name in the first element whose class names an author.
func classAuthors(p *measure.Page) []string {
	for _, n := range p.Head.Bylines {
		if isAnchor(n) {
			continue
		}
		if t := Text(n, 200); looksLikeName(t) && !isOfOtherThing(n) && !inOtherPart(n, p.Head.H1) && len(cleanNames([]string{t}, "")) > 0 {
			return []string{t}
		}
	}
	return nil
}

// isAnchor reports whether an element is the heading or the term that an address with its ID leads
// to: the ID of a method visitAuthor says nothing of an author, while "author" does.
func isAnchor(n *html.Node) bool {
	switch n.DataAtom {
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Dt, atom.Section, atom.A:
		id := strings.ToLower(htmltree.Attr(n, "id"))
		return id != "" && htmltree.Attr(n, "class") == "" && !strings.HasPrefix(id, "author") && !strings.HasPrefix(id, "byline")
	}
	return false
}

// scopeOf returns the microdata item around an element, nil for none.
func scopeOf(n *html.Node) *html.Node {
	for a := n.Parent; a != nil; a = a.Parent {
		if htmltree.Attr(a, "itemtype") != "" {
			return a
		}
	}
	return nil
}

// isOfOtherThing reports whether an author is that of something else than the page: of a
// book, a review, a quotation, a comment on it.
func isOfOtherThing(n *html.Node) bool {
	hops := 0
	for a := n.Parent; a != nil && a.DataAtom != atom.Body && hops < 12; a, hops = a.Parent, hops+1 {
		switch kind := htmltree.Attr(a, "itemtype"); {
		case kind == "":
		case strings.HasSuffix(kind, "/Review"), strings.HasSuffix(kind, "/Book"), strings.HasSuffix(kind, "/Comment"), strings.HasSuffix(kind, "/UserComments"),
			strings.HasSuffix(kind, "/Answer"), strings.HasSuffix(kind, "/Quotation"):
			return true
		default:
			return false
		}
		if a.DataAtom == atom.Blockquote {
			return true
		}
		if hops < 5 && isOtherPartClass(htmltree.Attr(a, "class")) {
			return true
		}
	}
	return isOtherPartClass(htmltree.Attr(n, "class"))
}

// isOtherPartClass reports whether a class names a part of the page by another author: a testimonial, a
// book, a quotation, a comment.
func isOtherPartClass(class string) bool {
	return slices.ContainsFunc([]string{"testimonial", "book-", "book_", "books", "blockquote", "product-card", "comment-body", "comment-author", "commentlist", "comment-list"}, func(word string) bool { return strings.Contains(class, word) })
}

// looksLikeName tells a name, or a few, from other short texts.
func looksLikeName(t string) bool {
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

// microdataName is the name in a microdata item, or its text.
func microdataName(n *html.Node) string {
	if c := htmltree.Attr(n, "content"); c != "" {
		return c
	}
	for c := range n.Descendants() {
		if c.Type == html.ElementNode && htmltree.Attr(c, "itemprop") == "name" {
			return cmp.Or(htmltree.Attr(c, "content"), Text(c, 200))
		}
	}
	return Text(n, 200)
}

// cleanNames cleans names and drops what can't be one.
func cleanNames(list []string, site string) []string {
	var out []string
	for _, s := range list {
		if s = bylineName(s); s == "" || site != "" && strings.EqualFold(s, site) {
			continue
		}
		for _, one := range splitNames(s) {
			if !slices.Contains(out, one) && len(out) < maxAuthors {
				out = append(out, one)
			}
		}
	}
	return out
}

// givenNamesFirst turns names around that catalogues write with the family name first:
// "Finch, Ada" (Highwire Press tags, Dublin Core). What follows a full name is no given
// name, and neither is a degree.
func givenNamesFirst(names []string) []string {
	var out []string
	for _, name := range names {
		family, given, found := strings.Cut(name, ",")
		given = strings.TrimSpace(given)
		if found && given != "" && !strings.ContainsAny(given, ",;") && !isFullName(family) && !isDegree(given) {
			name = given + " " + strings.TrimSpace(family)
		}
		out = append(out, name)
	}
	return out
}

// isDegree tells "MD" and "PhD" from given names.
func isDegree(s string) bool {
	upper := 0
	for _, r := range s {
		if unicode.IsUpper(r) {
			upper++
		}
	}
	return upper > 1 && !strings.ContainsAny(s, ". ") || isTitle(s)
}

// splitNames cuts a list of names written as one.
func splitNames(s string) []string {
	var out, parts []string
	for part := range strings.SplitSeq(strings.ReplaceAll(s, ";", ","), ",") {
		if part = strings.TrimSpace(part); part != "" {
			out, parts = append(out, splitCouple(part)...), append(parts, part)
		}
	}
	for _, part := range out {
		if !strings.Contains(part, " ") || len(strings.Fields(part)) > 5 || isTitle(part) {
			if len(out) == 1 {
				return out
			}
			return []string{strings.Join(parts, ", ")} // "Doe, Jane", or what somebody is after the name
		}
	}
	return out
}

// splitCouple cuts two names joined by a word, each a full name.
func splitCouple(s string) []string {
	for _, and := range [...]string{" and ", " & ", " und ", " y ", " et ", " e "} {
		first, second, found := strings.Cut(s, and)
		if found && isFullName(first) && isFullName(second) {
			return append([]string{first}, splitCouple(second)...)
		}
	}
	return []string{s}
}

// isFullName tells two to four words of which the first and the last begin with a
// capital letter.
func isFullName(s string) bool {
	words := strings.Fields(s)
	if len(words) < 2 || len(words) > 4 || isTitle(s) {
		return len(words) > 4 && splitCouple(s) != nil && len(splitCouple(s)) > 1
	}
	return capital(words[0]) && capital(words[len(words)-1]) && !strings.EqualFold(words[0], "the")
}

func capital(w string) bool {
	r, _ := utf8.DecodeRuneInString(w)
	return !unicode.IsLower(r) && (unicode.IsLetter(r) || r >= 0x80)
}

// isTitle distinguishes what somebody is from a name.
func isTitle(s string) bool {
	for w := range strings.FieldsSeq(s) {
		switch strings.ToLower(strings.Trim(w, ".()")) {
		case "editor", "writer", "reporter", "founder", "co-founder", "ceo", "cto", "director", "manager", "analyst", "expert", "correspondent", "journalist", "specialist", "officer",
			"president", "professor", "columnist", "contributor", "consultant", "reviewer", "educator", "horticulturalist", "chairman", "redakteur", "redakteurin", "chefredakteur", "redacteur",
			"rédacteur", "rédactrice", "redactor", "redactora":
			return true
		}
	}
	return false
}
