package knowledge_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
)

func TestScopeFolders(t *testing.T) {
	for _, c := range []struct {
		level  knowledge.Level
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
		assert.Equal(t, c.want, scope.Folder())
	}
}

func TestScopeRefuses(t *testing.T) {
	for _, c := range []struct {
		name               string
		level              knowledge.Level
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
	low, high := scope.Range()
	for key, want := range map[string]bool{"p/w1/a.md": true, "p/w1/b/a.md": true, "p/w10/a.md": false, "p/w1": false, "p/w1/": false, "p/w/a.md": false, "p/w0/a.md": false} {
		assert.Equal(t, want, scope.Contains(key), key)
		folder, _ := knowledge.SplitKey(key)
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
		return scope.Folder()
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
	for _, level := range []knowledge.Level{knowledge.Conversation, knowledge.Workspace, knowledge.Global} {
		r := knowledge.Resolver{Level: level, WorkspaceRoot: "/srv/a", Conversations: remembered{}}
		var scopes []knowledge.Scope
		for _, tenant := range []string{"ann", "bob", "an"} {
			scope, err := r.Scope(t.Context(), knowledge.Call{ThreadKey: "t", Tenant: tenant})
			require.NoError(t, err)
			for _, other := range scopes {
				assert.False(t, scope.Contains(other.Folder()+"a.md") || other.Contains(scope.Folder()+"a.md"), "%s %s", scope, other)
			}
			scopes = append(scopes, scope)
		}
	}
}

func TestWorkspaceID(t *testing.T) {
	assert.Len(t, knowledge.WorkspaceID("", "/srv/a"), 16)
	assert.Equal(t, knowledge.WorkspaceID("", "/srv/a"), knowledge.WorkspaceID("", "/srv/b/../a/"))
	assert.NotEqual(t, knowledge.WorkspaceID("", "/srv/a"), knowledge.WorkspaceID("", "/srv/b"))
	assert.NotEqual(t, knowledge.WorkspaceID("a", "b"), knowledge.WorkspaceID("ab", ""))
}

// TestConversationFolderIsShort holds what a service that compares the first 64
// bytes of a string needs.
func TestConversationFolderIsShort(t *testing.T) {
	scope, err := knowledge.NewScope(knowledge.Conversation, "k", knowledge.WorkspaceID("", "/srv/a"), knowledge.WorkspaceID("", "/srv/b"))
	require.NoError(t, err)
	assert.LessOrEqual(t, len(scope.Folder()), 64)
}
