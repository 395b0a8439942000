//go:build webfetch_nopdf

package webfetch_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

func TestPDFIsLeftOutByTag(t *testing.T) {
	client, err := webfetch.New(webfetch.Options{})
	assert.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, client.Close()) })
	for _, mediaType := range []string{"application/pdf", ""} {
		_, err = client.Extract(t.Context(), extract.Source{MediaType: mediaType, Body: []byte(onePagePDF("The tides"))}, webfetch.ExtractOptions{})
		assert.ErrorIs(t, err, webfetch.PDFDisabled, "media type %q", mediaType)
		assert.ErrorContains(t, err, "webfetch_nopdf")
	}
}
