package meta

import (
	"iter"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

// labelledAuthors returns the authors that the labels of a card name, as the SEO
// plugins of WordPress write them: twitter:label1 "Written by", twitter:data1 the name.
func labelledAuthors(v *headValues) []string {
	for _, n := range [...]string{"1", "2", "3"} {
		if label := v.meta["twitter:label"+n]; label != "" && isAuthorLabel(label) {
			return []string{v.meta["twitter:data"+n]}
		}
	}
	return nil
}

// isAuthorLabel reports whether a label is nothing but words that introduce a name.
func isAuthorLabel(label string) bool {
	return slices.Contains(leads[:], strings.ToLower(strings.TrimRight(fold(label), " :")))
}

// linkedAuthors returns the names in links near the heading that lead to the page of
// an author: /authors/ada-finch.
func linkedAuthors(p *measure.Page) []string {
	var names []string
	for b := range nearHeading(p, 3, 6) {
		if p.Blocks[b].Words > 25 || p.Elements[p.Blocks[b].Element].AnyKinds&measure.Nav != 0 {
			continue
		}
		for n := range blockLinks(p, b) {
			if !leadsToAuthor(htmltree.Attr(n, "href")) {
				continue
			}
			name := bylineName(Text(n, 80))
			if !isFullName(name) || hasIntroductoryWord(name) || slices.Contains(names, name) || blockInOtherPart(p, b) {
				continue
			}
			if names = append(names, name); len(names) > maxLinkedAuthors {
				return nil // a list of authors, or of pages by different ones
			}
		}
	}
	return names
}

// maxLinkedAuthors bounds the authors that links near the heading name.
const maxLinkedAuthors = 4

// blockLinks yields the links in a block, or the one around it.
func blockLinks(p *measure.Page, b int) iter.Seq[*html.Node] {
	return func(yield func(*html.Node) bool) {
		n := blockNode(p, b)
		for a, hops := n, 0; a != nil && hops < 4; a, hops = a.Parent, hops+1 {
			if a.DataAtom == atom.A {
				yield(a)
				return
			}
		}
		for c := range n.Descendants() {
			if c.DataAtom == atom.A && !yield(c) {
				return
			}
		}
	}
}

// leadsToAuthor reports whether an address has a folder of authors, and a name in it.
func leadsToAuthor(href string) bool {
	path, _, _ := strings.Cut(href, "?")
	for _, folder := range [...]string{"/author/", "/authors/", "/autor/", "/autoren/", "/autores/", "/auteur/", "/auteurs/", "/autore/", "/autori/", "/contributor/", "/contributors/", "/journalist/", "/journalists/", "/writer/", "/writers/", "/reporter/", "/reporters/", "/producers/", "/columnist/", "/columnists/", "/redakteur/", "/profile/author/"} {
		if _, name, found := strings.Cut(path, folder); found && name != "" {
			return true
		}
	}
	return false
}

// hasIntroductoryWord reports whether a text has a word that introduces a name. Such a text, as
// "Articles by Ada", is no name itself.
func hasIntroductoryWord(name string) bool {
	for w := range strings.FieldsSeq(name) {
		switch w {
		case "by", "from", "about", "By", "From", "About":
			return true
		}
	}
	return false
}
