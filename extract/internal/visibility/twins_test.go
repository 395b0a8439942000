package visibility_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// Of two twins the seen one stays, whatever the other is called and wherever it stands.
func TestTwins(t *testing.T) {
	const external = "<link rel=stylesheet href=a.css>"
	for page, want := range map[string]string{
		`<p>A tram to the pier: <span class=sr-only>four crowns fifty</span><span aria-hidden=true>4<sup>50</sup> kr</span>.</p>`:      "A tram to the pier: 450 kr.",
		`<p>A tram: <b aria-hidden=true>4,50 kr</b> <b class="t visually-hidden">4,50 kr</b> a ride</p>`:                               "A tram: 4,50 kr a ride",
		`<td><span class=u-offscreen>4,50 kr</span><span aria-hidden=true><span>4</span><span>,50</span></span></td>`:                  "4,50",
		`<p>Rated <i aria-hidden=true>★★★☆</i><span class=screen-reader-text>three of four</span></p>`:                                 "Rated ★★★☆",
		`<style>.q{position:absolute;clip:rect(0,0,0,0)}</style><p>Late <span class=q>by nine minutes</span><em aria-hidden=true>+9'`:  "Late +9'",
		`<style>.q{position:absolute;left:-999em}</style><p>Rated <i class=q>three of four</i><i aria-hidden=true>★★★☆</i></p>`:        "Rated ★★★☆",
		`<p>Rated <i style="display:none">three of four</i><i aria-hidden=true>★★★☆</i></p>`:                                           "Rated",
		`<ruby><rb aria-hidden=true>駅</rb><rt>えき</rt></ruby>`:                                                                          "駅えき",
		`<p>Boats leave <span aria-hidden=true>at 7 and at 9</span> on Sundays</p>`:                                                    "Boats leave at 7 and at 9 on Sundays",
		`<div aria-hidden=true>Boats leave at 7.</div>`:                                                                                "Boats leave at 7.",
		`<p><span>12 km</span><span aria-hidden=true>12 km</span> by bicycle</p>`:                                                      "12 km by bicycle",
		`<p>Walk <span aria-hidden=true>12&nbsp;km</span><span>12 km</span></p>`:                                                       "Walk 12 km",
		`<p><span><span class="x sr-only">$29.99</span><span><span>$</span>29<span>.99</span></span></span>`:                           "$29.99",
		`<p><b>Items</b><span class=sr-only>Items, 3 of 5</span></p>`:                                                                  "ItemsItems, 3 of 5",
		`<p><span><span class=sr-only>two</span></span><span aria-hidden=true>2</span> ferries</p>`:                                    "2 ferries",
		`<p>Next <span class=material-icons aria-hidden=true>chevron_right</span></p>`:                                                 "Next",
		`<p>Next <i class="icon-x" aria-hidden=true>chevron_right</i></p>`:                                                             "Next",
		`<p>Harbour <a aria-hidden=true href=#h>anchor</a> view</p>`:                                                                   "Harbour view",
		`<p>Harbour <span aria-hidden=true>|</span> view</p>`:                                                                          "Harbour view",
		`<div aria-hidden=true role=dialog>Sign in</div><div aria-hidden=true class=dropdown>Menu</div>`:                               "",
		`<p style="display:none" aria-hidden=true>Sign in</p>`:                                                                         "",
		`<p class=sr-only>Skip to the text</p>`:                                                                                        "Skip to the text",
		external + `<div aria-hidden=true>Sign in</div><p>A tram: <span aria-hidden=true>4,50</span> kr</p>`:                           "A tram: 4,50 kr",
		external + `<div aria-label="four crowns fifty"><span aria-hidden=true>4,50</span></div>`:                                      "4,50",
		external + `<p><b role=img aria-label="rated three of four"><i aria-hidden=true>3/4</i></b></p>`:                               "3/4",
		external + `<p><span role=img aria-label="4 of 5"><span aria-hidden=true>★★★★☆</span></span></p>`:                              "★★★★☆",
		external + `<main aria-label="every hour"><div aria-hidden=true>1/h</div></main>`:                                              "1/h",
		external + `<span role=button aria-label=Close><i aria-hidden=true>x</i></span><a aria-label=Up href=/><b aria-hidden=true>U`:  "",
		external + `<span aria-label=Share><i aria-hidden=true>★</i></span>`:                                                           "",
		`<p>At <b aria-hidden=true>9</b><b aria-hidden=true>:</b><b aria-hidden=true>30</b><b class=sr-only>half past nine</b>.</p>`:   "At 9:30.",
		`<p aria-label="$12"><b aria-hidden=true>$</b><b aria-hidden=true>12</b></p>`:                                                  "$12",
		`<p><b aria-hidden=true>[+]</b><b aria-hidden=true>[-]</b><b class=sr-only>Fold</b> Hallin</p>`:                                "[-] Hallin",
		external + `<table><tr><td><i aria-hidden=true>✓</i><td aria-hidden=true>12 m<td><i aria-hidden=true class=icon>x</i></table>`: "✓12 m",
		`<p>Mail nan<i aria-hidden=true>@</i>mill.example, press <kbd aria-label=Command><i aria-hidden=true>⌘</i></kbd></p>`:          "Mail nan@mill.example, press ⌘",
		external + `<p><span aria-hidden=true>RSS</span></p>`:                                                                          "",
		external + `<p><span aria-hidden=true>4,50</span><span class=sr-only>four fifty</span></p>`:                                    "4,50",
	} {
		root, s := parse(t, page)
		text, _ := shown(root, s)
		assert.Equal(t, want, strings.Join(strings.Fields(text), " "), page)
	}
}

// Notes are shown by their role, and if a raised mark leads to them.
func TestNotesByRole(t *testing.T) {
	for page, want := range map[string]bool{
		`<aside role=doc-footnote hidden>`: true, `<div role=doc-endnotes style="display:none">`: true, `<span role=note style="visibility:hidden">`: true, `<aside epub:type=footnote hidden>`: true,
		`<span id=n4 hidden>`: true, `<span id=n1 hidden>`: true, `<section hidden><ol><li id=n1>`: true, `<div id=n2 style="display:none">`: true, `<div id=n3 hidden>`: false, `<nav id=n1 hidden>`: false,
		`<div role=none hidden>`: false, `<div class=footnote hidden>`: false, `<div role=doc-footnote style="font-size:0">`: false,
	} {
		root, s := parse(t, "<p>A mill<sup><a href=#n1>1</a></sup><a href=#n2><sup>2</sup></a><a href=#n3>3</a><a class=noteref href=#n4>4</a></p>"+page+"Of wood.")
		text, _ := shown(root, s)
		assert.Equal(t, want, strings.Contains(text, "Of wood."), page)
	}
}
