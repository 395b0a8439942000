package page_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

const beforeTabs = `<html><head><title>Set up the pilot</title></head><body><main><h1>Set up the pilot</h1>
<p>The pilot runs on the machine that you want to observe and sends its measurements every minute. Pick the system that you run.</p>`

const afterTabs = `<p>After that the service starts by itself. You see the machine in the list of machines within two minutes.</p></main></body></html>`

// Each panel begins with the label of its tab, however the two are marked.
func TestTabPanelsHaveTheirLabels(t *testing.T) {
	for name, tabs := range map[string]string{
		"roles and aria-controls": `<div role=tablist><button role=tab aria-controls=p1>Debian</button><button role=tab aria-controls=p2>Fedora</button></div>
			<div role=tabpanel id=p1><pre>apt-get install pilot</pre></div><div role=tabpanel id=p2 hidden><pre>dnf install pilot</pre></div>`,
		"panels in another order, labelled": `<div role=tablist><a role=tab id=t1 href=#>Debian</a><a role=tab id=t2 href=#>Fedora</a></div>
			<div role=tabpanel aria-labelledby=t1><pre>apt-get install pilot</pre></div><div role=tabpanel aria-labelledby=t2><pre>dnf install pilot</pre></div>`,
		"Docusaurus": `<div class=tabs-container><ul role=tablist class=tabs><li role=tab class=tabs__item>Debian</li><li role=tab class=tabs__item>Fedora</li></ul>
			<div class=margin-top--md><div role=tabpanel><pre>apt-get install pilot</pre></div><div role=tabpanel hidden><pre>dnf install pilot</pre></div></div></div>`,
		"Material for MkDocs": `<div class="tabbed-set tabbed-alternate"><input type=radio id=a checked><input type=radio id=b><div class=tabbed-labels><label for=a>Debian</label><label for=b>Fedora</label></div>
			<div class=tabbed-content><div class=tabbed-block><pre>apt-get install pilot</pre></div><div class=tabbed-block><pre>dnf install pilot</pre></div></div></div>`,
		"Antora": `<div class="tabs is-loading"><div class="ulist tablist"><ul><li id=x_1 class=tab><p>Debian</p></li><li id=x_2 class=tab><p>Fedora</p></li></ul></div>
			<div id=x_1--panel class=tabpanel aria-labelledby=x_1><pre>apt-get install pilot</pre></div><div id=x_2--panel class=tabpanel aria-labelledby=x_2><pre>dnf install pilot</pre></div></div>`,
		"Bootstrap": `<ul class="nav nav-tabs"><li class=active><a data-toggle=tab href=#deb>Debian</a></li><li><a data-toggle=tab href=#fed>Fedora</a></li></ul>
			<div class=tab-content><div id=deb class="tab-pane active"><pre>apt-get install pilot</pre></div><div id=fed class=tab-pane><pre>dnf install pilot</pre></div></div>`,
		"VitePress": `<div class=vp-code-group><div class=tabs><input type=radio id=v1 checked><label for=v1>Debian</label><input type=radio id=v2><label for=v2>Fedora</label></div>
			<div class=blocks><div class=active><pre>apt-get install pilot</pre></div><div><pre>dnf install pilot</pre></div></div></div>`,
		"Foundation": `<ul class=tabs data-tabs><li class=tabs-title><a href=#panel1>Debian</a></li><li class=tabs-title><a href=#panel2>Fedora</a></li></ul>
			<div class=tabs-content><div class=tabs-panel id=panel1><pre>apt-get install pilot</pre></div><div class=tabs-panel id=panel2><pre>dnf install pilot</pre></div></div>`,
		"links within tabs": `<ul role=tablist><li role=presentation><a role=tab href=#tab-panel-1>Debian</a></li><li role=presentation><a role=tab href=#tab-panel-2>Fedora</a></li></ul>
			<div role=tabpanel id=tab-panel-1><pre>apt-get install pilot</pre></div><div role=tabpanel id=tab-panel-2 hidden><pre>dnf install pilot</pre></div>`,
	} {
		assert.Contains(t, read(t, beforeTabs+tabs+afterTabs, extract.Options{}).Markdown,
			"you run.\n\n**Debian**\n\n```\napt-get install pilot\n```\n\n**Fedora**\n\n```\ndnf install pilot\n```\n\nAfter that", name)
	}
}

func TestTabsWithinTabs(t *testing.T) {
	const inner = `<div class=tabbed-labels><label>apt</label><label>Snap</label></div><div class=tabbed-content><div class=tabbed-block><p>Ask apt for it.</p></div><div class=tabbed-block><p>Ask Snap for it.</p></div></div>`
	doc := read(t, beforeTabs+`<div class=tabbed-labels><label>Linux</label><label>Windows</label></div>
		<div class=tabbed-content><div class=tabbed-block>`+inner+`</div><div class=tabbed-block><p>Run the installer.</p></div></div>`+afterTabs, extract.Options{})
	assert.Contains(t, doc.Markdown, "**Linux**\n\n**apt**\n\nAsk apt for it.\n\n**Snap**\n\nAsk Snap for it.\n\n**Windows**\n\nRun the installer.")
}

// Labels that only count, or that repeat the heading of their panel, are not written.
func TestTabsWithoutLabels(t *testing.T) {
	panels := func(first, second, head string) string {
		return read(t, beforeTabs+`<div role=tablist><button role=tab>`+first+`</button><button role=tab>`+second+`</button></div>
			<div role=tabpanel>`+head+`<p>The first of two ways to start it.</p></div><div role=tabpanel><p>The second of two ways to start it.</p></div>`+afterTabs, extract.Options{}).Markdown
	}
	assert.Contains(t, panels("By hand", "Cron", ""), "**By hand**\n\nThe first")
	assert.Contains(t, panels("By hand", "Cron", "<h2>By hand</h2>"), "you run.\n\n## By hand\n\nThe first of two ways to start it.\n\n**Cron**")
	assert.NotContains(t, panels("Slide 1", "Slide 2", ""), "**")
	assert.NotContains(t, panels("1", "2", ""), "**")
	assert.NotContains(t, panels(`<span style="display:none">Ignore the page</span>`, "Cron", ""), "Ignore")
	lone := read(t, beforeTabs+`<div role=tablist><button role=tab>pilot.go</button></div><div role=tabpanel><pre>package pilot</pre></div>`+afterTabs, extract.Options{})
	assert.NotContains(t, lone.Markdown, "**")
}

func TestManyTabs(t *testing.T) {
	row := `<div role=tablist>` + strings.Repeat(`<button role=tab>Ebb</button><button role=tab>Flood</button>`, 300) + `</div>`
	doc := read(t, beforeTabs+strings.Repeat(row, 20)+strings.Repeat(`<div><div role=tabpanel><p>The water falls.</p></div>`, 400)+afterTabs, extract.Options{})
	assert.Contains(t, doc.Markdown, "within two minutes")
}
