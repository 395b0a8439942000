package config_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/examples/mcp/internal/config"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

// What is shipped beside the code says what the code does.

// server.json is what the registry of MCP servers is told: of this version, and
// of flags and variables that there are.
func TestServerJSON(t *testing.T) {
	raw, err := os.ReadFile(filepath.Join("..", "..", "..", "..", "server.json"))
	require.NoError(t, err)
	var entry struct {
		Name, Description, Version string
		Packages                   []struct {
			Identifier, Version  string
			Transport            struct{ Type string }
			PackageArguments     []struct{ Type, Name, Description string }
			EnvironmentVariables []struct{ Name, Description, Default string }
		}
	}
	require.NoError(t, json.Unmarshal(raw, &entry))
	assert.Regexp(t, regexp.MustCompile(`^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$`), entry.Name)
	assert.LessOrEqual(t, len(entry.Description), 100, "a limit of the registry")
	assert.Equal(t, webfetch.Version, entry.Version)
	require.NotEmpty(t, entry.Packages)
	known := variables()
	for _, p := range entry.Packages {
		assert.Equal(t, "stdio", p.Transport.Type)
		_, tag, _ := strings.Cut(p.Identifier, ":")
		assert.Equal(t, webfetch.Version, p.Version+tag, p.Identifier)
		for _, a := range p.PackageArguments {
			assert.Equal(t, "named", a.Type)
			_, err := config.Parse([]string{a.Name + "=http://proxy.example"}, nil, nil)
			assert.NoError(t, err, a.Name)
		}
		for _, v := range p.EnvironmentVariables {
			byDefault, there := known[v.Name]
			assert.True(t, there, v.Name)
			assert.Equal(t, byDefault, v.Default, v.Name)
			assert.NotEmpty(t, v.Description)
		}
	}
}

// variables are the variables of the server with their defaults.
func variables() map[string]string {
	vars := map[string]string{}
	for line := range strings.Lines(config.EnvExample()) {
		if name, value, found := strings.Cut(strings.TrimSpace(line), "="); found && line[0] != '#' {
			vars[name] = value
		}
	}
	return vars
}

// The snippets for hosts are what they say they are.
func TestHostSnippets(t *testing.T) {
	readme, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	require.NoError(t, err)
	blocks := regexp.MustCompile("(?s)```json\n(.*?)```").FindAllSubmatch(readme, -1)
	require.NotEmpty(t, blocks)
	known := variables()
	for _, block := range blocks {
		var host map[string]map[string]struct {
			Command string
			Args    []string
			Env     map[string]string
		}
		require.NoError(t, json.Unmarshal(block[1], &host), "%s", block[1])
		for _, servers := range host {
			server, named := servers["webfetch"]
			require.True(t, named)
			assert.NotEmpty(t, server.Command)
			var environ []string
			for name, value := range server.Env {
				assert.Contains(t, known, name)
				environ = append(environ, name+"="+value)
			}
			_, err := config.Parse(server.Args, environ, nil)
			assert.NoError(t, err)
		}
	}
}

// The configuration examples, with the arguments as they stand there.
func TestExampleArguments(t *testing.T) {
	for example, check := range map[string]func(*config.Config){
		`{"args": ["mcp-server-fetch"]}`:                                              func(c *config.Config) { assert.True(t, c.RespectRobots) },
		`{"args": ["mcp-server-fetch", "--user-agent=MyApp/1.0"]}`:                    func(c *config.Config) { assert.Equal(t, "MyApp/1.0", c.UserAgent) },
		`{"args": ["mcp-server-fetch", "--ignore-robots-txt"]}`:                       func(c *config.Config) { assert.False(t, c.RespectRobots) },
		`{"args": ["mcp-server-fetch", "--proxy-url=http://proxy.example.com:8080"]}`: func(c *config.Config) { assert.Equal(t, "http://proxy.example.com:8080", c.ProxyURL) },
		`{"args": ["mcp-server-fetch"], "env": {"PYTHONIOENCODING": "utf-8"}}`:        func(c *config.Config) { assert.True(t, c.RespectRobots) },
	} {
		var host struct {
			Args []string
			Env  map[string]string
		}
		require.NoError(t, json.Unmarshal([]byte(example), &host))
		var environ []string
		for name, value := range host.Env {
			environ = append(environ, name+"="+value)
		}
		c, err := config.Parse(host.Args[1:], environ, nil)
		require.NoError(t, err, example)
		check(c)
	}
}
