package classify_test

import (
	"strings"
	"testing"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/classify"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/features"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/gbdt"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure/measuretest"
)

// repeat returns a page that begins with head and has part as often as it has room for about
// size bytes.
func repeat(head, part string) func(size int) string {
	return func(size int) string { return head + strings.Repeat(part, max(1, size/len(part))) }
}

// manyDeep are pages of part after part, each nested as deep as the parser goes.
func manyDeep(open, part string) func(size int) string {
	const depth = 200
	one := strings.Repeat(open, depth) + part + strings.Repeat("</div></li></ul>", depth)
	return func(size int) string { return strings.Repeat(one, max(1, size/len(one))) }
}

// BenchmarkPassSizes measures how much longer a pass takes over a page of four times the size,
// whatever the page repeats and whichever of its blocks are kept: about four times as long, not
// sixteen.
func BenchmarkPassSizes(b *testing.B) {
	keep := map[string]func(block int) bool{
		"all": func(int) bool { return true }, "half": func(i int) bool { return i%2 == 0 },
		"few": func(i int) bool { return i%7 == 0 }, "sparse": func(i int) bool { return i%70 == 0 }, "first": func(i int) bool { return i == 0 },
	}
	for name, test := range map[string]struct {
		body func(size int) string
		pass string // of a page of documentation, if its name ends in " of a manual"
	}{
		"headings of cards":      {repeat("", "<li><h3>a b c</h3><i>d</i><p>word word word"), "keep headings"},
		"headings alone":         {repeat("", "<h3>a b c</h3>"), "keep headings"},
		"headings in one card":   {repeat("<ul><li>a</ul><ul><li>", "<h3>a b c</h3><p>word"), "keep headings"},
		"deep headings":          {manyDeep("<div>", "<h3>a</h3><p>word word word"), "keep headings"},
		"list of cards":          {repeat("<ul>", "<li><h3>a b c</h3>word word word"), "settle lists of cards"},
		"lists of cards":         {repeat("", "<ul><li><h3>a</h3><li><h3>b</h3><li><h3>c</h3></ul>"), "settle lists of cards"},
		"lists in cards":         {manyDeep("<ul><li><h3>a</h3><li><h3>b</h3><li>", "c"), "settle lists of cards"},
		"answers":                {repeat("", "<h3>When does the ferry leave?</h3><p>"+strings.Repeat("word ", 8)), "keep answers"},
		"answers in one element": {repeat("", "<button aria-expanded=false>When does the ferry leave?</button><p>"+strings.Repeat("word ", 8)+"</p>"), "keep answers"},
		"gaps of text":           {repeat("", "<p>a<p>b"), "fill gaps"},
		"gaps of links":          {repeat("", "<p>a<p><a href=/b>same</a>"), "fill gaps"},
		"gaps of lines":          {repeat("", "a<br><br><a href=/b>same</a><hr>"), "fill gaps"},
		"copies":                 {repeat("", "<div><p>"+strings.Repeat("word ", 12)+"</div>"), "drop duplicates"},
		"copies with figures":    {repeat("", "<div><p>"+strings.Repeat("word ", 12)+"12</div>"), "drop duplicates"},
		"copies in one element":  {repeat("", strings.Repeat("word ", 12)+"12<hr>"), "drop duplicates"},
		"headings of a row":      {repeat("", "<h2>word word word word 12</h2>"), "drop repeated neighbours"},
		"copies beside another":  {repeat("", "<div><h3>word word word word</h3></div>"), "drop repeated neighbours"},
		"authors of posts":       {repeat("", "<div class=post><b class=author>tern</b><i>4 June</i><p>word word word word word</div>"), "keep authors of posts"},
		"authors of one post":    {repeat("<p>word word word word word", "<b class=author>tern</b><p>"), "keep authors of posts"},
		"dates of one post":      {repeat("<p>word word word word word<div>", "<p>4 June <i>1999</i>"), "keep authors of posts"},
		"deep posts":             {manyDeep("<div class=post><b class=author>tern</b>", "<p>word word word word word"), "keep authors of posts"},
		"posts":                  {repeat("", "<div class=post><p>"+strings.Repeat("word ", 20)+"</div>"), "keep thread posts"},
		"lists one by one":       {repeat("", "<ul><li>a b c</ul>"), "settle units"},
		"replies":                {repeat("<p>word word word word word", "<div class=comment><p>word word word word word</div>"), "keep replies"},
		"deep replies":           {manyDeep("<div class=comment>", "<p>word word word word word"), "keep replies"},
		"signatures":             {manyDeep("<div class=signature>", "<p>word"), "suppress post boilerplate"},
		"names in lists":         {manyDeep("<ul><li>", "<div class=user>a</div>"), "find units"},
		"known boilerplate":      {manyDeep("<div class=usa-banner>", "<p>word"), "suppress parts of the site"},
		"neighbours":             {repeat("", "<p>a<p>b"), "smooth by neighbours"},
		"repeated runs":          {repeat("", "<div><h3>a</h3><p>"+strings.Repeat("word ", 8)+"<p>"+strings.Repeat("more ", 20)+"</div>"), "drop repeated runs"},
		"runs in one card":       {repeat("<div class=card>a</div><div class=card>", "<div><h3>a</h3><p>"+strings.Repeat("word ", 8)+"<p>"+strings.Repeat("more ", 20)+"</div>"), "drop repeated runs"},
		"suggestions":            {repeat("", "<p>Read also: <a href=/b>more</a>"), "drop appeals"},
		"announced suggestions":  {repeat("", "<p>Related<p><a href=/b>more</a>"), "drop appeals"},
		"contents":               {repeat("", "<h2>Contents</h2><p><a href=#b>more</a>"), "drop contents"},
		"stray signs":            {repeat("", "<p>.<p>a"), "drop stray signs"},
		"facts":                  {repeat("<p>"+strings.Repeat("word ", 20), "<h3>a</h3><p>4<p>5"), "keep facts"},
		"facts without an end":   {repeat("<p>"+strings.Repeat("word ", 20)+"<h3>a</h3>", "<p>4"), "keep facts"},
		"notes":                  {repeat("", "<p>a <a href=#b>1</a><p id=b>c"), "keep notes"},
		"captions":               {repeat("<p>a", "<figure><figcaption>One two three four five.</figcaption></figure><p>b"), "keep captions"},
		"copies in parts":        {repeat("", "<div><h3>a</h3><p>"+strings.Repeat("word ", 12)+"</div>"), "drop duplicates"},
		"empty headings":         {repeat("", "<h2>a</h2><p>b"), "drop empty headings"},
		"sections":               {repeat("", "<div class=s><h2>a b</h2><p>word word word word word word word word word</div>"), "keep sections"},
		"deep sections":          {manyDeep("<div><h2>a b</h2>", "<p>word word word word word word word word word"), "keep sections"},
		"announced lists":        {repeat("", "<p>word word word word word word:<ul><li><a href=/b>more</a></ul>"), "keep introduced lists"},

		"gaps of a manual":       {repeat("<main>", "<p>word word word word<p>a"), "fill gaps"},
		"items of a manual":      {repeat("<main><ul>", "<li>word word word word<li>a"), "fill gaps"},
		"long gaps of a manual":  {repeat("<main>", "<p>"+strings.Repeat("word ", 200)+strings.Repeat("<p>a", 69)), "fill gaps"},
		"deep gaps of a manual":  {manyDeep("<div>", "<p>word word word word<p>a"), "fill gaps"},
		"long terms of a manual": {repeat("<main><p>"+strings.Repeat("word ", 200)+"<dl>", "<dt>a<dd>b"), "fill gaps"},
		"tables of a manual":     {repeat("<main>", "<p>word word word word<table><tr><th>a<th>b<tr><td><a href=b>c</a><td>d<tr><td>e<td>f</table>"), "fill gaps"},
		"deep start of a manual": {repeat("<div><p>.</p>"+strings.Repeat("<div>", 150), "<p>a"), "fill gaps"},
		"signs of a manual":      {repeat("<main>", "<p>.<p>-"), "fill gaps"},
	} {
		hints := features.Hints{Schema: features.SchemaForum}
		if strings.HasSuffix(name, " of a manual") {
			hints = manual
		}
		few, many := hostileChoice(b, test.body(50_000), hints), hostileChoice(b, test.body(200_000), hints)
		for which, kept := range keep {
			run := func(c *classify.Choice) func() {
				return func() {
					for i := range c.Kept() {
						c.Kept()[i], c.Scores()[i] = kept(i), 0.3
					}
					c.Run(b, test.pass)
				}
			}
			b.Run(name+"/"+which+" kept", func(b *testing.B) { reportGrowth(b, run(few), run(many)) })
		}
	}
}

// hostileChoice is the choice for a page of prose with a title, of which the units are found.
func hostileChoice(t testing.TB, body string, hints features.Hints) *classify.Choice {
	hints.PathSegments, hints.Title = -1, "How the tides of the bay work"
	_, p := measuretest.Page(t, body)
	c := classify.NewChoice(p, hints, gbdt.Embedded().Lexicon, classify.Options{})
	c.SetProse(1)
	return c
}
