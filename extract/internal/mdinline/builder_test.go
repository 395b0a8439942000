package mdinline_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdinline"
)

func TestBuilder(t *testing.T) {
	for _, c := range []struct {
		name string
		make func(b *mdinline.Builder)
		want string
	}{
		{"nothing", func(*mdinline.Builder) {}, ""},
		{"white space", func(b *mdinline.Builder) {
			b.Text(" \n")
			b.Open(mdinline.Strong)
			b.Text("\t")
			b.Close(mdinline.Strong)
		}, ""},
		{"folded over pieces", func(b *mdinline.Builder) { b.Text(" a \n"); b.Text(" b\u00a0 c "); b.Text(" ") }, "a b c"},
		{"signs of Markdown", func(b *mdinline.Builder) { b.Text("# a *b* [c](d)") }, `\# a \*b\* [c\](d)`},
		{"signs over pieces", func(b *mdinline.Builder) { b.Text("*"); b.Text("a"); b.Text("*") }, `\*a\*`},
		{"emphasis", func(b *mdinline.Builder) {
			b.Text("a ")
			b.Open(mdinline.Emphasis)
			b.Text("b ")
			b.Close(mdinline.Emphasis)
			b.Text("c")
		}, "a *b* c"},
		{"link with emphasis", func(b *mdinline.Builder) {
			b.OpenLink("https://a.example/")
			b.Open(mdinline.Strong)
			b.Text("x")
			b.CloseLink()
			b.Text(" y")
		}, "\x01[**x**\x02](https://a.example/)\x03 y"},
		{"empty ones", func(b *mdinline.Builder) {
			b.Text("a")
			b.OpenLink("b")
			b.Open(mdinline.Deleted)
			b.Close(mdinline.Deleted)
			b.CloseLink()
		}, "a"},
		{"ends without a start", func(b *mdinline.Builder) { b.Close(mdinline.Strong); b.CloseLink(); b.Text("a") }, "a"},
		{"never closed", func(b *mdinline.Builder) { b.Open(mdinline.Strong); b.Text("a") }, "**a**"},
		{"code and Markdown", func(b *mdinline.Builder) { b.Code(" a`b\n c"); b.Code(" "); b.Raw("[^1]"); b.Text(" z") }, "``a`b c``[^1] z"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var b mdinline.Builder
			for range 2 { // it is empty again once it was taken
				c.make(&b)
				assert.Equal(t, c.want == "", b.Blank() || c.want == "")
				assert.Equal(t, c.want, b.Take(mdinline.Paragraph))
				assert.True(t, b.Blank())
			}
		})
	}
}
