package classify

import (
	_ "embed"
	"path"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/wordlist"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

// The words of an appeal: a line that suggests another article has maxPhraseWords words outside of links at most, an
// invitation minInvitationWords at least. Below a line that only announces suggestions are maxSuggestions at most.
const (
	maxAppealWords     = 40
	maxPhraseWords     = 5
	minInvitationWords = 4
	maxSuggestions     = 6
)

// dropAppeals leaves out lines between the paragraphs of an article that send the reader elsewhere: a phrase like "Read
// also:" and a link, such a phrase with links below it, an invitation to subscribe to the site, to follow it or to pay
// for it.
func (s *selection) dropAppeals() {
	lists := phraseLists()
	for i := range s.kept {
		b := &s.page.Blocks[i]
		if !s.kept[i] || b.Words > maxAppealWords || s.inUnit(i) {
			continue
		}
		words, others := s.words(i), b.Words-b.LinkWords
		n := lists["suggestion"].startOf(words)
		switch {
		case n > 0 && others <= n && b.Words > n && b.LinkWords > 0 && (n > 1 || s.opensWithColon(i)):
			s.kept[i] = false
		case n > 0 && b.Words == n && others <= maxPhraseWords:
			if s.isHeading(i) && i+1 < len(s.kept) && !s.kept[i+1] { // the links below it are left out already
				s.kept[i] = false
			}
			for j := i + 1; j < len(s.kept) && j <= i+maxSuggestions; j++ { // the line and the links right below it
				next := &s.page.Blocks[j]
				if !s.kept[j] || next.Words > maxAppealWords || next.LinkWords < next.Words || next.Words == 0 {
					break
				}
				s.kept[i], s.kept[j] = false, false
			}
		case b.Words >= minInvitationWords:
			s.kept[i] = !(lists["inviting"].occurIn(words) && lists["means"].occurIn(words) && lists["own"].occurIn(words))
		}
	}
}

// opensWithColon reports whether a colon follows the first word of a block.
func (s *selection) opensWithColon(i int) bool {
	for n := range s.page.Nodes[s.page.Blocks[i].Leaf].Descendants() {
		if n.Type == html.TextNode {
			if text := strings.TrimSpace(n.Data); text != "" {
				word, _, colon := strings.Cut(text, ":")
				return colon && word != "" && !strings.Contains(word, " ")
			}
		}
	}
	return false
}

// keepContents keeps the contents of a manual whose parts are pages of their own, as they stand on the first page of a chapter, with the
// label above them; on pages that aren't known as documentation, those below a kept label. Those of a sidebar have an entry for the page
// itself, which no link or one to it shows.
func (s *selection) keepContents() {
	var links []linkTarget
	s.outermost(func(e int32, el *measure.Element) bool {
		if el.First == el.End || el.AnyKinds&boilerplateKinds != 0 ||
			el.Topics&measure.ClassToc == 0 && !(el.Atom == atom.Div && strings.HasPrefix(htmltree.Attr(s.page.Nodes[e], "class"), "toctree-wrapper")) {
			return false
		}
		above, around := int(el.First)-1, measure.ClassTopics(0)
		if s.isKept(above) {
			around = s.element(above).AnyTopics // class "wy-nav-content" of Sphinx is around all text
		}
		if el.AnyTopics&^around&(navigationTopics|measure.ClassRelated) != 0 {
			return false
		}
		if links == nil {
			links = s.linkTargets()
		}
		at, n := el.First, 0
		if links[at] == 0 { // the label
			at++
		}
		for ; at < el.End && (links[at] == toOther || links[at] == toSelf && n == 0); at++ { // a chapter begins with its first part
			if links[at] == toOther {
				n++
			}
		}
		isLabelled := above >= 0 && s.isPhrase(above, "contents")
		isWhole := at == el.End && n > 1 && (s.documents || isLabelled && s.kept[above])
		if isWhole {
			s.keepRange(above+1, int(el.End))
			if isLabelled {
				s.kept[above] = true
			}
		}
		return isWhole || at < el.End && links[at] == toSelf // of a sidebar, with all within
	})
}

// linkTarget is where the last link of a block leads, 0 for a block without links.
type linkTarget uint8

const (
	toSelf linkTarget = iota + 1
	toOther
)

func (s *selection) linkTargets() []linkTarget {
	links := make([]linkTarget, len(s.kept))
	for _, l := range s.page.Links {
		if l.Block < 0 {
			continue
		}
		links[l.Block] = toOther
		if name, _, _ := strings.Cut(htmltree.Attr(l.Node, "href"), "#"); s.isHere(name) {
			links[l.Block] = toSelf
		}
	}
	return links
}

// partOf returns the part of this page that a link leads to, such as "n1" of "#n1" or "post.html#n1", "" for none.
func (s *selection) partOf(link *html.Node) string {
	name, part, _ := strings.Cut(htmltree.Attr(link, "href"), "#")
	if part == "" || !s.isHere(name) {
		return ""
	}
	return part
}

// isHere reports whether an address without a fragment is that of this page. The host is not compared.
func (s *selection) isHere(name string) bool {
	if name == "" {
		return true
	}
	name, query, _ := strings.Cut(name, "?")
	if _, rest, absolute := strings.Cut(name, "//"); absolute {
		name = rest[max(strings.IndexByte(rest, '/'), 0):]
	} else if !strings.HasPrefix(name, "/") && name != "" {
		name = path.Join(s.hints.Address[:strings.LastIndexByte(s.hints.Address, '/')+1], name)
	}
	bare := func(address string) string {
		return strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(address, ".html"), "/index"), "/")
	}
	return query == s.hints.Query && (name == "" || bare(name) == bare(s.hints.Address))
}

