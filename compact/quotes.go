package compact

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/chunk"
	"github.com/webfetch-mcp/webfetch-go/extract"
)

// How many key points and quotes a result has at most.
const (
	maxKeyPoints = 8
	maxQuotes    = 5
)

// pointShare is how much of the best score a key point must have.
const pointShare = .2

// addQuotes gives a result the quotes of the document and then the points that add to its summary, best first,
// while they fit.
func (m *docIndex) addQuotes(c *Compacted, s *selection, scores []float64, b *budget) {
	room := -b.over(c)
	switch {
	case b.opts.SummaryOnly:
		room = math.MaxInt
	case b.opts.MaxTokens < pointsBudget:
		return
	}
	known, half := terms{}, room/2
	for i := range m.units {
		if s.kept[i] && !c.Generated {
			known.add(m.units[i].terms)
		}
	}
	least := 0.0
	if len(scores) > 0 {
		least = pointShare * slices.Max(scores)
	}
	for _, i := range ranked(scores) {
		if len(c.ImportantQuotes) == maxQuotes && len(c.KeyPoints) == maxKeyPoints || room < quoteTokens {
			break
		}
		u := &m.units[i]
		if !u.prose() || u.boilerplate || u.words < 3 || u.Kind == chunk.CodeUnit || strings.HasPrefix(m.text(u), "![") {
			continue
		}
		q := m.quote(u)
		n := b.quote(q)
		switch {
		case u.facts&hasQuote != 0 && quotesWords(q.Text) && len(c.ImportantQuotes) < maxQuotes && n <= half:
			c.ImportantQuotes = append(c.ImportantQuotes, q)
			half -= n
		case !known.most(u.terms) && (scores[i] > least || c.Generated) && m.standsAlone(i) && len(c.KeyPoints) < maxKeyPoints && n <= room:
			c.KeyPoints = append(c.KeyPoints, q)
		default:
			continue
		}
		known.add(u.terms)
		room -= n
	}
	m.cite(c.KeyPoints)
	m.cite(c.ImportantQuotes)
	for _, list := range []*[]Quote{&c.KeyPoints, &c.ImportantQuotes} {
		for b.over(c) > 0 && len(*list) > 0 { // the counts don't add up
			*list = (*list)[:len(*list)-1]
		}
	}
}

type terms map[uint32]bool

func (t terms) add(list []uint32) {
	for _, x := range list {
		t[x] = true
	}
}

// sameTerms is the share of known terms from which on a text counts as a repetition.
const sameTerms = .85

func (t terms) most(list []uint32) bool {
	n := 0
	for _, x := range list {
		if t[x] {
			n++
		}
	}
	return float64(n) >= sameTerms*float64(len(list))
}

func (m *docIndex) quote(u *unit) Quote {
	span := m.withoutBreak(extract.Span{Start: u.Start, End: u.End})
	q := Quote{Text: m.md[span.Start:span.End], Citation: Citation{Start: span.Start, End: span.End}}
	q.Citation.Loc = extract.Loc{StartChar: span.Start, EndChar: span.End} // no less than what cite puts there
	if u.Block >= 0 {
		q.Citation.BlockID = extract.BlockID(u.Block)
	}
	return q
}

func (m *docIndex) cite(quotes []Quote) {
	for i := range quotes {
		c := &quotes[i].Citation
		c.Loc.StartChar = utf8.RuneCountInString(m.md[:c.Start])
		c.Loc.EndChar = c.Loc.StartChar + utf8.RuneCountInString(m.md[c.Start:c.End])
	}
}

// quotesWords reports text with something said between quotation marks, or in a block quote: more than a word.
func quotesWords(text string) bool {
	if strings.HasPrefix(text, ">") {
		return true
	}
	open, letters, spaces := false, 0, 0
	target := 0 // end of the target of a link; its title is not a quotation
	for i, r := range text {
		switch {
		case i < target:
		case r == ']' && strings.HasPrefix(text[i:], "]("):
			target = skipTarget(text, i+1)
		case strings.ContainsRune("\"“”„«»「」『』", r):
			if open && (spaces > 1 || spaces == 0 && letters >= 6 && letters < 1<<20) {
				return true
			}
			open, letters, spaces = true, 0, 0
		case unicode.IsSpace(r):
			spaces++
		case unspaced(r):
			letters++
		case unicode.IsLetter(r):
			letters -= 1 << 20 // words, which need spaces between them
		}
	}
	return false
}
