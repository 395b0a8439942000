package classifier

import (
	_ "embed"
	"fmt"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	l "github.com/webfetch-mcp/webfetch-go/security/injection/internal/phrases"
)

// ruleText is the table of rules; its head says what a line holds.
//
//go:embed rules.tsv
var ruleText string

type rule struct {
	id               string // group.number
	category, reason string
	weight           float64
	group            int              // of the rules of one group, the heaviest match counts
	steps            []patternElement // nil: the form is in the code
	loose            bool             // in any order
	english          bool             // other languages say it in too many ways to count
	decisive         bool             // a short match is a hit even if the model's score is low
	halved           bool             // half the weight on documentation and on pages about attacks
	key              uint64           // hash of the id, for the features of the model
}

type patternElement struct {
	any  l.ClassSet // one of these
	gap  int        // at most so many bytes after the item before
	imp  bool       // an imperative
	line bool       // first on its line, or after a delimiter of a chat format
	stop l.ClassSet // an item of these classes in between ends the search
}

// Bounds of patterns.
const (
	defaultGap   = 40  // between the elements of a pattern, in bytes
	maxUnordered = 260 // between the items of a loose match, in characters
	maxRules     = 192
	maxSteps     = 4
)

type ruleTable struct {
	list  []rule                   // those that are sequences of classes
	coded map[string]*rule         // those whose form is in the code, by id
	names [l.NumClasses]uint64     // hashes of the class names, for the features of the model
	opens [l.NumClasses][2]ruleSet // the rules that a class serves in the first step and in the second
	short ruleSet                  // rules of one step
}

type ruleSet [maxRules / 64]uint64

func (s *ruleSet) add(i int) { s[i/64] |= 1 << (i % 64) }

// rules returns the table, read once. It panics if the table is not in its format, which a
// test checks.
var rules = sync.OnceValue(func() *ruleTable {
	t, err := parseRules(ruleText)
	if err != nil {
		panic("classifier: rules.tsv: " + err.Error())
	}
	return t
})

func parseRules(text string) (*ruleTable, error) {
	t := &ruleTable{coded: map[string]*rule{}}
	for n := range t.names {
		t.names[n] = key(l.Class(n).String())
	}
	ids, groups := map[string]bool{}, map[string]int{}
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		r, err := parseRule(strings.Split(line, "\t"), groups)
		if err == nil && ids[r.id] {
			err = fmt.Errorf("the id is there twice")
		}
		if err != nil {
			return nil, fmt.Errorf("%q: %w", line, err)
		}
		ids[r.id] = true
		if r.steps == nil {
			t.coded[r.id] = r
			continue
		}
		n := len(t.list)
		t.list = append(t.list, *r)
		if len(r.steps) == 1 {
			t.short.add(n)
		}
		for k, step := range r.steps[:min(2, len(r.steps))] {
			for class := range step.any.All() {
				t.opens[class][k].add(n)
			}
		}
	}
	return t, nil
}

const categories = "override role_change fake_delimiter prompt_extraction exfiltration jailbreak agent_directed tool_use " +
	"memory stealth output_hijack user_deception resource_abuse promotion false_authority impersonation"

func parseRule(f []string, groups map[string]int) (*rule, error) {
	if len(f) != 6 {
		return nil, fmt.Errorf("%d fields, want 6", len(f))
	}
	id, category, weight, names, pattern, reason := f[0], f[1], f[2], f[3], f[4], f[5]
	group, number, ok := strings.Cut(id, ".")
	if _, err := strconv.ParseUint(number, 10, 8); !ok || group == "" || err != nil {
		return nil, fmt.Errorf("id is not group.number")
	}
	if _, known := groups[group]; !known {
		groups[group] = len(groups)
	}
	r := &rule{id: id, key: key(id), category: category, reason: reason, group: groups[group]}
	if !slices.Contains(strings.Fields(categories), category) || reason == "" {
		return nil, fmt.Errorf("category or reason is missing")
	}
	var err error
	if r.weight, err = strconv.ParseFloat(weight, 64); err != nil || r.weight <= 0 {
		return nil, fmt.Errorf("weight is not a number above 0")
	}
	flags := map[string]*bool{"-": new(bool), "unordered": &r.loose, "english": &r.english, "decisive": &r.decisive, "halved": &r.halved}
	for name := range strings.SplitSeq(names, ",") {
		if flags[name] == nil {
			return nil, fmt.Errorf("unknown flag %q", name)
		}
		*flags[name] = true
	}
	if pattern == "code" {
		return r, nil
	}
	for text := range strings.FieldsSeq(pattern) {
		e, err := parseElement(text)
		if err != nil {
			return nil, fmt.Errorf("%q: %w", text, err)
		}
		r.steps = append(r.steps, e)
	}
	if n := len(r.steps); n == 0 || n > maxSteps {
		return nil, fmt.Errorf("%d elements, want 1 to %d", n, maxSteps)
	}
	return r, nil
}

