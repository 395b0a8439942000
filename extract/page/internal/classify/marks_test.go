package classify_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/classify"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/features"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/gbdt"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/htmlmd"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

// written returns the Markdown of a page of which some blocks are kept.
func written(t *testing.T, body string, keep func(p *measure.Page) []bool) string {
	t.Helper()
	p := classify.Measured(t, body)
	var c classify.Classifier
	c.Classify(t.Context(), gbdt.Embedded(), p, features.Hints{PathSegments: -1}, classify.Options{})
	kept := keep(p)
	require.Len(t, kept, len(p.Blocks))
	root := p.Head.HTML.Parent
	return htmlmd.Write(htmlmd.Input{Root: root, Marks: c.Marks(root, kept)}).Markdown
}

func blocks(marks string) func(*measure.Page) []bool {
	return func(*measure.Page) []bool {
		kept := make([]bool, len(marks))
		for i := range kept {
			kept[i] = marks[i] == 'x'
		}
		return kept
	}
}

func TestPlan(t *testing.T) {
	for name, test := range map[string]struct{ body, kept, want string }{
		"empty cells of a kept table stay": {
			"<p>menu</p><table><tr><th>Day</th><th></th><th>Fare</th></tr><tr><td></td><td>low</td><td>4</td></tr></table>", ".xxxx",
			"| Day |  | Fare |\n| --- | --- | --- |\n|  | low | 4 |"},
		"blank lines of kept code stay": {
			"<p>menu</p><pre><span>a</span>\n<span></span>\n<i> </i>\n<span>b</span></pre>", ".x",
			"```\na\n\n \nb\n```"},
		"what is left of a layout is no table": {
			"<table><tr><td><h2>Menu</h2><p>a</p></td><td>x</td></tr><tr><td>b</td><td>c</td></tr></table>", "...xx",
			"b c"},
		"items that are left out count": {
			"<ol><li><h3>a</h3>one</li><li><h3>b</h3>two</li><li><h3>c</h3>three</li></ol>", "xx..xx",
			"1. ### a\n   one\n3. ### c\n   three"},
		"items that are left out count backwards": {
			"<ol reversed><li><h3>a</h3>one</li><li><h3>b</h3>two</li><li><h3>c</h3>three</li></ol>", "xx..xx",
			"3. ### a\n   one\n1. ### c\n   three"},
		"hidden items do not count": {
			"<ol><li><h3>a</h3>one</li><li hidden>two</li><li><h3>c</h3>three</li></ol>", "xxxx",
			"1. ### a\n   one\n2. ### c\n   three"},
		"words of a kept text stay whatever is left out beside them": {
			"<div>keep <b>bold</b> and <a href=/a>linked</a><p>drop</p><p>drop</p></div>", "x..",
			"keep **bold** and [linked](/a)"},
		"words of a heading stay beside a button": {
			"<h2>Enum <b>Result</b><button>Copy</button></h2><p>keep</p>", "x.x",
			"## Enum **Result**\n\nkeep"},
		"pictures in a kept text stay": {
			"<div>keep <img src=a.png alt=boat> keep<p>drop</p><p>drop</p></div>", "x..",
			"keep ![boat](a.png) keep"},
		"words of what is left out go": {
			"<div>drop <b>bold</b> and <a href=/a>linked</a><p>keep</p></div>", ".x",
			"keep"},
		"pictures of what is left out go": {
			"<div><p>keep</p></div><div><p>drop</p><img src=a.png alt=boat></div>", "x.",
			"keep"},
		"a figure goes with its caption": {
			"<p>keep</p><figure><img src=a.png alt=boat><figcaption>boat</figcaption></figure><p>keep</p>", "x.x",
			"keep\n\nkeep"},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, test.want, written(t, test.body, blocks(test.kept)))
		})
	}
}
