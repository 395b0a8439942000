package webfetch

import (
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestParseURLKeepsToItsLimit(t *testing.T) {
	base := "http://example.com/"
	_, failure := parseURL(base + strings.Repeat("x", maxURL-len(base)))
	assert.Nil(t, failure)
	_, failure = parseURL(base + strings.Repeat("x", maxURL-len(base)+1))
	require.NotNil(t, failure)
	assert.Equal(t, InvalidURL, failure.Code)
}

func TestAPageSpeaksForItsOwnSiteOnly(t *testing.T) {
	page, err := url.Parse("https://www.example.com/a?x=1")
	require.NoError(t, err)
	for _, test := range []struct {
		named string
		own   bool
	}{
		{"https://example.com/a", true},
		{"http://www.example.com/a", true},
		{"https://evil.example/a", false},
		{"https://example.com.evil.example/a", false},
		{"javascript:alert(1)", false},
		{"", false},
		{"https://me@example.com/", false},
	} {
		assert.Equal(t, test.own, trustedCanonical(page, test.named) != nil, test.named)
	}
	assert.Nil(t, trustedCanonical(nil, "https://example.com/"))
}
