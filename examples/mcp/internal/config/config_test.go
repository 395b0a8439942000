package config_test

import (
	"bytes"
	"flag"
	"net/http"
	"net/netip"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/examples/mcp/internal/config"
	"github.com/webfetch-mcp/webfetch-go/security"
	"github.com/webfetch-mcp/webfetch-go/security/injection"
)

var update = flag.Bool("update", false, "write the golden files")

func TestConfigDefaults(t *testing.T) {
	c, err := config.Parse(nil, nil, nil)
	require.NoError(t, err)
	assert.EqualValues(t, 10485760, c.MaxBytes)
	assert.Equal(t, 20000, c.MaxLength)
	assert.True(t, c.RespectRobots)
	assert.True(t, c.BlockPrivateIP)
	assert.True(t, c.PDFEnabled)
	assert.Equal(t, "conversation", c.SearchScope)

	o, err := c.ClientOptions()
	require.NoError(t, err)
	assert.Equal(t, 30*time.Second, o.Limits.Timeout)
	assert.Equal(t, 5, o.Limits.MaxRedirects)
	assert.Equal(t, 60, o.Limits.RatePerHost)
	assert.Equal(t, 5*time.Minute, o.Limits.CacheTTL)
	assert.Empty(t, o.Policy.Allow)
	assert.Nil(t, o.Proxy)

	s := c.ServerOptions("1.2.3")
	assert.Equal(t, "1.2.3", s.Version)
	assert.Equal(t, 4000, s.Tools.DefaultMaxTokens)
	assert.InDelta(t, 0.1, s.Tools.MarginRatio, 1e-9)
	assert.Nil(t, s.RefuseHeaders)
	assert.Zero(t, s.CallsPerMinute, "without tokens there is nobody to tell apart")
}

func TestConfigFromEnvironment(t *testing.T) {
	c, err := config.Parse([]string{"--http", ":0", "--user-agent=Flag/1", "--proxy-url=http://proxy.example:3128"}, []string{
		"MAX_BYTES=1000", "TIMEOUT_MS=250", "MAX_REDIRECTS=0", "MAX_LENGTH=0", "RATE_LIMIT_PER_HOST=0", "BURST_PER_HOST=7", "CACHE_TTL_S=0",
		"NAT64_PREFIXES=2001:db8:1::/48, 2001:db8:64::/96", "QUARANTINE=drop",
		"USER_AGENT=Env/1", "RESPECT_ROBOTS=false", "PDF_ENABLED=false", "ALLOWLIST_DOMAINS= a.example, !old.a.example, b.example ,", "HTTP_ALLOWED_ORIGINS=https://a.example, http://localhost:3000", "CHUNK_MARGIN_RATIO=0",
		"ALLOW_PRIVATE=127.0.0.0/8:8081,[fd00::/8]:443,10.1.2.3:*,localhost:3000", "PLAYWRIGHT_ENABLED=false",
		"HTTP_TOKENS_FILE=tokens", "CF_AI_GATEWAY_MODEL=chat, vectors,order", "MCP_THREAD_KEY=m", "AI_SEARCH_THREAD_KEY=a", "HTTP_PROXY=http://ignored.example", "TOKENS=",
	}, nil)
	require.NoError(t, err)
	assert.Equal(t, "Flag/1", c.UserAgent, "a flag wins")
	assert.Equal(t, "a", c.ThreadKey, "the first alias wins")
	assert.Equal(t, "false", c.RenderEnabled)

	o, err := c.ClientOptions()
	require.NoError(t, err)
	assert.EqualValues(t, 1000, o.Limits.MaxBytes)
	assert.Equal(t, 250*time.Millisecond, o.Limits.Timeout)
	assert.Negative(t, o.Limits.MaxRedirects)
	assert.Negative(t, o.Limits.RatePerHost)
	assert.Equal(t, 7, o.Limits.BurstPerHost)
	assert.Negative(t, o.Limits.CacheTTL)
	assert.True(t, o.IgnoreRobots)
	assert.True(t, o.DisablePDF)
	assert.Equal(t, "proxy.example:3128", o.Proxy.Host)
	assert.Equal(t, []string{"a.example", "b.example"}, o.Policy.AllowDomains)
	assert.Equal(t, []string{"old.a.example"}, o.Policy.BlockDomains)
	assert.Equal(t, o.Limits.Concurrency, o.Limits.ConcurrencyPerHost, "no limit of either")
	assert.Equal(t, []string{"chat", "vectors", "order"}, []string{c.ChatModel(), c.EmbeddingModel(), c.RerankModel()})
	assert.Equal(t, []netip.Prefix{netip.MustParsePrefix("2001:db8:1::/48"), netip.MustParsePrefix("2001:db8:64::/96")}, o.Policy.NAT64)
	assert.Equal(t, injection.Drop, o.Quarantine)
	require.Len(t, o.Policy.Allow, 5)
	assert.Equal(t, netip.MustParsePrefix("127.0.0.0/8"), o.Policy.Allow[0].Prefix)
	assert.Equal(t, []uint16{8081}, o.Policy.Allow[0].Ports)
	assert.Equal(t, netip.MustParsePrefix("fd00::/8"), o.Policy.Allow[1].Prefix)
	assert.Equal(t, netip.MustParsePrefix("10.1.2.3/32"), o.Policy.Allow[2].Prefix)
	assert.True(t, o.Policy.Allow[2].AnyPort)
	for i, prefix := range []string{"127.0.0.1/32", "::1/128"} { // of localhost
		assert.Equal(t, security.AddrRule{Prefix: netip.MustParsePrefix(prefix), Ports: []uint16{3000}}, o.Policy.Allow[3+i])
	}

	s := c.ServerOptions("")
	assert.Equal(t, 600, s.CallsPerMinute)
	assert.Negative(t, s.Tools.MaxLength)
	assert.Negative(t, s.Tools.MarginRatio)
	assert.Negative(t, s.Tools.StoreTTL)
	assert.EqualValues(t, 1000, s.Tools.MaxBytes, "principals can't ask for more than the operator allows")
}

