package page_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

// exceptions are the forms of hidden text that is content all the same, %s being
// the text.
var exceptions = map[string]string{
	"streamed by React":   `<main><template id="B:0"></template></main><div hidden id="S:0">%s</div><script>$RC("B:0","S:0")</script>`,
	"posts in noscript":   `<div id=app></div><noscript>%s</noscript>`,
	"tab panel":           `<main><ul role=tablist><li role=tab>One</ul><div role=tabpanel hidden>%s</div></main>`,
	"accordion":           `<main><button aria-controls=faq-1>Why?</button><div class=accordion-panel id=faq-1 style="display:none">%s</div></main>`,
	"closed details":      `<main><details><summary>Why?</summary>%s</details></main>`,
	"labelled region":     `<main><div role=region aria-label="Answers" style="display:none">%s</div></main>`,
	"animation of scroll": `<main><section data-aos=fade-up style="opacity:0">%s</section></main>`,
	"found in the page":   `<main><div hidden=until-found>%s</div></main>`,
	"wrapper of the page": `<div id=app style="visibility:hidden">%s</div>`,
	"shadow root":         `<main><x-card><template shadowrootmode=open><style>.gone{display:none}</style>%s</template></x-card></main>`,
	"behind a modal":      `<main aria-hidden=true>%s</main>`,
}

// vectors are ways to hide text from readers, %s being the text.
var vectors = []string{
	`<p style="display:none">%s</p>`, `<p hidden>%s</p>`, `<p style="font-size:0">%s</p>`, `<p style="opacity:0">%s</p>`, `<p style="visibility:collapse">%s</p>`,
	`<p style="position:absolute;left:-9999px">%s</p>`, `<p style="color:#fff;background:#fff">%s</p>`, `<p style="color:transparent">%s</p>`,
	`<p style="clip-path:inset(50%%)">%s</p>`, `<p style="height:0;overflow:hidden">%s</p>`, `<p style="text-indent:-9999px">%s</p>`, `<p style="transform:scale(0)">%s</p>`,
	`<p role=dialog aria-hidden=true>%s</p>`, `<template><p>%s</p></template>`, `<!-- %s -->`, `<p class=gone>%s</p>`, `<dialog>%s</dialog>`,
}

// TestHiddenWithinWhatIsShown holds each exception against each way to hide: the
// exception opens what it is meant for, and nothing that is hidden inside.
func TestHiddenWithinWhatIsShown(t *testing.T) {
	const secret = "words that no reader of this page can see"
	shown := strings.Repeat("<p>The flood comes in over the flats faster than a person walks, and the guides count the minutes from the moment the last gully runs dry.</p>", 6)
	for name, exception := range exceptions {
		t.Run(name, func(t *testing.T) {
			for _, vector := range vectors {
				body := fmt.Sprintf(exception, shown+fmt.Sprintf(vector, secret))
				doc := read(t, `<html><head><title>Flats</title><style>.gone{display:none}</style></head><body>`+body, extract.Options{})
				assert.Contains(t, doc.Markdown, "the last gully runs dry", vector)
				assert.NotContains(t, doc.Markdown, "no reader", vector)
				assert.True(t, keeps(doc, secret), "%s: not kept for the scan: %+v", vector, doc.Removed)
			}
		})
	}
}

func keeps(doc *extract.Document, text string) bool {
	for _, r := range doc.Removed {
		if strings.Contains(r.Text, text) {
			return true
		}
	}
	return false
}
