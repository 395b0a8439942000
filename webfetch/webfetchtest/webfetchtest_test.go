package webfetchtest_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/security"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/webfetchtest"
)

func TestClientReadsASite(t *testing.T) {
	site := webfetchtest.Site(t, map[string]string{
		"/":          "<title>Tides</title><main><p>High water is at six.</p></main>",
		"/notes.txt": "Low water is at noon.",
	})
	client := webfetchtest.Client(t, webfetch.Options{})
	for range 30 { // more than the pace of the zero Options would allow at once
		packet, err := client.Fetch(t.Context(), webfetch.Request{URL: site + "/"})
		require.NoError(t, err)
		assert.Equal(t, "High water is at six.", packet.Content)
	}
	packet, err := client.Fetch(t.Context(), webfetch.Request{URL: site + "/notes.txt"})
	require.NoError(t, err)
	assert.Equal(t, "Low water is at noon.", packet.Content)
	_, err = client.Fetch(t.Context(), webfetch.Request{URL: site + "/nothing"})
	assert.ErrorIs(t, err, webfetch.HTTPError)
}

func TestClientKeepsAPolicy(t *testing.T) {
	site := webfetchtest.Site(t, nil)
	client := webfetchtest.Client(t, webfetch.Options{Policy: &security.Policy{}})
	_, err := client.Fetch(t.Context(), webfetch.Request{URL: site + "/"})
	assert.ErrorIs(t, err, webfetch.SSRFBlocked)
}

func TestTides(t *testing.T) {
	site := webfetchtest.Site(t, map[string]string{"/": "<title>Tides</title><p>High water is at six.</p>"})
	client := webfetchtest.Client(t, webfetch.Options{})
	packet, err := client.Fetch(t.Context(), webfetch.Request{URL: site + "/"})
	if err != nil {
		t.Fatal(err)
	}
	if packet.Content != "High water is at six." {
		t.Error(packet.Content)
	}
}
