package config

import (
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/webfetch-mcp/webfetch-go/examples/internal/cli"
	"github.com/webfetch-mcp/webfetch-go/security"
)

func (c *Config) checkValues() error {
	isURL := func(text string, schemes ...string) bool {
		_, ok := parseURL(text, schemes...)
		return ok || text == ""
	}
	for _, rule := range []struct {
		kept bool
		want string
	}{
		{isURL(c.ProxyURL, "http", "https", "socks5", "socks5h"), "PROXY_URL or --proxy-url: want an http, https or socks5 URL"},
		{isURL(c.BrowserURL, "ws", "wss", "http", "https"), "BROWSER_URL: want a ws, wss, http or https URL"},
		{c.BrowserURL == "" || c.RenderEnabled == "false" || c.BrowserUnguarded,
			"BROWSER_URL: what pages of a remote browser connect to is not guarded from here; set BROWSER_ALLOW_UNGUARDED=true if its own network does that"},
		{c.RedisURL == "" || strings.HasPrefix(c.RedisURL, "redis://") || strings.HasPrefix(c.RedisURL, "rediss://"), "REDIS_URL: want a redis or rediss URL"},
		{!strings.ContainsFunc(c.UserAgent, unicode.IsControl), "USER_AGENT or --user-agent: control characters are not allowed"},
	} {
		if !rule.kept {
			return errors.New(rule.want)
		}
	}
	for _, start := range c.URLStart {
		if u, ok := parseURL(start, "http", "https"); !ok || u.RawQuery != "" {
			return fmt.Errorf("URL_START=%s: want http or https URLs without query", start)
		}
	}
	for _, origin := range c.HTTPAllowedOrigins {
		if u, err := url.Parse(origin); err != nil || u.Host == "" || u.Path != "" {
			return fmt.Errorf("HTTP_ALLOWED_ORIGINS=%s: want origins as https://app.example", origin)
		}
	}
	if _, err := c.policy(); err != nil {
		return err
	}
	if err := (&security.Policy{AllowDomains: c.domains(false), BlockDomains: c.domains(true)}).Validate(); err != nil {
		return fmt.Errorf("ALLOWLIST_DOMAINS: %w", err)
	}
	return c.checkSearch()
}

func parseURL(text string, schemes ...string) (u *url.URL, ok bool) {
	u, err := url.Parse(text)
	return u, err == nil && u.Host != "" && slices.Contains(schemes, u.Scheme)
}

// policy returns the egress policy without the domains that are allowed.
func (c *Config) policy() (*security.Policy, error) {
	p := &security.Policy{BlockDomains: c.domains(true)}
	for _, text := range c.NAT64Prefixes {
		prefix, err := netip.ParsePrefix(text) // of a length that RFC 6052 section 2.2 lists
		if err != nil || !prefix.Addr().Is6() || !slices.Contains([]int{32, 40, 48, 56, 64, 96}, prefix.Bits()) {
			return nil, fmt.Errorf("NAT64_PREFIXES=%s: want IPv6 prefixes of 32, 40, 48, 56, 64 or 96 bits", text)
		}
		p.NAT64 = append(p.NAT64, prefix)
	}
	for _, text := range c.AllowPrivate {
		spelt := []string{text}
		if port, isLocal := strings.CutPrefix(text, "localhost:"); isLocal {
			spelt = []string{"127.0.0.1:" + port, "[::1]:" + port}
		}
		for _, rule := range spelt {
			rule, err := parseRule(rule)
			if err != nil {
				return nil, fmt.Errorf("ALLOW_PRIVATE=%s: %w", text, err)
			}
			p.Allow = append(p.Allow, rule)
		}
	}
	if !c.BlockPrivateIP {
		p.Allow = append(p.Allow, cli.Networks(cli.CarrierNAT)...)
	}
	return p, nil
}

// parseRule reads PREFIX:PORT, [PREFIX]:PORT for IPv6; * is every port, and a
// single address is a prefix.
func parseRule(text string) (security.AddrRule, error) {
	want := errors.New("want PREFIX:PORT, as localhost:3000, 10.1.0.0/16:8080 or [fd00::/8]:443")
	at := strings.LastIndexByte(text, ':')
	if at < 0 || strings.HasSuffix(text, "]") {
		return security.AddrRule{}, want
	}
	addr := strings.TrimSuffix(strings.TrimPrefix(text[:at], "["), "]")
	prefix, err := netip.ParsePrefix(addr)
	if single, wrong := netip.ParseAddr(addr); wrong == nil {
		prefix, err = netip.PrefixFrom(single, single.BitLen()), nil
	}
	if err != nil {
		return security.AddrRule{}, want
	}
	if text[at+1:] == "*" {
		return security.AddrRule{Prefix: prefix, AnyPort: true}, nil
	}
	port, err := strconv.ParseUint(text[at+1:], 10, 16)
	if err != nil || port == 0 {
		return security.AddrRule{}, want
	}
	return security.AddrRule{Prefix: prefix, Ports: []uint16{uint16(port)}}, nil
}
