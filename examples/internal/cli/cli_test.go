package cli_test

import (
	"net/url"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/examples/internal/cli"
	"github.com/webfetch-mcp/webfetch-go/security"
)

func TestNetworks(t *testing.T) {
	for address, want := range map[string][2]bool{ // without and with the network of carriers
		"http://127.0.0.1:3000/": {true, true}, "http://[::1]:3000/": {true, true}, "http://10.1.2.3/": {true, true}, "http://172.31.0.1/": {true, true},
		"http://192.168.1.1/": {true, true}, "http://[fd00::1]/": {true, true}, "http://100.64.0.1/": {false, true},
		"http://169.254.169.254/": {false, false}, "http://[fe80::1]/": {false, false}, "http://172.32.0.1/": {true, true}, // the last is public
	} {
		u, err := url.Parse(address)
		require.NoError(t, err)
		for i, rules := range [][]security.AddrRule{cli.Networks(), cli.Networks(cli.CarrierNAT)} {
			err := (&security.Policy{Allow: rules}).CheckURL(u)
			assert.Equal(t, want[i], err == nil, "%s: %v", address, err)
		}
	}
}

func TestIsHost(t *testing.T) {
	for header, want := range map[string]bool{
		"localhost": true, "localhost:80": true, "127.0.0.1": true, "127.8.8.8:80": true, "[::1]": true, "[::1]:80": true,
		"": false, "localhost.evil.example": false, "evil.example:80": false, "10.0.0.1": false, "0.0.0.0": false, "127.0.0.1.evil.example": false,
	} {
		assert.Equal(t, want, cli.IsHost(header), header)
	}
}
