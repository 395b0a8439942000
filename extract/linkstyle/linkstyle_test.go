package linkstyle_test

import (
	"context"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/linkstyle"
	"github.com/webfetch-mcp/webfetch-go/extract/markdown"
)

// document reads Markdown as the product does.
func document(t testing.TB, md string) *extract.Document {
	t.Helper()
	doc, err := (&markdown.Extractor{}).Extract(context.Background(), &extract.Source{MediaType: "text/markdown", Body: []byte(md)})
	require.NoError(t, err)
	return doc
}

func address(s string) *url.URL {
	u, err := url.Parse(s)
	if err != nil {
		panic(err)
	}
	return u
}

func TestApply(t *testing.T) {
	alt := linkstyle.Style{Images: "alt"}
	none := linkstyle.Style{Images: "none"}
	text := linkstyle.Style{Links: "text"}
	numbered := linkstyle.Style{Links: "numbered"}
	clean := linkstyle.Style{CleanAddresses: true}
	slim := linkstyle.Style{Images: "alt", CleanAddresses: true}
	for name, c := range map[string]struct {
		style    linkstyle.Style
		md, want string
	}{
		"a route":                      {clean, "[a](#/install) [b](#!install) [c](#install)", "[a](#/install) [b](#!install) c"},
		"zero":                         {linkstyle.Style{}, "![a](b) [c](d)", "![a](b) [c](d)"},
		"alt":                          {alt, "See ![a red barn](https://e.org/1.jpg \"T\") here.", "See ![a red barn]() here."},
		"alt in a link":                {alt, "[![a red barn](https://e.org/1.jpg)](https://e.org/)", "[a red barn](https://e.org/)"},
		"alt in a cell":                {alt, "| a | b |\n| --- | --- |\n| ![yes](https://e.org/y.png) | 2 |", "| a | b |\n| --- | --- |\n| yes | 2 |"},
		"no alt":                       {alt, "One ![](https://e.org/1.jpg) two.", "One two."},
		"no alt before a full stop":    {alt, "One ![](https://e.org/1.jpg).", "One."},
		"a file name":                  {alt, "One ![IMG_2034.JPG](https://e.org/1.jpg)", "One"},
		"a file name without end":      {alt, "One ![adobe-premiere-841-1](https://e.org/1.jpg)", "One"},
		"a word for images":            {alt, "![Image](https://e.org/1.jpg)\n\nText.", "Text."},
		"said by a caption":            {alt, "![The old mill at dusk](https://e.org/1.jpg)\n\n*The old mill at dusk.* Photo: A. B.", "*The old mill at dusk.* Photo: A. B."},
		"said by a link beside":        {alt, "- [![Ten ways to fold a map](https://e.org/1.jpg)](https://e.org/a) [Ten ways to fold a map](https://e.org/a)", "- [Ten ways to fold a map](https://e.org/a)"},
		"said by an image before":      {alt, "![A view of the harbour](https://e.org/1.jpg)\n\nText.\n\n![A view of the harbour](https://e.org/2.jpg)", "![A view of the harbour]()\n\nText."},
		"short ones are not said":      {alt, "The cat. ![cat](https://e.org/1.jpg)", "The cat. ![cat]()"},
		"a bracket follows":            {alt, "![a cat](https://e.org/1.jpg)(b)", "![a cat]()(b)"},
		"an item of one image":         {alt, "- a\n- ![](https://e.org/1.jpg)\n- b", "- a\n- b"},
		"an item that begins the text": {text, "- [- a](https://e.org/1)", "- \\- a"},
		"an image before text":         {alt, "- ![](https://e.org/1.jpg)\n\n  text\n- b", "- text\n- b"},
		"a line of images":             {alt, "text\n![](https://e.org/1.jpg) ![](https://e.org/2.jpg)\nmore", "text\nmore"},
		"a heading of one image":       {alt, "## ![](https://e.org/1.jpg)\n\nText.", "Text."},
		"none":                         {none, "a ![b c d](https://e.org/1.jpg) e\n\n![f](g)", "a e"},
		"none in a link":               {none, "a [![b](https://e.org/1.jpg)](https://e.org/) c", "a c"},
		"none beside text in a link":   {none, "[![b](https://e.org/1.jpg) Read](https://e.org/)", "[Read](https://e.org/)"},
		"text":                         {text, "See [the **manual**](https://e.org/m \"t\"), p. 3.", "See the **manual**, p. 3."},
		"text of neighbours":           {text, "[A](https://e.org/a)[B](https://e.org/b)", "A B"},
		"text that begins a line":      {text, "[# one](https://e.org/a)\n\n[2. two](https://e.org/b)\n\n- [- three](https://e.org/c)\n\n[12](https://e.org/d)", "\\# one\n\n2\\. two\n\n- \\- three\n\n12"},
		"hard line break":              {text, "[a](https://e.org/a)  \nb", "a  \nb"},
		"autolinks":                    {text, "<https://e.org/a> and [b](https://e.org/b)", "<https://e.org/a> and b"},
		"numbered":                     {numbered, "[a](https://e.org/a), [b](https://e.org/b), [again](https://e.org/a)", "[a][1], [b][2], [again][1]\n\n[1]: https://e.org/a\n[2]: https://e.org/b\n"},
		"numbered with a title":        {numbered, "[a](https://e.org/a 'T')", "[a][1]\n\n[1]: https://e.org/a 'T'\n"},
		"more than one number":         {numbered, "[2], [02] and [3: [a](https://e.org/a) [b](https://e.org/b) [c](https://e.org/c)", "[2], [02] and [3: [a][1] [b][3] [c][4]\n\n[1]: https://e.org/a\n[3]: https://e.org/b\n[4]: https://e.org/c\n"},
		"numbers that are taken":       {numbered, "As [1] says: [a](https://e.org/a)", "As [1] says: [a][2]\n\n[2]: https://e.org/a\n"},
		"tracking":                     {clean, "[a](https://e.org/a?utm_source=x&id=7&gclid=1#top) ![p](https://e.org/p.png?fbclid=2)", "[a](https://e.org/a?id=7#top) ![p](https://e.org/p.png)"},
		"the page itself":              {clean, "[down](#part) [here](https://e.org/page#part) [there](https://e.org/page2)", "down here [there](https://e.org/page2)"},
		"the same link again":          {clean, "[Title](https://e.org/a)\n\nText. [Read more](https://e.org/a?utm_source=x)[Other](https://e.org/b)", "[Title](https://e.org/a)\n\nText. Read more[Other](https://e.org/b)"},
		"the same link far below":      {clean, "[Title](https://e.org/a)\n\n" + strings.Repeat("Words. ", 150) + "[Read more](https://e.org/a)", "[Title](https://e.org/a)\n\n" + strings.Repeat("Words. ", 150) + "[Read more](https://e.org/a)"},
		"long addresses between":       {clean, "[a](https://e.org/a) [b](https://e.org/" + strings.Repeat("b", 2000) + ") [c](https://e.org/a)", "[a](https://e.org/a) [b](https://e.org/" + strings.Repeat("b", 2000) + ") c"},
		"the same number again":        {linkstyle.Style{Links: "numbered", CleanAddresses: true}, "[a](https://e.org/a) [b](https://e.org/a)", "[a][1] [b][1]\n\n[1]: https://e.org/a\n"},
		"an image beside its link":     {slim, "[![a red barn](https://e.org/1.jpg)](https://e.org/a)\n\n[Title](https://e.org/a)", "![a red barn]()\n\n[Title](https://e.org/a)"},
		"an image behind its link":     {slim, "[Title](https://e.org/a)\n\n[![a red barn](https://e.org/1.jpg)](https://e.org/a)", "[Title](https://e.org/a)\n\n![a red barn]()"},
		"an image without words":       {slim, "[![](https://e.org/1.jpg)](https://e.org/a)\n\n[Title](https://e.org/a)\n\n[More](https://e.org/a)", "[Title](https://e.org/a)\n\nMore"},
		"two images":                   {slim, "[![a red barn](https://e.org/1.jpg)](https://e.org/a) [![a blue barn](https://e.org/2.jpg)](https://e.org/a)", "[a red barn](https://e.org/a) ![a blue barn]()"},
		"an image that is gone":        {slim, "[![](https://e.org/1.jpg)](https://e.org/a) [![a blue barn](https://e.org/2.jpg)](https://e.org/a)", "[a blue barn](https://e.org/a)"},
		"a link to its picture":        {slim, "[![a red barn](https://e.org/1s.jpg)](https://e.org/1.JPG?x=1) [the plan](https://e.org/plan.png)", "![a red barn]() [the plan](https://e.org/plan.png)"},
		"a picture with its address":   {clean, "[![a red barn](https://e.org/1s.jpg)](https://e.org/1.JPG)", "[![a red barn](https://e.org/1s.jpg)](https://e.org/1.JPG)"},
		"titles":                       {clean, `[The old mill](https://e.org/a "old mill") [it](https://e.org/Old_mill "Old mill") [x](https://e.org/b "Opens in a new window") [y](https://e.org/c "Mill (1850)")`, `[The old mill](https://e.org/a) [it](https://e.org/Old_mill) [x](https://e.org/b) [y](https://e.org/c "Mill (1850)")`},
		"letters":                      {clean, "[a](https://e.org/%D0%9C%D0%B8%D1%80_%C3%A9%20b?q=%E4%B8%AD%2C#%41) [b](https://e.org/%FC%2F%E2%80%93%E4%B8)", "[a](https://e.org/Мир_é%20b?q=中%2C#A) [b](https://e.org/%FC%2F%E2%80%93%E4%B8)"},
		"sessions":                     {clean, "[a](https://e.org/f.php?f=3&sid=0311f125385c248eb11c61ee7339229a) [b](https://e.org/x;jsessionid=1A?y=2) [c](https://e.org/?sid=12)", "[a](https://e.org/f.php?f=3) [b](https://e.org/x?y=2) [c](https://e.org/?sid=12)"},
		"tracking on a host":           {clean, "[a](https://store.steampowered.com/app/1/?snr=1_2) [b](https://www.amazon.co.uk/dp/B1?qid=3&th=1) [c](https://e.org/?snr=1&qid=2)", "[a](https://store.steampowered.com/app/1/) [b](https://www.amazon.co.uk/dp/B1?th=1) [c](https://e.org/?snr=1&qid=2)"},
		"texts as fragments":           {clean, "[a](https://e.org/a#the-keeper-of-the-mill-has-written-down-all-that-he-saw-there) [b](https://e.org/b#%E2%80%93the%20keeper+of_the.mill%20has%20written%20down%20all%20that%20he%20saw)", "[a](https://e.org/a) [b](https://e.org/b)"},
		"long names of elements":       {clean, "[a](https://e.org/a#method-i-add_reference-label-Adding-a-key-to-another-table) [b](https://e.org/#/the/keeper/of/the/mill/has/written/down/all/that/he/saw)", "[a](https://e.org/a#method-i-add_reference-label-Adding-a-key-to-another-table) [b](https://e.org/#/the/keeper/of/the/mill/has/written/down/all/that/he/saw)"},
		"redirectors":                  {clean, "[a](https://www.google.com/url?q=https%3A%2F%2Fe.org%2Fa%3Futm_source%3Dx&sa=D) [b](https://go.shop.example/go.php?t=https%3A%2F%2Fe.org%2Fb_(c)&s=https%3A%2F%2Fblog.example%2F)", "[a](https://e.org/a) [b](https://e.org/b_%28c%29)"},
		"no redirectors":               {clean, "[a](https://e.org/login?url=https%3A%2F%2Fb.example%2F) [b](https://e.org/go?url=https%3A%2F%2Fe.org%2F) [c](https://e.org/out?url=javascript:x) [d](https://e.org/out?url=%2F%2Fhttp)", "[a](https://e.org/login?url=https%3A%2F%2Fb.example%2F) [b](https://e.org/go?url=https%3A%2F%2Fe.org%2F) [c](https://e.org/out?url=javascript:x) [d](https://e.org/out?url=%2F%2Fhttp)"},
		"shares":                       {clean, "[Facebook](https://www.facebook.com/sharer/sharer.php?u=https://e.org/) [X](https://x.com/intent/post?text=a) [Mail](mailto:?subject=a&body=b) [us](mailto:us@e.org?subject=a&body=b%20c)", "Facebook X Mail [us](mailto:us@e.org?subject=a)"},
		"marks on a page":              {clean, "[a](https://e.org/a#:~:text=words%20here) [b](https://e.org/b#c:~:text=d) [e](https://e.org/e#)", "[a](https://e.org/a) [b](https://e.org/b#c) [e](https://e.org/e)"},
		"code":                         {text, "`[a](b)` and ``[c](d) ` `` and\n\n```\n[e](f)\n```\n\n    [g](h)\n\n- x\n\n  ```\n  [i](j)\n  ```\n\n[k](https://e.org/l)", "`[a](b)` and ``[c](d) ` `` and\n\n```\n[e](f)\n```\n\n    [g](h)\n\n- x\n\n  ```\n  [i](j)\n  ```\n\nk"},
		"formulas":                     {text, "$a[1](x)$ costs $5 and [b](https://e.org/b) $6", "$a[1](x)$ costs $5 and b $6"},
		"escaped":                      {text, `\[a](b) !\[c](d) [e\]](https://e.org/f)`, `\[a](b) !\[c](d) e\]`},
		"brackets in labels":           {text, "[a [b] c](https://e.org/f)", "a [b] c"},
	} {
		t.Run(name, func(t *testing.T) {
			doc := document(t, c.md)
			before := *doc
			got := linkstyle.Apply(doc, address("https://e.org/page"), c.style)
			require.NoError(t, got.Check())
			assert.Equal(t, c.want, strings.TrimRight(got.Markdown, "\n")+trailing(c.want))
			assert.Equal(t, before, *doc, "the document is left as it is")
			if c.style.Links != "numbered" {
				assert.Equal(t, markdown.LinkSpans(got.Markdown), got.LinkSpans, "the link spans move along")
			}
			doc.LinkSpans = nil
			assert.Equal(t, got.Markdown, linkstyle.Apply(doc, address("https://e.org/page"), c.style).Markdown, "link spans that are not known are read")
		})
	}
}

