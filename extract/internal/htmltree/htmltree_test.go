package htmltree_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
)

func TestAttr(t *testing.T) {
	n := &html.Node{Type: html.ElementNode, Attr: []html.Attribute{
		{Namespace: "xlink", Key: "href", Val: "of another namespace"}, {Key: "href", Val: "a"}, {Key: "href", Val: "again"}, {Key: "hidden"},
	}}
	for key, want := range map[string]struct {
		value string
		has   bool
	}{"href": {"a", true}, "hidden": {"", true}, "title": {"", false}} {
		value, has := htmltree.Lookup(n, key)
		assert.Equal(t, want.value, value, key)
		assert.Equal(t, want.has, has, key)
		assert.Equal(t, want.value, htmltree.Attr(n, key), key)
	}
}
