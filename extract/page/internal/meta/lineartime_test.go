package meta_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/meta"
)

// BenchmarkReadSizes measures how much longer a page of four times the size takes, whatever it
// repeats that may tell an author or a date: about four times as long, not sixteen.
func BenchmarkReadSizes(b *testing.B) {
	const title = "<title>Tides</title><h1>Tides</h1>"
	deep := func(open string) string { return strings.Repeat(open, 200) + strings.Repeat("</div>", 200) }
	for name, part := range map[string]string{
		"microdata":        `<i itemprop=author>said Ada</i>`,
		"microdata items":  `<div itemprop=author itemscope itemtype=http://schema.org/Person><b itemprop=name>Ada</b></div>`,
		"of reviews":       `<div itemscope itemtype=http://schema.org/Review><b itemprop=author>Ada Finch</b></div>`,
		"nested microdata": deep(`<div itemprop=author itemscope itemtype=http://schema.org/Person>`),
		"links":            `<a rel=author href=/a> </a>`,
		"classes":          `<p class=byline>posted on`,
		"nested classes":   deep(`<div class=byline>`),
		"spoken":           `<p>By the way`,
		"headings":         `<h1>By Ada</h1>`,
		"signed":           `<p><b>Ada Finch</b>`,
		"times":            `<time>yesterday</time>`,
		"classes of dates": `<p class=date>soon`,
		"lines with dates": `<p>Updated 4 May`,
		"linked data":      `<script type=application/ld+json>{"@type":"Person","name":"Ada"}</script>`,
		"one linked data":  `<script type=application/ld+json>` + strings.Repeat(`{"@graph":[`, 50) + `</script>`,
	} {
		run := func(size int) func() time.Duration {
			root, err := html.Parse(strings.NewReader(title + strings.Repeat(part, size/len(part))))
			require.NoError(b, err)
			p, err := new(measure.Measurer).Measure(b.Context(), root, measure.Options{})
			require.NoError(b, err)
			return func() time.Duration {
				began := time.Now()
				meta.Read(p, nil)
				return time.Since(began)
			}
		}
		b.Run(name, func(b *testing.B) {
			small, large := run(100_000), run(400_000)
			few, many := time.Hour, time.Hour // the least of all runs: what other work adds is left out
			for b.Loop() {
				few, many = min(few, small()), min(many, large())
			}
			b.ReportMetric(float64(many)/float64(few), "x-for-4x")
		})
	}
}
