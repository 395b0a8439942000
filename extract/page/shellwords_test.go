package page

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestIsWaiting(t *testing.T) {
	for _, text := range []string{
		"…", "...", " . . ..", "Loading", "Loading…", "LOADING...", "Fetching the text", "Getting the posts", "Please wait", "Please wait while the ferry is found", "One moment", "Hold on …",
		"Hang tight, we are getting your charts ready", "Wird geladen", "Inhalte werden geladen", "Chargement en cours", "Cargando los datos", "Trwa ładowanie", "Загрузка", "読み込み中", "正在加载", "로딩 중", "جارٍ التحميل",
	} {
		assert.True(t, isWaiting(text), "%q", text)
	}
	for _, text := range []string{
		"", " ", "—", "42", "Loading zone: no parking from 6 to 10", "Loading starts at the back, with the tallest pots.", "Loadings", "Please wait outside until you are called", "Starting at 10", "The text", "Gettysburg",
		strings.Repeat("Just a moment, ", 8),
	} {
		assert.False(t, isWaiting(text), "%q", text)
	}
}

func TestIsPlaceholder(t *testing.T) {
	for text, want := range map[string]bool{
		"{{ name }}": true, "{{a.b}} – {{ c }}": true, "{{#each tours}}": true, "Hello, {{name}}!": true,
		"": false, "{{": false, "{{}}": false, "{{ 1 }}": false, "{{ open": false, "Use {{ page.title }} to show the title.": false,
	} {
		assert.Equal(t, want, isPlaceholder(text), "%q", text)
	}
}

func TestAsksForScripts(t *testing.T) {
	for text, want := range map[string]bool{
		"You need to enable JavaScript to run this app.": true, "Bitte aktivieren Sie JavaScript.": true, "Schakel Java Script in": true,
		"JavaScript": false, "": false, "Please enable JavaScript to view the comments powered by Disqus.": false,
	} {
		assert.Equal(t, want, asksForScripts(text), "%q", text)
	}
}

func TestReadPrograms(t *testing.T) {
	const tracker = `<script async src="https://www.googletagmanager.com/gtag/js?id=1"></script><script>window.dataLayer=[];document.createElement('script')</script>`
	for source, want := range map[string]programs{
		"":                                {},
		"<p>text</p>":                     {},
		`<script src="/app.js"></script>`: {count: 1, external: true},
		`<SCRIPT TYPE="Module" SRC=app.js></SCRIPT>`:                      {count: 1, external: true, builds: true},
		`<script>fetch('/x')</script>`:                                    {count: 1, builds: true},
		`<script>setTimeout(f, 1)</script>`:                               {count: 1},
		`<script>` + strings.Repeat("x();", maxSnippet/4+1) + `</script>`: {count: 1, builds: true},
		`<script>` + strings.Repeat("x();", maxSnippet/4) + `</script>`:   {count: 1},
		tracker: {count: 2},
		`<script type="application/json">{"a":"fetch("}</script>`: {},
		`<script type="text/x-template"><p>{{a}}</p></script>`:    {template: true},
		`<!-- <script src="/app.js"></script> -->`:                {},
		`<script>`:                             {count: 1},
		`<script></script><script src="a.js">`: {count: 2, external: true},
	} {
		assert.Equal(t, want, readPrograms(strings.NewReader(source)), "%.80s", source)
	}
}
