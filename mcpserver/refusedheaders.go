package mcpserver

import (
	"net/http"
	"slices"
	"strings"
)

// defaultRefusedHeaders are refused over HTTP unless Options say otherwise: a principal
// must not speak to a site with an identity that is not the server's to give, nor
// as a proxy that reports who is behind it, nor as a program that may ask for the
// credentials of a machine. A name that ends in "*" stands for all that begin so.
func defaultRefusedHeaders() []string {
	return []string{
		"Host", "Cookie", "Authorization", "Proxy-*", "Connection", "Upgrade", "Te", "Trailer", "Transfer-Encoding", "Content-Length", "Expect", "Via",
		"Forwarded", "X-Forwarded-*", "X-Forwarded", "X-Real-Ip", "X-Client-Ip", "X-Cluster-Client-Ip", "X-Originating-Ip", "X-Remote-*", "True-Client-Ip",
		"Cf-*", "Fastly-*", "X-Envoy-*", "X-Amzn-*", "X-Original-*", "X-Rewrite-*", "X-Http-Method*", "X-Method-Override", "X-Host", "X-Azure-*", "X-Appengine-*",
		"Metadata", "Metadata-*", "X-Metadata-*", "X-Aws-*", "X-Amz-*", "X-Google-*", "X-Identity-*", "X-Goog-*", "X-Ms-*", "X-Serverless-*",
		"Client-Ip", "X-Client-*", "Fly-*", "Akamai-*", "X-Akamai-*", "Incap-*", "X-Sucuri-*", "X-Vercel-*", "X-Nf-*", "X-Arr-*", "Cdn-*", "X-Proxyuser-*",
		"Remote-*", "X-Auth-*", "X-Authenticated-*", "X-Ssl-*", "Ssl-*", "X-Scheme", "X-Url-Scheme", "Front-End-Https", "Cookie2", "Keep-Alive", "Http2-Settings",
		"Signature", "Signature-*",
	}
}

func (o Options) refusesHeader(name string, remote bool) bool {
	refused := o.RefuseHeaders
	if refused == nil && remote {
		refused = defaultRefusedHeaders()
	}
	name = http.CanonicalHeaderKey(strings.TrimSpace(name))
	if slices.ContainsFunc(o.AllowHeaders, func(a string) bool { return http.CanonicalHeaderKey(a) == name }) {
		return false
	}
	name = http.CanonicalHeaderKey(strings.ReplaceAll(name, "_", "-")) // many servers take one for the other
	return slices.ContainsFunc(refused, func(r string) bool {
		if prefix, all := strings.CutSuffix(r, "*"); all {
			return len(name) >= len(prefix) && strings.EqualFold(name[:len(prefix)], prefix)
		}
		return http.CanonicalHeaderKey(r) == name
	})
}
