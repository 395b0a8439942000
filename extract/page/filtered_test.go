package page_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/page"
)

var sameCorpus = flag.String("same-corpus", "", "directory with *.html, of which TestSameWithoutPrefilter reads all pages")

// both extracts a page with the prefilter of the parser and without it.
func both(t testing.TB, body []byte, options extract.Options) (filtered, plain *extract.Document) {
	t.Helper()
	u, err := url.Parse("https://example.com/a/page")
	require.NoError(t, err)
	src := &extract.Source{URL: u, MediaType: "text/html; charset=utf-8", Body: body, Options: options}
	plain, err = page.Unfiltered().Extract(context.Background(), src)
	require.NoError(t, err)
	filtered, err = page.Extractor{}.Extract(context.Background(), src)
	require.NoError(t, err)
	return filtered, plain
}

var sameOptions = []extract.Options{{}, {WholePage: true}, {WholePage: true, RemoveSelectors: []string{"[onclick], p:empty"}}}

func TestSameWithoutPrefilter(t *testing.T) {
	files, err := filepath.Glob("testdata/golden/*.html")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	if *sameCorpus != "" {
		more, err := filepath.Glob(filepath.Join(*sameCorpus, "*.html"))
		require.NoError(t, err)
		files = append(files, more...)
	}
	for _, file := range files {
		body, err := os.ReadFile(file)
		require.NoError(t, err)
		for _, options := range sameOptions {
			got, want := both(t, body, options)
			require.Equal(t, want, got, file)
		}
	}
}

// attributeNames are those of HTML, ARIA and some frameworks: among them all that a
// reader of the tree may come to ask for.
var attributeNames = strings.Fields(`abbr accept accept-charset accesskey action align alink allow alt aria-busy aria-checked aria-controls aria-current
	aria-describedby aria-expanded aria-haspopup aria-hidden aria-label aria-labelledby aria-level aria-live aria-modal aria-pressed aria-selected async
	autocomplete autofocus autoplay axis background bgcolor border cellpadding cellspacing char charset checked cite class clear color cols colspan compact
	content contenteditable controls coords crossorigin data data-actualsrc data-animate data-animation data-aos data-bs-target data-cfemail
	data-code-language data-component data-content data-date data-echo data-footnote-ref data-footnotes data-full-src data-hx-get data-id data-lang
	data-language data-latex data-lazy-src data-lazy-srcset data-ng-cloak data-original data-preloaded data-src data-srcset data-target data-testid
	data-tex data-text data-title data-url data-w-id data-x datetime decoding default defer dir disabled download draggable encoding enctype epub:type
	face fetchpriority for form frame frameborder headers height hidden high href hreflang hspace hx-get http-equiv id inert inputmode integrity is
	ismap itemid itemprop itemref itemscope itemtype kind label lang language link list loading longdesc loop low max maxlength media method min
	multiple muted name ng-if ng-show nohref noshade novalidate nowrap object onclick onload open optimum pattern ping placeholder playsinline
	popover poster preload profile property readonly rel required rev reversed role rows rowspan rules sandbox scheme scope scrolling selected
	shadowrootmode shape size sizes slot span spellcheck src srcdoc srclang srcset standby start step style summary tabindex target text title
	translate type typeof usemap v-cloak v-if v-show valign value valuetype version vlink vspace width wrap x-cloak x-if x-show xlink:href xml:lang`)

var (
	attributeValues = []string{"", "1", "0", "12", "true", "false", "none", "hidden", "a-b", "#note", "/path/to/a/page", "/img/the-quay-at-noon.jpg",
		"2024-05-02T10:00:00Z", "display:none", "position:absolute;left:-9999px", "math/tex", "application/ld+json", "stylesheet", "author", "og:title",
		"footnote", "note warning", "accordion collapse", "language-go", "nofollow", "three short words", "Ada Finch &amp; Co"}
	elementNames = strings.Fields(`a abbr article aside b blockquote br button caption center cite code col dd del details div dl dt em figcaption figure font
		footer form h1 h2 h3 header hr i iframe img input kbd label li link main map mark math meta nav noscript ol object option p picture pre q ruby rt s
		script section select slot small source span strong style sub summary sup svg path table tbody td template textarea th thead time title tr u ul
		video custom-tag`)
	pageTexts = []string{" ", "\n\t", "word", "Another sentence of the page, with commas, and an end.", "12", "<!-- a -->", "<!-- three short words -->", "a<!-- -->b", "&amp; ",
		"The board met in the harbour and wrote minutes."}
)

// maker makes pages. Each choice takes a byte; a page ends when there are no more.
type maker struct {
	choices []byte
	page    strings.Builder
}

func (m *maker) choose(n int) int {
	if len(m.choices) == 0 {
		return 0
	}
	c := int(m.choices[0])
	m.choices = m.choices[1:]
	return c % n
}

func (m *maker) pick(list []string) string { return list[m.choose(len(list))] }

func (m *maker) make() string {
	if m.choose(3) == 1 {
		fmt.Fprintf(&m.page, "<head><style>[%s]{display:none} .note{color:#fff}</style></head>", m.pick(attributeNames))
	}
	m.page.WriteString("<body>")
	for len(m.choices) > 0 {
		m.content(0)
	}
	return m.page.String()
}

// content writes a text or an element, within which its content is indented.
func (m *maker) content(depth int) {
	if depth > 6 || m.choose(3) == 0 {
		m.page.WriteString(m.pick(pageTexts))
		return
	}
	name := m.pick(elementNames)
	m.page.WriteString("<" + name)
	for range m.choose(4) {
		fmt.Fprintf(&m.page, ` %s="%s"`, m.pick(attributeNames), m.pick(attributeValues))
	}
	m.page.WriteString(">\n")
	for range m.choose(5) {
		m.content(depth + 1)
	}
	m.page.WriteString("</" + name + ">" + m.pick([]string{"\n", "", " "}))
}

// unspaced is what a document says, without its white space: that of tags which the
// builder moves elsewhere may be in another place.
func unspaced(doc *extract.Document) string {
	var b strings.Builder
	for _, s := range []string{doc.Markdown, doc.Meta.Description, doc.Meta.CanonicalURL, doc.Meta.Language, string(doc.Verdict.Kind)} {
		b.WriteString(s + "|")
	}
	for _, l := range doc.Links {
		b.WriteString(l.URL + "|" + l.Text + "|" + string(l.Role) + "|" + l.Rel + "|")
	}
	for _, r := range doc.Removed {
		b.WriteString(r.Where + "|" + r.Text + "|")
	}
	return strings.Join(strings.Fields(b.String()), "")
}

func TestMadePagesSameWithoutPrefilter(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	for i := range 2000 {
		choices := make([]byte, 60+rnd.IntN(300))
		for k := range choices {
			choices[k] = byte(rnd.IntN(256))
		}
		body := (&maker{choices: choices}).make()
		got, want := both(t, []byte(body), sameOptions[i%len(sameOptions)])
		require.Equal(t, unspaced(want), unspaced(got), body)
	}
}

func FuzzSameWithoutPrefilter(f *testing.F) {
	for _, word := range pageTexts {
		f.Add([]byte(strings.Repeat(word, 9)), false)
	}
	f.Fuzz(func(t *testing.T, choices []byte, whole bool) {
		body := (&maker{choices: choices[:min(len(choices), 4<<10)]}).make()
		got, want := both(t, []byte(body), extract.Options{WholePage: whole})
		require.Equal(t, unspaced(want), unspaced(got), body)
	})
}
