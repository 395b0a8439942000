package mdwriter_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
)

func TestList(t *testing.T) {
	var w mdwriter.Writer
	var l mdwriter.ListBuilder
	w.List(&l)
	assert.True(t, w.Empty(), "nothing for a list without items")
	for _, item := range []struct {
		indent     int
		marker, md string
	}{{0, "", "a"}, {2, "", "b"}, {0, "3.", "c"}} {
		l.Item(item.indent, item.marker)
		l.WriteString(item.md)
	}
	w.List(&l)
	assert.Zero(t, l.Len(), "the builder is empty again")
	doc := w.Document()
	assert.Equal(t, "- a\n  - b\n3. c", doc.Markdown)
	assert.Equal(t, extract.List, doc.Blocks[0].Kind)
}
