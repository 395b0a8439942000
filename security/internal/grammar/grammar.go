package grammar

import (
	"bytes"
	"math/bits"
	"slices"

	l "github.com/webfetch-mcp/webfetch-go/security/internal/lexicon"
)

// Hit is a run of one to three sentences that reads like an instruction to a
// machine.
type Hit struct {
	// Start and End are byte offsets into the folded text.
	Start, End int
	Score      float64
	Category   string
	Reasons    []string
}

// Options tune a scan.
type Options struct {
	// Threshold is the score from which on a run is a hit. Zero means 4.
	Threshold float64
	// Page is what the text is a part of; nil means that the text is all there is.
	Page *Page
	// Add has the text added to the Page first.
	Add bool
	// Max bounds the hits. Zero means 100.
	Max int
}

// Page sums up what a page is about.
type Page struct {
	bytes, topics, docs, agents int
}

// limitScore is the score of a run that the model gives its limit, and
// TopicMargin what a run must have more on a page about attacks.
const (
	limitScore  = 4
	TopicMargin = 1.5
)

// maxWindow bounds the bytes that the sentences of one hit may span.
const maxWindow = 700

// scored is a sentence with its matches, what they sum to, and what the model
// makes of its words once it is asked.
type scored struct {
	*sentence
	matches []match
	rules   float64
	words   float64
	asked   bool
	sure    bool // one of the matches is enough
}

// minFirst is what a sentence needs at first sight to be shown to the model, which
// costs more than all rules.
const minFirst = 0.4

// telling reports whether a sentence gives reason to ask the model: by the rules
// that hold and by what the model makes of the classes of its words alone.
func (c *context) telling(s *scored) bool {
	if s.sure {
		return true
	}
	first := c.model.Rule * s.rules
	for m := uint64(s.mask); m != 0; m &= m - 1 {
		first += c.model.classes[bits.TrailingZeros64(m)]
	}
	return first >= minFirst
}

// carries reports whether a sentence may lift a run that it is added to.
func (c *context) carries(s *scored) bool {
	return c.model.Rule*(s.rules+manyTurns.weight)+s.words > -c.model.More
}

// Scan finds the hits of folded text, in order, without overlap. Scrambled words
// are repaired in the text itself.
func Scan(b []byte, o Options) []Hit {
	if o.Threshold == 0 {
		o.Threshold = 4
	}
	if o.Max == 0 {
		o.Max = 100
	}
	mem := pool.Get().(*scratch)
	defer mem.release()
	sents := mem.reader.read(b)
	page := o.Page
	if page == nil {
		page, o.Add = new(Page), true
	}
	if o.Add {
		page.add(len(b), sents)
	}
	list := mem.list[:0]
	mem.matches = mem.matches[:0]
	for i := range sents {
		s := &sents[i]
		list = append(list, mem.score(b, s))
	}
	mem.list = list
	c := context{b: b, page: page, model: loadModel(), threshold: o.Threshold, scratch: mem}
	return c.windows(list, o.Max)
}

// add takes in what the sentences of a text say about the topic of its page.
func (p *Page) add(n int, sents []sentence) {
	p.bytes += n
	for i := range sents {
		for _, it := range sents[i].items {
			if it.class&l.Topic != 0 {
				p.topics++
			}
			if it.class&l.Docs != 0 {
				p.docs++
			}
			if it.class&(l.Agent|l.System) != 0 {
				p.agents++
			}
		}
	}
}

// AboutAttacks reports whether the page is about attacks on models rather than
// one.
func (p *Page) AboutAttacks() bool {
	return p.topics >= 3 && p.topics*700 >= p.bytes && p.agents+p.topics >= 4
}

// documentation reports whether the page explains how to program models.
func (p *Page) documentation() bool {
	return p.docs >= 4 && p.docs*500 >= p.bytes
}

// score finds what holds in a sentence.
func (mem *scratch) score(b []byte, s *sentence) scored {
	out := scored{sentence: s}
	if s.mask == 0 {
		return out
	}
	out.matches = mem.matchesOf(b, s)
	for i := range out.matches {
		out.rules += out.matches[i].weight
		out.sure = out.sure || out.matches[i].sure()
	}
	return out
}

// words sums what the model makes of the words of a run of sentences.
func (c *context) words(run []scored) (sum float64) {
	for i := range run {
		s := &run[i]
		if !s.asked && s.mask != 0 {
			s.words = c.model.sum(c.scratch.features.of(c.b, s.sentence, s.matches))
		}
		s.asked = true
		sum += s.words
	}
	return sum
}

