package htmlmd_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// Spans that style sets apart get a space; words in pieces, and what a space or
// another element parts already, stay as they are.
func TestSeam(t *testing.T) {
	for page, want := range map[string]string{
		`<p><span>In stock</span><span>Ships today</span></p>`:                         "In stock Ships today",
		`<p><span>Wool 4</span><span>Grey</span><span>Large</span></p>`:                "Wool 4 Grey Large",
		`<p><a href=/a><span>Nets</span></a><a href=/b>Lines</a></p>`:                  "[Nets](/a) [Lines](/b)",
		`<p><span><span>Tide tables</span></span><a href=/b><span>Harbours</span></a>`: "Tide tables [Harbours](/b)",
		`<p><span>In stock</span> <span>Ships today</span></p>`:                        "In stock Ships today",
		`<p><span>boat</span><span>house</span></p>`:                                   "boathouse",
		`<p><span>B</span><span>arnacles</span></p>`:                                   "Barnacles",
		`<p><span>(see</span><span>)</span></p>`:                                       "(see)",
		`<p><span>RMS</span><span>Titan</span></p>`:                                    "RMSTitan",
		`<p>Mc<span>Gregor</span></p>`:                                                 "McGregor",
		`<p><b>i</b><span>Buoy</span></p>`:                                             "**i**Buoy",
		`<p><span></span><span>Rope</span><span></span><span>Sail</span></p>`:          "Rope Sail",
		`<p><code><span>make</span><span>Boat</span></code></p>`:                       "`makeBoat`",
		"<pre><code><span>let</span><span>Knot</span></code></pre>":                    "```\nletKnot\n```",
		`<p><q><span>low tide</span><span>High tide</span></q></p>`:                    "\"low tide High tide\"",
	} {
		assert.Equal(t, want, strings.TrimSpace(write(t, page).Markdown), page)
	}
}

// On a whole page the number of an item is apart from what it numbers, and so are texts around a control.
func TestSeamOfPages(t *testing.T) {
	for page, want := range map[string]string{
		`<title>x</title><div><span class=no>1</span><cite>Finch A. Tides.</cite></div>`:             "1 *Finch A. Tides.*",
		`<title>x</title><p>Monday<span style="float:right">9-17</span></p>`:                         "Monday 9-17",
		`<title>x</title><div><span class=no>3</span><span>D printing of boats</span></div>`:         "3 D printing of boats",
		`<title>x</title><div><span class=no>3.</span><cite>Tides</cite></div>`:                      "3\\. *Tides*",
		`<title>x</title><div><span class=no>(a)</span><span>dredge;</span></div>`:                   "(a) dredge;",
		`<title>x</title><div><span class=no>json.</span><span>dump of it</span></div>`:              "json.dump of it",
		`<title>x</title><div>x <span class=no>3</span><em>rd of the tides</em></div>`:               "x 3*rd of the tides*",
		`<title>x</title><p>slow<label for=n></label><input type=checkbox id=n><span>By four</span>`: "slow By four",
		`<title>x</title><p><b>limit</b><span class=type>integer</span>`:                             "**limit** integer",
		`<title>x</title><p><b>un</b><span class=type>moored</span>`:                                 "**un**moored",
		`<title>x</title><label for=a>Linux</label><label for=b>macOS</label>`:                       "Linux macOS",
		`<title>x</title><p>slow<input type=hidden>ly`:                                               "slowly",
		`<title>x</title><p><strong>Tides:</strong><em>When they turn</em>`:                          "**Tides:** *When they turn*",
		`<title>x</title><p><b>GET</b><code>/v1/boats</code>`:                                        "**GET** `/v1/boats`",
		`<title>x</title><p><span class=base>(n)</span><sup>k</sup>`:                                 "(n)^k",
	} {
		assert.Equal(t, want, strings.TrimSpace(write(t, page).Markdown), page)
	}
}
