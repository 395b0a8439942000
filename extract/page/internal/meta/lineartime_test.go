package meta_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/meta"
)

// Four times the page takes about four times as long, not sixteen, whatever the page repeats
// that may tell an author or a date.
func TestReadInLinearTime(t *testing.T) {
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
		run := func(size int) func() {
			root, err := html.Parse(strings.NewReader(title + strings.Repeat(part, size/len(part))))
			require.NoError(t, err)
			p, err := new(measure.Measurer).Measure(t.Context(), root, measure.Options{})
			require.NoError(t, err)
			return func() { meta.Read(p, nil) }
		}
		few, many := run(100_000), run(400_000)
		linear := false
		for attempt := 0; attempt < 6 && !linear; attempt++ { // other work may slow down some, not each
			linear = duration(many) < 10*(duration(few)+100*time.Microsecond)
		}
		assert.True(t, linear, name)
	}
}

// duration is the least time of three runs.
func duration(run func()) time.Duration {
	least := time.Hour
	for range 3 {
		began := time.Now()
		run()
		least = min(least, time.Since(began))
	}
	return least
}
