package mcpserver_test

import (
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/mcpserver"
	"github.com/webfetch-mcp/webfetch-go/mcpserver/host"
)

// refuses reports whether a server lets nobody send a header to a site.
func refuses(t *testing.T, session *mcp.ClientSession, web *site, name string) bool {
	r := call(t, session, "fetch", args{"url": web.URL + "/text", "options": args{"headers": args{name: "1"}}})
	refused := strings.Contains(r.Error.Message, "may not be set")
	assert.Equal(t, refused, r.Error.Code == "INVALID_INPUT" && strings.Contains(r.Error.Message, "options.headers."), name)
	return refused
}

// What a principal may not say to a site by default, and what it may.
func TestTenantHeaders(t *testing.T) {
	web := newSite(t)
	over := func(opts mcpserver.Options) *mcp.ClientSession {
		return dial(t, serveOver(t, newServer(t, opts), host.Options{}).URL+"/mcp", "")
	}
	remote, local := over(mcpserver.Options{}), open(t, mcpserver.Options{})
	for name, refused := range map[string]bool{
		"Host": true, "cookie": true, "AUTHORIZATION": true, "Proxy-Authorization": true, "X-Forwarded-For": true, "x-forwarded-host": true, "Forwarded": true, "X-Real-IP": true,
		"Metadata-Flavor": true, "metadata": true, "X-aws-ec2-metadata-token": true, "X-aws-ec2-metadata-token-ttl-seconds": true, "X-Google-Metadata-Request": true,
		"X-Original-URL": true, "X-HTTP-Method-Override": true, "True-Client-IP": true, "CF-Connecting-IP": true, " Via ": true, "X-IDENTITY-HEADER": true, "Transfer-Encoding": true,
		"X_Forwarded_For": true, "x_forwarded-host": true, "Client_IP": true, "Fly-Client-IP": true, "X-Amz-Security-Token": true, "X-MS-CLIENT-PRINCIPAL": true, "Remote-User": true,
		"X-Auth-Request-User": true, "Signature": true, "Signature-Input": true, "Signature-Agent": true, "X-ProxyUser-Ip": true, "CDN-Loop": true, "Cookie2": true, "X-Url-Scheme": true, "Keep-Alive": true,
		"Accept": false, "Accept-Language": false, "Referer": false, "X-Requested-With": false, "User-Agent": false, "X-Api-Key": false, "If-None-Match": false,
	} {
		assert.Equal(t, refused, refuses(t, remote, web, name), name)
		assert.False(t, refuses(t, local, web, name), "nothing is refused over stdio")
	}
	allowed := over(mcpserver.Options{AllowHeaders: []string{"x-forwarded-for"}})
	assert.False(t, refuses(t, allowed, web, "X-Forwarded-For"))
	assert.True(t, refuses(t, allowed, web, "X-Forwarded-Host"))
	own := over(mcpserver.Options{RefuseHeaders: []string{"X-Team-*", "accept"}})
	for name, refused := range map[string]bool{"X-Team-Name": true, "x-team-": true, "X-Team": false, "Accept": true, "Cookie": false} {
		assert.Equal(t, refused, refuses(t, own, web, name), name)
	}
}
