package mcpserver

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

// What a tenant may not say to a site by default, and what it may.
func TestTenantHeaders(t *testing.T) {
	s := newServer(&webfetch.Client{}, Options{})
	for name, refused := range map[string]bool{
		"Host": true, "cookie": true, "AUTHORIZATION": true, "Proxy-Authorization": true, "X-Forwarded-For": true, "x-forwarded-host": true, "Forwarded": true, "X-Real-IP": true,
		"Metadata-Flavor": true, "metadata": true, "X-aws-ec2-metadata-token": true, "X-aws-ec2-metadata-token-ttl-seconds": true, "X-Google-Metadata-Request": true,
		"X-Original-URL": true, "X-HTTP-Method-Override": true, "True-Client-IP": true, "CF-Connecting-IP": true, " Via ": true, "X-IDENTITY-HEADER": true, "Transfer-Encoding": true,
		"X_Forwarded_For": true, "x_forwarded-host": true, "Client_IP": true, "Fly-Client-IP": true, "X-Amz-Security-Token": true, "X-MS-CLIENT-PRINCIPAL": true, "Remote-User": true,
		"X-Auth-Request-User": true, "Signature": true, "Signature-Input": true, "Signature-Agent": true, "X-ProxyUser-Ip": true, "CDN-Loop": true, "Cookie2": true, "X-Url-Scheme": true, "Keep-Alive": true,
		"Accept": false, "Accept-Language": false, "Referer": false, "X-Requested-With": false, "User-Agent": false, "X-Api-Key": false, "If-None-Match": false,
	} {
		assert.Equal(t, refused, s.refusesHeader(&call{remote: true}, name), name)
		assert.False(t, s.refusesHeader(&call{}, name), "nothing is refused over stdio")
	}
	allowed := newServer(&webfetch.Client{}, Options{AllowHeaders: []string{"x-forwarded-for"}})
	assert.False(t, allowed.refusesHeader(&call{remote: true}, "X-Forwarded-For"))
	assert.True(t, allowed.refusesHeader(&call{remote: true}, "X-Forwarded-Host"))
	own := newServer(&webfetch.Client{}, Options{RefuseHeaders: []string{"X-Team-*", "accept"}})
	for name, refused := range map[string]bool{"X-Team-Name": true, "x-team-": true, "X-Team": false, "Accept": true, "Cookie": false} {
		assert.Equal(t, refused, own.refusesHeader(&call{remote: true}, name), name)
	}
}