func TestBlockPrivateIP(t *testing.T) {
	c, err := config.Parse(nil, []string{"BLOCK_PRIVATE_IP=false"}, nil)
	require.NoError(t, err)
	o, err := c.ClientOptions()
	require.NoError(t, err)
	for addr, allowed := range map[string]bool{"127.0.0.1:39999": true, "[::1]:8080": true, "192.168.1.1:80": true, "169.254.169.254:80": false, "[fe80::1]:80": false} {
		err := o.Policy.CheckAddr(netip.MustParseAddrPort(addr))
		assert.Equal(t, allowed, err == nil, "%s: %v", addr, err)
	}
}

// Every error says which variable or flag is wrong.
func TestConfigErrors(t *testing.T) {
	for entry, say := range map[string]string{
		"MAX_BYTES=x":                          "MAX_BYTES=x: want an integer",
		"MAX_BYTES=0":                          "MAX_BYTES=0: want at least 1",
		"TIMEOUT_MS=-1":                        "TIMEOUT_MS=-1: want at least 1",
		"TIMEOUT_MS=9999999999999":             "TIMEOUT_MS=9999999999999: want an integer",
		"MAX_LENGTH=1000000":                   "MAX_LENGTH=1000000: want at most 999999",
		"RESPECT_ROBOTS=maybe":                 "RESPECT_ROBOTS=maybe: want true or false",
		"CHUNK_MARGIN_RATIO=0.51":              "CHUNK_MARGIN_RATIO=0.51: want at most 0.5",
		"CHUNK_MARGIN_RATIO=NaN":               "CHUNK_MARGIN_RATIO",
		"PLAYWRIGHT_ENABLED=yes":               "RENDER_ENABLED=yes: want one of auto, true, false",
		"AI_SEARCH_SCOPE=world":                "AI_SEARCH_SCOPE=world: want one of conversation, workspace, global",
		"AI_SEARCH_BACKEND=x":                  "AI_SEARCH_BACKEND=x: want one of auto, local, cloudflare",
		"ALLOW_PRIVATE=127.0.0.1":              "ALLOW_PRIVATE=127.0.0.1: want PREFIX:PORT",
		"ALLOW_PRIVATE=127.0.0.1:x":            "ALLOW_PRIVATE=127.0.0.1:x: want PREFIX:PORT",
		"ALLOW_PRIVATE=127.0.0.1:0":            "ALLOW_PRIVATE=127.0.0.1:0: want PREFIX:PORT",
		"ALLOW_PRIVATE=[::1]":                  "ALLOW_PRIVATE=[::1]: want PREFIX:PORT",
		"ALLOW_PRIVATE=host:80":                "ALLOW_PRIVATE=host:80: want PREFIX:PORT",
		"ALLOW_PRIVATE=localhost:x":            "ALLOW_PRIVATE=localhost:x: want PREFIX:PORT",
		"ALLOWLIST_DOMAINS=!https://a.example": "ALLOWLIST_DOMAINS: ",
		"NAT64_PREFIXES=2001:db8::/50":         "NAT64_PREFIXES=2001:db8::/50: want IPv6 prefixes",
		"NAT64_PREFIXES=10.0.0.0/8":            "NAT64_PREFIXES=10.0.0.0/8: want IPv6 prefixes",
		"QUARANTINE=hide":                      "QUARANTINE=hide: want one of report, mark, drop",
		"PROXY_URL=proxy:3128":                 "PROXY_URL",
		"PROXY_URL=ftp://p:1":                  "PROXY_URL",
		"BROWSER_URL=127.0.0.1:9222":           "BROWSER_URL: want a ws, wss, http or https URL",
		"BROWSER_URL=ws://127.0.0.1:9222/":     "BROWSER_URL: what pages of a remote browser connect to is not guarded from here; set BROWSER_ALLOW_UNGUARDED=true if its own network does that",
		"REDIS_URL=http://r/":                  "REDIS_URL: want a redis",
		"CF_AI_GATEWAY_ENDPOINT=ftp://x/":      "CF_AI_GATEWAY_ENDPOINT: want an http or https address",
		"CF_AI_GATEWAY_ENDPOINT=https://u:p@x": "CF_AI_GATEWAY_ENDPOINT: want an http or https address without user information",
		"AI_SEARCH_FIELDS=tag:colour":          "AI_SEARCH_FIELDS: ",
		"HTTP_ALLOWED_ORIGINS=app.example":     "HTTP_ALLOWED_ORIGINS=app.example: want origins",
		"USER_AGENT=a\rb":                      "USER_AGENT",
		"AI_SEARCH_MAX_QUERY_WAIT_MS=-5":       "AI_SEARCH_MAX_QUERY_WAIT_MS=-5: want at least 0",
		"CF_AI_GATEWAY_TIMEOUT_MS=soon":        "CF_AI_GATEWAY_TIMEOUT_MS=soon: want an integer",
		"AI_SEARCH_REQUIRE_THREAD_KEY=perhaps": "AI_SEARCH_REQUIRE_THREAD_KEY=perhaps: want true or false",
	} {
		_, err := config.Parse(nil, []string{entry}, nil)
		assert.ErrorContains(t, err, say, entry)
	}
	for _, args := range [][]string{{"--nope"}, {"-http"}, {"extra"}, {"--ignore-robots-txt=perhaps"}} {
		_, err := config.Parse(args, nil, nil)
		assert.Error(t, err, args)
	}
}

