package classifier

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/gzip"
	_ "embed"
	"encoding/binary"
	"encoding/json"
	"hash/fnv"
	"math"
	"math/bits"
	"slices"
	"strings"
	"sync"

	l "github.com/webfetch-mcp/webfetch-go/security/injection/internal/phrases"
	"github.com/webfetch-mcp/webfetch-go/security/injection/internal/weights"
)

// Hit is a run of one to three sentences that reads like an instruction to a
// machine.
type Hit struct {
	// Start and End are byte offsets into the folded text.
	Start, End int
	// Score sums the rules and the model. Weighed is the score after the discounts
	// for quotation, code, the topic of the page and sentences that address no one.
	Score, Weighed float64
	Category       string
	Reasons        []string
}

// Options tune a scan.
type Options struct {
	// Threshold is the score from which on a run is a hit. Zero means 4.
	Threshold float64
	// Page has the counts of the page that the text belongs to; nil means that the
	// text is the whole page.
	Page *Page
	// Add has the text added to the Page first.
	Add bool
	// Max bounds the hits. Zero means 100.
	Max int
	// Thorough runs the model on every sentence that has known words, not only on
	// those that pass a cheap test first (see needsModel).
	Thorough bool
	// Joined says that the text is words that signs join. What sets instructions aside there and orders nothing else is
	// taken for a title, as "ignore-previous-instructions-explained".
	Joined bool
}

// Page sums up what a page is about.
type Page struct {
	// Signs are those of a disguise in the text that was scanned last. Turned has the offsets in the folded text, in
	// order, where it speaks of turning words round.
	Signs  l.Signs
	Turned []int

	bytes, topics, docs, agents int
	code                        int // code spans, options and paths
}

type scoredSentence struct {
	sentence
	matches    []match
	rules      float64
	words      float64
	asked      bool
	needsModel bool // see documentScan.needsModel
	decisive   bool // one of the matches is decisive
	directed   bool // see isDirected; false for sentences that don't need the model
}

// minMixed is how many words of a text with digits for letters have digits beside their letters.
const minMixed = 3

// Scan finds the hits of folded text, in order, without overlap, and notes signs of a disguise.
// Scrambled words are repaired in the text itself.
func Scan(b []byte, o Options) []Hit {
	o.Threshold, o.Max = cmp.Or(o.Threshold, limitScore), cmp.Or(o.Max, 100)
	mem := pool.Get().(*scanBuffers)
	defer mem.release()
	if o.Page == nil {
		o.Page, o.Add = new(Page), true
	}
	mem.reset(b)
	c := documentScan{Options: o, b: b, model: Stored(), scratch: mem}
	hits := c.windows(c.sentences())
	o.Page.Signs, o.Page.Turned = mem.reader.signs, mem.reader.turned
	if mem.reader.within > 0 && mem.reader.mixed >= minMixed {
		o.Page.Signs |= l.Mixed
	}
	return hits
}

// sentences scores the sentences of the text, one after the other. It runs the
// model on those that need it, until 2*Max of them have reached the threshold;
// words runs it on others later. With Add, it adds all sentences to the page.
func (c *documentScan) sentences() []scoredSentence {
	mem, left := c.scratch, 2*c.Max
	if c.Add {
		c.Page.bytes += len(c.b)
		c.Page.code += bytes.Count(c.b, []byte("`"))/2 + bytes.Count(c.b, []byte(" --")) + bytes.Count(c.b, []byte("/etc/"))
	}
	list := mem.list
	for s, ok := mem.reader.next(); ok; s, ok = mem.reader.next() {
		if c.Add {
			c.Page.add(s)
		}
		list = append(list, scoredSentence{sentence: *s})
		x := &list[len(list)-1]
		mem.score(c.b, x)
		if x.needsModel = c.needsModel(x); x.needsModel {
			x.directed = isDirected(c.b, &x.sentence) && (!c.Joined || x.foreign || x.mask.Intersects(ordering))
		}
		if x.needsModel && left > 0 {
			c.ask(x, false)
		}
		if x.asked {
			x.items = nil
			if c.points(x.rules, x.words, 1) >= c.Threshold {
				left--
			}
		} else {
			mem.reader.from = len(mem.reader.all)
		}
	}
	mem.list = list
	return list
}

// Classes that Page counts, to decide what a page is about.
var (
	topicClasses = l.ClassSetOf(l.Topic, l.Docs, l.Agent, l.System)
	modelClasses = l.ClassSetOf(l.Agent, l.System)
)

func (p *Page) add(s *sentence) {
	if !s.mask.Intersects(topicClasses) {
		return
	}
	for i := range s.items {
		class := s.items[i].class
		if class.Has(l.Topic) {
			p.topics++
		}
		if class.Has(l.Docs) {
			p.docs++
		}
		if class.Intersects(modelClasses) {
			p.agents++
		}
	}
}

