package classify

import (
	"strings"
	"testing"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/features"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/gbdt"
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

// Four times the page takes a pass about four times as long, not sixteen, whatever the page
// repeats and whichever of its blocks are kept.
func TestPassesInLinearTime(t *testing.T) {
	type pass = func(*selection)
	standfirst := "<h1>How the tides of the bay work</h1>"
	keep := map[string]func(block int) bool{
		"all": func(int) bool { return true }, "half": func(i int) bool { return i%2 == 0 },
		"few": func(i int) bool { return i%7 == 0 }, "first": func(i int) bool { return i == 0 },
	}
	for name, test := range map[string]struct {
		body func(size int) string
		run  pass
	}{
		"standfirst":             {repeat(standfirst, "<p>a line of eight words or some more "), (*selection).keepStandfirst},
		"standfirsts":            {repeat("", standfirst+"<p>a line of eight words or some more"), (*selection).keepStandfirst},
		"headings of cards":      {repeat("", "<li><h3>a b c</h3><i>d</i><p>word word word"), (*selection).keepHeadings},
		"headings alone":         {repeat("", "<h3>a b c</h3>"), (*selection).keepHeadings},
		"headings in one card":   {repeat("<ul><li>a</ul><ul><li>", "<h3>a b c</h3><p>word"), (*selection).keepHeadings},
		"deep headings":          {manyDeep("<div>", "<h3>a</h3><p>word word word"), (*selection).keepHeadings},
		"list of cards":          {repeat("<ul>", "<li><h3>a b c</h3>word word word"), (*selection).settleCardLists},
		"lists of cards":         {repeat("", "<ul><li><h3>a</h3><li><h3>b</h3><li><h3>c</h3></ul>"), (*selection).settleCardLists},
		"lists in cards":         {manyDeep("<ul><li><h3>a</h3><li><h3>b</h3><li>", "c"), (*selection).settleCardLists},
		"answers":                {repeat("", "<h3>When does the ferry leave?</h3><p>"+strings.Repeat("word ", minAnswerWords)), (*selection).keepAnswers},
		"answers in one element": {repeat("", "<button aria-expanded=false>When does the ferry leave?</button><p>"+strings.Repeat("word ", minAnswerWords)+"</p>"), (*selection).keepAnswers},
		"gaps of text":           {repeat("", "<p>a<p>b"), (*selection).fillGaps},
		"gaps of links":          {repeat("", "<p>a<p><a href=/b>same</a>"), (*selection).fillGaps},
		"gaps of lines":          {repeat("", "a<br><br><a href=/b>same</a><hr>"), (*selection).fillGaps},
		"copies":                 {repeat("", "<div><p>"+strings.Repeat("word ", minCopyWords)+"</div>"), (*selection).dropDuplicates},
		"copies with figures":    {repeat("", "<div><p>"+strings.Repeat("word ", minCopyWords)+"12</div>"), (*selection).dropDuplicates},
		"copies in one element":  {repeat("", strings.Repeat("word ", minCopyWords)+"12<hr>"), (*selection).dropDuplicates},
		"headings of a row":      {repeat("", "<h2>word word word word 12</h2>"), (*selection).dropRepeatedNeighbours},
		"copies beside another":  {repeat("", "<div><h3>word word word word</h3></div>"), (*selection).dropRepeatedNeighbours},
		"authors of posts":       {repeat("", "<div class=post><b class=author>tern</b><i>4 June</i><p>word word word word word</div>"), (*selection).keepPostAuthors},
		"authors of one post":    {repeat("<p>word word word word word", "<b class=author>tern</b><p>"), (*selection).keepPostAuthors},
		"dates of one post":      {repeat("<p>word word word word word<div>", "<p>4 June <i>1999</i>"), (*selection).keepPostAuthors},
		"deep posts":             {manyDeep("<div class=post><b class=author>tern</b>", "<p>word word word word word"), (*selection).keepPostAuthors},
		"heads of posts":         {repeat("", threadHead), (*selection).keepPosts},
		"posts with heads":       {repeat("", threadPost), (*selection).keepPosts},
		"deep posts with heads":  {manyDeep("<div class=post>"+threadHead, threadText), (*selection).keepPosts},
		"posts":                  {repeat("", "<div class=post><p>"+strings.Repeat("word ", 20)+"</div>"), (*selection).keepThreadPosts},
		"lists one by one":       {repeat("", "<ul><li>a b c</ul>"), (*selection).settleUnits},
		"replies":                {repeat("<p>word word word word word", "<div class=comment><p>word word word word word</div>"), (*selection).keepReplies},
		"deep replies":           {manyDeep("<div class=comment>", "<p>word word word word word"), (*selection).keepReplies},
		"signatures":             {manyDeep("<div class=signature>", "<p>word"), (*selection).suppressPostBoilerplate},
		"names in lists":         {manyDeep("<ul><li>", "<div class=user>a</div>"), (*selection).findUnits},
		"known boilerplate":      {manyDeep("<div class=usa-banner>", "<p>word"), (*selection).suppressKnownBoilerplate},
		"neighbours":             {repeat("", "<p>a<p>b"), (*selection).smoothByNeighbours},
		"repeated runs":          {repeat("", "<div><h3>a</h3><p>"+strings.Repeat("word ", minRunTextWords)+"<p>"+strings.Repeat("more ", minRunWords)+"</div>"), (*selection).dropRepeatedRuns},
		"runs in one card":       {repeat("<div class=card>a</div><div class=card>", "<div><h3>a</h3><p>"+strings.Repeat("word ", minRunTextWords)+"<p>"+strings.Repeat("more ", minRunWords)+"</div>"), (*selection).dropRepeatedRuns},
		"suggestions":            {repeat("", "<p>Read also: <a href=/b>more</a>"), (*selection).dropSuggestions},
		"announced suggestions":  {repeat("", "<p>Related<p><a href=/b>more</a>"), (*selection).dropSuggestions},
		"contents":               {repeat("", "<h2>Contents</h2><p><a href=#b>more</a>"), (*selection).dropContentsHeadings},
		"controls of headings":   {manyDeep("<div>", "<h2>a<button>b</button></h2>"), (*selection).dropHeadingControls},
		"stray signs":            {repeat("", "<p>.<p>a"), (*selection).dropStraySigns},
		"lists beside captions":  {repeat("<p>a", "<figure><figcaption>b</figcaption></figure><ul><li>c</ul>"), (*selection).settleUnits},
		"empty headings":         {repeat("", "<h2>a</h2><p>b"), (*selection).dropEmptyHeadings},
	} {
		few, many := hostileSelection(t, test.body(50_000)), hostileSelection(t, test.body(200_000))
		for which, kept := range keep {
			run := func(s *selection) {
				for i := range s.kept {
					s.kept[i], s.scores[i] = kept(i), 0.3
				}
				test.run(s)
			}
			assertLinear(t, func() { run(few) }, func() { run(many) }, name+", "+which+" kept")
		}
	}
}

// hostileSelection is the selection of a page of prose with a title that is taken for a forum
// of which the units are found.
func hostileSelection(t testing.TB, body string) *selection {
	hints := features.Hints{PathSegments: -1, Title: "How the tides of the bay work", Schema: features.SchemaForum}
	s := begunAs(t, body, hints, gbdt.Embedded().Lexicon)
	s.prose = 1
	s.findUnits()
	return s
}
