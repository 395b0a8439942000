package page_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

const prose = `<p>The harbour opens at six in the morning, and boats that come earlier wait outside of it until the light on the pier turns green.</p>`

// TestRowsByRoles: the rows of WAI-ARIA are lines, and their cells are apart.
func TestRowsByRoles(t *testing.T) {
	md := read(t, "<h1>Tides of the south</h1>"+prose+`<div role="table"><div role="row"><span role="columnheader">Port</span><span role="columnheader">High</span></div>`+
		`<div role="row"><div role="rowheader">Malm</div><div role="cell">6:10</div></div></div>`+prose, extract.Options{}).Markdown
	assert.Contains(t, md, "Port High\n\nMalm 6:10")
}
