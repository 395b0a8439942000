package visibility_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/visibility"
)

// partlyHidden is a page of n paragraphs, so many levels deep in a part that hides
// its text by each trait, but for a line near its end.
func partlyHidden(n, depth int) string {
	var b strings.Builder
	b.WriteString(`<style>.r{visibility:visible;font-size:12px;text-indent:0;letter-spacing:0;color:#000}p{margin:0}</style><body>`)
	b.WriteString(`<div style="visibility:hidden;font-size:0;text-indent:-9999px;letter-spacing:-9em;color:#fff">`)
	b.WriteString(strings.Repeat("<div>", depth))
	for i := range n {
		fmt.Fprintf(&b, `<p class=x%d>Hidden <i>words</i> of it`, i%7)
	}
	b.WriteString(`<p class=r>Seen.</p>`)
	return b.String()
}

// BenchmarkPartlyHidden asks for every node of pages that hide their text but for
// a line: the time for a node depends neither on how many there are nor on how deep
// they stand.
func BenchmarkPartlyHidden(b *testing.B) {
	for _, depth := range []int{4, 100, 400} {
		for _, n := range []int{500, 2000, 8000} {
			b.Run(fmt.Sprintf("depth=%d/paragraphs=%d", depth, n), func(b *testing.B) {
				root, err := html.Parse(strings.NewReader(partlyHidden(n, depth)))
				if err != nil {
					b.Fatal(err)
				}
				nodes := 0
				for b.Loop() {
					var s visibility.Checker
					visibility.AddPageStyles(&s, root)
					nodes = 0
					for d := range root.Descendants() {
						s.HiddenReason(d)
						nodes++
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(nodes), "ns/node")
			})
		}
	}
}

// What hides text is inherited, whatever trait it is, until a descendant undoes it.
func TestTraitsAreInherited(t *testing.T) {
	for style, undone := range map[string]string{
		"visibility:hidden":                "visibility:visible",
		"font-size:0":                      "font-size:14px",
		"text-indent:-9999px":              "text-indent:0",
		"letter-spacing:-9em":              "letter-spacing:normal",
		"-webkit-text-security:disc":       "-webkit-text-security:none",
		"color:#fff;background-color:#fff": "color:#000",
		"color:transparent":                "color:#333",
	} {
		root, s := parse(t, `<body><div style="`+style+`">One <p>Two <i>three</i></p><section><p style="`+undone+`">Four <i>five <q style="`+style+`">six</q></i></p> Seven</section> <u>Eight</u></div><p>Nine`)
		text, _ := shown(root, s)
		assert.Equal(t, "Four five Nine", strings.Join(strings.Fields(text), " "), style)
	}
}

// There may be any number of parts that hide most of their text.
func TestManyPartlyHidden(t *testing.T) {
	root, s := parse(t, "<body>"+strings.Repeat(`<div style="font-size:0">`+secret+`<b style="font-size:9px">Seen.</b></div>`, 300))
	text, _ := shown(root, s)
	assert.NotContains(t, text, secret)
	assert.Equal(t, 300, strings.Count(text, "Seen."))
}

// Colours are inherited on the way down: the work for an element doesn't grow with
// its depth.
func TestColoursAreLinear(t *testing.T) {
	work := func(depth int) int {
		root, s := parse(t, `<style>.a{color:#eee}.b{color:#fff}</style><body>`+strings.Repeat("<div class=w>", depth)+strings.Repeat("<p class=a>x<b class=b>y</b>", 500))
		shown(root, s)
		return s.Work()
	}
	assert.InDelta(t, work(10), work(400), 4*400)
}

// Looking for what shows itself again is linear in the nodes, however they are
// nested, and bounded.
func TestLookingDownIsLinear(t *testing.T) {
	for _, page := range []string{
		strings.Repeat(`<div style="visibility:hidden">x`, 450) + strings.Repeat("<p>x", 5000) + `<p style="visibility:visible">Seen.`,
		strings.Repeat(`<div style="color:#fff">x`, 450) + strings.Repeat("<p>x", 5000) + `<p style="color:#000">Seen.`,
		partlyHidden(5000, 400),
	} {
		root, s := parse(t, "<body>"+page)
		nodes := 0
		for range root.Descendants() {
			nodes++
		}
		text, _ := shown(root, s)
		assert.Contains(t, text, "Seen.")
		assert.NotContains(t, text, "x")
		assert.LessOrEqual(t, s.Looked(), nodes*int(visibility.NumTraits))
	}
}
