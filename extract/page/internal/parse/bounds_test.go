package parse_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/parse"
)

// A tag has a bounded number of attributes; a page of which one is cut off that somebody reads is
// not parsed, so that it is read as one of which it is unknown what a reader sees.
func TestAttributesOfATagAreBounded(t *testing.T) {
	for name, tt := range map[string]struct {
		more  int
		last  string
		attrs int
		cut   bool
	}{
		"at the limit":         {999, "hidden", 1000, false},
		"one over":             {1000, "hidden", 1000, true},
		"one over, not read":   {1000, "zz=1", 1000, false},
		"far over":             {50_000, "class=x", 1000, true},
		"far over, not closed": {50_000, `class="x`, 0, true},
	} {
		t.Run(name, func(t *testing.T) {
			var page strings.Builder
			page.WriteString("<div ")
			for i := range tt.more {
				fmt.Fprintf(&page, `b%d<='c' `, i) // irregular, so that nothing else is left out
			}
			page.WriteString(tt.last + "><p>text</p></div><svg><path d=1 /><p>more</p></svg>")
			root, _, err := parse.New(parse.NewReads([]string{"class hidden"}, "", func(_, _ []byte) bool { return false })).Parse(t.Context(), []byte(page.String()), false)
			if tt.cut {
				assert.ErrorContains(t, err, "more attributes")
				return
			}
			require.NoError(t, err)
			attrs := 0
			for n := range root.Descendants() {
				if n.Data == "div" {
					attrs = len(n.Attr)
				}
			}
			assert.Equal(t, tt.attrs, attrs)
		})
	}
}

// So are the attributes of all tags that the parser gets as they are.
func TestAttributesOfAPageAreBounded(t *testing.T) {
	text := []byte(strings.Repeat(`<p a" b" c" d" e" f">x`, 200_000))
	root, _, err := parse.New(parse.NewReads([]string{"class"}, "", func(_, _ []byte) bool { return false })).Parse(t.Context(), text, false)
	require.NoError(t, err)
	count := 0
	for n := range root.Descendants() {
		count += len(n.Attr)
	}
	assert.InDelta(t, len(text)/40, count, 10)
}

func TestMostNodes(t *testing.T) {
	page := strings.Repeat("<br>", parse.MaxNodes(0)/2-10)
	_, _, facts := trees(t, page, false)
	assert.False(t, facts.Truncated)
	_, _, facts = trees(t, page+page, false)
	assert.True(t, facts.Truncated)
}

// A page with more bypassed parts than there may be keeps the rest.
func TestMostPlaceholders(t *testing.T) {
	root, _, _ := trees(t, strings.Repeat("<p id=a>", 1<<15)+"<p id=b>", false)
	s := render(t, root)
	assert.Equal(t, 1<<15, strings.Count(s, `<p id="a">`))
	assert.Contains(t, s, `<p id="b">`)
}

// The names that style sheets select by are bounded; with more of them no attribute is left out.
func TestSelectedNamesAreBounded(t *testing.T) {
	for names, kept := range map[int]int{4096: 0, 4097: 1} {
		var page strings.Builder
		page.WriteString("<style>")
		for i := range names {
			fmt.Fprintf(&page, "[a%d]{}", i)
		}
		page.WriteString("</style><p zz=1>")
		root, _, err := parse.New(parse.NewReads(nil, "", func(_, _ []byte) bool { return false })).Parse(t.Context(), []byte(page.String()), false)
		require.NoError(t, err)
		for n := range root.Descendants() {
			if n.Data == "p" {
				assert.Len(t, n.Attr, kept, names)
			}
		}
	}
}
