package classify_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/classify"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/features"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/gbdt"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/htmlmd"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure/measuretest"
)

// all is the name of all blocks of a page.
const all = "*"

// state is a page between the passes. Blocks are named by their text, see blockNames; several
// names are parted by " | ".
type state struct {
	html    string
	hints   features.Hints
	lexicon *features.Lexicon // nil is that of the embedded model
	opts    classify.Options
	prose   float32            // how much the page is one of prose
	score   float32            // of all blocks but those of first and scores; the threshold is 0.5
	first   float32            // of the first block, 0 is score
	scores  map[string]float32 // by name
	kept    string             // the blocks that are kept so far
}

// outcome is what passes did.
type outcome struct {
	kept           string // the blocks that are kept now
	added, dropped string // those that weren't before, and those that were
	scores         map[string]float32
	prose          float32
	unsure         bool
	markdown       string // of what is kept
}

// run runs the passes of these names on a page.
func run(t testing.TB, page state, passes ...string) outcome {
	t.Helper()
	root, p := measuretest.Page(t, page.html)
	names := blockNames(root, p)
	c := classify.NewChoice(p, unaddressed(page.hints), orEmbedded(page.lexicon), page.opts)
	c.SetProse(page.prose)
	before := keptByName(t, names, page.kept)
	copy(c.Kept(), before)
	for i := range c.Scores() {
		c.Scores()[i] = page.score
	}
	if page.first != 0 {
		c.Scores()[0] = page.first
	}
	for name, score := range page.scores {
		c.Scores()[indexOf(t, names, name)] = score
	}
	c.Run(t, passes...)

	var kept, added, dropped []string
	result := outcome{prose: c.Prose(), unsure: c.Unsure(), scores: map[string]float32{}}
	for i, name := range names {
		result.scores[name] = c.Scores()[i]
		if c.Kept()[i] {
			kept = append(kept, name)
		}
		switch {
		case c.Kept()[i] && !before[i]:
			added = append(added, name)
		case before[i] && !c.Kept()[i]:
			dropped = append(dropped, name)
		}
	}
	result.kept, result.added, result.dropped = joined(kept), joined(added), joined(dropped)
	result.markdown = htmlmd.Write(htmlmd.Input{Root: root, Marks: c.Marks(root)}).Markdown
	return result
}

// assertAdds asserts that the passes have kept these blocks too, and have left out none.
func (o outcome) assertAdds(t testing.TB, added string) {
	t.Helper()
	assert.Equal(t, added, o.added)
	assert.Empty(t, o.dropped, "left out")
}

// assertDrops asserts that the passes have left out these blocks, and have added none.
func (o outcome) assertDrops(t testing.TB, dropped string) {
	t.Helper()
	assert.Equal(t, dropped, o.dropped)
	assert.Empty(t, o.added, "added")
}

// keeps reports whether a block is kept now.
func (o outcome) keeps(name string) bool { return slices.Contains(strings.Split(o.kept, " | "), name) }

func joined(names []string) string { return strings.Join(names, " | ") }

// keptByName returns by block whether it is one of those named.
func keptByName(t testing.TB, names []string, kept string) []bool {
	t.Helper()
	by := make([]bool, len(names))
	switch kept {
	case "":
	case all:
		for i := range by {
			by[i] = true
		}
	default:
		for name := range strings.SplitSeq(kept, " | ") {
			by[indexOf(t, names, name)] = true
		}
	}
	return by
}

func indexOf(t testing.TB, names []string, name string) int {
	t.Helper()
	for i := range names {
		if names[i] == name {
			return i
		}
	}
	require.Failf(t, "no such block", "%q is none of %q", name, names)
	return -1
}

// blockNames returns the names of the blocks of a page: their text, of which more than five
// words are written as the first four and an ellipsis. Blocks that would be named like one
// before have a number, such as "Boots (2)".
func blockNames(root *html.Node, p *measure.Page) []string {
	seen := map[string]int{}
	names := make([]string, len(p.Blocks))
	for i, text := range measuretest.BlockTexts(root, p, " ") {
		words := strings.Fields(text)
		names[i] = strings.Join(words, " ")
		if len(words) > 5 {
			names[i] = strings.Join(words[:4], " ") + "…"
		}
		if seen[names[i]]++; seen[names[i]] > 1 {
			names[i] += fmt.Sprintf(" (%d)", seen[names[i]])
		}
	}
	return names
}

// unaddressed returns the hints of a page without an address, if they have none.
func unaddressed(hints features.Hints) features.Hints {
	if hints.PathSegments == 0 {
		hints.PathSegments = -1
	}
	return hints
}

func orEmbedded(l *features.Lexicon) *features.Lexicon {
	if l == nil {
		return gbdt.Embedded().Lexicon
	}
	return l
}

// odds returns the type of a page, and a lexicon that knows of it how likely such pages are
// articles and forums.
func odds(t testing.TB, article, forum float32) (pageType string, lexicon *features.Lexicon) {
	t.Helper()
	hints := features.Hints{PathSegments: -1, Type: "known"}
	tokens := features.PageTypeTokens(nil, &measure.Page{}, &hints)
	require.Len(t, tokens, 1)
	return hints.Type, features.NewLexicon(nil, nil, map[uint32][features.PageTypeCount]float32{tokens[0]: {article, forum}})
}

// numbered returns the names of n blocks with the same text.
func numbered(text string, n int) []string {
	names := []string{text}
	for i := 2; i <= n; i++ {
		names = append(names, fmt.Sprintf("%s (%d)", text, i))
	}
	return names
}

// The hints of pages that declare what they are.
var (
	forum   = features.Hints{Schema: features.SchemaForum}
	product = features.Hints{Schema: features.SchemaProduct}
	manual  = features.Hints{Generator: "Sphinx"} // documentation
)

// words is a text of so many words.
func words(n int) string {
	sentence := strings.Fields("the tide comes in over the flats and the guides walk home")
	var b strings.Builder
	for i := range n {
		b.WriteString(sentence[i%len(sentence)] + " ")
	}
	return strings.TrimSpace(b.String())
}

// reportGrowth reports how many times as long large takes as small, which has a quarter of its
// work.
func reportGrowth(b *testing.B, small, large func()) {
	b.Helper()
	few, many := time.Hour, time.Hour // the least of all runs: what other work adds is left out
	for b.Loop() {
		few, many = min(few, duration(small)), min(many, duration(large))
	}
	b.ReportMetric(float64(many)/float64(few), "x-for-4x")
}

func duration(run func()) time.Duration {
	began := time.Now()
	run()
	return time.Since(began)
}