// AboutAttacks reports whether the page is about attacks on models rather than
// one.
func (p *Page) AboutAttacks() bool {
	return p.topics >= 3 && p.topics*700 >= p.bytes && p.agents+p.topics >= 4
}

// score finds the rules that hold in a sentence, the heaviest of each group, and sums them.
func (mem *scanBuffers) score(b []byte, s *scoredSentence) {
	if s.mask.IsEmpty() {
		return
	}
	n := len(mem.matches)
	out := mem.matches[n:]
	t := rules()
	for w, set := range t.candidates(s.mask) {
		for ; set != 0; set &= set - 1 {
			r := &t.list[w*64+bits.TrailingZeros64(set)]
			if len(r.steps) > 2 && slices.ContainsFunc(r.steps[2:], func(e patternElement) bool { return !e.any.Intersects(s.mask) }) {
				continue
			}
			if m, ok := r.find(b, &s.sentence); ok {
				out = addMatch(out, m)
			}
		}
	}
	if s.mask.Intersects(codedRuleClasses) {
		for _, m := range codedRules(b, &s.sentence) {
			out = addMatch(out, m)
		}
	}
	mem.matches = append(mem.matches[:n], out...)
	s.matches = mem.matches[n:len(mem.matches):len(mem.matches)]
	for i := range s.matches {
		s.rules += s.matches[i].weight
		s.decisive = s.decisive || s.matches[i].decisive
	}
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

// modelFile is the model in the form of Encode, written by security/injection/train.
//
//go:embed model.gz
var modelFile string

// Model is a logistic regression over features of sentences (hashed as in
// Weinberger et al. 2009) and over what the rules sum to. It weighs a run of
// sentences; from ThresholdLogit on, the run reads like an attack. Its file, which gzip compresses, is a line of JSON
// and the weights.
type Model struct {
	// Fingerprint is that of the rules and phrases that it was fitted with.
	Fingerprint uint64 `json:"fingerprint"`
	// Bias is the logit of a run of nothing, PerSentence what each sentence after the
	// first adds, RuleScale what a point of the rules adds.
	Bias        float64 `json:"bias"`
	PerSentence float64 `json:"per_sentence"`
	RuleScale   float64 `json:"rule_scale"`
	// ThresholdLogit is the logit that few ordinary pages reach.
	ThresholdLogit float64 `json:"threshold_logit"`
	// QuantStep is the unit of the weights.
	QuantStep float64 `json:"quant_step"`
	// Weights are those of the features, as weights.Pack makes them.
	Weights weights.Table `json:"-"`

	classes [l.NumClasses]float64 // the weights of the classes of words
}

// Fingerprint sums up the rules and the phrases: a model is for those that it was fitted with.
func Fingerprint() uint64 {
	h := fnv.New64a()
	h.Write([]byte(ruleText))
	h.Write([]byte(l.Text()))
	return h.Sum64()
}

// Stored returns the model that the scan uses, read once. Its file is part of the program, so that it can't be damaged.
var Stored = sync.OnceValue(func() *Model {
	m := &Model{Weights: make(weights.Table, weights.Buckets)}
	unzipped, err := gzip.NewReader(strings.NewReader(modelFile))
	file := bufio.NewReader(unzipped)
	header, short := file.ReadBytes('\n')
	if err := cmp.Or(err, short, json.Unmarshal(header, m), binary.Read(file, binary.LittleEndian, []uint64(m.Weights))); err != nil {
		panic(err)
	}
	for n := range m.classes {
		m.classes[n] = float64(m.Weights.Of(hashFeature(classFeature, rules().names[n]*hashSpread, 0))) * m.QuantStep
	}
	return m
})

// Encode returns the model as it is stored.
func (m *Model) Encode() []byte {
	header, _ := json.Marshal(m) // of numbers, and written to memory: neither fails
	var file bytes.Buffer
	w, _ := gzip.NewWriterLevel(&file, gzip.HuffmanOnly) // hashed weights repeat nothing: 5 % smaller than with LZ77
	_, _ = w.Write(append(header, '\n'))
	_ = binary.Write(w, binary.LittleEndian, []uint64(m.Weights))
	_ = w.Close()
	return file.Bytes()
}

// fullFeatures is the number of features up to which each counts in full.
const fullFeatures = 120

// Damping keeps long sentences from summing up a lot of little.
func Damping(features int) float64 {
	return min(1, math.Sqrt(fullFeatures/float64(features+1)))
}

type scanBuffers struct {
	reader   sentenceTagger
	list     []scoredSentence
	matches  []match
	weighed  []match
	features features
}

const maxScratch = 1 << 15

var pool = sync.Pool{New: func() any { return new(scanBuffers) }}

func (s *scanBuffers) reset(b []byte) {
	s.reader.reset(b)
	s.list, s.matches = s.list[:0], s.matches[:0]
}

func (s *scanBuffers) release() {
	if cap(s.reader.all) > maxScratch || cap(s.list) > maxScratch || cap(s.matches) > maxScratch {
		return
	}
	s.reader.b = nil
	pool.Put(s)
}
