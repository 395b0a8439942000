package compact

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/chunk"
	"github.com/webfetch-mcp/webfetch-go/extract"
)

type unit struct {
	chunk.Unit
	neighbours
	tokens      int
	brief       string // what is written of a heading with links, unless the document is kept as a whole; else ""
	terms       []uint32
	group       int        // units of one block share a group
	head        int        // index of the heading over it, -1 for none
	table       int        // index of its table's header, -1 for none
	rows        int        // of the table whose header it is
	code        *codeBlock // of which it is a piece, nil for none
	links       float64
	words       int
	facts       facts
	boilerplate bool
	sum         uint64 // of its terms: equal for units that say the same
	spoken      bool   // by somebody in a conversation
	speaker     int    // bytes of the name that a turn begins with, with its marks
	copies      int    // how many units have that sum
	pattern     uint64 // of its terms but numbers, for lines that are no whole sentence; else 0
	series      int    // how many units have that pattern
}

type docIndex struct {
	doc          *extract.Document
	md           string
	units        []unit
	groups       []unitRange
	vocab        *vocabulary
	df           []int32 // by term: how many units have it
	number       []bool  // by term: whether it is a number
	counter      chunk.Counter
	total        int     // tokens of all units
	noticeFacts  bool    // facts of notices are preserved
	preserving   bool    // facts are preserved
	german       bool    // the text is German, where every noun has a capital letter: a single one is not taken for a name
	conversation bool    // most blocks are turns of speakers
	bare         bool    // the document has headings alone
	titles       int     // headings of the first level: a single one names the document, more name sections
	places       []place // by unit
}

const ctxCheckEvery = 1024

func newDocIndex(ctx context.Context, doc *extract.Document, count chunk.Counter) (*docIndex, error) {
	m := &docIndex{doc: doc, md: doc.Markdown, vocab: newVocabulary(), counter: count}
	m.load()
	m.linkHeadings()
	for i := range m.units {
		if i%ctxCheckEvery == 0 && ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		m.annotate(&m.units[i])
	}
	m.findCopies()
	m.df = m.frequencies(func(*unit) bool { return true })
	m.findTurns()
	m.markBoilerplate()
	m.findPlaces()
	m.linkNeighbours()
	m.bare = !slices.ContainsFunc(m.units, func(u unit) bool { return u.prose() })
	return m, nil
}

func (m *docIndex) load() {
	all, labels := chunk.Units(m.doc), m.labels()
	m.units = make([]unit, 0, len(all))
	for i := 0; i < len(all); {
		if n := codeRun(m.md, all[i:]); n > 0 {
			m.addCode(all[i : i+n])
			i += n
			continue
		}
		u := unit{Unit: all[i], head: -1, table: -1}
		if labels[u.Block] != "" {
			last := i
			for last+1 < len(all) && all[last+1].Block == u.Block {
				last++
			}
			leadIn := last+1 < len(all) && all[last+1].Kind == chunk.ItemUnit && endsIn(labels[u.Block], ":：") // nothing behind its list
			if last+1 < len(all) && all[last+1].Kind != chunk.HeadingUnit && !leadIn {
				u.Kind, u.Level, u.End = chunk.HeadingUnit, labelLevel, all[last].End
				i = last
			}
		}
		m.units = append(m.units, u)
		i++
	}
}

func (m *docIndex) linkHeadings() {
	var open []int // headings over the next unit
	table := -1
	for i := range m.units {
		u := &m.units[i]
		if i > 0 {
			u.group = m.units[i-1].group
			if u.Block != m.units[i-1].Block || u.Kind == chunk.HeadingUnit {
				u.group++
				table = -1
			}
		}
		if i == 0 || u.group != m.units[i-1].group {
			m.groups = append(m.groups, unitRange{from: i})
		}
		m.groups[u.group].to = i + 1
		if u.Kind == chunk.HeadingUnit {
			for len(open) > 0 && m.units[open[len(open)-1]].Level >= u.Level {
				open = open[:len(open)-1]
			}
		}
		if len(open) > 0 {
			u.head = open[len(open)-1]
		}
		switch u.Kind {
		case chunk.HeadingUnit:
			open = append(open, i)
			if u.Level == 1 {
				m.titles++
			}
		case chunk.TableHeaderUnit:
			table = i
		case chunk.RowUnit:
			if u.table = table; table >= 0 {
				m.units[table].rows++
			}
		}
	}
}

