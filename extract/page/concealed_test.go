package page_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

// answers are closed parts with a sentence each: %[1]s, %[2]s and %[3]s.
var concealed = map[string]string{
	"class of a sheet that folds": `<style>.collapsed{max-height:0;overflow:hidden}</style><h2>Questions</h2>
		<div class=item><div class=title>How deep is the harbour?</div><div class="text collapsed"><p>%[1]s</p></div></div>
		<div class=item><div class=title>Who holds the key?</div><div class="text collapsed"><p>%[2]s</p></div></div>
		<div class=item><div class=title>When does it open?</div><div class="text collapsed"><p>%[3]s</p></div></div>`,
	"hashed classes below buttons": `<style>.css-1x2{display:none}</style>
		<div class=css-9a><button class=css-7>How deep is the harbour?</button><div class=css-1x2><p>%[1]s</p></div></div>
		<div class=css-9a><button class=css-7>Who holds the key?</button><div class=css-1x2><p>%[2]s</p></div></div>
		<div class=css-9a><button class=css-7>When does it open?</button><div class=css-1x2><p>%[3]s</p></div></div>`,
	"hashed classes below headings": `<style>._a1{height:0;overflow:hidden}</style>
		<section class=_q><h3 class=_h>How deep is the harbour?</h3><div class=_a1>%[1]s</div></section>
		<section class=_q><h3 class=_h>Who holds the key?</h3><div class=_a1>%[2]s</div></section>
		<section class=_q><h3 class=_h>When does it open?</h3><div class=_a1>%[3]s</div></section>`,
	"a list of terms": `<style>dd{display:none}</style>
		<dl><dt>How deep is the harbour?<dd>%[1]s<dt>Who holds the key?<dd>%[2]s<dt>When does it open?<dd>%[3]s</dl>`,
	"controls without a state": `<p><a aria-controls=p1>Depth</a> <a aria-controls=p2>Key</a> <a aria-controls=p3>Hours</a></p>
		<div id=p1 style="display:none">%[1]s</div><div id=p2 hidden>%[2]s</div><div id=p3 style="visibility:hidden">%[3]s</div>`,
	"a tray within what is controlled": `<h3><button aria-controls=t1 aria-expanded=false>Depth</button></h3><div id=t1><div inert aria-hidden=true>%[1]s</div></div>
		<h3><button aria-controls=t2 aria-expanded=false>Key</button></h3><div id=t2><div inert aria-hidden=true>%[2]s</div></div>
		<h3><button aria-controls=t3 aria-expanded=false>Hours</button></h3><div id=t3><div inert aria-hidden=true>%[3]s</div></div>`,
	"folded and faded in": `<style>.b{height:0;overflow:hidden}.c{opacity:0;visibility:hidden}</style>
		<ul><li class=k><div role=button aria-expanded=false>Depth</div><div class=b><div class=c>%[1]s</div></div>
		<li class=k><div role=button aria-expanded=false>Key</div><div class=b><div class=c>%[2]s</div></div>
		<li class=k><div role=button aria-expanded=false>Hours</div><div class=b><div class=c>%[3]s</div></div></ul>`,
	"slides": `<ul class=carousel><li class=slide aria-hidden=true>%[1]s<li class=slide>The quay at noon, seen from the mole.<li class=slide aria-hidden=true>%[2]s<li class=slide aria-hidden=true>%[3]s</ul>`,
	"panes below their labels": `<div class=product-tab><div class=labels>Depth Key Hours</div><div class=content style="display:block">The quay at noon, seen from the mole.</div>
		<div class=content style="display:none">%[1]s</div><div class=content style="display:none">%[2]s</div><div class=content style="display:none">%[3]s</div></div>`,
	"interactions of a site builder": `<section data-w-id=a1 style="opacity:0"><p>%[1]s</p></section><section data-w-id=b2 style="opacity:0;transform:translateY(40px)"><p>%[2]s</p></section>
		<section data-w-id=c3 style="opacity:0"><p>%[3]s</p></section>`,
	"sections that fade in":           `<h2 style="opacity:0">The harbour</h2><img src=/quay.jpg style="opacity:0"><div style="opacity:0">%[1]s</div><div style="opacity:0">%[2]s</div><div style="opacity:0">%[3]s</div>`,
	"a cloak":                         `<style>[v-cloak]{display:none}</style><div v-cloak><p>%[1]s</p><p>%[2]s</p><p>%[3]s</p></div>`,
	"custom elements not yet defined": `<style>:not(:defined){visibility:hidden}</style><harbour-facts><p>%[1]s</p><p>%[2]s</p><p>%[3]s</p></harbour-facts>`,
	"a frame that noscript ends":      `<noscript><iframe src=/gtm height=0 /></noscript><p>%[1]s</p><p>%[2]s</p><p>%[3]s</p>`,
	"a second link to the same page":  `<p><a href=/a>Depth</a><p><a href=/a aria-hidden=true>%[1]s</a><p><a href=/b>Key</a><p><a href=/b aria-hidden=true>%[2]s</a><p><a href=/c>Hours</a><p><a href=/c aria-hidden=true>%[3]s</a>`,
}