// isLinkBlock reports whether half of the words of a block, or more, are in links. A block of -1 is none.
func (s *selection) isLinkBlock(i int32) bool {
	return i >= 0 && 2*s.page.Blocks[i].LinkWords >= s.page.Blocks[i].Words
}

// isPhrase reports whether a block is a phrase of a list and nothing else.
func (s *selection) isPhrase(i int, list string) bool {
	b := &s.page.Blocks[i]
	return b.Words > 0 && phraseLists()[list].startOf(s.words(i)) == b.Words
}

// A table of contents has at least minContentsItems links, nearly all of them to parts of the page, and the text that
// they lead to has at least minContentsRatio as many words.
const (
	minContentsItems = 5
	minContentsShare = 0.9
	minContentsRatio = 5
	maxLabelWords    = 6 // of a label above it
)

// dropContents leaves out lists of links to the parts of the page, whose headings say the same, and the heading or label of
// such links.
func (s *selection) dropContents() {
	toParts := make([]bool, len(s.kept)) // by block: it is a link to a part of the page
	for _, l := range s.page.Links {
		if l.Block >= 0 && s.page.Blocks[l.Block].LinkWords == s.page.Blocks[l.Block].Words {
			toParts[l.Block] = toParts[l.Block] || s.partOf(l.Node) != ""
		}
	}
	for _, u := range s.units {
		n := u.End - u.First
		if u.kind != listUnit || !s.kept[u.First] || n < minContentsItems || u.isText || s.keptFrom(u.End, s.end()) < minContentsRatio*s.keptIn(u.Element) {
			continue
		}
		links := 0
		for i := u.First; i < u.End; i++ {
			if toParts[i] {
				links++
			}
		}
		if float32(links) >= minContentsShare*float32(n) {
			clear(s.kept[u.First:u.End])
		}
	}
	for i := 0; i+2 < len(s.kept); i++ {
		b := &s.page.Blocks[i]
		if !s.kept[i] || b.Words == 0 || b.Words > maxLabelWords || toParts[i+1] && s.kept[i+1] {
			continue
		}
		named := s.isPhrase(i, "contents")
		_, topics := s.page.Near(b.Leaf)
		_, nextTopics := s.page.Near(s.page.Blocks[i+1].Leaf)
		announces := named && b.Words > 1 && s.isHeading(i) // a script adds the links
		if announces || toParts[i+1] && toParts[i+2] && !s.kept[i+2] && (named || topics&measure.ClassToc != 0 || nextTopics&measure.ClassToc != 0 && !s.isHeading(i)) {
			s.kept[i] = false
		}
	}
}

