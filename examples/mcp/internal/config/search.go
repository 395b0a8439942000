package config

import (
	"cmp"
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/security"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
	"github.com/webfetch-mcp/webfetch-go/webfetch/tools"
)

// UsesCloudflare reports that the knowledge base is to be Cloudflare's.
func (c *Config) UsesCloudflare() bool {
	return c.SearchBackend == "cloudflare" || c.SearchBackend == "auto" && c.CloudflareAccountID != "" && c.CloudflareSearchName != ""
}

func (c *Config) checkSearch() error {
	if _, err := c.SearchSchema(); err != nil {
		return err
	}
	if err := checkEndpoint("CF_AI_GATEWAY_ENDPOINT", c.GatewayEndpoint); err != nil {
		return err
	}
	if c.SearchEnabled == "false" || !c.UsesCloudflare() {
		return nil
	}
	for _, need := range [][2]string{{"CF_ACCOUNT_ID", c.CloudflareAccountID}, {"CF_AI_SEARCH_NAME", c.CloudflareSearchName}, {"CF_AI_SEARCH_API_TOKEN", c.CloudflareSearchToken}} {
		if need[1] == "" {
			return fmt.Errorf("%s is required by AI_SEARCH_BACKEND=cloudflare", need[0])
		}
	}
	if name := c.CloudflareSearchName; len(name) > 64 || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789-_") != "" {
		return fmt.Errorf("CF_AI_SEARCH_NAME=%s: want 1 to 64 of a-z, 0-9, - and _", name)
	}
	if c.R2Bucket != "" && (c.R2AccessKeyID == "" || c.R2SecretAccessKey == "") {
		return errors.New("CF_R2_BUCKET needs CF_R2_ACCESS_KEY_ID and CF_R2_SECRET_ACCESS_KEY")
	}
	return errors.Join(checkEndpoint("CF_API_URL", c.CloudflareAPI), checkEndpoint("CF_R2_ENDPOINT", c.R2Endpoint))
}

func checkEndpoint(name, text string) error {
	if u, ok := parseURL(text, "http", "https"); text != "" && (!ok || u.User != nil) {
		return errors.New(name + ": want an http or https address without user information") // which may be a secret
	}
	return nil
}

// SearchSchema returns the fields that AI_SEARCH_FIELDS declares.
func (c *Config) SearchSchema() (map[string]string, error) {
	schema := map[string]string{}
	for _, entry := range c.SearchFields {
		name, kind, _ := strings.Cut(entry, ":")
		if _, twice := schema[name]; twice {
			return nil, fmt.Errorf("AI_SEARCH_FIELDS: %s is there twice", name)
		}
		schema[name] = kind
	}
	if err := knowledge.ValidateSchema(schema); err != nil {
		return nil, fmt.Errorf("AI_SEARCH_FIELDS: %w", err)
	}
	return schema, nil
}

// ServicePolicy is the egress policy for services that the operator names: that
// of fetches, restricted to the hosts of the services, on their ports. A service
// whose address is a private one, or localhost, can be reached there: pages can't.
// Private addresses behind a name need a rule of ALLOW_PRIVATE.
func (c *Config) ServicePolicy(services ...string) (*security.Policy, error) {
	p, err := c.policy()
	if err != nil {
		return nil, err
	}
	for _, service := range services {
		u, err := url.Parse(service)
		if err != nil || u.Hostname() == "" {
			return nil, errors.New("a service has no address")
		}
		port, err := strconv.ParseUint(cmp.Or(u.Port(), map[string]string{"http": "80"}[u.Scheme], "443"), 10, 16)
		if err != nil {
			return nil, errors.New("the port of a service is not a number up to 65535")
		}
		host := strings.TrimSuffix(strings.ToLower(u.Hostname()), ".")
		p.AllowDomains = append(p.AllowDomains, host)
		if !slices.Contains(p.Ports, uint16(port)) {
			p.Ports = append(p.Ports, uint16(port))
		}
		var addrs []netip.Addr
		if addr, err := netip.ParseAddr(host); err == nil {
			addrs = []netip.Addr{addr.Unmap()}
		} else if host == "localhost" {
			addrs = []netip.Addr{netip.AddrFrom4([4]byte{127, 0, 0, 1}), netip.IPv6Loopback()}
		}
		for _, addr := range addrs {
			p.Allow = append(p.Allow, security.AddrRule{Prefix: netip.PrefixFrom(addr, addr.BitLen()), Ports: []uint16{uint16(port)}})
		}
	}
	return p, p.Validate()
}

// StateDir is AI_SEARCH_STATE_DIR, where ~ is home.
func (c *Config) StateDir(home string) string {
	if rest, is := strings.CutPrefix(c.SearchStateDir, "~"); is && (rest == "" || os.IsPathSeparator(rest[0])) {
		return filepath.Join(home, rest)
	}
	return c.SearchStateDir
}

// WorkspaceRoot is AI_SEARCH_WORKSPACE_ROOT, else the nearest folder at or above
// dir with a .git in it, else dir.
func (c *Config) WorkspaceRoot(dir string) string {
	if c.SearchWorkspaceRoot != "" {
		return c.SearchWorkspaceRoot
	}
	for at, last := dir, ""; at != last; at, last = filepath.Dir(at), at {
		if _, err := os.Stat(filepath.Join(at, ".git")); err == nil {
			return at
		}
	}
	return dir
}

// Search are the options of the knowledge base that c describes, without Base and
// the Conversations of Scopes, which are the caller's to add.
func (c *Config) Search(workspaceRoot string) tools.SearchOptions {
	return tools.SearchOptions{
		Scopes: &knowledge.Resolver{
			Level: c.SearchScope, Prefix: c.R2Prefix, WorkspaceRoot: workspaceRoot,
			ThreadKey: c.ThreadKey, RequireThreadKey: c.SearchRequireThreadKey,
		},
		Timeout: milliseconds(c.SearchQueryTimeoutMS),
		Wait:    milliseconds(c.SearchQueryWaitMS),
		MaxWait: cmp.Or(milliseconds(c.SearchMaxQueryWaitMS), webfetch.None),
	}
}
