package knowledge

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxThreadKey bounds a thread key in bytes.
const maxThreadKey = 1024

// Conversations maps a thread key of a workspace to the ID of a conversation. The first call
// for a pair makes an ID up, 16 hexadecimal digits. Every later one returns the same, in
// this process, in any other that shares the store, and after a restart. Implementations are
// safe for concurrent use. Package local has one.
type Conversations interface {
	Conversation(ctx context.Context, workspace, threadKey string) (string, error)
}

// Resolver finds the scope of a call. Its zero value isolates conversations and
// needs Conversations to do so. It is safe for concurrent use if its fields are
// no longer changed.
type Resolver struct {
	// Level is how much calls share: [Conversation], [Workspace] or [Global]. Empty means [Conversation].
	Level string
	// Prefix is the folder of everything. Empty means "ai-search/".
	Prefix string
	// WorkspaceRoot is the folder whose calls are one workspace: that of the git
	// repository, as a rule. Empty means the workspace of no folder.
	WorkspaceRoot string
	// ThreadKey is the key of calls that bring none.
	ThreadKey string
	// RequireThreadKey refuses calls that bring no key, if ThreadKey is empty,
	// rather than to take one key for the whole workspace.
	RequireThreadKey bool
	// Conversations keeps the IDs. Needed at level [Conversation] only.
	Conversations Conversations
}

// Call holds the parameters of a request that determine its scope.
type Call struct {
	// ThreadKey names the conversation. Empty means that of the resolver.
	ThreadKey string
	// Prefix replaces that of the resolver. Empty means that of the resolver.
	Prefix string
	// Tenant is the principal of a server with several: no two of them share
	// a workspace. Empty means the only one.
	Tenant string
}

// Scope returns the scope of a call. The thread key is that of the call, otherwise that of
// the resolver, otherwise one for the workspace as a whole. Errors match [ErrScope], or are
// those of Conversations.
func (r *Resolver) Scope(ctx context.Context, call Call) (Scope, error) {
	prefix := cmp.Or(call.Prefix, r.Prefix)
	if call.Tenant != "" && r.Level == Global { // a workspace that no root has
		return NewScope(Workspace, prefix, digest("tenant", call.Tenant), "")
	}
	root := r.WorkspaceRoot
	if root != "" {
		root = filepath.ToSlash(filepath.Clean(root))
	}
	workspace := digest("workspace", call.Tenant, root)
	if r.Level != Conversation && r.Level != "" {
		return NewScope(r.Level, prefix, workspace, "")
	}
	if r.Conversations == nil {
		return Scope{}, fmt.Errorf("%w: conversations are not kept", ErrScope)
	}
	thread, err := r.threadKey(call)
	if err != nil {
		return Scope{}, err
	}
	id, err := r.Conversations.Conversation(ctx, workspace, thread)
	if err != nil {
		return Scope{}, err
	}
	return NewScope(Conversation, prefix, workspace, id)
}

func (r *Resolver) threadKey(call Call) (string, error) {
	key := cmp.Or(call.ThreadKey, r.ThreadKey)
	switch {
	case key == "" && r.RequireThreadKey:
		return "", fmt.Errorf("%w: a thread_key is required", ErrScope)
	case len(key) > maxThreadKey:
		return "", fmt.Errorf("%w: thread_key is longer than %d bytes", ErrScope, maxThreadKey)
	case !utf8.ValidString(key), strings.ContainsFunc(key, unicode.IsControl):
		return "", fmt.Errorf("%w: thread_key has characters that can't be shown", ErrScope)
	}
	return key, nil // "" is the conversation of the workspace itself
}

// digest returns 64 bits of a SHA-256 over parts, which it keeps apart by their
// lengths, in hexadecimal.
func digest(parts ...string) string {
	h := sha256.New()
	for _, p := range parts {
		fmt.Fprintf(h, "%d:%s", len(p), p)
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}
