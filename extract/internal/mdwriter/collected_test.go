package mdwriter_test

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/limit"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
)

func TestCollectedLists(t *testing.T) {
	var c mdwriter.Collected
	c.AddLink(extract.Link{URL: "https://a.example/"})
	c.Remove(" unseen\n text\xff", "hidden", "opacity")
	c.Remove(" \n", "hidden", "blank")
	c.AddOf(&extract.Document{
		Links:    []extract.Link{{URL: "https://b.example/"}},
		Removed:  []extract.Removed{{Text: "comment"}},
		Doubtful: []extract.Removed{{Text: "closed"}},
	})
	var doc extract.Document
	c.SetLists(&doc)
	assert.Equal(t, []extract.Link{{URL: "https://a.example/"}, {URL: "https://b.example/"}}, doc.Links)
	assert.Equal(t, []extract.Removed{{Text: "unseen text", Where: "hidden", Reason: "opacity"}, {Text: "comment"}}, doc.Removed)
	assert.Equal(t, []extract.Removed{{Text: "closed"}}, doc.Doubtful)
}

// What is beyond the bounds is left out, whether it comes one by one or with a document.
func TestCollectedBounds(t *testing.T) {
	var c mdwriter.Collected
	for i := range limit.Links - 1 {
		c.AddLink(extract.Link{URL: strconv.Itoa(i)})
	}
	for i := range limit.Removed - 1 {
		c.Remove(strconv.Itoa(i), "hidden", "")
	}
	texts := make([]extract.Removed, limit.Removed+1)
	c.AddOf(&extract.Document{Links: []extract.Link{{URL: "last"}, {URL: "beyond"}}, Removed: []extract.Removed{{Text: "last"}, {Text: "beyond"}}, Doubtful: texts})
	c.AddLink(extract.Link{URL: "beyond"})
	c.Remove("beyond", "hidden", "")
	assert.Len(t, c.Links, limit.Links)
	assert.Equal(t, "last", c.Links[limit.Links-1].URL)
	assert.Len(t, c.Removed, limit.Removed)
	assert.Equal(t, "last", c.Removed[limit.Removed-1].Text)
	assert.Len(t, c.Doubtful, limit.Removed)
}