// trailing is the line end of a list of addresses.
func trailing(want string) string { return want[len(strings.TrimRight(want, "\n")):] }

func TestSpansMoveAlong(t *testing.T) {
	doc := document(t, "# ![logo](https://e.org/l.svg) Boats\n\n![](https://e.org/1.jpg)\n\nRead [all](https://e.org/all).\n\n## ![](https://e.org/2.jpg)\n\n## Oars\n\n- [one](https://e.org/1)\n- ![](https://e.org/3.jpg)\n")
	got := linkstyle.Apply(doc, nil, linkstyle.Style{Images: "none", Links: "text"})
	require.NoError(t, got.Check())
	var texts []string
	for _, b := range got.Blocks {
		texts = append(texts, string(b.Kind)+" "+got.Text(b))
	}
	assert.Equal(t, []string{"heading # Boats", "paragraph Read all.", "heading ## Oars", "list - one"}, texts)
	require.Len(t, got.Outline, 2)
	assert.Empty(t, got.LinkSpans)
	assert.Equal(t, "## Oars", got.Markdown[got.Outline[1].Start:got.Outline[1].End])
}

func TestNothingToDo(t *testing.T) {
	assert.Nil(t, linkstyle.Apply(nil, nil, linkstyle.Style{Links: "text"}))
	doc := document(t, "No links at all.")
	assert.Same(t, doc, linkstyle.Apply(doc, nil, linkstyle.Style{Links: "text"}))
	doc = document(t, "A [link](https://e.org/).")
	assert.Same(t, doc, linkstyle.Apply(doc, nil, linkstyle.Style{}))
	assert.Same(t, doc, linkstyle.Apply(doc, nil, linkstyle.Style{Images: "none", CleanAddresses: true}))
}