func TestHelp(t *testing.T) {
	var out bytes.Buffer
	_, err := config.Parse([]string{"--help"}, nil, &out)
	assert.ErrorIs(t, err, flag.ErrHelp)
	assert.Contains(t, out.String(), "MAX_BYTES=10485760")
}

// .env.example is the list that the program itself prints.
func TestEnvExample(t *testing.T) {
	path := filepath.Join("..", "..", "..", "..", ".env.example")
	if *update {
		require.NoError(t, os.WriteFile(path, []byte(config.EnvExample()), 0o644))
	}
	got, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, config.EnvExample(), string(got), "run go test ./examples/mcp/internal/config -run EnvExample -update")
}

// The example sets every variable to its default: read back, it changes nothing.
func TestEnvExampleIsTheDefault(t *testing.T) {
	var environ []string
	for line := range bytes.Lines([]byte(config.EnvExample())) {
		if line[0] != '#' {
			environ = append(environ, string(bytes.TrimSpace(line)))
		}
	}
	read, err := config.Parse(nil, environ, nil)
	require.NoError(t, err)
	defaults, err := config.Parse(nil, nil, nil)
	require.NoError(t, err)
	assert.Equal(t, defaults, read)
}

func TestTokensFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "tokens")
	for content, say := range map[string]string{
		"# staff\nada  0123456789abcdef\n\nben\t0123456789abcdeg\n": "",
		"":                         "no tokens",
		"ada\n":                    "line 1: want a principal and a token",
		"# x\nada 0123456789abcde": "line 2: token is shorter",
		"ada 0123456789abcdef x":   "line 1: want a principal and a token",
	} {
		require.NoError(t, os.WriteFile(path, []byte(content), 0o600))
		c, err := config.Parse(nil, []string{"HTTP_TOKENS_FILE=" + path}, nil)
		require.NoError(t, err)
		opts, err := c.HTTPOptions()
		if say != "" {
			assert.ErrorContains(t, err, say)
			assert.ErrorContains(t, err, "HTTP_TOKENS_FILE")
			assert.NotContains(t, err.Error(), "0123456789abcde")
			continue
		}
		require.NoError(t, err)
		require.NotNil(t, opts.Auth)
	}
}

