package measure_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

// What a reader can open or scroll to is measured, marked as folded; what only
// looks like it is not.
func TestPartsThatOpen(t *testing.T) {
	long := strings.Repeat("Mooring lines are checked at every tide. ", 15)
	for page, open := range map[string]bool{
		`<div class=faq__question>How deep is it?</div><div class=faq__answer style="display:none">%s</div>`:                                  true,
		`<h3><button aria-expanded=false>Deliveries</button></h3><div class="accordion-body closed" aria-hidden=true>%s</div>`:                true,
		`<h3><button>Deliveries</button></h3><div class=shut style="max-height:0"><div class=accordion__text aria-hidden=true>%s</div></div>`: true,
		`<style>.collapsible{display:none}</style><p>Which rope?</p><div class=collapsible>%s</div>`:                                          true,
		`<div role=tabpanel aria-hidden=true>%s</div>`:                                                                                        true,
		`<div style="transform: translate3d(0, 30px, 0); opacity: 0">%s</div>`:                                                                true,
		`<div class=slide aria-hidden=true>` + long + `%s</div>`:                                                                              true,

		`<table><tr><td><svg aria-hidden=true></svg><span style="position:absolute;clip:rect(0,0,0,0)">%s</span></table>`:               true,
		`<table><tr><td><b><i class=icon-yes></i></b> <b style="position:absolute;width:1px;height:1px;overflow:hidden">%s</b></table>`: true,
		`<table><tr><td><img src=a.png alt=""><span style="position:absolute;left:-9999px">%s</span></table>`:                           true,
		`<table><tr><td>Yes <i class=icon></i><span style="position:absolute;clip:rect(0,0,0,0)">%s</span></table>`:                     false,
		`<table><tr><td><i class=icon></i><span style="position:absolute;clip:rect(0,0,0,0)">Sorted by %s</span></table>`:               false,
		`<p><i class=icon></i><span style="position:absolute;clip:rect(0,0,0,0)">%s</span>`:                                             false,
		`<table><tr><td><span style="position:absolute;clip:rect(0,0,0,0)">%s</span></table>`:                                           false,

		`<h3>Deliveries</h3><p>On Mondays.</p><h3>Returns</h3><p hidden>%s</p>`:                                                true,
		`<div class=item><h3>Deliveries</h3><div hidden>%s</div></div><div class=item><h3>Returns</h3><div>Never.</div></div>`: true,

		`<h2>Deliveries</h2><p hidden>%s</p><p>On Mondays.</p><p>Or on Fridays.</p>`:                                               false,
		`<p>The quay is open.</p><h2>Deliveries</h2><p style="display:none">%s</p><p>On Mondays.</p>`:                              false,
		`<section><h2>Deliveries</h2><p hidden>%s</p><p>On Mondays.</p></section><section><h2>Returns</h2><p>Never.</p></section>`: false,
		`<div class=faq__answer style="display:none">%s</div>`:                                                                     false,
		`<p>How deep is it?</p><div style="display:none">%s</div>`:                                                                 false,
		`<p>` + long + `</p><div class=faq__answer style="display:none">%s</div>`:                                                  false,
		`<p style="display:none">Unseen head</p><div class=accordion-body style="display:none">%s</div>`:                           false,
		`<nav><p>More</p><div class=collapse style="display:none">%s</div></nav>`:                                                  false,
		`<p>Sign in</p><div class=tab role=dialog style="display:none">%s</div>`:                                                   false,
		`<div style="opacity: 0">%s</div>`:                                                                                         false,
		`<h3>Deliveries</h3><div class=accordion-body style="font-size:0">%s</div>`:                                                false,
		`<p>` + long + `</p><div style="display:none">` + long + `%s</div>`:                                                        false,
	} {
		p := measured(t, strings.Replace(page, "%s", "<q>in the fold</q>", 1))
		var found, folded bool
		for i := range p.Elements {
			if el := &p.Elements[i]; el.Atom == atom.Q {
				found, folded = true, el.AnyKinds&measure.Folded != 0
			}
		}
		assert.Equal(t, open, found, page)
		assert.Equal(t, open, folded, page)
	}
}