// parseElement reads classes!^<gap/stop.
func parseElement(text string) (e patternElement, err error) {
	text, stop, stops := strings.Cut(text, "/")
	text, gap, gaps := strings.Cut(text, "<")
	text, e.line = strings.CutSuffix(text, "^")
	text, e.imp = strings.CutSuffix(text, "!")
	e.gap = defaultGap
	if gaps {
		if e.gap, err = strconv.Atoi(gap); err != nil || e.gap <= 0 {
			return e, fmt.Errorf("gap is not a number above 0")
		}
	}
	if e.any, err = parseClasses(text); err == nil && stops {
		e.stop, err = parseClasses(stop)
	}
	return e, err
}

func parseClasses(text string) (classes l.ClassSet, err error) {
	for name := range strings.SplitSeq(text, "|") {
		class, ok := l.ParseClass(name)
		if !ok {
			return classes, fmt.Errorf("unknown class %q", name)
		}
		classes = classes.With(class)
	}
	return classes, nil
}

func key(name string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(name))
	return h.Sum64()
}

// candidates returns the rules whose first steps the classes satisfy, up to two.
func (t *ruleTable) candidates(mask l.ClassSet) ruleSet {
	first, second := ruleSet{}, t.short
	for class := range mask.All() {
		for i := range first {
			first[i] |= t.opens[class][0][i]
			second[i] |= t.opens[class][1][i]
		}
	}
	for i := range first {
		first[i] &= second[i]
	}
	return first
}

// likeliest returns the category of a run in which no rule holds: that of the heaviest rule whose classes are all there, in
// any order.
func (t *ruleTable) likeliest(run []scoredSentence) string {
	var mask l.ClassSet
	for i := range run {
		mask = mask.Union(run[i].mask)
	}
	category, most := "output_hijack", 0.0
	for i := range t.list {
		r := &t.list[i]
		if r.weight > most && !slices.ContainsFunc(r.steps, func(e patternElement) bool { return !e.any.Intersects(mask) }) {
			category, most = r.category, r.weight
		}
	}
	return category
}

type match struct {
	rule       *rule
	start, end int
	weight     float64
	decisive   bool // it makes a hit even if the model's score is low
}

// Bounds of a decisive match, such as "ignore all previous instructions", which must be of a rule with the flag
// decisive: its greatest length and its least weight. Fewer than one harmless page in a thousand has such a match.
const (
	decisiveReach  = 48 // characters
	decisiveWeight = 4
)

// instructions are word classes. In languages other than English a match is decisive only if it has a word of one of them:
// "ignore the system" mostly means the operating system there.
var instructions = l.ClassSetOf(l.Order, l.Rule, l.Prior, l.Safety)

// find returns where a rule matches a sentence. English items, and those that all
// languages share, must come in the order of the pattern, unless the rule is loose.
// Items of other languages may come in any order, if one language has them all.
func (r *rule) find(b []byte, s *sentence) (m match, ok bool) {
	m = match{rule: r, weight: r.weight}
	if r.loose {
		m.start, m.end, ok = r.unordered(b, s, l.English)
	} else {
		m.start, m.end, ok = r.ordered(s)
	}
	names := true
	if !ok && s.foreign && !r.english {
		m.weight *= r.foreignFactor()
		m.start, m.end, ok = r.unordered(b, s, ^l.English)
		names = s.mask.Intersects(instructions)
	}
	m.decisive = ok && names && r.decisive && m.weight >= decisiveWeight && utf8.RuneCount(b[m.start:m.end]) <= decisiveReach
	return m, ok
}

// Elements of patterns that are said alike in other languages.
var (
	systemAlone = l.ClassSetOf(l.System)
	ifAlone     = l.ClassSetOf(l.If)
)

// foreignFactor returns what to multiply the weight of a foreign match by: a pattern
// of few elements proves less if their order is not checked.
func (r *rule) foreignFactor() float64 {
	switch len(r.steps) {
	case 1:
		return 0.6
	case 2:
		if r.steps[1].any == systemAlone || r.steps[0].any == ifAlone {
			return 1
		}
		return 0.85
	}
	return 1
}

func (r *rule) ordered(s *sentence) (start, end int, ok bool) {
	for i := range s.items {
		if !r.steps[0].holds(s, i) {
			continue
		}
		at := i
		for _, st := range r.steps[1:] {
			if at = st.nextMatch(s, at); at < 0 {
				break
			}
		}
		if at >= 0 {
			return int(s.items[i].start), int(s.items[at].end), true
		}
	}
	return 0, 0, false
}

