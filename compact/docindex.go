package compact

import (
	"cmp"
	"context"

	"github.com/webfetch-mcp/webfetch-go/chunk"
	"github.com/webfetch-mcp/webfetch-go/extract"
)

// unit is a piece of the document that is kept or left out as a whole.
type unit struct {
	chunk.Unit
	tokens      int
	brief       string // what is written of a heading with links
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
	copies      int    // how many units have that sum
	pattern     uint64 // of its terms but numbers, for lines that are no whole sentence; else 0
	series      int    // how many units have that pattern
}

// docIndex holds the units of a document, their terms, and per unit what the modes
// rank by.
type docIndex struct {
	doc         *extract.Document
	md          string
	units       []unit
	starts      []int // by group: its first unit
	vocab       *vocabulary
	df          []int32 // by term: how many units have it
	number      []bool  // by term: whether it is a number
	counter     chunk.Counter
	total       int             // tokens of all units
	noticeFacts bool            // facts of notices are preserved
	preserving  bool            // facts are preserved
	partial     map[string]bool // see partialNames; nil until asked for
	mates       map[int]int     // see findSharedMarks; nil until asked for
	placed      []place         // see places; nil until asked for
	labels      map[string]int  // see sameLabels; nil until asked for
	german      int             // see isGerman: 0 until asked for, -1 for no
}

// ctxCheckEvery is how many units are worked on between looks at the context.
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
	m.frequencies()
	m.markBoilerplate()
	return m, nil
}

// load takes the units of the document.
func (m *docIndex) load() {
	all := chunk.Units(m.doc)
	m.units = make([]unit, 0, len(all))
	for i := 0; i < len(all); {
		if n := codeRun(m.md, all[i:]); n > 0 {
			m.addCode(all[i : i+n])
			i += n
			continue
		}
		u := unit{Unit: all[i], head: -1, table: -1}
		if n := m.labelRun(all[i:]); n > 0 {
			u.Kind, u.Level, u.End = chunk.HeadingUnit, labelLevel, all[i+n-1].End
			i += n - 1
		}
		m.units = append(m.units, u)
		i++
	}
}

// linkHeadings finds the headings and the tables' headers over units, and groups
// the units of a block.
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
			m.starts = append(m.starts, i)
		}
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
		case chunk.TableHeaderUnit:
			table = i
		case chunk.RowUnit:
			if u.table = table; table >= 0 {
				m.units[table].rows++
			}
		}
	}
}

// annotate computes the terms and measures of a unit.
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

// frequencies sets df: in how many units each term occurs.
func (m *docIndex) frequencies() {
	m.df = make([]int32, len(m.vocab.ids))
	last := make([]int32, len(m.vocab.ids))
	for i := range m.units {
		for _, t := range m.units[i].terms {
			if last[t] != int32(i+1) {
				last[t] = int32(i + 1)
				m.df[t]++
			}
		}
	}
}

// prose reports units other than headings and headers.
func (u *unit) prose() bool { return u.Kind != chunk.HeadingUnit && u.Kind != chunk.TableHeaderUnit }