// matchesOf returns the rules that hold in a sentence, the heaviest of each
// group.
func (mem *scratch) matchesOf(b []byte, s *sentence) []match {
	n := len(mem.matches)
	out := mem.matches[n:]
	x := indexed()
	for w, set := range x.candidates(s.mask) {
		for ; set != 0; set &= set - 1 {
			if m, ok := x.rules[w*64+bits.TrailingZeros64(set)].find(s); ok {
				out = addMatch(out, m)
			}
		}
	}
	for _, m := range special(b, s) {
		out = addMatch(out, m)
	}
	mem.matches = append(mem.matches[:n], out...)
	return mem.matches[n:len(mem.matches):len(mem.matches)]
}

func addMatch(list []match, m match) []match {
	for i := range list {
		if list[i].rule.group == m.rule.group {
			if m.weight > list[i].weight {
				list[i] = m
			}
			return list
		}
	}
	return append(list, m)
}

// context weighs matches by what stands around them.
type context struct {
	b         []byte
	page      *Page
	model     *Model
	threshold float64
	scratch   *scratch
	fences    []int // ends of code fences, once they are asked for
}

// windows keeps the runs of up to three neighbouring sentences that reach the
// threshold, the shortest first. The sentences at both ends must be telling.
func (c *context) windows(list []scored, limit int) []Hit {
	var hits []Hit
	taken := -1 // sentences up to here are part of a hit
	for i := 0; i < len(list) && len(hits) < limit; i++ {
		if !c.telling(&list[i]) {
			continue
		}
		rules, sure := 0.0, false
		for n := 1; n <= 3 && (n == 1 || c.carries(&list[i])); n++ {
			from := i - n + 1
			if from <= taken || from < 0 || list[i].end-list[from].start > maxWindow && n > 1 {
				break
			}
			run := list[from : i+1]
			rules, sure = rules+run[0].rules, sure || run[0].sure
			if n > 1 && !c.telling(&run[0]) || !sure && c.points(rules+manyTurns.weight, c.words(run), n) < c.threshold { // what stands around a match never adds to it
				continue
			}
			if h, ok := c.weigh(run); ok {
				hits = append(hits, h)
				taken = i
				break
			}
		}
	}
	return c.merge(hits)
}

// points is the score of n sentences by what their rules and words sum to.
func (c *context) points(rules, words float64, n int) float64 {
	m := c.model
	return limitScore + m.Bias + m.More*float64(n-1) + m.Rule*rules + words - m.Limit
}

// merge joins hits that touch.
func (c *context) merge(hits []Hit) []Hit {
	out := hits[:0]
	for _, h := range hits {
		if n := len(out); n > 0 && len(bytes.TrimSpace(c.b[out[n-1].End:h.Start])) == 0 && h.End-out[n-1].Start <= 2*maxWindow {
			last := &out[n-1]
			last.End = h.End
			if h.Score > last.Score {
				last.Score, last.Category = h.Score, h.Category
			}
			for _, r := range h.Reasons {
				if !slices.Contains(last.Reasons, r) {
					last.Reasons = append(last.Reasons, r)
				}
			}
			continue
		}
		out = append(out, h)
	}
	return out
}

// weigh scores a run of sentences.
func (c *context) weigh(run []scored) (Hit, bool) {
	all := c.scratch.weighed[:0]
	for i := range run {
		for _, m := range run[i].matches {
			all = addMatch(all, m)
		}
	}
	if turns(run) > 1 {
		all = addMatch(all, match{&manyTurns, run[0].start, run[len(run)-1].end, manyTurns.weight})
	}
	c.scratch.weighed = all
	h := Hit{Start: run[0].start, End: run[len(run)-1].end}
	rules, best, sure := 0.0, 0.0, false
	for _, m := range all {
		w := m.weight * c.factor(m)
		rules += w
		sure = sure || w == m.weight && m.sure()
		if w > best {
			best, h.Category = w, m.rule.category
		}
		if w >= 0.9 {
			h.Reasons = append(h.Reasons, m.rule.reason)
		}
	}
	h.Score = c.points(rules, c.words(run), len(run))
	threshold := c.threshold
	if c.page.AboutAttacks() {
		threshold += TopicMargin
	} else if sure {
		h.Score = max(h.Score, limitScore)
	}
	if h.Score < threshold {
		return h, false
	}
	if h.Category == "" {
		h.Category = topic(run)
	}
	if len(h.Reasons) == 0 {
		h.Reasons = append(h.Reasons, "is worded like instructions to a machine")
	}
	for h.Start < h.End && c.b[h.Start] <= ' ' {
		h.Start++
	}
	for h.End > h.Start && c.b[h.End-1] <= ' ' {
		h.End--
	}
	return h, true
}

// turns counts the sentences of a run that start a turn of a role.
func turns(run []scored) (n int) {
	for i := range run {
		for _, m := range run[i].matches {
			if m.rule.group == turnLine.group {
				n++
			}
		}
	}
	return n
}