func (st *patternElement) holds(s *sentence, i int) bool {
	it := &s.items[i]
	if !it.word.English.Intersects(st.any) {
		return false
	}
	if st.line && !it.line {
		return false
	}
	return !st.imp || s.isOrder(i)
}

var addressing = l.ClassSetOf(l.You, l.Your, l.Agent, l.NewTask, l.Consent)

// isOrder reports whether item i is an imperative, or follows "must" or "to" behind a word that addresses somebody, as
// "you" does.
func (s *sentence) isOrder(i int) bool {
	it := &s.items[i]
	return it.imperative || it.modal && slices.ContainsFunc(s.items[:i], func(t taggedPhrase) bool { return t.class.Intersects(addressing) })
}

func (st *patternElement) nextMatch(s *sentence, i int) int {
	limit := s.items[i].end + int32(st.gap)
	for k := i; k < len(s.items) && s.items[k].start <= limit; k++ {
		if (k > i || s.items[k].class.Intersects(st.any) && distinct(s.items[i].class, st.any)) && st.holds(s, k) && s.items[k].start >= s.items[i].start {
			if k == i && s.items[k].end-s.items[k].start < 8 {
				continue
			}
			return k
		}
		if k > i && s.items[k].class.Intersects(st.stop) {
			break
		}
	}
	return -1
}

// distinct reports whether one phrase may satisfy two steps at once: "your
// instructions" says whose they are and what they are.
func distinct(class, any l.ClassSet) bool {
	return class.Has(l.System) && any.Has(l.System)
}

func (it *taggedPhrase) in(set l.LangSet) l.ClassSet {
	if set == l.English {
		return it.word.English
	}
	return it.word.Foreign
}

func (r *rule) unordered(b []byte, s *sentence, set l.LangSet) (start, end int, ok bool) {
	for i := range s.items {
		it := &s.items[i]
		langs := it.word.Langs & set
		if langs == 0 || !it.in(set).Intersects(r.steps[0].any) || set == l.English && r.steps[0].imp && !s.isOrder(i) {
			continue
		}
		start, end = int(it.start), int(it.end)
		used := [4]int{i, -1, -1, -1}
		found := true
		for n := 1; n < len(r.steps) && found; n++ {
			k := r.steps[n].anyMatch(s, used[:n], langs, set)
			if found = k >= 0; found {
				used[n] = k
				langs &= s.items[k].word.Langs
				start, end = min(start, int(s.items[k].start)), max(end, int(s.items[k].end))
			}
		}
		if found && utf8.RuneCount(b[start:end]) <= maxUnordered {
			return start, end, true
		}
	}
	return 0, 0, false
}

// anyMatch returns an unused item that satisfies the step, or -1. A phrase such as
// "your instructions" may be used for two steps (see distinct).
func (st *patternElement) anyMatch(s *sentence, used []int, langs, set l.LangSet) int {
	for k := range s.items {
		it := &s.items[k]
		if !it.in(set).Intersects(st.any) || it.word.Langs&langs == 0 {
			continue
		}
		if set == l.English && st.imp && !s.isOrder(k) || slices.Contains(used, k) && !distinct(it.in(set), st.any) {
			continue
		}
		return k
	}
	return -1
}

// vocabulary keeps what was looked up of Latin words, because most words of a text are repetitions. A new word
// replaces the one in its place.
type vocabulary [1 << vocabularyBits]knownWord

const vocabularyBits = 14

type knownWord struct {
	letters uint64 // see pack
	head    l.Head
	weight  int32 // of the features of the word alone
}

// at returns the place of a word, whose letters pack has returned.
func (v *vocabulary) at(letters uint64) *knownWord {
	return &v[letters*hashSpread>>(64-vocabularyBits)]
}

// look looks the Latin word r.b[i:end] up. It repairs a scrambled one in the text. The result holds until the next call.
func (r *sentenceTagger) look(i, end int, letters uint64) *knownWord {
	weight, _ := r.model.wordAt(r.b[:end], i) // first, so that the processor waits for the memory of both at once
	head, repaired := r.words.Head(r.b[i:end])
	known := r.known.at(letters)
	if repaired || letters == 0 {
		known = &r.passing
	}
	if repaired {
		weight, _ = r.model.wordAt(r.b[:end], i)
	}
	*known = knownWord{letters, head, int32(weight)}
	return known
}

// maxPacked is how many letters pack tells apart.
const maxPacked = 12

// pack returns where the letters from b[i] on end, and a number that stands for them, 0 if there are more than
// maxPacked of them.
func pack(b []byte, i int) (end int, letters uint64) {
	for end = i; end < len(b) && b[end]-'a' < 26; end++ {
		letters = letters<<5 | uint64(b[end]&0x1f)
	}
	if end-i > maxPacked {
		letters = 0
	}
	return end, letters
}