// dropStraySigns leaves out punctuation that is a block of its own outside of units, such as
// a full stop used as a spacer or the currency of a price that a script fills in, the
// placeholder "Loading..." and the label of an advertisement.
func (s *selection) dropStraySigns() {
	const maxSignBytes = 2 // the length in bytes of punctuation that is dropped if it is a block of its own
	loading := measure.HashWord("loading")
	for i, kept := range s.kept {
		if !kept {
			continue
		}
		b, el := &s.page.Blocks[i], s.element(i)
		_, text := s.near(el.Parent, 0, func(p *measure.Element) bool { return p.Kinds&measure.P != 0 && p.End-p.First > 1 }) // of custom elements and signs
		sign := b.Words == 0 && b.Bytes <= maxSignBytes && strings.IndexByte(".,;:|/-+$", b.First) >= 0 && el.End-el.First == 1 && !s.inUnit(i) && text == nil
		isLabel := s.isKept(i+1) && s.parentOf(i+1) == s.parentOf(i) && s.page.Blocks[i+1].Words <= maxPriceWords // of a value: "Anzeige" is a display, too
		isAdvert := !(b.Words == 1 && isLabel) && s.isPhrase(i, "advert") && b.LinkWords == 0 && !s.isHeading(i) && !s.inUnit(i)
		if sign || isAdvert || b.Words == 1 && b.HashedWords == 1 && s.words(i)[0] == loading && b.Bytes > int32(len("loading")) {
			s.kept[i] = false
		}
	}
}

// minCaptionScore is how likely the caption of a picture has to be, for beta 1, to stay in an
// article. Chosen by cross-validation, see extract/page/train.
const minCaptionScore = 0.8

// Words of a caption at least: in a figure outside of a figcaption, with a class of captions, and of one that says a fact.
const (
	minFigureWords  = 8
	minCaptionWords = 4
	minFactWords    = 5
)

// keepCaptions keeps the captions of pictures in an article that say a fact or have a number between kept text or at its end, from half of
// the threshold on.
func (s *selection) keepCaptions() {
	maySay := func(i int32) bool {
		return s.scores[i] >= s.threshold*halfThreshold && s.isCaption(int(i)) && (s.isNumbered(int(i)) || s.saysFact(int(i)))
	}
	for i := int32(1); int(i)+1 < len(s.kept); i++ { // those of no figure
		if !s.kept[i] && s.kept[i-1] && s.kept[i+1] && s.kinds(int(i))&measure.Figure == 0 && maySay(i) {
			s.kept[i] = true
		}
	}
	s.recount()
	for _, u := range s.units {
		before, after := u.First-1, u.End
		if u.kind != figureUnit && u.kind != voiceUnit || s.kept[u.First] {
			continue
		}
		for int(after) < len(s.kept) && !s.kept[after] && s.kinds(int(after))&measure.Figcaption != 0 {
			after++
		}
		isIn := func(is func(article *measure.Element) bool) bool {
			_, article := s.outward(u.Parent, func(el *measure.Element) bool { return el.Kinds&(measure.Main|measure.Article) != 0 && is(el) })
			return article != nil
		}
		begins := func(article *measure.Element) bool { return s.keptFrom(article.First, u.First) == 0 }
		ends := func(article *measure.Element) bool { return article.End == after }
		if !s.isKept(int(before)) && !isIn(begins) || !s.isKept(int(after)) && !isIn(ends) {
			continue
		}
		for i := u.First; i < u.End; i++ {
			if maySay(i) || u.kind == voiceUnit && s.scores[i] >= s.threshold*halfThreshold {
				s.kept[i] = true
			}
		}
	}
}

// dropCaptions leaves out the captions and credits of the pictures of an article that are less
// likely than minCaptionScore, but for numbered ones and those that say a fact.
func (s *selection) dropCaptions() {
	least := atBeta(minCaptionScore, beta(s.opts.Recall))
	var all, inCaptions int32
	var unlikely []int
	for i, kept := range s.kept {
		if !kept {
			continue
		}
		words := s.page.Blocks[i].Words
		all += words
		if !s.isCaption(i) {
			continue
		}
		inCaptions += words
		if s.scores[i] < least && !s.isNumbered(i) && !s.saysFact(i) {
			unlikely = append(unlikely, i)
		}
	}
	if 2*inCaptions > all { // captions are the content
		return
	}
	for _, i := range unlikely {
		s.kept[i] = false
	}
}

// isNumbered reports whether a caption begins as those to which a text refers by their number: "Fig. 1".
func (s *selection) isNumbered(i int) bool { return phraseLists()["numbered"].startOf(s.words(i)) > 0 }

