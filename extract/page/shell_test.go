package page_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/page"
)

// TestShellsAreTold reads pages whose scripts make their content, and short pages
// that are content as they stand, though scripts and empty elements are beside it.
// The rules were made with the pages of shells.txt and static.txt in view; those
// of the files named apart were written before the rules and only counted.
func TestShellsAreTold(t *testing.T) {
	for _, test := range []struct {
		file  string
		shell bool
		right int // at least
	}{
		{"shells.txt", true, 46},
		{"static.txt", false, 36},
		{"shells_apart.txt", true, 38},
		{"static_apart.txt", false, 31},
	} {
		t.Run(test.file, func(t *testing.T) {
			right := 0
			for name, body := range archive(t, "testdata/shell/"+test.file) {
				doc, err := page.Extractor{}.Extract(context.Background(), &extract.Source{MediaType: "text/html; charset=utf-8", Body: []byte(body)})
				require.NoError(t, err, name)
				if told := doc.Verdict.Kind == extract.VerdictJSShell; told == test.shell {
					right++
				} else {
					t.Logf("%s: got %s %q\n%s", name, doc.Verdict.Kind, doc.Verdict.Evidence, doc.Markdown)
				}
				if test.shell {
					assert.NotEmpty(t, doc.Verdict.Evidence, name)
				}
			}
			assert.GreaterOrEqual(t, right, test.right)
			t.Logf("%d told right", right)
		})
	}
}

// TestStateWithoutForm: text that only the state of an application has is content,
// but where it has no headings and links a browser would show more.
func TestStateWithoutForm(t *testing.T) {
	const plain = "The harbour office measures the banks each spring, and draws the chart anew. It is on sale in the office, and on board of the ferry. Who finds a bank that is not on it may tell the office."
	page := func(text, script string) string {
		return `<title>Banks</title><div id="__next"></div><script id="__NEXT_DATA__" type="application/json">{"props":{"text":"` + text + `"}}</script>` + script
	}
	const app = `<script src="/_next/static/main.js"></script>`
	for _, test := range []struct {
		name, body, next string
	}{
		{"plain text", page(plain+" "+plain, app), extract.NextRender},
		{"with headings", page("<h2>Banks</h2><p>"+plain+"</p><p>"+plain+"</p>", app), ""},
		{"with links", page(plain+" <a href='/chart'>Chart</a></p><p>"+plain+"</p>", app), ""},
		{"without programs", page(plain+" "+plain, ""), ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			doc := read(t, test.body, extract.Options{})
			assert.Contains(t, doc.Markdown, "draws the chart anew")
			assert.Equal(t, extract.VerdictContent, doc.Verdict.Kind)
			assert.Equal(t, test.next, doc.Verdict.Next)
			assert.Equal(t, test.next != "", len(doc.Verdict.Evidence) > 0)
		})
	}
}

// TestWhereStateIsFound: the names under which frameworks leave what they start from.
func TestWhereStateIsFound(t *testing.T) {
	const text = "The harbour office measures the banks each spring, and draws the chart anew. It is on sale in the office, and on board of the ferry. Who finds a bank that is not on it may tell the office, which keeps a book of them and shows it to whoever asks. The book lies on the quay, below the clock."
	for _, script := range []string{
		`<script id="__NEXT_DATA__" type="application/json">{"text":"` + text + `"}</script>`,
		`<script>window.__NUXT__={data:[{text:"` + text + `"}]}</script>`,
		`<script type="application/json" id="__NUXT_DATA__">[{"text":1},"` + text + `"]</script>`,
		`<script>window.__APOLLO_STATE__={"a":{"text":"` + text + `"}}</script>`,
		`<script>window.__INITIAL_STATE__ = {"text":"` + text + `"};</script>`,
		`<script>window.__INITIAL_DATA__ = {"text":"` + text + `"};</script>`,
		`<script>window.__PRELOADED_STATE__ = JSON.parse("{\"text\":\"` + text + `\"}")</script>`,
		`<script>window.__remixContext = {"state":{"loaderData":{"text":"` + text + `"}}};</script>`,
		`<script>window.__staticRouterHydrationData = {"loaderData":{"text":"` + text + `"}};</script>`,
		`<script>var pageInitialResponse = {"text":"` + text + `"};</script>`,
		`<script>window["preloadedState"] = {"text":"` + text + `"};</script>`,
		`<script type="application/json" data-sveltekit-fetched data-url="/api">{"status":200,"body":"{\"text\":\"` + text + `\"}"}</script>`,
	} {
		doc := read(t, `<title>Banks</title><div id="app"></div>`+script+`<script src="/app.js"></script>`, extract.Options{})
		assert.Contains(t, doc.Markdown, "draws the chart anew", script[:60])
		assert.Equal(t, extract.NextRender, doc.Verdict.Next, script[:60])
	}
	for _, script := range []string{`<script>var messages = {"text":"` + text + `"};</script>`, `<script>var initialText = "` + text + `";</script>`} {
		doc := read(t, `<title>Banks</title><div id="app"></div>`+script+`<script src="/app.js"></script>`, extract.Options{})
		assert.NotContains(t, doc.Markdown, "draws the chart anew", script[:60])
	}
}
