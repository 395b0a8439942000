package classifier

import (
	_ "embed"
	"fmt"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"
	"sync"

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
