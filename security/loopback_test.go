package security_test

import (
	"net/url"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/security"
)

func TestAllowLoopback(t *testing.T) {
	p := security.AllowLoopback()
	for address, allowed := range map[string]bool{
		"http://127.0.0.1:34567/": true, "http://[::1]:34567/": true, "http://127.9.9.9/": true, "https://example.com/": true,
		"http://127.0.0.1:25/": false, "http://10.0.0.1/": false, "http://169.254.169.254/": false, "http://[fe80::1]/": false,
	} {
		u, err := url.Parse(address)
		require.NoError(t, err)
		err = p.CheckURL(u)
		assert.Equal(t, allowed, err == nil, "%s: %v", address, err)
	}
	p.Allow = nil
	assert.Len(t, security.AllowLoopback().Allow, 2, "each call returns a policy of its own")
}
