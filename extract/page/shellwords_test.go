package page_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

// beside returns the verdict on a page with a text and a program, and its first evidence.
func beside(t *testing.T, text string) (extract.VerdictKind, string) {
	t.Helper()
	doc := read(t, "<div class=x><p>"+html.EscapeString(text)+"</p></div><script src=/app.js></script>", extract.Options{})
	return doc.Verdict.Kind, strings.Join(doc.Verdict.Evidence[:min(1, len(doc.Verdict.Evidence))], "")
}

// A page that only asks to wait is made by its scripts, in whatever language it asks.
func TestTextsThatAskToWait(t *testing.T) {
	for _, text := range []string{
		"…", "...", " . . ..", "Loading", "Loading…", "LOADING...", "Fetching the text", "Getting the posts", "Please wait", "Please wait while the ferry is found", "One moment", "Hold on …",
		"Hang tight, we are getting your charts ready", "Wird geladen", "Inhalte werden geladen", "Chargement en cours", "Cargando los datos", "Trwa ładowanie", "Загрузка", "読み込み中", "正在加载", "로딩 중", "جارٍ التحميل",
	} {
		kind, evidence := beside(t, text)
		assert.Equal(t, extract.VerdictJSShell, kind, "%q", text)
		assert.Equal(t, "text: "+strings.Join(strings.Fields(text), " "), evidence)
	}
	for _, text := range []string{
		"—", "42", "Loading zone: no parking from 6 to 10", "Loading starts at the back, with the tallest pots.", "Loadings", "Please wait outside until you are called", "Starting at 10", "The text", "Gettysburg",
		strings.Repeat("Just a moment, ", 8),
	} {
		_, evidence := beside(t, text)
		assert.NotContains(t, evidence, "text: ", "%q", text)
	}
}

// A page of little else than the placeholders of a template is filled in by its scripts.
func TestPlaceholdersOfTemplates(t *testing.T) {
	for text, isPlaceholder := range map[string]bool{
		"{{ name }}": true, "{{a.b}} – {{ c }}": true, "{{#each tours}}": true, "Hello, {{name}}!": true,
		"{{": false, "{{}}": false, "{{ 1 }}": false, "{{ open": false, "Use {{ page.title }} to show the title.": false,
	} {
		kind, evidence := beside(t, text)
		assert.Equal(t, isPlaceholder, kind == extract.VerdictJSShell && evidence == "placeholder: "+text, "%q: %s", text, evidence)
	}
}

// A page that asks its readers to run scripts is made by them.
func TestTextsThatAskForScripts(t *testing.T) {
	for text, asks := range map[string]bool{
		"You need to enable JavaScript to run this app.": true, "Bitte aktivieren Sie JavaScript.": true, "Schakel Java Script in": true,
		"JavaScript": false, "Please enable JavaScript to view the comments powered by Disqus.": false,
	} {
		kind, evidence := beside(t, text)
		assert.Equal(t, asks, kind == extract.VerdictJSShell && evidence == "text: "+text, "%q: %s", text, evidence)
	}
}

// Scripts that are programs of the page make its content; trackers, data and short scripts that
// make no elements don't.
func TestProgramsOfPages(t *testing.T) {
	const (
		tracker = `<script async src="https://www.googletagmanager.com/gtag/js?id=1"></script><script>window.dataLayer=[];document.createElement('script')</script>`
		list    = `nothing in <ul class="list">`
	)
	long := func(n int) string { return "<script>" + strings.Repeat("x();", n) + "</script>" }
	for source, want := range map[string][]string{
		"":                                nil,
		"<p hidden>text</p>":              nil,
		`<script src="/app.js"></script>`: {list, "0 words of text beside 1 script"},
		`<SCRIPT TYPE="Module" SRC=app.js></SCRIPT>`:                    {list, "0 words of text beside 1 script"},
		`<script>fetch('/x')</script>`:                                  {list, "0 words of text beside 1 script"},
		`<script>setTimeout(f, 1)</script>`:                             nil,
		`<script>setTimeout(f, 1)</script><script>fetch('/x')</script>`: {list, "0 words of text beside 2 scripts"},
		long(2049): {list, "0 words of text beside 1 script"},
		long(2048): nil,
		tracker:    nil,
		tracker + `<script src="/app.js"></script>`:                                      {list, "0 words of text beside 3 scripts"},
		`<script type="application/json">{"a":"fetch("}</script>`:                        nil,
		`<script type="text/x-template"><p>{{a}}</p></script>`:                           nil,
		`<script type="text/x-template"><p>{{a}}</p></script><script src=a.js></script>`: {list, "0 words of text beside 1 script"},
		`<!-- <script src="/app.js"></script> -->`:                                       nil,
		`<script>`:                             nil,
		`<script></script><script src="a.js">`: {list, "0 words of text beside 2 scripts"},
	} {
		doc := read(t, "<ul class=list></ul>"+source, extract.Options{})
		if want == nil {
			assert.NotEqual(t, extract.VerdictJSShell, doc.Verdict.Kind, "%.80s", source)
			continue
		}
		assert.Equal(t, extract.VerdictJSShell, doc.Verdict.Kind, "%.80s", source)
		assert.Equal(t, want, doc.Verdict.Evidence, "%.80s", source)
	}
	// Beside a heading only those count that surely make content.
	for source, shell := range map[string]bool{
		`<script src="/app.js"></script>`: false, `<script type=module src="/app.js"></script>`: true, `<script>fetch('/x')</script>`: true,
	} {
		doc := read(t, "<h1>Tides</h1>"+source, extract.Options{})
		assert.Equal(t, shell, doc.Verdict.Kind == extract.VerdictJSShell, source)
	}
}
