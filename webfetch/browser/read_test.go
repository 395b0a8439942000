package browser_test

import (
	"bytes"
	"fmt"
	"image/png"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

// bodyOf returns what is read between the tags of the body.
func bodyOf(t *testing.T, got *webfetch.Rendered) string {
	t.Helper()
	_, body, found := strings.Cut(string(got.HTML), "<body>")
	require.True(t, found, "%s", got.HTML)
	body, _, _ = strings.Cut(body, "</body>")
	return body
}

// The document is read as a reader sees it.
func TestTheComposedTreeIsRead(t *testing.T) {
	t.Parallel()
	for what, tt := range map[string]struct{ page, want string }{
		"text is escaped": {
			`<p title='a "b" <c>'>1 &lt; 2 &amp;&nbsp;3</p>`,
			`<p title="a &quot;b&quot; &lt;c&gt;">1 &lt; 2 &amp;&nbsp;3</p>`,
		},
		"void and raw elements": {
			`<p>a<br>b<img src="x.png"></p><style>p > b { color: red }</style>`,
			`<p>a<br>b<img src="x.png"></p><style>p > b { color: red }</style>`,
		},
		"what is for readers without scripts": {
			`<noscript><p>Please turn scripts on</p></noscript><template><p>model</p></template><p>text</p>`,
			`<p>text</p>`,
		},
		"open shadow roots": {
			`<x-card>unslotted</x-card><script>
			document.querySelector('x-card').attachShadow({mode: 'open'}).innerHTML = '<style>p{display:none}</style><h2>In the shadow</h2>';
			document.currentScript.remove();</script>`,
			`<x-card><h2>In the shadow</h2></x-card>`,
		},
		"slots": {
			`<x-card><b slot="name">Ann</b> is here</x-card><script>
			document.querySelector('x-card').attachShadow({mode: 'open'}).innerHTML = '<h2><slot name="name">nobody</slot></h2><p><slot></slot></p><i><slot name="other">fallback</slot></i>';
			document.currentScript.remove();</script>`,
			`<x-card><h2><b slot="name">Ann</b></h2><p> is here</p><i>fallback</i></x-card>`,
		},
		"nested shadow roots": {
			`<x-outer></x-outer><script>
			const root = document.querySelector('x-outer').attachShadow({mode: 'open'});
			root.innerHTML = '<x-inner><b>given</b></x-inner>';
			root.querySelector('x-inner').attachShadow({mode: 'open'}).innerHTML = '<p><slot></slot> inner</p>';
			document.currentScript.remove();</script>`,
			`<x-outer><x-inner><p><b>given</b> inner</p></x-inner></x-outer>`,
		},
		"what styles of a shadow root hide": {
			`<x-card></x-card><script>
			document.querySelector('x-card').attachShadow({mode: 'open'}).innerHTML = '<style>.menu{display:none}</style><p class="menu">closed</p><p>open</p>';
			document.currentScript.remove();</script>`,
			`<x-card><p class="menu" hidden="">closed</p><p>open</p></x-card>`,
		},
		"rules that scripts have made": {
			`<style></style><p class="gone">gone</p><script>
			const sheet = document.querySelector('style').sheet;
			sheet.insertRule('.gone { display: none; }'); sheet.insertRule('.x { content: "</style><b>"; }');
			document.currentScript.remove();</script>`,
			`<style>.x { content: "<\/style><b>"; }` + "\n.gone { display: none; }\n" + `</style><p class="gone">gone</p>`,
		},
		"frames of this origin": {
			`<iframe src="/frame"></iframe>`,
			`<div><p>framed <a href="BASE/next">link</a></p></div>`,
		},
		"frames without an address": {
			`<iframe srcdoc="<p>written here</p>"></iframe>`,
			`<div><p>written here</p></div>`,
		},
		"controls that hide properties": {
			`<form><input name="childNodes"><input name="firstChild"><input name="attributes"><input name="nodeType"><input name="localName">field</form>`,
			`<form><input name="childNodes"><input name="firstChild"><input name="attributes"><input name="nodeType"><input name="localName">field</form>`,
		},
		"images that hide properties of the document": {
			`<img name="documentElement"><img name="body"><img name="querySelectorAll"><img name="readyState"><p>text</p>`,
			`<img name="documentElement"><img name="body"><img name="querySelectorAll"><img name="readyState"><p>text</p>`,
		},
		"prototypes that a page has changed": {
			`<p>text</p><script>
			Object.defineProperty(Node.prototype, 'firstChild', {get() { throw 1 }});
			Array.prototype.push = JSON.stringify = performance.now = () => { throw 2 };
			document.currentScript.remove();</script>`,
			`<p>text</p>`,
		},
		"long data addresses": {
			`<img src="data:image/png;base64,` + strings.Repeat("A", 2000) + `"><img src="data:image/png;base64,AA">`,
			`<img src="data:,"><img src="data:image/png;base64,AA">`,
		},
		"vectors and formulas": {
			`<svg viewBox="0 0 1 1"><title>Plan</title><script>1</script></svg><math><mi>x</mi></math>`,
			`<svg viewBox="0 0 1 1"><title>Plan</title><script>1</script></svg><math><mi>x</mi></math>`,
		},
		"half a character": {
			`<p id=p></p><script>p.textContent = 'a\ud83d b'; document.currentScript.remove()</script>`,
			"<p id=\"p\">a\ufffd b</p>",
		},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			s := serve(t, map[string]string{"/{$}": `<!doctype html><body>` + tt.page, "/frame": `<p>framed <a href="/next">link</a></p>`})
			assert.Equal(t, strings.ReplaceAll(tt.want, "BASE", s.URL), strings.TrimSpace(bodyOf(t, render(t, s.URL+"/"))))
		})
	}
}

