package content

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/layout"
)

func TestTogether(t *testing.T) {
	long := strings.Repeat("word ", 30)
	for name, test := range map[string]struct {
		body     string
		together bool
	}{
		"table with headers":    {"<table><tr><th>Depth</th><td>4 m</td></tr></table>", true},
		"table without headers": {"<table><tr><td>Depth</td><td>4 m</td></tr></table>", false},
		"layout":                {"<table><tr><th>Menu</th><td><table><tr><td>Depth</td></tr></table></td></tr></table>", false},
		"cell of many blocks":   {"<table><tr><th>Menu</th><td><p>a<p>b<p>c</td></tr></table>", false},
		"prose in cells":        {"<table><tr><th>" + long + "</th><td>" + long + "</td></tr></table>", false},
		"terms":                 {"<dl><dt>Depth</dt><dd>4 m</dd></dl>", true},
		"terms in terms":        {"<dl><dt>Depth</dt><dd><dl><dt>4 m</dt></dl></dd></dl>", true},
		"terms with prose":      {"<dl><dt>Depth</dt><dd>" + long + long + "</dd></dl>", false},
		"no table":              {"<p>Depth<p>4 m", false},
		"one cell":              {"<table><tr><th>Depth</th></tr></table>", false},
	} {
		r := begun(t, test.body)
		prob := make([]float32, len(r.p.Blocks))
		prob[0] = 1
		r.together(prob)
		if !test.together {
			assert.Equal(t, float32(1), prob[0], name)
			continue
		}
		assert.Equal(t, []float32{0.4, 0.4}, prob, name)
	}
}

func TestSpecified(t *testing.T) {
	table := "<h2>Specification</h2><table><tr><th>Depth</th><td>4 m</td></tr></table>"
	for name, test := range map[string]struct {
		body  string
		score float32
		kept  []bool
	}{
		"likely enough":    {"<p>A lamp.</p>" + table, 0.3, []bool{true, true, true, true}},
		"too unlikely":     {"<p>A lamp.</p>" + table, 0.2, []bool{true, false, false, false}},
		"terms":            {"<p>A lamp.</p><dl><dt>Depth</dt><dd>4 m</dd></dl>", 0.3, []bool{true, true, true}},
		"no heading above": {"<p>A lamp.</p><p>Size</p><dl><dt>Depth</dt><dd>4 m</dd></dl>", 0.3, []bool{true, false, true, true}},
		"in the footer":    {"<p>A lamp.</p><footer>" + table + "</footer>", 0.3, []bool{true, false, false, false}},
		"price":            {"<p>A lamp.</p><p class=price>£4.50</p>", 0.3, []bool{true, true}},
		"unlikely price":   {"<p>A lamp.</p><p class=price>£4.50</p>", 0.2, []bool{true, false}},
		"price in words":   {"<p>A lamp.</p><p class=price>Ask us</p>", 0.3, []bool{true, false}},
		"figures alone":    {"<p>A lamp.</p><p>£4.50</p>", 0.3, []bool{true, false}},
		"longest price":    {"<p>A lamp.</p><p class=price>£4 a b c d e</p>", 0.3, []bool{true, true}},
		"too long a price": {"<p>A lamp.</p><p class=price>£4 a b c d e f</p>", 0.3, []bool{true, false}},
		"table of layout":  {"<p>A lamp.</p><table><tr><td>Depth</td></tr></table>", 0.3, []bool{true, false}},
	} {
		r := begun(t, test.body)
		prob, kept := make([]float32, len(r.p.Blocks)), make([]bool, len(r.p.Blocks))
		for i := range prob {
			prob[i] = test.score
		}
		kept[0] = true
		r.specified(prob, kept, 0.5)
		assert.Equal(t, test.kept, kept, name)
	}
}

