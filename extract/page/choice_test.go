package page_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

const (
	guides  = "The flood comes in over the flats faster than a person walks, and the guides count the minutes from the moment the last gully runs dry."
	banks   = "Every spring the society measures the banks again, pole by pole, and writes the depths into a book that nobody but the pilots may borrow."
	fog     = "Whoever crosses in autumn takes a compass along, since the fog rises within minutes and hides the poles from whoever stands between them."
	oldest  = "The oldest of the guides has crossed four hundred times, and says that he has never seen the same bank twice in the same place."
	mail    = "Of the letters that came over the ice one in ten was wet, which the post office of the island noted on each of them in blue."
	winters = "In winter the way is closed, and the few who live on the island wait for the ice to carry the mail, as their parents did."
)

// crossing is an article with these parts among its paragraphs.
func crossing(part string) string {
	return "<title>Crossing the flats</title><meta property=og:type content=article><nav><ul><li><a href=/>Home</a><li><a href=/boats>Boats</a></ul></nav>" +
		"<main><article><h1>Crossing the flats</h1><p>" + guides + "</p><p>" + banks + "</p>" + part + "<h2>Fog</h2><p>" + fog + "</p><p>" + oldest + "</p></article></main>" +
		"<footer><p>Copyright of the society</p></footer>"
}

// What rules leave out of an article stays where one thing about it is another.
func TestWhatRulesLeaveOutOfAnArticle(t *testing.T) {
	contents := func(prefix string) string {
		var b strings.Builder
		for _, part := range []string{"Guides", "Banks", "Fog", "Winter", "Mail"} {
			b.WriteString("<li><a href=" + prefix + strings.ToLower(part) + ">" + part + " of the flats</a>")
		}
		return "<ul>" + b.String() + "</ul><h2>Winter</h2><p>" + winters + "</p><h2>Mail</h2><p>" + mail + "</p>"
	}
	for name, test := range map[string]struct {
		out, stays string // the parts
		text       string // of both
	}{
		"contents":            {contents("#"), contents("/"), "Mail of the flats"},
		"suggestions":         {"<p>Read also: <a href=/b>How the ferries sail</a></p>", "<p>See the table: <a href=/b>How the ferries sail</a></p>", "How the ferries sail"},
		"invitations":         {"<p>Never miss the latest of the flats: subscribe to our newsletter today.</p>", "<p>Never miss the latest of the flats: subscribe to the newsletter of the board today.</p>", "Never miss"},
		"captions":            {"<figure><img src=/a.png><figcaption>The last pole before the island at noon</figcaption></figure>", "<figure><img src=/a.png><figcaption>Figure 3. The last pole before the island at noon</figcaption></figure>", "The last pole"},
		"signs":               {"<p>.</p><p>" + winters + "</p>", "<p>. . .</p><p>" + winters + "</p>", "\n\n."},
		"headings of nothing": {"<h2>Share this page</h2><ul class=share><li><a href=/f>Facebook</a></ul>", "<h2>Share this page</h2><p>" + winters + "</p>", "Share this page"},
	} {
		t.Run(name, func(t *testing.T) {
			out, stays := read(t, crossing(test.out), extract.Options{}).Markdown, read(t, crossing(test.stays), extract.Options{}).Markdown
			assert.NotContains(t, out, test.text)
			assert.Contains(t, stays, test.text)
			for _, text := range []string{guides, banks, fog, oldest} {
				assert.Contains(t, out, text)
				assert.Contains(t, stays, text)
			}
		})
	}
}

// A text that stands once more in another part of a page is left out there. Beside itself, as in a
// song, it stays.
func TestCopiesInAnArticle(t *testing.T) {
	both := "<p>" + winters + "</p><p>" + guides + "</p>"
	apart := read(t, crossing("<div>"+both+"</div><div>"+both+"</div>"), extract.Options{}).Markdown
	assert.Equal(t, 1, strings.Count(apart, winters))
	assert.Equal(t, 1, strings.Count(apart, guides))
	beside := read(t, crossing(both+both), extract.Options{}).Markdown
	assert.Equal(t, 2, strings.Count(beside, winters))
}

// Rules leave nothing out of a whole page.
func TestRulesLeaveWholePagesAlone(t *testing.T) {
	doc := read(t, crossing("<p>Read also: <a href=/b>How the ferries sail</a></p><p>Please support our journalism.</p>"), extract.Options{WholePage: true})
	for _, text := range []string{"How the ferries sail", "Please support our journalism", "Copyright of the society", "Boats", guides, oldest} {
		assert.Contains(t, doc.Markdown, text)
	}
}
