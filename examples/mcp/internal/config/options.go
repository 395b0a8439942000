package config

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/webfetch-mcp/webfetch-go/extract/linkstyle"
	"github.com/webfetch-mcp/webfetch-go/mcpserver"
	"github.com/webfetch-mcp/webfetch-go/mcpserver/host"
	"github.com/webfetch-mcp/webfetch-go/security/injection"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/tools"
	"github.com/webfetch-mcp/webfetch-go/webfetch/urlpolicy"
)

// ClientOptions are the options of the client that c describes. Renderer,
// Summarizer and other optional parts are the caller's to add.
func (c *Config) ClientOptions() (webfetch.Options, error) {
	policy, err := c.policy()
	if err != nil {
		return webfetch.Options{}, err
	}
	policy.AllowDomains = c.domains(false)
	opts := webfetch.Options{
		Quarantine:   injection.QuarantineMode(c.Quarantine),
		Policy:       policy,
		UserAgent:    c.UserAgent,
		IgnoreRobots: !c.RespectRobots,
		Limits: webfetch.Limits{
			Timeout: milliseconds(c.TimeoutMS), MaxBytes: c.MaxBytes, MaxRedirects: cmp.Or(c.MaxRedirects, webfetch.None),
			RatePerHost: cmp.Or(c.RateLimitPerHost, webfetch.None), BurstPerHost: c.BurstPerHost, CacheTTL: cmp.Or(time.Duration(c.CacheTTLS)*time.Second, webfetch.None),
			Concurrency: c.Concurrency,
			// Extraction takes many times the size of a page. So a page of the largest size is extracted alone.
			ExtractBytes: c.MaxBytes,
		},
		DisablePDF: !c.PDFEnabled,
		NoProxy:    c.NoProxy,
	}
	if c.RateLimitPerHost == 0 {
		opts.Limits.ConcurrencyPerHost = c.Concurrency
	}
	if c.HTTPTokensFile != "" {
		opts.Limits.ConcurrencyPerPrincipal = (c.Concurrency + 3) / 4
	}
	if c.HeadersFile != "" {
		if opts.OriginHeaders, err = readHeadersFile(c.HeadersFile); err != nil {
			return webfetch.Options{}, fmt.Errorf("HEADERS_FILE: %w", err)
		}
	}
	if c.ProxyURL != "" {
		if opts.Proxy, err = url.Parse(c.ProxyURL); err != nil {
			return webfetch.Options{}, fmt.Errorf("PROXY_URL: %w", err)
		}
	}
	return opts, nil
}

// URLPolicy returns the policy for addresses that c describes, nil if any address is
// allowed, and the record of seen addresses for [tools.Options].Seen, nil if the
// policy does not need one.
func (c *Config) URLPolicy() (func(context.Context, *url.URL) error, *urlpolicy.Seen) {
	switch c.URLPolicyName {
	case "no_secrets":
		return urlpolicy.Secrets, nil
	case "seen":
		seen := urlpolicy.NewSeen(c.URLStart...)
		return seen.Allow, seen
	}
	return nil, nil
}

func (c *Config) domains(refused bool) (domains []string) {
	for _, entry := range c.AllowlistDomains {
		if domain, no := strings.CutPrefix(entry, "!"); no == refused {
			domains = append(domains, domain)
		}
	}
	return domains
}

// ChatModel, EmbeddingModel and RerankModel are the names in CF_AI_GATEWAY_MODEL, "" for none.
func (c *Config) ChatModel() string      { return c.model(0) }
func (c *Config) EmbeddingModel() string { return c.model(1) }
func (c *Config) RerankModel() string    { return c.model(2) }

func (c *Config) model(i int) string {
	return strings.TrimSpace(strings.Split(c.GatewayModel+",,", ",")[i])
}

// ServerOptions are the options of the server that c describes.
func (c *Config) ServerOptions(version string) mcpserver.Options {
	opts := mcpserver.Options{
		Version:     version,
		Concurrency: c.Concurrency,
		Tools: tools.Options{
			MaxLength:        cmp.Or(c.MaxLength, webfetch.None),
			Style:            &linkstyle.Style{Images: "alt", CleanAddresses: c.CleanAddresses},
			MaxBytes:         max(c.MaxBytes, 64<<20),
			DefaultMaxTokens: c.DefaultMaxTokens,
			MarginRatio:      cmp.Or(c.ChunkMarginRatio, webfetch.None),
			StoreTTL:         cmp.Or(time.Duration(c.CacheTTLS)*time.Second, webfetch.None),
			LoadThirdParty:   !c.RenderBlockThirdParty,
			Structured:       c.Structured,
			Sites:            c.SiteTools,
			PrivateHint:      "The address is not on the public internet, or its port is not one of the web; the operator can allow it with ALLOW_PRIVATE, such as ALLOW_PRIVATE=localhost:3000.",
		},
	}
	if c.HTTPTokensFile != "" {
		opts.CallsPerMinute = callsPerMinute
	}
	if c.HTTPAddr != "" { // principals can't ask for more than the operator's limit
		opts.Tools.MaxBytes, opts.Tools.ForceRobots = c.MaxBytes, c.RespectRobots
	}
	return opts
}

const callsPerMinute = 600

// HTTPOptions are the options of [mcpserver.Server.Handler] that c describes. It reads
// the token file.
func (c *Config) HTTPOptions() (host.Options, error) {
	opts := host.Options{Hosts: c.HTTPAllowedHosts, Origins: c.HTTPAllowedOrigins}
	if c.HTTPTokensFile == "" {
		return opts, nil
	}
	f, err := os.Open(c.HTTPTokensFile)
	if err != nil {
		return opts, fmt.Errorf("HTTP_TOKENS_FILE: %w", err)
	}
	defer f.Close()
	tokens, err := host.ReadTokens(f)
	if err != nil {
		return opts, fmt.Errorf("HTTP_TOKENS_FILE=%s: %w", c.HTTPTokensFile, err)
	}
	opts.Auth = &host.Auth{Tokens: tokens}
	return opts, nil
}

// readHeadersFile reads headers by origin, one a line:
//
//	https://wiki.example Cookie: session=…
//	https://api.example:8443 Authorization: Bearer …
//
// Empty lines and those that begin with # are skipped. A name may stand on several lines.
// Errors name lines, never a value.
func readHeadersFile(path string) (map[string]http.Header, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	all := map[string]http.Header{}
	lines := bufio.NewScanner(f)
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(strings.TrimPrefix(lines.Text(), "\ufeff")) // some editors begin with a byte order mark
		if line == "" || line[0] == '#' {
			continue
		}
		origin := strings.Fields(line)[0]
		name, value, found := strings.Cut(line[len(origin):], ":")
		name, value = strings.TrimSpace(name), strings.TrimSpace(value)
		u, ok := parseURL(origin, "http", "https")
		if !ok || u.User != nil || strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || !found || name == "" || strings.ContainsAny(name, " \t") || value == "" {
			return nil, fmt.Errorf("line %d: want an origin, a name with a colon, and a value, as https://wiki.example Cookie: a=b", n)
		}
		key := u.Scheme + "://" + u.Host
		if all[key] == nil {
			all[key] = http.Header{}
		}
		all[key].Add(name, value)
	}
	return all, lines.Err()
}
