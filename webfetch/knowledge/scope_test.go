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
	for _, c := range []struct {
		level  string
		prefix string
		want   string
	}{
		{knowledge.Global, "", "ai-search/"},
		{knowledge.Global, "/a/b/", "a/b/"},
		{knowledge.Workspace, "p", "p/workspaces/w/"},
		{knowledge.Conversation, "p", "p/workspaces/w/conversations/c/"},
		{"", "p", "p/workspaces/w/conversations/c/"},
	} {
		scope, err := knowledge.NewScope(c.level, c.prefix, "w", "c")
		require.NoError(t, err)
		assert.Equal(t, c.want, scope.String())
	}
}

func TestScopeRefuses(t *testing.T) {
	for _, c := range []struct {
		name               string
		level              string
		prefix, work, conv string
	}{
		{"level", "world", "p", "w", "c"},
		{"prefix into a conversation", knowledge.Global, "p/workspaces/w/conversations/c", "", ""},
		{"prefix that leads up", knowledge.Global, "a/../b", "", ""},
		{"prefix with an empty segment", knowledge.Global, "a//b", "", ""},
		{"workspace of two segments", knowledge.Workspace, "p", "a/b", ""},
		{"no workspace", knowledge.Workspace, "p", "", ""},
		{"no conversation", knowledge.Conversation, "p", "w", ""},
		{"conversation that leads up", knowledge.Conversation, "p", "w", ".."},
		{"too long", knowledge.Global, strings.Repeat("a", 768), "", ""},
	} {
		_, err := knowledge.NewScope(c.level, c.prefix, c.work, c.conv)
		assert.ErrorIs(t, err, knowledge.ErrScope, c.name)
	}
	_, err := knowledge.NewScope(knowledge.Global, strings.Repeat("a", 767), "", "")
	assert.NoError(t, err)
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

// remembered is a Conversations in memory.
type remembered map[string]string

func (r remembered) Conversation(_ context.Context, workspace, thread string) (string, error) {
	key := workspace + "\x00" + thread
	if r[key] == "" {
		r[key] = "conv" + string(rune('0'+len(r)))
	}
	return r[key], nil
}

func TestThreadKeysInOrder(t *testing.T) {
	r := knowledge.Resolver{ThreadKey: "server", Prefix: "p", Conversations: remembered{}}
	resolve := func(call knowledge.Call) string {
		scope, err := r.Scope(t.Context(), call)
		require.NoError(t, err)
		return scope.String()
	}
	own, server := resolve(knowledge.Call{ThreadKey: "mine"}), resolve(knowledge.Call{})
	assert.NotEqual(t, own, server)
	assert.Equal(t, server, resolve(knowledge.Call{ThreadKey: "server"}))
	r.ThreadKey = ""
	assert.NotContains(t, []string{own, server}, resolve(knowledge.Call{}), "the workspace has a conversation of its own")
	r.RequireThreadKey = true
	_, err := r.Scope(t.Context(), knowledge.Call{})
	assert.ErrorIs(t, err, knowledge.ErrScope)
	assert.Equal(t, own, resolve(knowledge.Call{ThreadKey: "mine"}))
	for _, bad := range []string{strings.Repeat("k", 1025), "a\nb", "\xff"} {
		_, err := r.Scope(t.Context(), knowledge.Call{ThreadKey: bad})
		assert.ErrorIs(t, err, knowledge.ErrScope)
	}
}

func TestTenantsShareNothing(t *testing.T) {
	for _, level := range []string{knowledge.Conversation, knowledge.Workspace, knowledge.Global} {
		r := knowledge.Resolver{Level: level, WorkspaceRoot: "/srv/a", Conversations: remembered{}}
		var scopes []knowledge.Scope
		for _, tenant := range []string{"ann", "bob", "an"} {
			scope, err := r.Scope(t.Context(), knowledge.Call{ThreadKey: "t", Tenant: tenant})
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
		r := knowledge.Resolver{Level: knowledge.Workspace, Prefix: "p", WorkspaceRoot: root}
		scope, err := r.Scope(t.Context(), knowledge.Call{Tenant: tenant})
		require.NoError(t, err)
		assert.Regexp(t, `^p/workspaces/[0-9a-f]{16}/$`, scope.String())
		return scope
	}
	assert.Equal(t, workspace("", "/srv/a"), workspace("", "/srv/b/../a/"))
	assert.NotEqual(t, workspace("", "/srv/a"), workspace("", "/srv/b"))
	assert.NotEqual(t, workspace("a", "b"), workspace("ab", ""))
}

func TestSchemaValidate(t *testing.T) {
	assert.NoError(t, knowledgetest.Schema().Validate())
	for _, bad := range []knowledge.Schema{
		{{Name: "", Type: "text"}}, {{Name: "Folder", Type: "text"}}, {{Name: "a", Type: "int"}},
		{{Name: "a", Type: "text"}, {Name: "A", Type: "number"}},
	} {
		assert.Error(t, bad.Validate())
	}
}

// TestConversationFolderIsShort holds what a service that compares the first 64
// bytes of a string needs.
func TestConversationFolderIsShort(t *testing.T) {
	scope, err := knowledge.NewScope(knowledge.Conversation, "k", strings.Repeat("a", 16), strings.Repeat("b", 16))
	require.NoError(t, err)
	assert.LessOrEqual(t, len(scope.String()), 64)
}
