package webfetch_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

// TestWhatACallerMayWish holds that every option of an extraction reaches the
// page, and changes what it is meant to change.
func TestWhatACallerMayWish(t *testing.T) {
	s := newSite(t)
	c := s.client(t)
	get := func(t *testing.T, path string, o extract.Options) *webfetch.Packet {
		p, err := c.Fetch(t.Context(), webfetch.Request{URL: s.URL + path, Extract: webfetch.ExtractOptions{Options: o}})
		require.NoError(t, err)
		require.NoError(t, p.Document.Check())
		return p
	}
	const lead, table, code, box, post, footer = "The society measures the banks", "| Pole 7 | 4.2 |", "banks --since 1953", "sold at the pier", "We found the same at pole 9", "Imprint of the society"
	for name, test := range map[string]struct {
		wish      extract.Options
		want, not []string
	}{
		"none":              {extract.Options{}, []string{lead, table, code}, []string{footer}},
		"drop tables":       {extract.Options{DropTables: true}, []string{lead, code}, []string{"Pole 7"}},
		"drop code":         {extract.Options{DropCode: true}, []string{lead, table}, []string{"--since"}},
		"remove selectors":  {extract.Options{RemoveSelectors: []string{"table", ".tool > pre", "#nothing"}}, []string{lead}, []string{"Pole 7", "--since"}},
		"whole page":        {extract.Options{WholePage: true}, []string{lead, table, code, box, post, footer}, nil},
		"whole but a table": {extract.Options{WholePage: true, DropTables: true, RemoveSelectors: []string{"footer"}}, []string{lead, box}, []string{"Pole 7", footer}},
		"one region":        {extract.Options{SingleRegion: true}, []string{lead}, []string{post, footer}},
		"recall":            {extract.Options{Recall: 2}, []string{lead, table, code}, nil},
		"precision":         {extract.Options{Recall: 0.5}, []string{lead}, []string{footer}},
	} {
		t.Run(name, func(t *testing.T) {
			p := get(t, "/banks.html", test.wish)
			for _, text := range test.want {
				assert.Contains(t, p.Content, text)
			}
			for _, text := range test.not {
				assert.NotContains(t, p.Content, text)
			}
		})
	}
	balanced, precise, generous := get(t, "/banks.html", extract.Options{}), get(t, "/banks.html", extract.Options{Recall: 0.5}), get(t, "/banks.html", extract.Options{Recall: 2})
	assert.LessOrEqual(t, len(precise.Content), len(balanced.Content))
	assert.LessOrEqual(t, len(balanced.Content), len(generous.Content))
	assert.Less(t, len(precise.Content), len(generous.Content), "a page with passages in doubt")
}

// TestASectionIsNamedByTheFragment asks for one section of a page.
func TestASectionIsNamedByTheFragment(t *testing.T) {
	s := newSite(t)
	c := s.client(t)
	for fragment, want := range map[string]string{"#how-to-read": "How to read them", "#": "", "#nowhere": "", "": ""} {
		p := fetch(t, c, s.URL+"/banks.html"+fragment)
		assert.Equal(t, want, p.Provenance.Section, "%q", fragment)
		assert.Contains(t, p.Content, "The society measures the banks", "the whole page is there for context")
	}
}
