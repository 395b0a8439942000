package webfetch_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

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
