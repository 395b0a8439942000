package mdinline_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdinline"
)

var strong = mdinline.Look{Marks: 1 << mdinline.Strong}

func TestBuilder(t *testing.T) {
	for _, c := range []struct {
		name string
		make func(b *mdinline.Builder)
		want string
	}{
		{"nothing", func(*mdinline.Builder) {}, ""},
		{"white space", func(b *mdinline.Builder) {
			b.Run(" \n", mdinline.Look{})
			b.Run("\t", strong)
		}, ""},
		{"folded over pieces", func(b *mdinline.Builder) {
			b.Run(" a \n", mdinline.Look{})
			b.Run(" b\u00a0 c ", mdinline.Look{})
			b.Run(" ", mdinline.Look{})
		}, "a b c"},
		{"signs of Markdown", func(b *mdinline.Builder) { b.Run("# a *b* [c](d)", mdinline.Look{}) }, `\# a \*b\* [c\](d)`},
		{"signs over pieces", func(b *mdinline.Builder) {
			for _, text := range []string{"*", "a", "*"} {
				b.Run(text, mdinline.Look{})
			}
		}, `\*a\*`},
		{"Markdown", func(b *mdinline.Builder) {
			b.Run("a", mdinline.Look{})
			b.Raw("[^1]", mdinline.Look{})
			b.Run(" z", mdinline.Look{})
		}, "a[^1] z"},
		{"runs", func(b *mdinline.Builder) {
			for _, run := range []struct {
				text string
				look mdinline.Look
			}{{" a", mdinline.Look{}}, {" b ", strong}, {" ", mdinline.Look{}}, {"c ", mdinline.Look{Marks: strong.Marks | 1<<mdinline.Deleted}}, {"d", strong}} {
				b.Run(run.text, run.look)
			}
		}, "a **b ~~c~~ d**"},
		{"runs of a link", func(b *mdinline.Builder) {
			b.Run("a", mdinline.Look{})
			b.Run(" b ", mdinline.Look{Link: "x:"})
			b.Run("c", mdinline.Look{Link: "x:", Marks: strong.Marks})
			b.Raw(" [^1] ", mdinline.Look{})
			b.Run("d", mdinline.Look{})
		}, "a \x01[b **c**\x02](x:)\x03 [^1] d"},
		{"without a mark", func(b *mdinline.Builder) {
			b.Run("a ", strong)
			b.Run("b", mdinline.Look{Link: "x:", Marks: strong.Marks})
			b.Run("c", mdinline.Look{Marks: 1 << mdinline.Emphasis})
			b.Unmark(mdinline.Strong)
		}, "a \x01[b\x02](x:)\x03*c*"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var b mdinline.Builder
			for range 2 { // it is empty again once it was taken
				c.make(&b)
				assert.Equal(t, c.want, b.Take(mdinline.Paragraph))
				assert.Empty(t, b.Take(mdinline.Paragraph))
			}
		})
	}
}

func TestBuilderShown(t *testing.T) {
	var b mdinline.Builder
	b.Run("See ", mdinline.Look{})
	b.Run("the  map", mdinline.Look{Link: "x:", Marks: 1 << mdinline.Emphasis})
	b.Raw("[^1]", mdinline.Look{Link: "x:"})
	b.Run(" too", mdinline.Look{})
	var links []string
	assert.Equal(t, "See the map[^1] too", b.Shown(func(address, label string) { links = append(links, address+" "+label) }))
	assert.Equal(t, []string{"x: the map[^1]"}, links)
}
