package meta

import (
	_ "embed"
	"path"
	"slices"
	"strings"
	"sync"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

// givenNameText has given names in Latin script, in lower case and in order, a name a line. Names that are
// as often a common word or a place are left out.
//
//go:embed givennames.txt
var givenNameText string

var givenNames = sync.OnceValue(func() map[string]int { return lineNumbers(givenNameText) })

// isPerson reports whether a text is two to four words of which the first is a given name: what else could be
// the name of a place or of a part of the site.
func isPerson(s string) bool {
	if !isFullName(s) || isOutlet(s) || strings.ContainsAny(s, "&+/0123456789") {
		return false
	}
	given, _, _ := strings.Cut(s, " ")
	first, _, _ := strings.Cut(given, "-") // Jean-Luc
	return is("honorific", strings.TrimRight(given, ".")) || lookUp(givenNames(), first) > 0
}

// Blocks behind the heading that may name an author alone, and the longest text that may come before them: an introduction.
const (
	maxPartsBefore   = 2
	maxPartsAfter    = 7
	maxIntroduction  = 60 // words
	maxUnmarkedNames = 3  // more persons near the heading are a list of them
)

// inParts returns the persons that parts of the lines around the heading name and nothing else: "Ada Finch | 4 May | 5 min read".
// Whom the title names is the subject of the page, and so is whom a link to a topic names.
func (r *reader) inParts() (names []string) {
	end, long := maxPartsAfter, 0
	for b := r.heading + 1; b < min(len(r.page.Blocks), r.heading+maxPartsAfter); b++ {
		if words := int(r.page.Blocks[b].Words); words > maxLineWords {
			if long++; long > 1 || words > maxIntroduction {
				end = b - r.heading
				break
			}
		}
	}
	for _, l := range r.lines {
		b := &r.page.Blocks[l.block]
		el := &r.page.Elements[b.Element]
		// A menu, a heading or a picture names others.
		isElsewhere := el.AnyKinds&(measure.Nav|measure.Aside|measure.Footer|measure.Figure|measure.Headings|measure.Blockquote|measure.Cell|measure.Menu) != 0 || el.AnyTopics&measure.ClassCaption != 0
		if l.distance == 0 || !l.within(maxPartsBefore, end) || b.Words < 2 || b.Upper < 2 || isElsewhere {
			continue
		}
		isKnown := slices.ContainsFunc(blockLinks(r.page, l.block), func(n *html.Node) bool { return leadsToAuthor(htmltree.Attr(n, "href")) })
		for _, name := range r.partNames(l.text, isKnown) {
			if slices.Contains(names, name) || r.isElsewhere(l.block, name) {
				continue
			}
			if names = append(names, name); len(names) > maxUnmarkedNames {
				return nil
			}
		}
	}
	return names
}

// maxBeside is how many words a part beside a name may have that is no date: "Ada Finch | Senior Tides Writer".
const maxBeside = 4

// partNames returns the persons that one part of a line names, or several of which one is known by the given name or, with isKnown,
// by a link. The other parts are short: "Ada Finch - the face of Hallin" does not name an author.
func (r *reader) partNames(text string, isKnown bool) (names []string) {
	for _, sign := range [...]string{" · ", " • ", " — ", " – ", " - "} {
		text = strings.ReplaceAll(text, sign, "|")
	}
	for part := range strings.SplitSeq(text, "|") {
		found := bylineNames(part)
		if (isKnown || slices.ContainsFunc(found, isPerson)) && len(found) > 0 && !slices.ContainsFunc(found, func(name string) bool { return !isFullName(name) || isOutlet(name) || r.isSubject(name) }) {
			names = append(names, found...)
		} else if CountWords(part) > maxBeside && !strings.ContainsAny(part, "0123456789") && !strings.Contains(part, " by ") {
			return nil
		}
	}
	return names
}

// isSubject reports whether a page is about a person, by its title or its description, but for "read this by Ada Finch".
func (r *reader) isSubject(name string) bool {
	before, _, found := strings.Cut(r.Description, name)
	return strings.Contains(r.Title, name) || strings.Contains(r.SiteTitle, name) || found && !is("opener", lastWord(strings.TrimRight(before, " ")))
}

// leadsToAuthor reports whether an address is that of a page of an author: /authors/ada-finch.
func leadsToAuthor(href string) bool {
	folders := strings.Split(href, "/")
	return slices.ContainsFunc(folders[:len(folders)-1], func(folder string) bool { return is("authorfolder", folder) })
}

// isElsewhere reports whether a block with a name is part of another work, or of a link to a topic. A block that is all a link may name an
// author if its address has the name.
func (r *reader) isElsewhere(block int, name string) bool {
	b := &r.page.Blocks[block]
	for _, n := range blockLinks(r.page, block) {
		href := strings.ToLower(htmltree.Attr(n, "href"))
		slug := strings.FieldsFunc(path.Base(href), func(r rune) bool { return r == '-' || r == '_' })
		isUnnamed := !leadsToAuthor(href) && len(href) > 1 && b.LinkWords == b.Words && !strings.HasPrefix(href, "mailto:") && !strings.Contains(href, strings.ToLower(lastWord(name)))
		if isUnnamed || strings.Contains(href, "/tag/") || len(slug) > CountWords(name)+maxBeside { // "/news/ada-finch-swims-the-bay-at-eighty"
			return true
		}
	}
	return r.blockInOtherPart(block, false)
}
