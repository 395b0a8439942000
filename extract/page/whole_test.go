package page_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/page"
)

// TestUnitsAreWhole: tables, code and lists of the main content stand in the whole
// page just so, row for row and line for line.
func TestUnitsAreWhole(t *testing.T) {
	rnd := rand.New(rand.NewPCG(7, 11))
	kept := map[extract.Kind]int{}
	for n := range 600 {
		checkUnits(t, fmt.Sprint("made-up page ", n), madeUpPage(rnd), kept, extract.Table, extract.Code, extract.List)
	}
	for _, kind := range []extract.Kind{extract.Table, extract.Code, extract.List} {
		assert.Greater(t, kept[kind], 100, "%s", kind)
	}
	files, err := filepath.Glob(filepath.Join(*corpus, "*.html"))
	require.NoError(t, err)
	for _, name := range files {
		body, err := os.ReadFile(name)
		require.NoError(t, err)
		checkUnits(t, filepath.Base(name), body, kept, extract.Table, extract.Code)
	}
	t.Log(kept)
}

func checkUnits(t *testing.T, id string, body []byte, kept map[extract.Kind]int, kinds ...extract.Kind) {
	t.Helper()
	main, whole := extractPage(t, body, false), extractPage(t, body, true)
	known := map[string]bool{}
	for _, b := range whole.Blocks {
		known[unitText(whole, b)] = true
	}
	for _, b := range main.Blocks {
		text := unitText(main, b)
		if !slices.Contains(kinds, b.Kind) || text == "-" {
			continue
		}
		kept[b.Kind]++
		if !known[text] {
			t.Errorf("%s: %s is not in the whole page as it stands:\n%.600s", id, b.Kind, text)
		}
	}
}

// unitText is the text of a block without the marks that depend on what stands
// before it: a list right after another has other marks.
func unitText(doc *extract.Document, b extract.Block) string {
	text := doc.Text(b)
	if b.Kind != extract.List {
		return text
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		indent := line[:len(line)-len(strings.TrimLeft(line, " "))]
		if rest, ok := strings.CutPrefix(line[len(indent):], "* "); ok {
			lines[i] = indent + "- " + rest
		}
		if number, rest, ok := strings.Cut(line[len(indent):], ") "); ok && len(number) < 4 {
			lines[i] = indent + number + ". " + rest
		}
	}
	return strings.Join(lines, "\n")
}

func extractPage(t *testing.T, body []byte, whole bool) *extract.Document {
	t.Helper()
	doc, err := page.Extractor{}.Extract(context.Background(), &extract.Source{MediaType: "text/html", Body: body, Options: extract.Options{WholePage: whole}})
	require.NoError(t, err)
	return doc
}

// madeUpPage is an article with units of all kinds and shapes within and around
// its text.
func madeUpPage(rnd *rand.Rand) []byte {
	var b bytes.Buffer
	b.WriteString("<!doctype html><title>The tide at Roa</title><body><nav>" + madeUpUnit(rnd) + "</nav><main><article><h1>The tide at Roa</h1>")
	for range 3 + rnd.IntN(4) {
		for range rnd.IntN(3) {
			fmt.Fprintf(&b, "<p>%s</p>", madeUpText(rnd, 15+rnd.IntN(50)))
		}
		fmt.Fprintf(&b, "<h2>%s</h2>", madeUpText(rnd, 3))
		for range rnd.IntN(3) {
			b.WriteString(madeUpUnit(rnd))
		}
	}
	b.WriteString("</article><aside>" + madeUpUnit(rnd) + "</aside></main><footer>" + madeUpUnit(rnd) + "</footer>")
	return b.Bytes()
}

func madeUpText(rnd *rand.Rand, words int) string {
	list := strings.Fields("tide harbour pilot 12 water the of ferry, winter. crew 4.50 north stone rope and a is Subscribe Share Monday pier boats Comments from")
	out := make([]string, words)
	for i := range out {
		out[i] = list[rnd.IntN(len(list))]
	}
	return strings.Join(out, " ")
}

// madeUpUnit is a table, a list, a list of terms, code or a figure.
func madeUpUnit(rnd *rand.Rand) string {
	var b strings.Builder
	cell := func() string {
		text := madeUpText(rnd, rnd.IntN(6))
		return [...]string{text, "<p>" + text + "</p>", "<p><strong>" + text + "</strong></p>", "", "<div>" + text + "</div><div>" + text + "</div>", "<a href=/x>" + text + "</a>"}[rnd.IntN(6)]
	}
	switch rnd.IntN(7) {
	case 0, 1:
		b.WriteString("<table class=" + [...]string{"data", "footer", "share"}[rnd.IntN(3)] + ">")
		cols := 1 + rnd.IntN(4)
		if rnd.IntN(2) == 0 {
			b.WriteString("<tr>" + strings.Repeat("<th>"+madeUpText(rnd, 1), cols))
		}
		for range 1 + rnd.IntN(6) {
			b.WriteString("<tr>")
			for range cols {
				b.WriteString("<td>" + cell())
			}
		}
		b.WriteString("</table>")
	case 2, 3:
		tag := [...]string{"ul", "ol"}[rnd.IntN(2)]
		b.WriteString("<" + tag + ">")
		for range 1 + rnd.IntN(6) {
			b.WriteString("<li>" + cell())
		}
		b.WriteString("</" + tag + ">")
	case 4:
		b.WriteString("<dl>")
		for range 1 + rnd.IntN(4) {
			b.WriteString("<dt>" + cell() + "<dd>" + cell())
		}
		b.WriteString("</dl>")
	case 5:
		b.WriteString("<pre>")
		for range 1 + rnd.IntN(5) {
			b.WriteString([...]string{"<div>", "<code>", "<span>", "<p>"}[rnd.IntN(4)] + madeUpText(rnd, rnd.IntN(4)) + "\n")
		}
		b.WriteString("</pre>")
	case 6:
		b.WriteString("<figure><img src=/a.png alt=tide><figcaption>" + cell() + "</figcaption></figure>")
	}
	return b.String()
}