func TestEnclosed(t *testing.T) {
	const table = "<table><tr><th>Season</th><td>Fare</td></tr></table>"
	for name, test := range map[string]struct {
		body string
		kept []bool // before; all are kept after, or nothing changes
		all  bool
	}{
		"between paragraphs":      {"<p>a</p>" + table + "<p>b</p>", []bool{true, false, false, true}, true},
		"in a wrapper":            {"<div><p>a</p><div><div>" + table + "</div></div><p>b</p></div>", []bool{true, false, false, true}, true},
		"terms":                   {"<p>a</p><dl><dt>b</dt><dd>c</dd></dl><p>d</p>", []bool{true, false, false, true}, true},
		"text before is left out": {"<p>a</p>" + table + "<p>b</p>", []bool{false, false, false, true}, false},
		"text after is left out":  {"<p>a</p>" + table + "<p>b</p>", []bool{true, false, false, false}, false},
		"of another element":      {"<div><p>a</p></div><aside>" + table + "<p>b</p></aside>", []bool{true, false, false, true}, false},
		"at the end":              {"<p>a</p><p>b</p>" + table, []bool{true, true, false, false}, false},
		"table of layout":         {"<p>a</p><table><tr><td>b</td><td>c</td></tr></table><p>d</p>", []bool{true, false, false, true}, false},
	} {
		r := begun(t, test.body)
		require.Len(t, r.p.Blocks, len(test.kept), name)
		want := slices.Clone(test.kept)
		if test.all {
			want = []bool{true, true, true, true}
		}
		r.enclosed(test.kept)
		assert.Equal(t, want, test.kept, name)
	}
}

func TestHeaded(t *testing.T) {
	text := "<p>" + strings.Repeat("word ", headWords)
	for name, test := range map[string]struct {
		body string
		prob float32
		want bool
	}{
		"nearly kept":         {"<h2>Tides</h2>" + text, 0.3, true},
		"at the half":         {"<h2>Tides</h2>" + text, 0.25, true},
		"below it":            {"<h2>Tides</h2>" + text, 0.24, false},
		"kept":                {"<h2>Tides</h2>" + text, 0.6, true},
		"title":               {"<h1>Tides</h1>" + text, 0.3, false},
		"no heading":          {"<p>Tides</p>" + text, 0.3, false},
		"little text":         {"<h2>Tides</h2><p>" + strings.Repeat("word ", headWords-1), 0.3, false},
		"heading after it":    {"<h2>Tides</h2><h3>" + strings.Repeat("word ", headWords) + "</h3>", 0.3, false},
		"role and not a name": {"<div role=heading>Tides</div>" + text, 0.3, true},
	} {
		p := measured(t, test.body)
		require.Len(t, p.Blocks, 2, name)
		kept := []bool{test.prob >= 0.5, true}
		headed(p, []float32{test.prob, 0.9}, kept, 0.5)
		assert.Equal(t, []bool{test.want, true}, kept, name)
	}
	headed(new(layout.Page), nil, nil, 0.5)
}

// TestHeadedAcross: a short line may stand between a heading and its text.
func TestHeadedAcross(t *testing.T) {
	text := "<p>" + strings.Repeat("word ", headWords)
	for name, test := range map[string]struct {
		body       string
		kept, want []bool
	}{
		"price between":        {"<h2>Heron</h2><p>£25</p>" + text, []bool{false, true, true}, []bool{true, true, true}},
		"price not kept":       {"<h2>Heron</h2><p>£25</p>" + text, []bool{false, false, true}, []bool{false, false, true}},
		"heading between":      {"<h2>Heron</h2><h3>£25</h3>" + text, []bool{false, true, true}, []bool{false, true, true}},
		"two lines between":    {"<h2>Heron</h2><p>£25</p><p>a day</p>" + text, []bool{false, true, true, true}, []bool{false, true, true, true}},
		"nothing further down": {"<h2>Heron</h2><p>£25</p>", []bool{false, true}, []bool{false, true}},
	} {
		p := measured(t, test.body)
		require.Len(t, p.Blocks, len(test.kept), name)
		prob := make([]float32, len(test.kept))
		for i := range prob {
			prob[i] = 0.3
		}
		headed(p, prob, test.kept, 0.5)
		assert.Equal(t, test.want, test.kept, name)
	}
}