func TestThePolicyForAddresses(t *testing.T) {
	for value, want := range map[string]struct{ policy, seen bool }{"": {false, false}, "any": {false, false}, "no_secrets": {true, false}, "seen": {true, true}} {
		c, err := config.Parse(nil, []string{"URL_POLICY=" + value, "URL_START=https://docs.example/guide/"}, nil)
		require.NoError(t, err)
		policy, seen := c.URLPolicy()
		assert.Equal(t, want.policy, policy != nil, value)
		assert.Equal(t, want.seen, seen != nil, value)
	}
	for _, start := range []string{"docs.example", "https://docs.example/?a=b", "ftp://docs.example/"} {
		_, err := config.Parse(nil, []string{"URL_START=" + start}, nil)
		assert.ErrorContains(t, err, "URL_START", start)
	}
}

func TestHeadersFile(t *testing.T) {
	write := func(text string) string {
		path := filepath.Join(t.TempDir(), "headers")
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		return path
	}
	c, err := config.Parse(nil, []string{"PROXY_URL=socks5://127.0.0.1:1080", "NO_PROXY=.intern.example", "HEADERS_FILE=" + write("\ufeff# keys\n\nhttps://wiki.example/ Cookie: a=b; c=d:e\r\nhttps://wiki.example\tX-Key:1\nhttp://10.0.0.1:8080 Authorization: Bearer x\n")}, nil)
	require.NoError(t, err)
	opts, err := c.ClientOptions()
	require.NoError(t, err)
	assert.Equal(t, map[string]http.Header{
		"https://wiki.example": {"Cookie": {"a=b; c=d:e"}, "X-Key": {"1"}}, "http://10.0.0.1:8080": {"Authorization": {"Bearer x"}},
	}, opts.OriginHeaders)
	assert.Equal(t, ".intern.example", opts.NoProxy)
	assert.Equal(t, "socks5", opts.Proxy.Scheme)
	_, err = config.Parse(nil, []string{"PROXY_URL=socks5h://127.0.0.1:9050"}, nil)
	require.NoError(t, err, "as curl writes it")
	for _, bad := range []string{"wiki.example Cookie: s3cret", "https://wiki.example/path Cookie: s3cret", "https://wiki.example Cookie s3cret", "https://u:s3cret@wiki.example A: b", "https://wiki.example A b: s3cret", "https://wiki.example Cookie:", "s3cret"} {
		c, err := config.Parse(nil, []string{"HEADERS_FILE=" + write("\n"+bad)}, nil)
		require.NoError(t, err)
		_, err = c.ClientOptions()
		require.ErrorContains(t, err, "HEADERS_FILE: line 2", bad)
		assert.NotContains(t, err.Error(), "s3cret")
	}
	c, err = config.Parse(nil, []string{"HEADERS_FILE=" + filepath.Join(t.TempDir(), "none")}, nil)
	require.NoError(t, err)
	_, err = c.ClientOptions()
	assert.ErrorContains(t, err, "HEADERS_FILE")
}
