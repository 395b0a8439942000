package page_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

const prose = `<p>The harbour opens at six in the morning, and boats that come earlier wait outside of it until the light on the pier turns green.</p>`

// ariaTable is a table by the roles of WAI-ARIA 1.2.
const ariaTable = `<div role="table" aria-label="Tides"><div role="rowgroup"><div role="row"><span role="columnheader">Port</span><span role="columnheader">High</span><span role="columnheader">Low</span></div></div>` +
	`<div role="rowgroup"><div class="r" role="row"><div class="in"><span role="cell">Malm</span><span role="cell">6:10</span></div><span role="cell">12:30</span></div>` +
	`<div role="row"><span role="rowheader">Ystad</span><span role="cell"></span><span class="x" role="cell">13:05</span></div></div></div>`

func TestTableByRoles(t *testing.T) {
	md := read(t, "<h1>Tides of the south</h1>"+prose+ariaTable+prose, extract.Options{}).Markdown
	assert.Contains(t, md, "| Port | High | Low |\n| --- | --- | --- |\n| Malm | 6:10 | 12:30 |\n| Ystad |  | 13:05 |")
}

func TestSpanByRole(t *testing.T) {
	md := read(t, prose+strings.Replace(ariaTable, `<span role="cell"></span><span class="x" role="cell">13:05</span>`, `<span role="cell" aria-colspan="2">closed</span>`, 1)+prose, extract.Options{}).Markdown
	assert.Contains(t, md, "| Ystad | closed | closed |")
}

// TestHiddenInTableByRoles: what hides a cell is found by the element that the page has.
func TestHiddenInTableByRoles(t *testing.T) {
	md := read(t, `<style>span.x,div.r{display:none}</style>`+prose+ariaTable+prose, extract.Options{}).Markdown
	assert.Contains(t, md, "| Port | High | Low |")
	assert.NotContains(t, md, "13:05")
	assert.NotContains(t, md, "Malm")
}

// TestTableByColumnClasses has the summary of a class as Javadoc writes it since version 16.
func TestTableByColumnClasses(t *testing.T) {
	md := read(t, "<h1>Class Tide</h1>"+prose+`<div class="caption"><span>Constructors</span></div><div class="summary-table two-column-summary">
<div class="table-header col-first">Constructor</div>
<div class="table-header col-last">Description</div>
<div class="col-constructor-name even-row-color"><code><a href="#a">Tide</a>(int hour)</code></div>
<div class="col-last even-row-color"><div class="block">Makes a tide that turns at an hour.</div></div>
<div class="col-constructor-name odd-row-color"><code>Tide()</code></div>
<div class="col-last odd-row-color"></div>
</div>`+prose, extract.Options{}).Markdown
	assert.Contains(t, md, "| Constructor | Description |\n| --- | --- |\n| `Tide(int hour)` | Makes a tide that turns at an hour. |\n| `Tide()` |  |")
}

// TestNoTableByRoles has what is no table of data: nothing of it may be lost.
func TestNoTableByRoles(t *testing.T) {
	for name, body := range map[string]string{
		"one row":            `<div role=table><div role=row><span role="cell">alpha words</span><span role="cell">beta words</span></div></div>`,
		"one column":         `<div role=table><div role=row><span role="cell">alpha words</span></div><div role=row><span role="cell">beta words</span></div></div>`,
		"text between cells": `<div role=table><div role=row><span role="cell">alpha</span> words <span role="cell">beta</span></div><div role=row><span role="cell">c</span><span role="cell">words</span></div></div>`,
		"text between rows":  `<div role=grid><div>alpha <div role=row><span role="gridcell">words</span><span role="gridcell">b</span></div></div><div role=row><span role="gridcell">beta</span><span role="gridcell">d</span></div></div>`,
		"cells without rows": `<div role=table><span role="cell">alpha</span><span role="cell">beta</span></div>`,
		"table in a cell":    `<div role=table><div role=row><span role="cell">alpha</span><div role="cell"><table><tr><td>words<td>b</table></div></div><div role=row><span role="cell">beta</span><span role="cell">d</span></div></div>`,
		"cards":              `<div role=grid><div role=row><div role="gridcell"><h3>alpha</h3>words</div><div role="gridcell"><h3>beta</h3>words</div></div><div role=row><div role="gridcell">c</div><div role="gridcell">d</div></div></div>`,
		"short last row":     `<div><div class="col-a">alpha</div><div class="col-last">words</div><div class="col-a">beta</div></div>`,
		"uneven rows":        `<div><div class="col-a">alpha</div><div class="col-last">words</div><div class="col-last">beta</div></div>`,
		"other children":     `<div><div class="col-a">alpha</div><div class="col-last">words</div><p>beta</p></div>`,
	} {
		md := read(t, prose+body+prose, extract.Options{}).Markdown
		assert.Contains(t, md, "alpha", name)
		assert.Contains(t, md, "beta", name)
		assert.NotContains(t, md, "| alpha", name)
	}
}

// TestToolbarOfGrid: what stands in a grid beside its rows stays.
func TestToolbarOfGrid(t *testing.T) {
	md := read(t, prose+`<div role="grid"><div>All harbours of the county</div><div role="row"><b role="gridcell">Malm</b><b role="gridcell">6:10</b></div><div role="row"><b role="gridcell">Ystad</b><b role="gridcell">7:05</b></div><div>Times are local ones</div></div>`+prose, extract.Options{}).Markdown
	assert.Contains(t, md, "All harbours of the county")
	assert.Contains(t, md, "| Ystad | 7:05 |")
	assert.Contains(t, md, "Times are local ones")
}
