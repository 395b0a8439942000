package meta

import (
	"cmp"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmlfrag"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

const (
	maxAuthors      = 20 // of a page
	maxUnspacedName = 5  // characters of a name before a word such as 기자
)

var shownAuthors = [...]struct {
	from   source
	find   func(f *reader) []string
	marked bool // as authors by microdata or rel=author
	far    bool // from the heading
}{
	{"itemprop author", func(f *reader) []string { return f.inProps(false) }, true, false},
	{"rel author", (*reader).inRel, true, false},
	{"class of an author", func(f *reader) []string { return f.inClass(true) }, false, false},
	{"byline", (*reader).inLine, false, false},
	{"class of an author", func(f *reader) []string { return f.inClass(false) }, false, false},
	{"name at the heading", (*reader).inParts, false, false},
	{"byline far from the heading", (*reader).inLineAlone, false, true},
	{"itemprop author", func(f *reader) []string { return f.inProps(true) }, true, true},
}

// chooseAuthors sets the authors to the persons of the first source that states any, else to persons that the page shows,
// else to a stated author that is not a person, such as the site. A byline with all stated names and more extends them, and
// takes the place of accounts.
func (r *reader) chooseAuthors() {
	r.publisher = r.publishers()
	var site []string // stated, and no person
	var siteFrom source
	noPerson := func(names []string, from source) {
		if names = slices.DeleteFunc(slices.Clone(names), r.isSection); len(site) == 0 && len(names) > 0 {
			site, siteFrom = names, from
		}
	}
	noPerson(r.names(r.linked.authorNames(r.main, true)), "ld author")
	for _, s := range sourcesOf("author") {
		names := r.names(r.values(s, maxAuthors))
		if persons := r.persons(names); len(persons) > 0 {
			r.Authors, r.Sources.Authors = persons, s
			break
		}
		if s != "card lead" { // which often has an account
			noPerson(names, s)
		}
	}
	if len(r.Authors) > 0 {
		r.Authors = r.extend(r.Authors)
		if slices.ContainsFunc(r.Authors, isPerson) {
			return
		}
		account := strings.ToLower(r.Authors[0])
		isOther := func(name string) bool {
			return !isPerson(name) && !(isFullName(name) && !strings.Contains(account, " ") && strings.Contains(account, strings.ToLower(lastWord(name))))
		}
		for _, s := range shownAuthors[:5] {
			if shown := r.persons(s.find(r)); len(shown) > 0 && !slices.ContainsFunc(shown, isOther) {
				r.Authors, r.Sources.Authors = shown, s.from
				return
			}
		}
		return
	}
	for _, s := range shownAuthors {
		names := s.find(r)
		persons := r.persons(names)
		if len(site) > 0 && !s.marked && !s.far {
			// The name of somebody whom the page mentions elsewhere is in no short block around the first heading.
			persons = slices.DeleteFunc(persons, func(name string) bool { return !isFullName(name) && !isUnspaced(name) || !r.isNear(name) })
		}
		if len(persons) > 0 {
			r.Authors, r.Sources.Authors, r.guess.authors = persons, s.from, !s.marked
			return
		}
		noPerson(names, s.from)
	}
	r.Authors, r.Sources.Authors = site, siteFrom // no person was found
}

// publishers returns the names of those who publish the page, a line each.
func (r *reader) publishers() string {
	name := r.main.get("publisher")
	names := cmp.Or(r.linked.byID[name].get("name"), name)
	for _, s := range sourcesOf("publisher") {
		names += "\n" + r.value(s)
	}
	return names
}

func (r *reader) names(texts []string) (out []string) {
	for _, text := range texts {
		if strings.Contains(text, "</") {
			text = htmlfrag.Text(text)
		}
		for _, name := range bylineNames(text) {
			if !slices.Contains(out, name) && len(out) < maxAuthors {
				out = append(out, name)
			}
		}
	}
	return out
}

// persons keeps the names that are not those of the site, of a part of its staff or
// of an account.
func (r *reader) persons(names []string) []string {
	return slices.DeleteFunc(slices.Clone(names), r.isImpersonal)
}

// isImpersonal reports whether a name is that of the site, of its publisher or of the section that the page is in, is or begins
// with that of the host, or ends in a word for a staff, an account or a paper: "Shore Team", "shore.example", "siteadmin", "海岸报".
func (r *reader) isImpersonal(name string) bool {
	words := strings.Fields(strings.ToLower(name))
	if len(words) == 0 || strings.EqualFold(name, r.SiteName) || r.isSection(name) || len(words) > 1 && strings.Contains(r.publisher, name) {
		return true
	}
	last, joined := words[len(words)-1], strings.Join(words, "")
	if isUnspaced(name) && endsWith("unspaced outlet", name) {
		return true
	}
	if owner := r.owner(); owner != "" && (words[0] == owner || strings.HasPrefix(words[0], owner+"-") || len(words) == 1 && strings.HasPrefix(owner, words[0]+"-") || joined == strings.ReplaceAll(owner, "-", "") || strings.Contains(joined, owner+".")) {
		return true
	}
	return is("staff", last) || len(words) == 1 && (strings.HasSuffix(last, "admin") || strings.HasSuffix(last, "staff"))
}

// isSection reports whether a name is that of a section of the site: the one that the page states, one that many sites have, or, if it is no
// full name, what a link to a category says.
func (r *reader) isSection(name string) bool {
	if strings.EqualFold(name, r.Section) || is("section", name) {
		return true
	}
	if r.categories == nil {
		const most = 50
		r.categories = []string{}
		for i := 0; i < len(r.page.Links) && len(r.categories) < most; i++ {
			if n := r.page.Links[i].Node; strings.Contains(htmltree.Attr(n, "rel"), "category") {
				r.categories = append(r.categories, Text(n, maxByline))
			}
		}
	}
	return !isFullName(name) && slices.ContainsFunc(r.categories, func(category string) bool { return strings.EqualFold(category, name) })
}

// owner returns the part of the name of the host that its owner chose: the longest label before
// the last, without "www". It uses no list of public suffixes, so it is a guess.
func (r *reader) owner() (chosen string) {
	labels := strings.Split(r.host, ".")
	for _, l := range labels[:len(labels)-1] {
		if len(l) > len(chosen) && l != "www" {
			chosen = l
		}
	}
	return chosen
}

// extend returns the names of a byline near the heading that has these and more, else these.
func (r *reader) extend(names []string) []string {
	for _, l := range r.lines {
		if !l.within(4, 10) || !strings.Contains(l.text, names[0]) {
			continue
		}
		if more := r.lineNames(blockNode(r.page, l.block), names); len(more) > len(names) {
			return more
		}
	}
	return names
}

// lineNames returns the names in the line of an element, if these are among them, else these. A name that is neither
// the text of an element of its own, nor in a list that a word joins, nor known by the given name may be a place or a paper: "By Ada Finch, Northern Ireland".
func (r *reader) lineNames(n *html.Node, names []string) []string {
	for hops := 0; n.Parent != nil && !htmltree.IsBlock(n.DataAtom) && hops < 4; hops++ {
		n = n.Parent
	}
	if len(names) == 1 { // what follows the element with the name may be a town or a paper
		own := htmltree.Find(n, maxHops, func(c *html.Node) bool {
			text := strings.Trim(Text(c, 100), " ,")
			return isFullName(text) && strings.HasPrefix(names[0], text+" ")
		})
		if own != nil {
			names = []string{strings.Trim(Text(own, 100), " ,")}
		}
	}
	text := bylineText(n)
	text = text[strings.LastIndexByte(text[:max(strings.Index(text, names[0]), 0)], '|')+1:] // without the heading above
	more := r.persons(bylineNames(text))
	const degree = 14                     // bytes, as of ", Ph.D., FRCS"
	isMissing := func(name string) bool { // without a degree behind it
		return !slices.ContainsFunc(more, func(m string) bool {
			return m == name || strings.HasPrefix(m, name+", ") && len(m) <= len(name)+degree
		})
	}
	if len(more) <= len(names) || slices.ContainsFunc(names, isMissing) {
		return names
	}
	before, _, _ := strings.Cut(text, " "+more[len(more)-1])
	isJoined := is("and", lastWord(before))
	isOwn := func(name string) bool {
		is := func(c *html.Node) bool { return c.FirstChild != nil && strings.Trim(Text(c, 100), " ,") == name }
		return isPerson(name) || htmltree.Find(n, maxHops, is) != nil
	}
	if slices.ContainsFunc(more, func(m string) bool { return !slices.Contains(names, m) && !(isFullName(m) && (isJoined || isOwn(m))) }) {
		return names
	}
	return more
}

func lastWord(s string) string { return s[strings.LastIndexByte(strings.TrimRight(s, " "), ' ')+1:] }

// inProps returns the persons, or the organizations, that microdata states as authors of one item.
func (r *reader) inProps(organizations bool) (names []string) {
	var scope, first *html.Node
	var texts []string
	for _, n := range r.page.Head.Props {
		isOrganization := strings.HasSuffix(htmltree.Attr(n, "itemtype"), "Organization")
		if isOrganization != organizations || !slices.Contains(strings.Fields(htmltree.Attr(n, "itemprop")), "author") || len(texts) == maxAuthors || r.inOtherPart(n, false) {
			continue
		}
		around := n.Parent // the item that the author is one of
		for around != nil && htmltree.Attr(around, "itemtype") == "" {
			around = around.Parent
		}
		if len(names) == 0 {
			scope, first = around, n
		}
		if around != scope || scope == nil && len(names) > 0 && !htmltree.IsInside(n, first.Parent) {
			continue
		}
		text := htmltree.Attr(n, "content")
		if text == "" {
			if named := htmltree.Find(n, maxHops, func(c *html.Node) bool { return htmltree.Attr(c, "itemprop") == "name" }); named != nil {
				text = cmp.Or(htmltree.Attr(named, "content"), Text(named, 200))
			}
		}
		texts = append(texts, cmp.Or(text, bylineText(n)))
		names = r.names(texts)
	}
	if len(names) == 0 {
		return nil
	}
	return r.lineNames(first, names)
}

// inRel returns the authors that links with rel=author name, those of the first line with one.
func (r *reader) inRel() []string {
	for _, n := range r.page.Head.Bylines {
		if htmltree.Attr(n, "rel") != "author" || r.inOtherPart(n, false) {
			continue
		}
		if names := r.names([]string{bylineText(n)}); len(names) > 0 {
			return r.andSiblings(n, r.lineNames(n, names))
		}
	}
	return nil
}

// onlyName returns the full name of a person that an element has and nothing else, "" for none.
func (r *reader) onlyName(n *html.Node) string {
	names := r.persons(bylineNames(bylineText(n)))
	if len(names) != 1 || !isFullName(names[0]) || isOutlet(names[0]) {
		return ""
	}
	return names[0]
}

// andSiblings adds the full names in elements of the class and the relation of n that stand beside it, as each of several authors
// has one.
func (r *reader) andSiblings(n *html.Node, names []string) []string {
	const maxSiblingSteps, beside = 3, 16 // bytes for each name: "By", "and", a role
	around, all := n, slices.Clone(names)
	for range maxSiblingSteps {
		if up := around.Parent; up == nil || r.isAroundHeading(up) || len(Text(up, maxByline)) >= maxByline {
			break
		}
		around = around.Parent
	}
	for _, c := range r.page.Head.Bylines {
		isAlike := c.DataAtom == n.DataAtom && htmltree.Attr(c, "class") == htmltree.Attr(n, "class") && htmltree.Attr(c, "rel") == htmltree.Attr(n, "rel")
		if !isAlike || len(all) >= maxAuthors || !htmltree.IsInside(c, around) || htmltree.IsInside(c, n) || htmltree.IsInside(n, c) {
			continue
		}
		if name := r.onlyName(c); name != "" && !slices.ContainsFunc(all, func(known string) bool { return strings.HasSuffix(name, known) }) {
			all = append(all, name)
		}
	}
	isByline := around != n && slices.Contains(r.page.Head.Bylines, around) // which may have addresses and papers beside the names
	if len(all) > len(names) && (isByline || len(Text(around, maxByline)) <= len(strings.Join(all, ""))+beside*len(all)) {
		return all
	}
	// Else those of paragraphs of the class of n that follow it with no more than a role or a paper between them, as pandoc writes several
	// authors: <p class=author>Ada Finch</p> <p class=author>Bo Reed</p>.
	all = slices.Clone(names)
	class := htmltree.Attr(n, "class")
	for s := n.NextSibling; s != nil && class != "" && htmltree.IsBlock(n.DataAtom) && len(all) < maxAuthors; s = s.NextSibling {
		if s.DataAtom != n.DataAtom || htmltree.Attr(s, "class") != class {
			if CountWords(Text(s, maxByline)) > maxBeside {
				break
			}
			continue
		}
		name := r.onlyName(s)
		if name == "" || slices.Contains(all, name) {
			break
		}
		all = append(all, name)
	}
	return all
}

// listedNames returns the persons that the items of a list in an element name, each with what else is said of it. It is nil if an item
// names none.
func listedNames(n *html.Node) (names []string) {
	seen := 0
	for c := range n.Descendants() {
		if seen++; seen == maxRunNodes {
			break
		}
		if c.DataAtom != atom.Li {
			continue
		}
		name, _, _ := strings.Cut(bylineText(c), " |")
		if !isPerson(name) || len(names) == maxAuthors {
			return nil
		}
		names = append(names, name)
	}
	return names
}

// isNear reports whether a line close to the heading has a name.
func (r *reader) isNear(name string) bool {
	return slices.ContainsFunc(r.lines, func(l line) bool { return l.within(4, 8) && strings.Contains(l.text, name) })
}

// classed is an element whose class names an author, and the names in it.
type classed struct {
	*html.Node
	names  []string
	isList bool // the items of a list have a name each
}

// inClass returns the authors in an element whose class names an author: with near one close to the heading.
func (r *reader) inClass(near bool) []string {
	if r.classed == nil {
		r.readClassed()
	}
	for _, c := range r.classed {
		isNear := c.isList || (len(c.names) > 1 || isFullName(c.names[0])) && r.isNear(c.names[0])
		switch {
		case near && !isNear, r.inOtherPart(c.Node, false):
		case c.isList:
			return c.names
		default:
			return r.andSiblings(c.Node, r.lineNames(c.Node, c.names))
		}
	}
	return nil
}

func (r *reader) readClassed() {
	r.classed = []classed{}
	all := r.page.Head.Bylines
	texts, names := make([]string, len(all)), make([][]string, len(all))
	for i, n := range all {
		texts[i] = bylineText(n)
		names[i] = bylineNames(texts[i])
	}
	for i, n := range all {
		class, _, _ := strings.Cut(strings.ReplaceAll(htmltree.Attr(n, "class"), "_", "-"), "-")
		if isAnchor(n) || htmltree.Has(n, "hidden") || n.DataAtom == atom.Table || is("picture", class) || r.isAroundHeading(n) || !looksLikeNames(texts[i]) {
			continue
		}
		inside := 0 // elements in n that name authors too
		for i+inside+1 < len(all) && inside < 2 && htmltree.IsInside(all[i+inside+1], n) {
			inside++
		}
		// The one inside has the name without a role or a paper.
		if inside > 0 && len(names[i+1]) == 1 && isPerson(names[i+1][0]) && (inside > 1 || !slices.Equal(names[i+1], names[i])) {
			continue
		}
		if listed := listedNames(n); len(listed) > 1 {
			r.classed = append(r.classed, classed{n, listed, true})
			continue
		}
		words := strings.Fields(strings.Join(names[i], " "))
		if len(words) > 1 && (hasCapitals(words) || !isCapital(words[0])) || len(words) == 1 && !is("small", words[0]) && !leadsToDate(words[0]) && !begins("publish", strings.ToLower(words[0])) {
			r.classed = append(r.classed, classed{n, names[i], false})
		}
	}
}

// isAnchor reports whether n is a heading or term with an ID for links to it. The ID of a
// method visitAuthor names no author; the ID "author" does.
func isAnchor(n *html.Node) bool {
	switch n.DataAtom {
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Dt, atom.Section, atom.A:
		id := strings.ToLower(htmltree.Attr(n, "id"))
		return id != "" && htmltree.Attr(n, "class") == "" && !strings.HasPrefix(id, "author") && !strings.HasPrefix(id, "byline")
	}
	return false
}

// looksLikeNames reports whether a short text may be a few names, and not a question, a quotation or a call to follow.
func looksLikeNames(t string) bool {
	if at := strings.LastIndexByte(t, '('); at > 0 && strings.HasSuffix(t, ")") {
		if names := bylineNames(t[:at]); len(names) > 0 && isFullName(names[0]) && CountWords(t[:at]) <= CountWords(strings.Join(names, " "))+len(names)+1 {
			t = t[:at] // "Ada Finch and Bo Reed (Hallin)"
		}
	}
	n := CountWords(t)
	if n == 0 || n > maxLineWords || strings.ContainsAny(t, "?!()") {
		return false
	}
	return !begins("saying", strings.ToLower(t))
}

func blockLinks(p *measure.Page, b int) (links []*html.Node) {
	n := blockNode(p, b)
	if a := enclosing(n, 3, atom.A, atom.A); a != nil {
		return []*html.Node{a}
	}
	for c := range n.Descendants() {
		if c.DataAtom == atom.A {
			links = append(links, c)
		}
	}
	return links
}