func (m *docIndex) annotate(u *unit) {
	text := m.text(u)
	u.brief = briefHeading(u, text)
	u.tokens = m.counter.Count(cmp.Or(u.brief, text)) + 1
	m.total += u.tokens
	u.terms = m.vocab.terms(make([]uint32, 0, len(text)/6+1), text, true)
	u.words, u.links = linkShare(text)
	u.facts = findFacts(text, u.Kind)
}

func (m *docIndex) text(u *unit) string { return m.md[u.Start:u.End] }

// frequencies returns how many of the units that count have each term.
func (m *docIndex) frequencies(counts func(*unit) bool) []int32 {
	df, last := make([]int32, len(m.vocab.ids)), make([]int32, len(m.vocab.ids))
	for i := range m.units {
		if !counts(&m.units[i]) {
			continue
		}
		for _, t := range m.units[i].terms {
			if last[t] != int32(i+1) {
				last[t] = int32(i + 1)
				df[t]++
			}
		}
	}
	return df
}

// isTitle reports a heading that names the document, not a section of it.
func (m *docIndex) isTitle(i int) bool { return m.units[i].Level == 1 && m.titles == 1 }

func (u *unit) prose() bool { return u.Kind != chunk.HeadingUnit && u.Kind != chunk.TableHeaderUnit }

type place struct {
	paragraph int    // the first unit of its paragraph
	item      int    // the item of a list that it is in, not itself; -1 for none
	indent    string // white space before the line of its paragraph, in lists
}

func (m *docIndex) findPlaces() {
	m.places = make([]place, len(m.units))
	var open []int // items around the next unit
	for i := range m.units {
		u, p := &m.units[i], &m.places[i]
		if i == 0 || m.units[i-1].group != u.group {
			open = open[:0]
		}
		if i > 0 && m.goesOnWith(i) {
			*p = m.places[i-1]
			continue
		}
		*p = place{paragraph: i, item: -1}
		if u.Block < 0 || m.doc.Blocks[u.Block].Kind != extract.List {
			continue
		}
		from := 0
		if i > 0 {
			from = m.units[i-1].End
		}
		space := m.md[from:u.Start]
		p.indent = space[strings.LastIndexByte(space, '\n')+1:]
		for len(open) > 0 && len(m.places[open[len(open)-1]].indent) >= len(p.indent) {
			open = open[:len(open)-1]
		}
		if len(open) > 0 {
			p.item = open[len(open)-1]
		}
		if u.Kind == chunk.ItemUnit {
			open = append(open, i)
		}
	}
}

func (m *docIndex) goesOnWith(i int) bool {
	u, v := &m.units[i-1], &m.units[i]
	return u.Kind == chunk.SentenceUnit && v.Kind == chunk.SentenceUnit && u.group == v.group &&
		strings.Count(m.md[u.End:v.Start], "\n") < 2 && !strings.HasPrefix(m.text(v), ">")
}

// Runs of terms identify near-copies: a page may have a sentence twice with a word more or
// less. Units that differ in numbers are not copies.
const (
	runTerms  = 3  // terms in a row
	leastRuns = 5  // of a unit that is compared
	nearly    = .8 // of its runs that what is kept has
)

// runsOf calls f with each run of terms of a sentence or an item that is long enough to be compared, and
// whether it has a number, and returns how many there are.
func (m *docIndex) runsOf(i int, f func(run uint64, number bool)) int {
	u := &m.units[i]
	n := len(u.terms) - runTerms + 1
	if n < leastRuns || u.Kind != chunk.SentenceUnit && u.Kind != chunk.ItemUnit {
		return 0
	}
	for k := range n {
		run, number := uint64(0), false
		for _, t := range u.terms[k : k+runTerms] {
			number = number || m.number[t]
			run = (run ^ uint64(t)) * 0x9E3779B97F4A7C15
			run ^= run >> 29
		}
		f(run, number)
	}
	return n
}

func (s *selection) countRuns(i, by int) {
	s.m.runsOf(i, func(run uint64, _ bool) { s.runs[run] += by })
}

func (s *selection) nearlySaid(i int) bool {
	had, newNumber := 0, false
	n := s.m.runsOf(i, func(run uint64, number bool) {
		if s.runs[run] > 0 {
			had++
		} else {
			newNumber = newNumber || number
		}
	})
	return n > 0 && !newNumber && float64(had) >= nearly*float64(n)
}