// Scripts can build trees deeper than any stack of calls, ours or the browser's.
func TestADeepTree(t *testing.T) {
	t.Parallel()
	const page = `<!doctype html><body><script>
		let at = document.body;
		for (let i = 0; i < %d; i++) at = at.appendChild(document.createElement('b'));
		at.textContent = 'bottom';</script>`
	s := serve(t, map[string]string{"/deep": fmt.Sprintf(page, 1000), "/deeper": fmt.Sprintf(page, 20000)})
	got := render(t, s.URL+"/deep")
	assert.Contains(t, string(got.HTML), "<b>bottom</b>")
	assert.Equal(t, 1000, strings.Count(string(got.HTML), "<b>"))
	_, err := shared.Render(at(t, s.URL+"/deeper"))
	assert.Equal(t, webfetch.RenderFailed, codeOf(t, err))
	render(t, s.URL+"/deep")
}

func TestTheSizeOfAPageIsBounded(t *testing.T) {
	t.Parallel()
	s := serve(t, map[string]string{"/": `<!doctype html><head></head><body><p id=p></p><script>
		p.textContent = 'x'.repeat(100000); document.currentScript.remove()</script></body>`})
	whole := render(t, s.URL+"/")
	for limit, fits := range map[int]bool{len(whole.HTML): true, len(whole.HTML) - 1: false, 100: false} {
		ctx, req := at(t, s.URL+"/")
		req.MaxBytes = int64(limit)
		got, err := shared.Render(ctx, req)
		if fits {
			require.NoError(t, err)
			assert.Equal(t, whole.HTML, got.HTML)
			continue
		}
		assert.Equal(t, webfetch.ContentTooLarge, codeOf(t, err), "%d", limit)
	}
}

// codeOf returns the code of an error of Render.
func codeOf(t *testing.T, err error) webfetch.Code {
	t.Helper()
	var e *webfetch.Error
	require.ErrorAs(t, err, &e)
	assert.NotEmpty(t, e.URL)
	return e.Code
}

func TestScreenshot(t *testing.T) {
	t.Parallel()
	s := serve(t, map[string]string{
		"/":     `<!doctype html><body style="margin:0"><div style="height:3000px;background:#00f"></div>`,
		"/high": `<!doctype html><body style="margin:0"><div style="height:30000px"></div>`,
	})
	for path, want := range map[string]struct{ width, height int }{"/": {1280, 3000}, "/high": {1280, 1 << 14}} {
		ctx, req := at(t, s.URL+path)
		req.Render.Screenshot = true
		got, err := shared.Render(ctx, req)
		require.NoError(t, err)
		size, err := png.DecodeConfig(bytes.NewReader(got.Screenshot))
		require.NoError(t, err)
		assert.Equal(t, want.width, size.Width)
		assert.Equal(t, want.height, size.Height)
		if path == "/" {
			picture, err := png.Decode(bytes.NewReader(got.Screenshot))
			require.NoError(t, err)
			_, _, blue, _ := picture.At(100, 2990).RGBA()
			assert.EqualValues(t, 0xffff, blue)
		}
	}
	assert.Nil(t, render(t, s.URL+"/").Screenshot)
}

// What scripts made of the answer comes with what the server said of it.
func TestStatusAndHeaders(t *testing.T) {
	t.Parallel()
	s := site(t, map[string]http.HandlerFunc{
		"/missing": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Add("X-Robots-Tag", "noindex")
			w.Header().Add("X-Robots-Tag", "nofollow")
			w.WriteHeader(http.StatusNotFound)
			_, _ = w.Write([]byte("<p>There is no such page</p>"))
		},
		"/empty": func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusServiceUnavailable) },
	})
	got := render(t, s.URL+"/missing")
	assert.Equal(t, http.StatusNotFound, got.Status)
	assert.Equal(t, []string{"noindex", "nofollow"}, got.Header.Values("X-Robots-Tag"))
	assert.Contains(t, string(got.HTML), "There is no such page")
	got = render(t, s.URL+"/empty")
	assert.Equal(t, http.StatusServiceUnavailable, got.Status)
	assert.Equal(t, s.URL+"/empty", got.URL)
	assert.NotContains(t, string(got.HTML), "ERR_", "a page of the browser's own")
}

// The sheets that a document has adopted are written as one of its head.
func TestAdoptedSheetsAreRead(t *testing.T) {
	t.Parallel()
	s := serve(t, map[string]string{"/{$}": `<!doctype html><head><title>t</title></head><body><p class="gone">gone</p><script>
		const sheet = new CSSStyleSheet();
		sheet.replaceSync('.gone { display: none; }');
		document.adoptedStyleSheets = [sheet];</script>`})
	assert.Contains(t, string(render(t, s.URL+"/").HTML), "<style>.gone { display: none; }\n</style></head>")
}
