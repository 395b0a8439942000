package trainer

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/classify"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/gbdt"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
	"github.com/webfetch-mcp/webfetch-go/extract/page/train/internal/boost"
)

// report scores the text that the model of each page chooses, and prints it.
func (t *trainer) report(name string, model func(*example) *gbdt.Model, wish classify.Options, perPage string) (table, error) {
	results := make([]result, len(t.pages))
	truths := make([]*truth, len(t.pages))
	outputs := make([]string, len(t.pages))
	boost.Each(len(t.pages), func(i int) {
		ex := t.pages[i]
		var c classify.Classifier
		truths[i] = ex.truth
		outputs[i] = chosen(ex, c.Classify(context.Background(), model(ex), ex.page, ex.hints, wish))
		results[i] = ex.truth.score(outputs[i])
	})
	scores := tabulate(truths, results)
	scores.print(t.out, name)
	t.collapsed(name, model, wish)
	if perPage == "" {
		return scores, nil
	}
	return scores, t.writeOutputs(perPage, outputs)
}

// writeOutputs writes the text chosen for each page as JSON lines.
func (t *trainer) writeOutputs(file string, outputs []string) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	for i, ex := range t.pages {
		if err := enc.Encode(map[string]string{"id": ex.rec.ID, "text": outputs[i]}); err != nil {
			return err
		}
	}
	return os.WriteFile(file, b.Bytes(), 0o644)
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
	truths := make([]*truth, len(t.pages))
	for i, ex := range t.pages {
		kept := make([]bool, len(ex.labels))
		for j, l := range ex.labels {
			kept[j] = l.y > 0.5
		}
		truths[i] = ex.truth
		results[i] = ex.truth.score(chosen(ex, kept))
		ex.labelQuality = 1
		if ex.rec.Truth.Text != nil {
			ex.labelQuality = float32(results[i].f * results[i].f)
		}
	}
	tabulate(truths, results).print(t.out, "labels")
}

// collapsed prints how many pages of at least 400 visible words have less than
// 60 of them kept, and how many headings of the content are lost.
func (t *trainer) collapsed(name string, model func(*example) *gbdt.Model, wish classify.Options) {
	var c classify.Classifier
	pages, headings, lost := 0, 0, 0
	for _, ex := range t.pages {
		kept := c.Classify(context.Background(), model(ex), ex.page, ex.hints, wish)
		words := int32(0)
		for i, k := range kept {
			if k {
				words += ex.page.Blocks[i].Words
			}
		}
		if words < 60 && ex.page.VisibleWords >= 400 {
			pages++
		}
		n, m := ex.headings(kept)
		headings, lost = headings+n, lost+m
	}
	fmt.Fprintf(t.out, "%-18s %d pages collapsed, %d of %d headings lost\n", name, pages, lost, headings)
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

// isHeading reports a heading of the content that is not the title.
func (ex *example) isHeading(i int) bool {
	const levels = measure.H2 | measure.H3 | measure.H456
	return ex.rec.Truth.Text != nil && ex.labels[i].weight > 0 && ex.labels[i].y > 0.5 &&
		ex.page.Elements[ex.page.Blocks[i].Element].AnyKinds&levels != 0 &&
		!strings.EqualFold(squash(ex.texts[i]), squash(ex.hints.Title))
}
