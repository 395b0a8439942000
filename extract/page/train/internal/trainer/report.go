package trainer

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/classify"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
	"github.com/webfetch-mcp/webfetch-go/extract/page/train/internal/boost"
)

// report scores the text that the model of each page chooses without some passes, and prints that, how many pages have
// collapsed, and how many headings of the content are lost.
func (t *trainer) report(name string, without []string) table {
	results, counts := make([]result, len(t.pages)), make([][3]int, len(t.pages))
	boost.Each(len(t.pages), func(i int) {
		ex := t.pages[i]
		var c classify.Classifier
		kept := c.Classify(context.Background(), t.model[ex.fold], ex.page, ex.hints, classify.Options{Without: without})
		results[i] = ex.truth.score(chosen(ex, kept))
		counts[i][1], counts[i][2] = ex.headings(kept)
		if ex.isCollapsed(kept) {
			counts[i][0] = 1
		}
	})
	var sum [3]int
	for _, of := range counts {
		for k, n := range of {
			sum[k] += n
		}
	}
	scores := tabulate(t.pages, results)
	scores.print(t.out, name)
	fmt.Fprintf(t.out, "%-18s %d pages collapsed, %d of %d headings lost\n", name, sum[0], sum[2], sum[1])
	return scores
}

func chosen(ex *example, kept []bool) string {
	var b bytes.Buffer
	first := 0
	for i, k := range kept {
		if !k {
			continue
		}
		if first++; first <= 3 && strings.EqualFold(squash(ex.texts[i]), squash(ex.hints.Title)) {
			continue
		}
		b.WriteString(ex.texts[i])
		b.WriteByte('\n')
	}
	return b.String()
}

// ceiling scores the text of the blocks that the labels call content: what no
// choice of blocks can exceed by much. A page whose truth they can't render
// well, for it is not on the page or is reported in other words, teaches less.
func (t *trainer) ceiling() {
	results := make([]result, len(t.pages))
	for i, ex := range t.pages {
		kept := make([]bool, len(ex.labels))
		for j, l := range ex.labels {
			kept[j] = l.y > 0.5
		}
		results[i] = ex.truth.score(chosen(ex, kept))
		ex.labelQuality = 1
		if ex.rec.Truth.Text != nil {
			ex.labelQuality = float32(results[i].f * results[i].f)
		}
	}
	tabulate(t.pages, results).print(t.out, "labels")
}

func (ex *example) isCollapsed(kept []bool) bool {
	words := int32(0)
	for i, k := range kept {
		if k {
			words += ex.page.Blocks[i].Words
		}
	}
	return words < 60 && ex.page.VisibleWords >= 400
}

// headings counts the headings of the content, and those of them that are lost: of
// which no heading of the same text is kept.
func (ex *example) headings(kept []bool) (all, lost int) {
	found := map[string]bool{}
	for i, k := range kept {
		if ex.isHeading(i) {
			text := squash(ex.texts[i])
			found[text] = found[text] || k
		}
	}
	for _, k := range found {
		if all++; !k {
			lost++
		}
	}
	return all, lost
}

func (ex *example) isHeading(i int) bool {
	const levels = measure.H2 | measure.H3 | measure.H456
	return ex.rec.Truth.Text != nil && ex.labels[i].weight > 0 && ex.labels[i].y > 0.5 &&
		ex.page.Elements[ex.page.Blocks[i].Element].AnyKinds&levels != 0 &&
		!strings.EqualFold(squash(ex.texts[i]), squash(ex.hints.Title))
}