// Each of these takes minutes where the work for one bracket depends on the
// length of the line or of the document.
func TestHostileTextEnds(t *testing.T) {
	for _, unit := range []string{"[", "](", "![", "](a", "[a](b", "`", "`` ` ", "$", "$a", "<", "<a ", "](a \"", "](a (", "![a picture of it](b)", "[a](b)", "- ![](b)\n", "> ", "[a](b?c=%41)", "[![a](b)](c)", "[a](https://e.org/go?url=https://"} {
		doc := &extract.Document{Markdown: strings.Repeat(unit, 1<<20/len(unit)) + "](b)"}
		doc.Blocks = []extract.Block{{Kind: extract.Paragraph, Span: extract.Span{End: len(doc.Markdown)}}}
		for _, s := range []linkstyle.Style{{Images: "alt", Links: "text", CleanAddresses: true}, {Images: "none", Links: "numbered"}} {
			require.NoError(t, linkstyle.Apply(doc, nil, s).Check(), unit)
		}
	}
}

func FuzzApply(f *testing.F) {
	f.Add("# ![a](b)\n\n- [c](d \"e\")\n- ![](f)\n\n| a |\n| - |\n| ![g](h) |\n", uint8(1), uint8(2))
	f.Add("[![a](b)](c)`[d](e)` $x$ <https://e.org> \\[", uint8(2), uint8(1))
	f.Fuzz(func(t *testing.T, md string, images, links uint8) {
		doc, err := (&markdown.Extractor{}).Extract(context.Background(), &extract.Source{MediaType: "text/markdown", Body: []byte(md)})
		if err != nil {
			return
		}
		s := linkstyle.Style{Images: []string{"", "alt", "none"}[images%3], Links: []string{"inline", "numbered", "text"}[links%3], CleanAddresses: links >= 128}
		out := linkstyle.Apply(doc, address("https://e.org/page"), s)
		if err := out.Check(); err != nil {
			t.Fatal(err)
		}
	})
}

