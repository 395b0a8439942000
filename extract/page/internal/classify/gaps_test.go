package classify_test

import (
	"strings"
	"testing"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/features"
)

func TestFillGaps(t *testing.T) {
	for name, test := range map[string]struct {
		body  string
		score float32 // of what is between
		added string
	}{
		"likely enough":            {"<p>Before.<p>Ebb<p>After", 0.25, "Ebb"},
		"too unlikely":             {"<p>Before.<p>Ebb<p>After", 0.24, ""},
		"heading with a colon":     {"<h2>Before:</h2><p>Ebb<p>After", 0.05, ""},
		"links":                    {"<p>Before:<p><a href=/b>Ebb</a><p>After", 0.4, ""},
		"half links":               {"<p>Before:<p>Ebb <a href=/b>tide</a><p>After", 0.4, "Ebb tide"},
		"button":                   {"<p>Before:<div><button>Ebb</button></div><p>After", 0.4, ""},
		"caption":                  {"<p>Before:<figure><figcaption>Ebb</figcaption></figure><p>After", 0.4, ""},
		"before another container": {"<p>Before:<p>Ebb<div><p>After</div>", 0.4, ""},
		"first of a column":        {"<div><div><p>Mon<p>Before:</div><div><p>Ebb<p>After</div></div>", 0.25, "Ebb"},
		"last of a column":         {"<div><div><p>Before:<p>Ebb</div><div><p>After<p>Tue</div></div>", 0.25, "Ebb"},
		"after another container":  {"<div><p>Before:</div><p>Ebb<p>After", 0.4, ""},
		"two blocks":               {"<p>Before:<p>Ebb<p>Flood<p>After", 1, ""},
	} {
		t.Run(name, func(t *testing.T) {
			before := "Before."
			if !strings.Contains(test.body, before) {
				before = "Before:"
			}
			got := run(t, state{html: test.body, score: test.score, kept: before + " | After"}, "fill gaps")
			got.assertAdds(t, test.added)
		})
	}
}

// What an author puts into a text stays in it from a tenth of the threshold on: posts, files and short accordions.
func TestKeepInserts(t *testing.T) {
	const kept = "the tide comes in…"
	text := "<article><p>" + words(60) + ".</p>"
	tweet := "<blockquote class=twitter-tweet><p>Roads are open.</p>— Roads (@roads) <a href=https://x.example/1>1 May</a></blockquote>"
	fold := func(head, body string) string {
		return "<div class=accordion-item><h3><button>" + head + "</button></h3><div class=accordion-body>" + body + "</div></div>"
	}
	folds := fold("Delivery", "By cart, within nine days.") + fold("Repairs", "In the yard, by hand.")
	for name, test := range map[string]struct {
		html  string
		score float32
		added string
	}{
		"a post in an item":    {text + "<ul><li>" + tweet + "</ul></article>", 0.05, "Roads are open. | — Roads (@roads) 1 May"},
		"a post in a cell":     {text + "<table><tr><td>" + tweet + "</table></article>", 0.05, "Roads are open. | — Roads (@roads) 1 May"},
		"a post at the start":  {"<article>" + tweet + "<p>" + words(60) + ".</p></article>", 0.05, "Roads are open. | — Roads (@roads) 1 May"},
		"a long post":          {text + "<blockquote class=instagram-media><p>The pier " + words(90) + ".</blockquote></article>", 0.05, "The pier the tide…"},
		"a long accordion":     {text + "<div class=accordion>" + fold("Delivery", "By cart "+words(50)+".") + fold("Repairs", "By hand "+words(50)+".") + "</div></article>", 0.05, "Delivery | By cart the tide… | Repairs | By hand the tide…"},
		"beside other text":    {text + "<p>Not " + words(30) + "." + tweet + "</article>", 0.05, ""},
		"less likely":          {text + tweet + "</article>", 0.04, ""},
		"below the article":    {text + "</article>" + tweet, 0.05, ""},
		"in an aside":          {text + "<aside>" + tweet + "</aside></article>", 0.05, ""},
		"a quotation":          {text + "<blockquote><p>Roads are open.</p></blockquote></article>", 0.05, ""},
		"a file":               {text + "<div class=wp-block-file><a href=/f.pdf>Form A</a></div></article>", 0.05, "Form A"},
		"a link":               {text + "<div><a href=/f.pdf>Form A</a></div></article>", 0.05, ""},
		"an accordion":         {text + "<div class=accordion>" + folds + "</div></article>", 0.05, "Delivery | By cart, within nine days. | Repairs | In the yard, by hand."},
		"of Elementor":         {text + "<div class=elementor-accordion>" + strings.ReplaceAll(strings.ReplaceAll(folds, "h3>", "div>"), "button>", "a>") + "</div></article>", 0.05, "Delivery | By cart, within nine days. | Repairs | In the yard, by hand."},
		"of one part":          {text + "<div class=accordion>" + fold("Delivery", "By cart and boat, if the weather allows, within nine days.") + "</div></article>", 0.05, ""},
		"a few words":          {text + "<div class=accordion>" + fold("Changed", "May 3") + fold("Printed", "May 4") + "</div></article>", 0.05, ""},
		"a menu":               {text + "<div class=accordion>" + fold("Boats", "<a href=/b>Boats for rivers and lakes</a>") + fold("Nets", "<a href=/n>Nets for herring and cod</a>") + "</div></article>", 0.05, ""},
		"other folds":          {text + "<div class=toggle>" + strings.ReplaceAll(folds, "accordion", "toggle") + "</div></article>", 0.05, ""},
		"an accordion of body": {strings.TrimPrefix(text, "<article>") + "<div class=accordion>" + folds + "</div>", 0.05, ""},
	} {
		t.Run(name, func(t *testing.T) {
			run(t, state{html: test.html, score: test.score, kept: kept}, "keep inserts").assertAdds(t, test.added)
		})
	}
	page := state{html: text + "<div class=accordion>" + folds + "</div></article>", score: 0.05, kept: kept + " | Delivery | By cart, within nine days."}
	run(t, page, "keep inserts").assertAdds(t, "Repairs | In the yard, by hand.")
	page.html = strings.ReplaceAll(page.html, "accordion", "toggle")
	run(t, page, "keep inserts").assertAdds(t, "")
	page = state{html: text + "<div class=accordion>" + folds + "</div></article>", score: 0.05, kept: kept, hints: features.Hints{Schema: features.SchemaProduct}}
	run(t, page, "keep inserts").assertAdds(t, "")
}
