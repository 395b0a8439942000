package address_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/address"
)

func TestHomograph(t *testing.T) {
	for host, told := range map[string]bool{
		"example.com":          false,
		"bücher.example.com":   false,
		"пример.example.com":   false,
		"日本語ドメイン.example.com":  false,
		"日本go.example.com":     false,
		"한국go.example.com":     false,
		"ελλάδα.example.com":   false,
		"हिन्दी.example.com":   false,
		"раypal.example.com":   true, // Cyrillic ра, Latin ypal
		"xn--ypal-43d9g.com":   true,
		"аррӏе.example.com":    true, // all Cyrillic
		"καi.example.com":      true,
		"हिन्दीไทย.example.co": true,
		"xn--0.example.com":    true, // does not decode
	} {
		assert.Equal(t, told, address.Homograph(host) != "", "%s: %s", host, address.Homograph(host))
	}
}