func BenchmarkApply(b *testing.B) {
	var sb strings.Builder
	for range 200 {
		sb.WriteString("A paragraph with a [link](https://example.org/somewhere?utm_source=x&id=3) and words that make it as long as one is.\n\n![A picture that says something](https://example.org/p.jpg)\n\n")
	}
	doc := document(b, sb.String())
	b.SetBytes(int64(len(doc.Markdown)))
	for b.Loop() {
		linkstyle.Apply(doc, nil, linkstyle.Style{Images: "alt", CleanAddresses: true})
	}
}

// A document with a trace says which images and links a style has left out.
func TestApplyTraces(t *testing.T) {
	const md = "The mill.\n\n![image](a.png)\n\n[![](b.png)](https://mill.example/)\n\n![Wheel of oak](c.png)"
	doc := document(t, md)
	doc.Trace = []extract.Decision{{Stage: "choice", Kept: true, Text: "The mill."}}
	out := linkstyle.Apply(doc, nil, linkstyle.Style{Images: "alt"})
	require.Len(t, doc.Trace, 1)
	var got []string
	for _, d := range out.Trace[1:] {
		assert.Equal(t, "links", d.Stage)
		assert.False(t, d.Kept)
		got = append(got, d.Rule+": "+d.Text)
	}
	assert.Equal(t, []string{
		"image whose text says nothing new: ![image](a.png)",
		"image whose text says nothing new: ![](b.png)",
		"link around images that are left out: [![](b.png)](https://mill.example/)",
	}, got)
	doc.Trace = nil
	assert.Nil(t, linkstyle.Apply(doc, nil, linkstyle.Style{Images: "alt"}).Trace)
}
