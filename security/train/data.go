package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/security/internal/fold"
	"github.com/webfetch-mcp/webfetch-go/security/internal/grammar"
)

// text is a piece of a document as the model sees it.
type text struct {
	hidden  bool
	raw     string
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

func newText(s, location string, page *grammar.Page) text {
	b := fold.New(s).B
	t := text{hidden: location != "" && location != "body" && location != "json", raw: s}
	t.samples = grammar.Samples(b, page, location == "" || location == "body")
	t.folded = b
	return t
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
		ex := &example{set: set, kind: kind, attack: attack, fold: foldOf(s)}
		t := newText(strings.ReplaceAll(s, `\n`, "\n"), location, new(grammar.Page))
		ex.texts = []text{t}
		list = append(list, ex)
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
			t.raw = ""
			if len(t.samples) == 0 {
				continue
			}
			ex.texts = append(ex.texts, t)
		}
		ex.about = page.AboutAttacks()
		list = append(list, ex)
	}
}

// record is a line of a corpus of attacks.
type record struct {
	ID, Group, Cat, Payload string
	Label                   int
}

func records(name string) ([]record, error) {
	raw, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	var list []record
	for line := range bytes.Lines(raw) {
		var r record
		if err := json.Unmarshal(line, &r); err != nil {
			return nil, err
		}
		list = append(list, r)
	}
	return list, nil
}

// templates reads a list of templates and expands each a few times. The fold of
// its texts is that of the template.
func templates(name string, attack bool, copies int) ([]*example, error) {
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
			full := strings.ReplaceAll(expand(rng, s), `\n`, "\n")
			if seen[full] {
				continue
			}
			seen[full] = true
			ex := &example{set: "template", kind: kind, attack: attack, fold: foldOf(s)}
			t := newText(full, "", new(grammar.Page))
			ex.texts = []text{t}
			list = append(list, ex)
		}
	}
	return list, nil
}
