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

// ruleTable is the table of rules, read.
type ruleTable struct {
	list  []rule               // those that are sequences of classes
	coded map[string]*rule     // those whose form is in the code, by id
	group map[string]int       // numbers of the groups
	names [l.NumClasses]uint64 // hashes of the class names, for the features of the model
}

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
	t := &ruleTable{coded: map[string]*rule{}, group: map[string]int{}}
	for n := range t.names {
		t.names[n] = key(l.Class(n).String())
	}
	ids := map[string]bool{}
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		r, err := t.parseRule(strings.Split(line, "\t"))
		if err != nil {
			return nil, fmt.Errorf("%q: %w", line, err)
		}
		if ids[r.id] {
			return nil, fmt.Errorf("%q: the id is there twice", line)
		}
		ids[r.id] = true
		if r.steps == nil {
			t.coded[r.id] = r
		} else {
			t.list = append(t.list, *r)
		}
	}
	return t, nil
}

// The fields of a line.
const (
	fieldID = iota
	fieldCategory
	fieldWeight
	fieldFlags
	fieldPattern
	fieldReason
	fields
)

// codedPattern is the pattern field of a rule whose form is in the code.
const codedPattern = "code"

func (t *ruleTable) parseRule(f []string) (*rule, error) {
	if len(f) != fields {
		return nil, fmt.Errorf("%d fields, want %d", len(f), fields)
	}
	group, number, ok := strings.Cut(f[fieldID], ".")
	if _, err := strconv.ParseUint(number, 10, 8); !ok || group == "" || err != nil {
		return nil, fmt.Errorf("id is not group.number")
	}
	if _, known := t.group[group]; !known {
		t.group[group] = len(t.group)
	}
	r := &rule{id: f[fieldID], key: key(f[fieldID]), category: f[fieldCategory], reason: f[fieldReason], group: t.group[group]}
	if !slices.Contains(categories(), r.category) || r.reason == "" {
		return nil, fmt.Errorf("category or reason is missing")
	}
	var err error
	if r.weight, err = strconv.ParseFloat(f[fieldWeight], 64); err != nil || r.weight <= 0 {
		return nil, fmt.Errorf("weight is not a number above 0")
	}
	if err := r.parseFlags(f[fieldFlags]); err != nil {
		return nil, err
	}
	if f[fieldPattern] == codedPattern {
		return r, nil
	}
	return r, r.parsePattern(f[fieldPattern])
}

func (r *rule) parseFlags(text string) error {
	if text == "-" {
		return nil
	}
	for flag := range strings.SplitSeq(text, ",") {
		switch flag {
		case "unordered":
			r.loose = true
		case "english":
			r.english = true
		case "decisive":
			r.decisive = true
		case "halved":
			r.halved = true
		default:
			return fmt.Errorf("unknown flag %q", flag)
		}
	}
	return nil
}

func (r *rule) parsePattern(text string) error {
	for element := range strings.FieldsSeq(text) {
		e, err := parseElement(element)
		if err != nil {
			return fmt.Errorf("%q: %w", element, err)
		}
		r.steps = append(r.steps, e)
	}
	if n := len(r.steps); n == 0 || n > maxSteps {
		return fmt.Errorf("%d elements, want 1 to %d", n, maxSteps)
	}
	return nil
}

// parseElement reads classes!^<gap/stop.
func parseElement(text string) (e patternElement, err error) {
	text, stop, stops := strings.Cut(text, "/")
	text, gap, gaps := strings.Cut(text, "<")
	text, e.line = strings.CutSuffix(text, "^")
	text, e.imp = strings.CutSuffix(text, "!")
	if e.any, err = parseClasses(text); err != nil {
		return e, err
	}
	if gaps {
		if e.gap, err = strconv.Atoi(gap); err != nil || e.gap <= 0 {
			return e, fmt.Errorf("gap is not a number above 0")
		}
	}
	if stops {
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

// key is the number that a name has in features of the model.
func key(name string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(name))
	return h.Sum64()
}

// codedRule returns the rule in code with an id. It panics if the table has none.
func (t *ruleTable) codedRule(id string) *rule {
	r := t.coded[id]
	if r == nil {
		panic("classifier: rules.tsv: no rule in code " + id)
	}
	return r
}