// isCaption reports whether block i is the caption of a picture: neither a heading nor that of
// a table, of code or of a quotation, and no part of those or of a list.
func (s *selection) isCaption(i int) bool {
	const others = measure.Pre | measure.Blockquote | measure.Table
	b, kinds := &s.page.Blocks[i], s.kinds(i)
	_, topics := s.page.Near(b.Leaf)
	if kinds&(measure.Figcaption|measure.Figure) == 0 && topics&measure.ClassCaption == 0 || kinds&others != 0 || s.isHeading(i) {
		return false
	}
	if u := s.unitAt(i); u != nil && u.kind != figureUnit {
		return false
	}
	return kinds&measure.Figcaption != 0 || kinds&measure.Figure != 0 && b.Words >= minFigureWords ||
		topics&measure.ClassCaption != 0 && b.Words >= minCaptionWords
}

// saysFact reports whether a caption is a sentence or has digits, and is not a credit of the
// picture.
func (s *selection) saysFact(i int) bool {
	b := &s.page.Blocks[i]
	if b.Last != '.' && b.Last != '!' && b.Last != '?' && b.Digits == 0 || b.Words < minFactWords || 2*b.LinkWords > b.Words {
		return false
	}
	const maxFigure = 40 // blocks
	e, figure := s.outward(b.Element, func(el *measure.Element) bool { return el.Kinds&measure.Figure != 0 })
	if figure == nil {
		e, figure = b.Element, s.element(i)
	}
	isMarked := func(b measure.TextBlock) bool { return b.Marks > 0 }
	if figure.End-figure.First > maxFigure || slices.ContainsFunc(s.page.Blocks[figure.First:figure.End], isMarked) {
		return false
	}
	credits := phraseLists()["credit"]
	for n := range s.page.Nodes[e].Descendants() {
		if n.Type != html.TextNode {
			continue
		}
		for word := range strings.FieldsFuncSeq(n.Data, func(r rune) bool { return !unicode.IsLetter(r) }) {
			if credits.startOf([]uint32{measure.HashWord(strings.ToLower(word))}) > 0 {
				return false
			}
		}
	}
	return true
}

// phrases are texts as the hashes of their words, by the first.
type phrases map[uint32][][]uint32

// phraseFile has a phrase a line, below the names of lists:
//
//   - suggestion: begins a line that sends the reader of an article to another one
//   - inviting, means, own: an invitation to follow the site has a phrase of each among its first words
//   - references: the heading of references or notes
//   - advert: the label of an advertisement
//   - contents: the heading of a table of contents
//   - numbered: begins a caption to which the text refers by its number
//   - credit: words of the credits of a picture
//
//go:embed phrases.txt
var phraseFile string

var phraseLists = sync.OnceValue(func() map[string]phrases {
	lists := map[string]phrases{}
	for name, list := range wordlist.Parse(phraseFile) {
		lists[name] = phrases{}
		for _, phrase := range list.Phrases {
			lists[name].add(phrase)
		}
	}
	return lists
})

// add adds a phrase. The hash of a word ignores the case of ASCII letters only, so that it is
// there with a capital and in capitals, too.
func (p phrases) add(phrase string) {
	first, size := utf8.DecodeRuneInString(phrase)
	for _, written := range [...]string{phrase, string(unicode.ToUpper(first)) + phrase[size:], strings.ToUpper(phrase)} {
		var words []uint32
		for w := range strings.FieldsSeq(written) {
			if w[0] < 0xE3 { // below Kana, Han and Hangul
				words = append(words, measure.HashWord(w))
				continue
			}
			for i := range w {
				words = append(words, measure.HashCharacter(w[i:]))
			}
		}
		p[words[0]] = append(p[words[0]], words)
	}
}

// startOf returns how many words the longest phrase has that words begin with, 0 for none.
func (p phrases) startOf(words []uint32) (longest int32) {
	if len(words) == 0 {
		return 0
	}
	for _, phrase := range p[words[0]] {
		if n := len(phrase); n > int(longest) && len(words) >= n && slices.Equal(words[:n], phrase) {
			longest = int32(n)
		}
	}
	return longest
}

func (p phrases) occurIn(words []uint32) bool {
	for i := range words {
		if p.startOf(words[i:]) > 0 {
			return true
		}
	}
	return false
}
