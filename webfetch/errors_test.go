package webfetch_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

func TestEveryCodeIsAnErrorToCompareWith(t *testing.T) {
	codes := []webfetch.Code{
		webfetch.InvalidInput, webfetch.InvalidURL, webfetch.InvalidProtocol, webfetch.SSRFBlocked, webfetch.DomainNotAllowed,
		webfetch.RobotsBlocked, webfetch.RateLimited, webfetch.HTTPError, webfetch.DNSError, webfetch.ConnectionFailed,
		webfetch.TLSError, webfetch.Timeout, webfetch.Cancelled, webfetch.TooManyRedirects, webfetch.RedirectLoop,
		webfetch.ContentTooLarge, webfetch.DecompressionFailed, webfetch.UnsupportedContentType, webfetch.PDFDisabled,
		webfetch.ExtractionFailed, webfetch.CaptchaDetected, webfetch.RenderUnavailable, webfetch.RenderFailed,
		webfetch.RenderTimeout, webfetch.SourceNotFound, webfetch.StartIndexOutOfRange, webfetch.AISearchNotConfigured,
		webfetch.AISearchFailed, webfetch.GatewayFailed, webfetch.Internal,
	}
	for _, code := range codes {
		err := fmt.Errorf("reading: %w", &webfetch.Error{Op: "fetch", Code: code, URL: "https://a.test/", Err: errors.New("cause")})
		for _, other := range codes {
			assert.Equal(t, other == code, errors.Is(err, other), "%s is %s", code, other)
		}
	}
}

// An error of an address that is none names it as the caller gave it, but for one that may hold a password.
func TestErrorsNameWhatWasAskedFor(t *testing.T) {
	c, err := webfetch.New(webfetch.Options{})
	require.NoError(t, err)
	defer c.Close()
	for url, want := range map[string]string{
		"harbour":                    `webfetch: fetch "harbour": INVALID_URL: it has no scheme; it must start with http:// or https://`,
		"https://u:secret@a.example": "webfetch: fetch: INVALID_URL: it holds a user name",
	} {
		_, err := c.Fetch(t.Context(), webfetch.Request{URL: url})
		assert.EqualError(t, err, want)
	}
}
