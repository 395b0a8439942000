package mdinline_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdinline"
)

// builder makes the items of a paragraph.
type builder struct{ mdinline.Encoder }

func (b *builder) add(k mdinline.Kind, s string) *builder {
	start := int32(len(b.Text))
	b.Text = append(b.Text, s...)
	b.Items = append(b.Items, mdinline.Item{Kind: k, Start: start, End: int32(len(b.Text)), TitleEnd: int32(len(b.Text))})
	return b
}

func (b *builder) text(s string) *builder { return b.add(mdinline.Text, s) }

// pair adds the ends of something around what body adds.
func (b *builder) pair(open, end mdinline.Item, body func()) *builder {
	at := len(b.Items)
	b.Items = append(b.Items, open)
	body()
	end.Pair = int32(at)
	b.Items[at].Pair = int32(len(b.Items))
	b.Items = append(b.Items, end)
	return b
}

func (b *builder) marked(m mdinline.Mark, body func()) *builder {
	return b.pair(mdinline.Item{Kind: mdinline.Open, Mark: m}, mdinline.Item{Kind: mdinline.Close, Mark: m}, body)
}

func (b *builder) link(address, title string, body func()) *builder {
	start := int32(len(b.Text))
	b.Text = append(b.Text, address+title...)
	end := start + int32(len(address))
	return b.pair(mdinline.Item{Kind: mdinline.Link, Start: start, End: end, TitleEnd: end + int32(len(title))}, mdinline.Item{Kind: mdinline.LinkEnd}, body)
}

func TestAppend(t *testing.T) {
	for _, c := range []struct {
		name    string
		make    func(b *builder)
		context mdinline.Context
		want    string
	}{
		{"nothing", func(b *builder) {}, mdinline.Paragraph, ""},
		{"text", func(b *builder) { b.text("a *b* 2 * 3 c_d <e> &amp; [f](g)") }, mdinline.Paragraph, `a \*b\* 2 * 3 c_d \<e> \&amp; [f\](g)`},
		{"mail address in brackets", func(b *builder) { b.text("a <1b@c.example>, <.d@e.example> <3") }, mdinline.Paragraph, `a \<1b@c.example>, \<.d@e.example> <3`},
		{"tildes that begin struck text", func(b *builder) { b.text("a ").marked(mdinline.Deleted, func() { b.text("~~~b") }) }, mdinline.Paragraph, "a ~~~b"},
		{"backtick before code", func(b *builder) { b.text("a ``b`").add(mdinline.Code, "c") }, mdinline.Paragraph, "a \\`\\`b\\``c`"},
		{"lines", func(b *builder) {
			b.text("# a").add(mdinline.Break, "").text("1. b").add(mdinline.Break, "").text("- c")
		}, mdinline.Paragraph, "\\# a\\\n> 1\\. b\\\n> \\- c"},
		{"heading", func(b *builder) { b.text("a #").add(mdinline.Break, "").text("b #") }, mdinline.Heading, `a # b \#`},
		{"cell", func(b *builder) { b.text("a|b").add(mdinline.Break, "").add(mdinline.Code, "c|d") }, mdinline.Cell, "a\\|b<br>`c\\|d`"},
		{"task", func(b *builder) { b.FirstOfItem = true; b.text("[x] a") }, mdinline.Paragraph, `\[x] a`},
		{"code", func(b *builder) { b.text("a ` b ").add(mdinline.Code, "c`d") }, mdinline.Paragraph, "a \\` b ``c`d``"},
		{"raw", func(b *builder) { b.add(mdinline.Raw, "[^1]") }, mdinline.Paragraph, "[^1]"},
		{"formulas", func(b *builder) { b.Math = true; b.add(mdinline.Raw, "$x$").text(" costs $5") }, mdinline.Paragraph, `$x$ costs \$5`},
		{"emphasis", func(b *builder) { b.text("a ").marked(mdinline.Emphasis, func() { b.text("b") }).text(" c") }, mdinline.Paragraph, "a *b* c"},
		{"strong in a word", func(b *builder) { b.text("a").marked(mdinline.Strong, func() { b.text("b") }).text("c") }, mdinline.Paragraph, "a**b**c"},
		{"strong beside emphasis", func(b *builder) {
			b.marked(mdinline.Strong, func() { b.text("a") }).marked(mdinline.Emphasis, func() { b.text("b") })
		}, mdinline.Paragraph, "**a***b*"},
		{"space at its end", func(b *builder) { b.marked(mdinline.Deleted, func() { b.text("a ") }).text("b") }, mdinline.Paragraph, "~~a~~ b"},
		{"empty", func(b *builder) { b.text("a").marked(mdinline.Strong, func() {}).text("b") }, mdinline.Paragraph, "ab"},
		{"link", func(b *builder) { b.link("https://a.example/(b c)", `"d"`, func() { b.text("e [f]") }) }, mdinline.Paragraph, `[e [f]](https://a.example/(b%20c) '"d"')`},
		{"autolink", func(b *builder) { b.link("https://a.example/", "", func() { b.text("https://a.example/") }) }, mdinline.Paragraph, "<https://a.example/>"},
		{"address", func(b *builder) { b.text("see https://a.example/_b_ _c_") }, mdinline.Paragraph, `see https://a.example/_b_ \_c\_`},
		{"removed", func(b *builder) { b.text("a").add(mdinline.Removed, "x").text("b") }, mdinline.Paragraph, "ab"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var b builder
			b.Prefix = []byte("> ")
			c.make(&b)
			assert.Equal(t, "out:"+c.want, string(b.Append([]byte("out:"), c.context)))
		})
	}
}

func TestUnwrapAddresses(t *testing.T) {
	var b builder
	b.text("a <").link("https://a.example/", "", func() { b.text("https://a.example/") }).text(">")
	b.UnwrapAddresses()
	assert.Equal(t, "a <https://a.example/>", string(b.Append(nil, mdinline.Paragraph)))
}

// What was written before leaves nothing behind.
func TestClear(t *testing.T) {
	var b builder
	for range 2 {
		b.text("*a*").marked(mdinline.Emphasis, func() { b.text("b") })
		assert.Equal(t, `\*a\**b*`, string(b.Append(nil, mdinline.Paragraph)))
		assert.Positive(t, b.Size())
		b.Clear()
		assert.Empty(t, b.Append(nil, mdinline.Paragraph))
	}
}

// Work is linear in the items.
func TestManyItems(t *testing.T) {
	var b builder
	for range 20_000 {
		b.marked(mdinline.Strong, func() { b.text("a_") }).text("*")
	}
	assert.Greater(t, strings.Count(string(b.Append(nil, mdinline.Paragraph)), "a"), 19_999)
}

func TestAppendText(t *testing.T) {
	for in, want := range map[string]string{
		"a *b* _c_ d_e ~f~ `g` [h]":   "a \\*b\\* \\_c\\_ d_e \\~f\\~ \\`g\\` \\[h\\]",
		"<b> a < b, a <- b <3 </c> <": `\<b> a < b, a <- b <3 \</c> \<`,
		"<1a@b.c> <_a@b.c> <3":        `\<1a@b.c> \<\_a@b.c> <3`,
		"&amp; &nope; R&D":            `\&amp; &nope; R&D`,
		"# a\n- b\n1. c\n---\n> d":    "\\# a\n\\- b\n1\\. c\n\\---\n\\> d",
		"   a  \nb":                   "a\nb",
		"https://a.example/_b_/ _c_":  `https://a.example/_b_/ \_c\_`,
		"":                            "",
	} {
		assert.Equal(t, "x"+want, string(mdinline.AppendText([]byte("x"), in)), in)
	}
}
