package knowledge_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/internal/filter"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/knowledgetest"
)

func TestScopeFolders(t *testing.T) {
	digits := `[0-9a-f]{16}`
	for _, c := range []struct {
		r    knowledge.Resolver
		want string // "" for an error
	}{
		{knowledge.Resolver{Level: "global"}, `ai-search/`},
		{knowledge.Resolver{Level: "global", Prefix: "/a/b/"}, `a/b/`},
		{knowledge.Resolver{Level: "workspace", Prefix: "p"}, `p/workspaces/` + digits + `/`},
		{knowledge.Resolver{Level: "conversation", Prefix: "p"}, `p/workspaces/` + digits + `/conversations/conv0/`},
		{knowledge.Resolver{Prefix: "p"}, `p/workspaces/` + digits + `/conversations/conv0/`},
		{knowledge.Resolver{Level: "world"}, ""},
		{knowledge.Resolver{Level: "global", Prefix: "p/workspaces/w/conversations/c"}, ""},
		{knowledge.Resolver{Level: "global", Prefix: "a/../b"}, ""},
		{knowledge.Resolver{Level: "global", Prefix: "a//b"}, ""},
		{knowledge.Resolver{Level: "global", Prefix: strings.Repeat("a", 767)}, `a{767}/`},
		{knowledge.Resolver{Level: "global", Prefix: strings.Repeat("a", 768)}, ""},
	} {
		c.r.Conversations = remembered{}.conversation
		scope, err := c.r.Scope(t.Context())
		if c.want == "" {
			assert.ErrorIs(t, err, knowledge.ErrInvalid)
			continue
		}
		require.NoError(t, err)
		assert.Regexp(t, "^"+c.want+"$", scope.String())
	}
	_, err := knowledge.Resolver{}.Scope(t.Context())
	assert.ErrorIs(t, err, knowledge.ErrInvalid, "conversations are not kept")
	for _, bad := range []string{"a", "/", "/a/", "a//b/", "./", "a/../b/", "a\\b/", "a\nb/", "\xff/"} {
		_, err := knowledge.FolderScope(bad)
		assert.ErrorIs(t, err, knowledge.ErrInvalid, bad)
	}
}

func TestScopeContains(t *testing.T) {
	scope, err := knowledge.FolderScope("p/w1/")
	require.NoError(t, err)
	low, high := filter.Range(scope)
	for key, want := range map[string]bool{"p/w1/a.md": true, "p/w1/b/a.md": true, "p/w10/a.md": false, "p/w1": false, "p/w1/": false, "p/w/a.md": false, "p/w0/a.md": false} {
		assert.Equal(t, want, scope.Contains(key), key)
		folder, _ := filter.SplitKey(key)
		if key != "p/w1/" {
			assert.Equal(t, want, low <= folder && folder < high, key)
		}
	}
	assert.False(t, knowledge.Scope{}.Contains("p/a.md"))
}

// remembered has the IDs of conversations.
type remembered map[string]string

func (r remembered) conversation(_ context.Context, workspace, thread string) (string, error) {
	key := workspace + "\x00" + thread
	if r[key] == "" {
		r[key] = "conv" + string(rune('0'+len(r)))
	}
	return r[key], nil
}

func TestThreadKeys(t *testing.T) {
	r := knowledge.Resolver{Prefix: "p", Conversations: remembered{}.conversation}
	resolve := func(key string) string {
		r.ThreadKey = key
		scope, err := r.Scope(t.Context())
		require.NoError(t, err)
		return scope.String()
	}
	own := resolve("mine")
	assert.NotEqual(t, own, resolve("other"))
	assert.NotEqual(t, own, resolve(""), "the workspace has a conversation of its own")
	r.RequireThreadKey = true
	assert.Equal(t, own, resolve("mine"))
	for _, bad := range []string{"", strings.Repeat("k", 1025), "a\nb", "\xff"} {
		r.ThreadKey = bad
		_, err := r.Scope(t.Context())
		assert.ErrorIs(t, err, knowledge.ErrInvalid)
	}
}

func TestTenantsShareNothing(t *testing.T) {
	for _, level := range []string{"conversation", "workspace", "global"} {
		r := knowledge.Resolver{Level: level, WorkspaceRoot: "/srv/a", ThreadKey: "t", Conversations: remembered{}.conversation}
		var scopes []knowledge.Scope
		for _, tenant := range []string{"ann", "bob", "an"} {
			r.Tenant = tenant
			scope, err := r.Scope(t.Context())
			require.NoError(t, err)
			for _, other := range scopes {
				assert.False(t, scope.Contains(other.String()+"a.md") || other.Contains(scope.String()+"a.md"), "%s %s", scope, other)
			}
			scopes = append(scopes, scope)
		}
	}
}

func TestWorkspaces(t *testing.T) {
	workspace := func(tenant, root string) knowledge.Scope {
		scope, err := knowledge.Resolver{Level: "workspace", Prefix: "p", WorkspaceRoot: root, Tenant: tenant}.Scope(t.Context())
		require.NoError(t, err)
		assert.LessOrEqual(t, len(scope.String()+"conversations/0123456789abcdef/"), 64, "what a service compares that cuts strings to 64 bytes")
		return scope
	}
	assert.Equal(t, workspace("", "/srv/a"), workspace("", "/srv/b/../a/"))
	assert.NotEqual(t, workspace("", "/srv/a"), workspace("", "/srv/b"))
	assert.NotEqual(t, workspace("a", "b"), workspace("ab", ""))
}

func TestValidateSchema(t *testing.T) {
	assert.NoError(t, knowledge.ValidateSchema(knowledgetest.Schema()))
	for _, bad := range []map[string]string{{"": "text"}, {"Folder": "text"}, {"a": "int"}, {"a": "text", "A": "number"}} {
		assert.Error(t, knowledge.ValidateSchema(bad))
	}
}
