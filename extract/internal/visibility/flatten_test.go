package visibility_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/visibility"
)

func TestFlatten(t *testing.T) {
	deep := strings.Repeat("<div>", 600)
	for page, want := range map[string]string{
		`<p>a<p>b`:                                         `<p>a<p>b`,
		`<table><tr><td hidden>a<td>b</table>`:             `<table><tr><td hidden>a<td>b</table>`,
		`<b>a</i>b</b></p>c`:                               `<b>ab</b>c`,
		`<script>if (a < b) "<p>"</script>x`:               `<script>if (a < b) "<p>"</script>x`,
		`<img src=a><!-- b -->c<input>`:                    `<img src=a>c<input>`,
		strings.Repeat("<div>", 256) + "a<div>b":           strings.Repeat("<div>", 256) + "a<div></div>b",
		strings.Repeat("<div>", 255) + "a<div>b":           strings.Repeat("<div>", 255) + "a<div>b",
		strings.Repeat("<div>", 256) + "a<i>b</i>":         strings.Repeat("<div>", 256) + "a<i>b</i>",
		strings.Repeat("<div>", 256) + "a<p hidden>b</p>c": strings.Repeat("<div>", 256) + "a<p hidden>b</p>c",
	} {
		assert.Equal(t, want, string(visibility.Flatten([]byte(page), false, nil)), page)
	}
	for _, page := range []string{deep, strings.Repeat("<div class=a>", 600), strings.Repeat("<p><b>", 600), strings.Repeat("<ul><li>", 600), strings.Repeat("<b></i>", 600)} {
		flat := string(visibility.Flatten([]byte(page+"one<div>two</div>three<p>four</p><p hidden>five &amp; six</p>"), false, nil))
		_, err := html.Parse(strings.NewReader(flat))
		require.NoError(t, err)
		for _, word := range []string{"one", "two", "three", "four", "five"} {
			assert.Contains(t, flat, word)
		}
	}
	flat := visibility.Flatten([]byte(deep+"one<div>two</div>three<p>four</p><p hidden>five"), false, nil)
	assert.Contains(t, string(flat), "one<div></div>two<div></div>three<p>four</p><p hidden>five")
}

// BenchmarkFlattenGrowth measures how much longer a page of four times the size takes, however it
// nests: about four times as long.
func BenchmarkFlattenGrowth(b *testing.B) {
	took := func(page []byte) time.Duration {
		began := time.Now()
		visibility.Flatten(page, false, nil)
		return time.Since(began)
	}
	for _, piece := range []string{"<div>", "<p><b>", "<div class=a>", "</p>", "<b></i>", `<a style="color:red" href=b>`, "<div hidden>", "<table><tr><td>"} {
		page := func(n int) []byte {
			return []byte("<style>.a .a{opacity:0}.b .a{left:0}</style>" + strings.Repeat(piece, n))
		}
		b.Run(piece, func(b *testing.B) {
			large, small := page(40_000), page(10_000)
			many, few := time.Hour, time.Hour
			for b.Loop() {
				many, few = min(many, took(large)), min(few, took(small))
			}
			b.ReportMetric(float64(many)/float64(few), "growth")
		})
	}
}

// A caller who gives up is noticed.
func TestFlattenEndsWithItsCaller(t *testing.T) {
	asked := 0
	visibility.Flatten([]byte(strings.Repeat("<div>x", 10_000)), false, func() bool { asked++; return asked > 3 })
	assert.Equal(t, 4, asked)
}

func FuzzFlatten(f *testing.F) {
	f.Add(strings.Repeat("<div>", 300)+"<ul><li>b", uint16(100))
	f.Add("<table><tr><td><p>x</i></table><style>p{display:none}</style><title></title>", uint16(3))
	f.Add("<p><a b='", uint16(9))
	f.Fuzz(func(t *testing.T, page string, times uint16) {
		before := strings.Repeat(page[:min(len(page), 2000)], int(times%64)+1)
		flat := visibility.Flatten([]byte(before), false, nil)
		assert.LessOrEqual(t, len(flat), 12*len(before))
	})
}
