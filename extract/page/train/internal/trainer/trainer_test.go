package trainer_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/classify"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/features"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/gbdt"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
	"github.com/webfetch-mcp/webfetch-go/extract/page/train/internal/trainer"
)

// truth is what is known of a page: its text, or what must and must not be in it.
type truth struct {
	Text    *string  `json:"text,omitempty"`
	With    []string `json:"with,omitempty"`
	Without []string `json:"without,omitempty"`
}

// trainingPage is a page of a corpus.
type trainingPage struct {
	html  string
	truth truth
}

// writeCorpus writes a corpus and returns its directory.
func writeCorpus(t *testing.T, pages []trainingPage) string {
	t.Helper()
	dir := t.TempDir()
	var index bytes.Buffer
	enc := json.NewEncoder(&index)
	for i, page := range pages {
		name := fmt.Sprintf("%d.html", i)
		source := "wcxb"
		if page.truth.Text == nil {
			source = "tra"
		}
		check(t, os.WriteFile(filepath.Join(dir, name), []byte(page.html), 0o644))
		check(t, enc.Encode(map[string]any{"id": fmt.Sprint(i), "source": source, "kind": "article",
			"url": fmt.Sprintf("https://site%d.example/tides", i), "html": name, "truth": page.truth}))
	}
	check(t, os.WriteFile(filepath.Join(dir, "index.jsonl"), index.Bytes(), 0o644))
	return dir
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// small are arguments for models that are fitted in no time.
var small = []string{"-quick"}

// run runs the command and returns what it prints.
func run(t *testing.T, args ...string) string {
	t.Helper()
	var out bytes.Buffer
	check(t, trainer.Run(append(slices.Clone(small), args...), &out))
	return out.String()
}

// fitted returns the model that is fitted to pages.
func fitted(t *testing.T, pages []trainingPage) *gbdt.Model {
	t.Helper()
	file := filepath.Join(t.TempDir(), "model.bin")
	run(t, "-corpus", writeCorpus(t, pages), "-o", file)
	b, err := os.ReadFile(file)
	check(t, err)
	m, err := gbdt.Decode(b)
	check(t, err)
	return m
}

// chosen returns the texts that a model chooses of a page.
func chosen(t *testing.T, m *gbdt.Model, page string) string {
	t.Helper()
	root, err := html.Parse(strings.NewReader(page))
	check(t, err)
	p, err := new(measure.Measurer).Measure(t.Context(), root, measure.Options{})
	check(t, err)
	var texts []string
	var c classify.Classifier
	for i, kept := range c.Classify(t.Context(), m, p, features.Hints{PathSegments: 1}, classify.Options{}) {
		if !kept {
			continue
		}
		text, index := "", int32(0)
		for n := range root.Descendants() {
			if index++; index >= p.Blocks[i].Start && index < p.Blocks[i].End && n.Type == html.TextNode {
				text += n.Data
			}
		}
		texts = append(texts, strings.TrimSpace(text))
	}
	return strings.Join(texts, " | ")
}

// sentence is another one for each number.
func sentence(n int) string {
	nouns := strings.Fields("tide bank pole gully flood ebb quay pier mole rope mast sail oar keel hull deck anchor chain buoy lamp")
	at := func(k int) string { return nouns[(n*7+k*k*3+n*n)%len(nouns)] }
	return fmt.Sprintf("Number %d of the harbour says that the %s of the %s lies by the %s, and that no %s was seen beside the %s since the %s came in.", n, at(1), at(2), at(3), at(4), at(5), at(6))
}

// article is a page with paragraphs among menus.
func article(n int) (page, text string) {
	text = sentence(3*n) + "\n" + sentence(3*n+1) + "\n" + sentence(3*n+2)
	menu := "<nav class=menu><ul><li><a href=/>Home</a><li><a href=/boats>Boats of all kinds</a><li><a href=/about>About the harbour</a></ul></nav>"
	return "<title>Tides</title>" + menu + "<article class=story><p>" + strings.ReplaceAll(text, "\n", "</p><p>") + "</p></article>" +
		fmt.Sprintf("<footer class=foot><p>Copyright of the harbour board, %d, all rights reserved there</p></footer>", n), text
}

func articles(count int) (pages []trainingPage) {
	for i := range count {
		page, text := article(i)
		pages = append(pages, trainingPage{page, truth{Text: &text}})
	}
	return pages
}

func TestModelsChooseTheContent(t *testing.T) {
	page, text := article(100)
	snippets := articles(40)
	for i := range snippets {
		paragraphs := strings.Split(*snippets[i].truth.Text, "\n")
		snippets[i].truth = truth{With: paragraphs, Without: []string{"Home", "Boats of all kinds", "About the harbour", "all rights reserved there"}}
	}
	for name, pages := range map[string][]trainingPage{"texts": articles(40), "snippets": snippets} {
		if got, want := chosen(t, fitted(t, pages), page), strings.ReplaceAll(text, "\n", " | "); got != want {
			t.Errorf("%s: chosen is %q, want %q", name, got, want)
		}
	}
}

func TestSameCorpusGivesTheSameModel(t *testing.T) {
	corpus := writeCorpus(t, articles(20))
	var models [2][]byte
	for i := range models {
		file := filepath.Join(t.TempDir(), "model.bin")
		run(t, "-corpus", corpus, "-o", file)
		var err error
		models[i], err = os.ReadFile(file)
		check(t, err)
	}
	if !bytes.Equal(models[0], models[1]) {
		t.Error("two models of one corpus differ")
	}
}

// A truth that ends among posts of one kind says nothing of the posts after its end.
func TestTruthsThatStopEarly(t *testing.T) {
	thread := func(n, posts int) (page, text string) {
		var b, first strings.Builder
		for k := range posts {
			b.WriteString("<div class=post><p>" + sentence(5*n+k) + "</p></div>")
			if k < 3 {
				first.WriteString(sentence(5*n+k) + "\n")
			}
		}
		return "<title>Moorings</title><nav class=menu><ul><li><a href=/>Home of the forum</a></ul></nav><main>" + b.String() + "</main><footer class=foot><p>Copyright of the harbour board and of its members</p></footer>", first.String()
	}
	var pages []trainingPage
	for i := range 40 {
		page, text := thread(i, 6)
		pages = append(pages, trainingPage{page, truth{Text: &text}})
	}
	page, _ := thread(100, 6)
	got := chosen(t, fitted(t, pages), page)
	for k := range 6 {
		if !strings.Contains(got, sentence(500+k)) {
			t.Errorf("post %d is left out: %q", k, got)
		}
	}
	if strings.Contains(got, "Copyright") {
		t.Errorf("the foot of the page is chosen: %q", got)
	}
}

// The scores of cross-validation can be told again from the models of its folds.
func TestCrossValidation(t *testing.T) {
	corpus, dir := writeCorpus(t, articles(30)), t.TempDir()
	printed := run(t, "-corpus", corpus, "-cv", "-seeds", "2", "-save", dir)
	for _, line := range []string{"labels ", "seed 0 ", "seed 1 ", "mean "} {
		if !strings.Contains(printed, line) {
			t.Errorf("no line %q in %q", line, printed)
		}
	}
	if again := run(t, "-corpus", corpus, "-cv", "-seeds", "2", "-saved", dir); again != printed {
		t.Errorf("with saved models %q, want %q", again, printed)
	}
}

func TestErrors(t *testing.T) {
	for _, args := range [][]string{{"-corpus", t.TempDir()}, {"-nonsense"}, {"-corpus", writeCorpus(t, articles(5)), "-cv", "-saved", t.TempDir()}} {
		if err := trainer.Run(args, new(bytes.Buffer)); err == nil {
			t.Errorf("no error of %q", args)
		}
	}
}

// The table of an ablation has a row for each pass, and one for those that are left out together.
func TestAblation(t *testing.T) {
	corpus, dir := writeCorpus(t, articles(30)), t.TempDir()
	file := filepath.Join(dir, "ablation.md")
	run(t, "-corpus", corpus, "-cv", "-save", dir)
	run(t, "-corpus", corpus, "-cv", "-saved", dir, "-ablate", file, "-without", "drop contents, drop captions")
	b, err := os.ReadFile(file)
	check(t, err)
	var rows []string
	for line := range strings.Lines(string(b)) {
		if name, _, found := strings.Cut(strings.TrimPrefix(line, "| "), " | "); found && strings.Contains(line, "±") {
			rows = append(rows, name)
		}
	}
	if want := append(classify.PassNames(), "together: drop contents, drop captions"); !slices.Equal(rows, want) {
		t.Errorf("rows are %q, want %q", rows, want)
	}
	if err := trainer.Run([]string{"-corpus", corpus, "-cv", "-without", "no pass"}, new(bytes.Buffer)); err == nil {
		t.Error("no error of a pass that isn't there")
	}
}
