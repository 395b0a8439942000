package main

import (
	"cmp"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/security/injection/internal/classifier"
	"github.com/webfetch-mcp/webfetch-go/security/injection/internal/normalize"
)

type text struct {
	hidden  bool
	samples []classifier.Sample
	folded  []byte
}

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

// Sets with a meaning of their own: pages set the limit, nothing is learned from the unread half of the passages,
// and texts in other forms are no texts of other authors.
const (
	pageSet    = "pages"
	unread     = "_unread"
	otherForms = "in other forms"
)

// examples reads all sources: the passages of the rates, templates, manuals and pages.
func examples(scan, manuals, pages string) (all []*example, err error) {
	add := func(list []*example, failed error) {
		all = append(all, list...)
		err = cmp.Or(err, failed)
	}
	for _, half := range []string{"", "_read", unread} {
		add(passages(filepath.Join(scan, "attacks"+half+".txt"), "passages"+half, true))
		add(passages(filepath.Join(scan, "benign"+half+".txt"), "passages"+half, false))
	}
	add(templates("attacks", true))
	add(templates("benign", false))
	if manuals != "" {
		add(documents(manuals, "manuals"))
	}
	add(documents(pages, pageSet))
	return all, err
}

func (ex *example) secret() bool { return strings.HasSuffix(ex.set, unread) }

func foldOf(s string) int { return int(hash(s) % folds) }

func hash(s string) uint32 {
	h := fnv.New32a()
	h.Write([]byte(s))
	return h.Sum32()
}

func newExample(set, kind, s, location string, attack bool) *example {
	return &example{set: set, kind: kind, attack: attack, fold: foldOf(s), texts: []text{newText(s, location, new(classifier.Page))}}
}

func newText(s, location string, page *classifier.Page) text {
	shown := location == "" || location == "body"
	b := normalize.New(s).Bytes
	return text{hidden: !shown && location != "json", samples: classifier.Samples(b, page, shown), folded: b}
}

const encoded = "disguise"

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
		if ex.secret() {
			continue
		}
		rng := rand.New(rand.NewPCG(5, uint64(hash(text))))
		for _, n := range rng.Perm(len(forms))[:copies/2] {
			other := newExample(otherForms, kind, forms[n](text), location, attack)
			other.fold = ex.fold
			list = append(list, other)
		}
	}
	return list, nil
}

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
