package page_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

// harbourPage sets a piece of content between paragraphs, so that it is a page.
func harbourPage(head, content string) string {
	const before = "<p>The harbour office keeps a register of the boats that winter on the north quay, and of what their owners owe for it. It is open to all who ask.</p>"
	const after = "<p>Who leaves in spring hands the key back to the office, which then strikes the boat off the register and returns the deposit by post within a month.</p>"
	return "<html><head><title>The north quay</title>" + head + "</head><body><main><h1>The north quay</h1>" + before + content + after + "</main></body></html>"
}

// TestLabelsOfStyles numbers items by generated content, by strings and by counter styles of style sheets.
func TestLabelsOfStyles(t *testing.T) {
	for name, test := range map[string]struct {
		style, content string
		want           []string
	}{
		"letters of a counter with a bracket": {
			`ol.rules{list-style:none;counter-reset:rule} ol.rules>li{counter-increment:rule} ol.rules>li::before{content:counter(rule,lower-alpha)") "}`,
			"<ol class=rules><li>Boats are moored at both ends.<li>Fires on board are out by ten.<li>Rule b holds on Sundays as well.</ol>",
			[]string{"- a) Boats are", "- b) Fires on", "- c) Rule b"},
		},
		"numbers of nested lists, counted by the box": {
			"ol{list-style-type:none;counter-reset:item} li:before{counter-increment:item;content:counters(item,'.') ' ';font-weight:bold}",
			"<ol><li>Mooring of boats<ol><li>At the quay itself<li>At a buoy in the bay</ol><li>Fees of the winter</ol>",
			[]string{"1. Mooring", "- 1.1 At the quay", "- 1.2 At a buoy", "2. Fees"},
		},
		"a word before the number, and a start": {
			`.steps{counter-reset:step 2;padding:0} .steps li{counter-increment:step;list-style:none} .steps li::before{content:"Step " counter(step) ": ";color:navy}`,
			"<ul class=steps><li>Bring the papers along.<li>Sign the register.</ul>",
			[]string{"- Step 3: Bring", "- Step 4: Sign"},
		},
		"clauses that go on from list to list": {
			`main{counter-reset:clause} ol{list-style:none} ol li{counter-increment:clause} ol li::marker{content:"(" counter(clause,upper-roman) ") "}`,
			"<ol><li>The owner pays.<li>The office waits.</ol><p>What follows holds in winter alone, for all who stay.</p><ol><li>The quay is closed.</ol>",
			[]string{"- (I) The owner", "- (II) The office", "- (III) The quay"},
		},
		"a counter that a sibling before resets": {
			`ol{list-style-type:none} ol.start{counter-reset:k 0} ol>li{counter-increment:k} ol>li:before{content:counter(k,lower-latin) ") "}`,
			"<ol class=start><li>Minutes agreed<li>Three quotes</ol><ul><li>Hale 4,000</ul><ol start=3><li>Next meeting</ol><p>What follows is of the board alone.</p><ol class=start><li>The roof</ol>",
			[]string{"- a) Minutes", "- b) Three", "- c) Next", "- a) The roof"},
		},
		"letters and numerals that a class sets": {
			".a{list-style-type:upper-alpha} .r li{list-style:lower-roman outside}",
			"<ol class=a><li>North quay<li>South quay</ol><p>and, by their depth at low water in the spring:</p><ol class=r start=4><li>Shallow<li>Deep</ol>",
			[]string{"- A. North", "- B. South", "- iv. Shallow", "- v. Deep"},
		},
		"ticks and crosses, but no dashes": {
			`.yes{list-style-type:"✓ "} .yes .no{list-style-type:'✗ '} .dash{list-style:"– "}`,
			"<ul class=yes><li>Water at the quay<li class=no>Power at the quay</ul><p>Of the boats that lie there most are of these kinds:</p><ul class=dash><li>Sloops of wood</ul>",
			[]string{"- ✓ Water", "- ✗ Power", "- Sloops"},
		},
		"a counter style that extends another": {
			`@counter-style bracket{system:extends lower-alpha;prefix:"(";suffix:") "} ol{list-style:bracket}`,
			"<ol><li>Boats with oars<li>Boats without</ol>",
			[]string{"- (a) Boats with oars", "- (b) Boats without"},
		},
		"a style that depends on a variable": {
			"ol{--kind:lower-roman;list-style:none} ol>li::before{content:counter(list-item,var(--kind)) '.'}",
			"<ol><li>Shallow water<li>Deep water</ol>",
			[]string{"1. Shallow", "2. Deep"},
		},
		"what is hidden, too long or not declared by CSS": {
			`.a li::before{content:"secret " counter(x) ".";font-size:0} .b li::before{content:"and to who reads this, a secret for the harbour " counter(x)} .c{label:"secret"} .d{list-style:lower-alpha;list-style:square url("secret.png")}`,
			"<ul class=a><li>Shallow water</ul><p>The depths are those of the lowest tide, as they are in the tables of the office.</p><ul class=b><li>Deep water</ul><p>Pilots call the office before they enter, at any hour of the day.</p><ul class=c><li class=c>Channel<li style=\"label:'secret 1'\">Basin</ul><ol class=d><li>Lock</ol>",
			[]string{"- Shallow", "- Deep", "- Channel", "- Basin", "1. Lock"},
		},
		"hidden boxes and other elements stay as they are": {
			`p::before{content:counter(par) " "} li::before{content:"→ ";display:none} ol{counter-reset:x}`,
			"<ol><li>Shallow water<li>Deep water</ol>",
			[]string{"1. Shallow", "2. Deep"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			md := strings.ReplaceAll(read(t, harbourPage("<style>"+test.style+"</style>", test.content), extract.Options{}).Markdown, `\`, "")
			for _, want := range test.want {
				assert.Contains(t, md, want)
			}
			assert.NotContains(t, md, "– ")
			assert.NotContains(t, md, "secret")
		})
	}
}
