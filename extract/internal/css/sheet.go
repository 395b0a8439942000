package css

import (
	"slices"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Limits of a Sheet. Excess is ignored; [Sheet.Exceeded] reports it.
const (
	MaxSheetBytes = 64 << 20 // of all style sheets of a page
	MaxRules      = 60_000   // rules that may match an element and declare a judged property
	MaxAtDepth    = 32       // depth of nested rules and at-rules
	MaxNestedText = 8 << 10  // bytes of a nested selector list once each & is replaced
	maxCustom     = 20_000   // declarations of custom properties
	maxEntries    = 1 << 18  // selectors, and as many compounds with their parts
)

// Sheet holds the style rules of one page, from all of its style sheets, and the state of
// matching them. The zero Sheet has no rules. Add all style sheets before you ask about an
// element. One goroutine may use it, and it serves one page after the other if Reset is
// called in between. It is fastest when elements are entered in document order.
type Sheet struct {
	rules      []rule
	last       string                     // selectors of the last rule
	lastCustom bool                       // the last rule sets custom properties
	custom     map[string][]customSetting // values of custom properties, by name
	customs    int
	layers     []string
	// tree is the shadow tree whose style element is being read, nil for the document. parted: some rule has one.
	tree       *html.Node
	parted     bool
	registered bool // @property gives custom properties initial values, which are not read
	bytes      int
	settings   int             // remembered values of custom properties of elements
	media      map[string]bool // results of onScreen by media query list

	counterStyles map[string]string // @counter-style rules: name to label, in the form of a value of content

	NoTemplates bool          // AddPage found no template element
	names       pageNameBloom // ids, classes and tags of the page
	overflows   bool          // a limit was reached, and something was left out
	watched     bool          // some rule has a watched declaration
	ruleIndex
	blockReader
	matcher
}

type rule struct {
	*block
	entries span // its selectors
	layer   uint16
	tree    *html.Node // the shadow tree that the rule belongs to, nil for the document
}

// customSetting is the value that a rule sets a custom property to.
type customSetting struct {
	rule  int
	value string
}

// kind is where its selectors are found.
func (r *rule) kind() tried {
	if r.watched != 0 {
		return noRules
	}
	return watchedRules
}

type span struct{ start, end int32 }

// Exceeded reports whether some rules were ignored because the style sheets were too large or
// took too much work to match. Call it after all elements were asked about.
func (s *Sheet) Exceeded() bool { return s.overflows || s.work >= MaxWork }

// Exceed makes Exceeded return true. A caller uses it when it reaches a limit of its own.
func (s *Sheet) Exceed() { s.overflows = true }

// Work returns the steps of matching so far.
func (s *Sheet) Work() int { return s.work }

// SetEnded sets a function that the sheet calls about once in a millisecond of work. Once it
// returns true, no more rules are read or matched and Exceeded is true. Nil means that work
// never ends early. Reset forgets it.
func (s *Sheet) SetEnded(ended func() bool) { s.ended = ended }

// AsksForDefined reports whether a selector has :defined. Custom elements match it once a script has defined them.
func (s *Sheet) AsksForDefined() bool { return s.parser.defined }

// Empty reports whether the sheet has no rules.
func (s *Sheet) Empty() bool { return len(s.rules) == 0 }

// Add reads the text of a style sheet. Later sheets win over earlier ones, as in the
// document. Add leaves out rules for media other than a desktop screen and skips text that
// isn't CSS. It ignores text beyond MaxSheetBytes and rules beyond MaxRules. Add panics on a
// nil Sheet.
func (s *Sheet) Add(css string) {
	if rest := MaxSheetBytes - s.bytes; len(css) > rest {
		css, s.overflows = css[:rest], true
	}
	s.bytes += len(css)
	s.path.named = true
	if s.custom == nil {
		s.custom, s.boxes, s.media = map[string][]customSetting{}, map[uint32]bool{}, map[string]bool{}
		if s.first == nil {
			s.first = new([allRules][buckets]int32)
		}
	}
	s.rules = slices.Grow(s.rules, min(len(css)/192, MaxRules-len(s.rules)))
	s.parse(dropComments(css), "", 0, 0)
}

// AddPage adds the style elements below root to s, in document order, except those whose
// media or type attribute excludes them. It leaves out rules that match no element below
// root, so ask s about those elements only. It panics on a nil root.
func (s *Sheet) AddPage(root *html.Node) {
	var styles []*html.Node
	templates := false
	for n := root.FirstChild; n != nil; n = htmltree.Next(n, root) {
		switch {
		case n.Type != html.ElementNode:
		case n.DataAtom == atom.Style:
			styles = append(styles, n)
		case n.DataAtom == atom.Template:
			templates = true
		}
	}
	s.NoTemplates = !templates
	if len(styles) == 0 {
		return
	}
	s.names.known = true
	var buf [16]uint32
	for n := root; n != nil; n = htmltree.Next(n, root) {
		if n.Type == html.ElementNode || n == root {
			for _, hash := range appendHashes(buf[:0], n) {
				s.names.bits[hash>>8%uint32(len(s.names.bits))] |= 1 << (hash >> 2 % 64)
			}
		}
	}
	for _, n := range styles {
		s.addElement(n)
	}
}

// addElement adds one style element. It leaves out one that its media or type attribute excludes,
// and one in a template, unless the template is a shadow tree. A sheet of a shadow tree styles the
// elements of that tree only, and other sheets don't reach into it. In a sheet within noscript,
// declarations that Watch picks are dropped, since a browser runs scripts; the others count.
func (s *Sheet) addElement(n *html.Node) {
	kind := Lower(trim(htmltree.Attr(n, "type")))
	if !ScreenMedia(htmltree.Attr(n, "media")) || htmltree.Has(n, "disabled") || kind != "" && kind != "text/css" {
		return
	}
	defer func() { s.unwatched, s.tree = false, nil }()
	for p := n.Parent; p != nil && s.tree == nil; p = p.Parent {
		switch p.Data {
		case "noscript":
			s.unwatched = true
		case "template":
			if s.tree = p; !htmltree.Has(p, "shadowrootmode") {
				return
			}
		}
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		s.Add(c.Data)
	}
}

// add stores a rule if it may match an element and declares a judged property.
func (s *Sheet) add(selectors, body string, layer uint16) {
	aside := s.addRule(selectors, layer, func() *block { return s.block(body) })
	if len(s.boxKeys) > 0 && strings.Contains(body, "background") {
		for _, key := range s.boxKeys {
			s.boxes[key] = true
		}
	}
	if aside && !s.unwatched {
		s.overflows = s.overflows || s.hidesAside(body)
	}
	if len(s.boxKeys) > 0 && strings.Contains(body, "counter") && !s.unwatched {
		s.addLabel(selectors, body, layer)
	}
}

// addRule stores a rule as add does. It reports whether the list has a selector that is not judged, see hidesAside. It calls
// read only if a selector may match an element.
func (s *Sheet) addRule(selectors string, layer uint16, read func() *block) (aside bool) {
	if !s.Spend(1 + len(selectors)>>4) {
		return false
	}
	first, size := len(s.entries), s.parser.size()
	useful, aside := s.enter(selectors)
	var r rule
	isKept, setsCustom := false, false
	if useful {
		r = rule{block: read(), layer: layer, tree: s.tree}
		s.watched = s.watched || r.watched != 0
		setsCustom = s.setCustoms(r.customs)
		isKept = setsCustom || r.declares != 0 && !s.replaceLast(&r, selectors)
	}
	if !isKept {
		clear(s.entries[first:])
		s.entries = s.entries[:first]
		s.parser.cut(size)
		return aside
	}
	s.parted = s.parted || r.tree != nil
	r.entries = span{int32(first), int32(len(s.entries))}
	s.rules = append(s.rules, r)
	s.last, s.lastCustom = selectors, setsCustom
	for i := first; i < len(s.entries) && r.declares != 0; i++ { // custom properties are found by name instead
		e, first := &s.entries[i], &s.first[r.kind()]
		at := bucket(e.key)
		e.next, first[at] = first[at], int32(i+1)
	}
	return aside
}

// setCustoms records the custom properties that the next rule sets. It reports whether it recorded one.
func (s *Sheet) setCustoms(list []customProperty) bool {
	for i, c := range list {
		if s.customs == maxCustom {
			s.overflows = true
			return i > 0
		}
		s.customs++
		s.custom[c.name] = append(s.custom[c.name], customSetting{len(s.rules), c.value})
	}
	return len(list) > 0
}

// replaceLast gives the last rule the block of r if both have the same selectors and r declares all that the last rule does. It
// reports whether it did. A sheet that repeats a rule thousands of times doesn't use up MaxRules then.
func (s *Sheet) replaceLast(r *rule, selectors string) bool {
	if len(s.rules) == 0 || selectors != s.last || s.lastCustom {
		return false
	}
	last := &s.rules[len(s.rules)-1]
	if last.kind() != r.kind() || last.tree != r.tree || last.layer != r.layer || last.declares&^r.declares != 0 || last.watched != 0 && s.unwatched ||
		last.important {
		return false
	}
	last.block = r.block
	return true
}

// hidesAside reports whether a rule whose selector is not judged may hide text: one for a part of an element
// (::first-line), for an element of another tree (::slotted), or for a state of a control.
func (s *Sheet) hidesAside(body string) bool {
	var c Style
	c.setInline(s.block(body))
	small := func(p Property, most float64) bool { v := c.Get(p); return v.Form == Number && v.N <= most }
	return c.Get(Color).Form == Colored && c.Get(Color).Color.A <= 0.1 || c.Get(Display).Is("none") || c.Get(Visibility).Is("hidden") ||
		c.Get(ContentVisibility).Is("hidden") || small(Opacity, 0.1) || small(FontSize, 1)
}

// maxKept is the capacity up to which Reset keeps the memory of a slice.
const maxKept = 1 << 13

// Reset empties the sheet for another page. It keeps buffers up to a size for reuse, and no
// reference to the page before.
func (s *Sheet) Reset() {
	if s.first != nil {
		*s.first = [allRules][buckets]int32{}
	}
	for _, c := range s.path.styles {
		*c = Style{}
	}
	*s = Sheet{
		rules: emptied(s.rules), layers: emptied(s.layers),
		ruleIndex: ruleIndex{
			entries: emptied(s.entries), first: s.first,
			parser: selectorParser{compounds: emptied(s.parser.compounds), classes: emptied(s.parser.classes)},
		},
		blockReader: blockReader{blocks: emptied(s.blocks), declared: emptied(s.declared)},
		matcher:     matcher{path: ancestorStack{nodes: emptied(whole(s.path.nodes)), frames: emptied(whole(s.path.frames)), names: emptied(whole(s.path.names)), styles: s.path.styles}},
	}
}

// whole returns the slice with its full capacity, so that clear reaches the elements that a stack has popped.
func whole[T any](list []T) []T { return list[:cap(list)] }

// emptied returns the slice cleared, with length 0, or nil if its capacity is above maxKept.
func emptied[T any](list []T) []T {
	if cap(list) > maxKept {
		return nil
	}
	clear(list)
	return list[:0]
}