var facts = [...]any{
	"At the lowest tide of the year the fairway still has four metres and ten centimetres of water.",
	"The key of the lock house is kept by the widow of the last pilot, three doors up the lane.",
	"From the first of March the bridge opens every two hours, but never between noon and half past one.",
}

// What a reader opens, or a script brings to light, is content, and is told as
// doubtful.
func TestConcealedIsContent(t *testing.T) {
	const around = `<html><head><title>Harbour</title></head><body><main><h1>The harbour</h1><p>The harbour lies behind a lock that the fishermen built themselves, and it silts up a little more with every winter storm.</p>`
	for name, part := range concealed {
		doc := read(t, around+fmt.Sprintf(part, facts[:]...), extract.Options{})
		for _, fact := range facts {
			assert.Contains(t, doc.Markdown, fact, name)
		}
		if name == "a frame that noscript ends" {
			continue
		}
		var doubtful strings.Builder
		for _, d := range doc.Doubtful {
			doubtful.WriteString(d.Text + "\n")
			assert.NotEmpty(t, d.Reason, name)
			assert.Equal(t, "concealed", d.Where, name)
		}
		for _, fact := range facts {
			assert.Contains(t, doubtful.String(), fact, name)
		}
		assert.NotContains(t, doubtful.String(), "silts up", name)
	}
}

// Wrappers hold most of the words of the page, however deep they stand and
// whatever hides them.
func TestWrappersAreContent(t *testing.T) {
	long := strings.Repeat("<p>The flood comes in over the flats faster than a person walks, and the guides count the minutes from the moment the last gully runs dry.</p>", 4)
	for _, page := range []string{
		`<style>.defer{visibility:hidden}</style><div><div><div><div><div class=defer>%s</div></div></div></div></div>`,
		`<style>.locked main{display:none}</style><div class=locked><div id=a><div id=b><div id=c><main>%s</main></div></div></div></div>`,
		`<style>app-root:not(:defined){display:none}</style><app-root>%s</app-root>`,
		`<div><section><div data-w-id=1 style="opacity:0">%s</div></section></div>`,
		`<main><div class=overlay aria-hidden=true>%s</div></main>`,
		`<style>[v-cloak]{display:none}</style><div id=app v-cloak>%s</div>`,
		`<style>.js-only{opacity:0}</style><div><div><article><div class=js-only>%s</div></article></div></div>`,
	} {
		doc := read(t, `<html><head><title>Flats</title></head><body><p>Home</p>`+fmt.Sprintf(page, long)+`<p>Imprint</p>`, extract.Options{})
		assert.Contains(t, doc.Markdown, "last gully runs dry", page)
		assert.Equal(t, extract.VerdictContent, doc.Verdict.Kind, page)
	}
}

// What looks alike and is no content, or what nobody is expected to open, stays
// hidden.
func TestConcealedAndNoContent(t *testing.T) {
	const secret = "Words that no reader of this page is going to see."
	for name, part := range map[string]string{
		"one part below a heading":  `<h2>Notes</h2><div style="display:none">%s</div>`,
		"one part below a button":   `<button>Send</button><div style="display:none">%s</div>`,
		"a dialog":                  `<button aria-controls=d>Open</button><div id=d role=dialog hidden>%s</div>`,
		"a menu":                    `<button aria-controls=m aria-expanded=false>More</button><ul id=m class=x hidden><li><a href=/1>%s</a></ul>`,
		"a cart":                    `<button aria-controls=cart-drawer>Cart</button><div id=cart-drawer style="display:none">%s</div>`,
		"a notice of consent":       `<div class=cookie-notice><div class=g><h3>Marketing</h3><div hidden>%s</div></div><div class=g><h3>Statistics</h3><div hidden>%[1]s</div></div></div>`,
		"no row":                    `<p style="opacity:0">%s</p>`,
		"paragraphs that are alike": `<p class=x>The quay at noon.</p><p class=x style="display:none">%s</p><p class=x>The quay at night.</p>`,
		"a cloak with a condition":  `<style>[x-cloak]{display:none}</style><div x-cloak x-show=open>%s</div>`,
		"a defined element":         `<style>x-note{display:none}</style><x-note>%s</x-note>`,
		"a link to somewhere else":  `<p><a href=/a>Depth</a><p><a href=/b aria-hidden=true>%s</a>`,
		"transparent in a fold":     `<h3>A</h3><div style="color:transparent">%s</div><h3>B</h3><div style="color:transparent">%[1]s</div>`,
	} {
		doc := read(t, article+fmt.Sprintf(part, secret), extract.Options{WholePage: true})
		assert.NotContains(t, doc.Markdown, secret, name)
		assert.Contains(t, removedText(doc), secret, name)
	}
}
