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

// Resolver finds the scope of a call. Its zero value isolates conversations and needs Conversations to do so. A copy
// of it can be changed for one call. It is safe for concurrent use if its fields are no longer changed.
type Resolver struct {
	// Level is how much calls share: conversation (each has a folder of its own), workspace (the conversations of a
	// workspace share one) or global (everything below the prefix). Empty means conversation.
	Level string
	// Prefix is the folder of everything. Slashes around it don't matter. A prefix
	// with a segment "workspaces" or "conversations" is refused: it could lead into
	// the folder of another conversation. Empty means "ai-search/".
	Prefix string
	// WorkspaceRoot is the folder whose calls are one workspace: that of the git
	// repository, as a rule. Empty means the workspace of no folder.
	WorkspaceRoot string
	// Tenant is the principal of a server with several: no two of them share
	// a workspace. Empty means the only one.
	Tenant string
	// ThreadKey names the conversation. Empty means one for the workspace as a whole.
	ThreadKey string
	// RequireThreadKey refuses an empty ThreadKey.
	RequireThreadKey bool
	// Conversations maps a thread key of a workspace to the ID of a conversation. The first call
	// for a pair makes an ID up, 16 hexadecimal digits. Every later one returns the same, in
	// this process, in any other that shares the store, and after a restart. It must be
	// safe for concurrent use. The Base of package local has such a method. Needed at level conversation only.
	Conversations func(ctx context.Context, workspace, threadKey string) (string, error)
}

// Scope returns the scope of a call. Its folder is
//
//	{prefix}/                                                       global
//	{prefix}/workspaces/{workspace}/                                workspace, and global with a tenant
//	{prefix}/workspaces/{workspace}/conversations/{conversation}/   conversation
//
// Errors match [ErrInvalid], or are those of Conversations.
func (r Resolver) Scope(ctx context.Context) (Scope, error) {
	folder := cmp.Or(strings.Trim(r.Prefix, "/"), "ai-search") + "/"
	for segment := range strings.SplitSeq(folder, "/") {
		if segment == "workspaces" || segment == "conversations" {
			return Scope{}, fmt.Errorf("%w: prefix %q has the reserved segment %q", ErrInvalid, r.Prefix, segment)
		}
	}
	root := r.WorkspaceRoot
	if root != "" {
		root = filepath.ToSlash(filepath.Clean(root))
	}
	workspace := digest("workspace", r.Tenant, root)
	switch r.Level {
	case "global":
		if r.Tenant == "" {
			return FolderScope(folder)
		}
		return FolderScope(folder + "workspaces/" + digest("tenant", r.Tenant) + "/") // a workspace that no root has
	case "workspace":
		return FolderScope(folder + "workspaces/" + workspace + "/")
	case "conversation", "":
	default:
		return Scope{}, fmt.Errorf("%w: unknown level %q", ErrInvalid, r.Level)
	}
	key := r.ThreadKey
	switch {
	case r.Conversations == nil:
		return Scope{}, fmt.Errorf("%w: conversations are not kept", ErrInvalid)
	case key == "" && r.RequireThreadKey:
		return Scope{}, fmt.Errorf("%w: a thread_key is required", ErrInvalid)
	case len(key) > maxThreadKey:
		return Scope{}, fmt.Errorf("%w: thread_key is longer than %d bytes", ErrInvalid, maxThreadKey)
	case !utf8.ValidString(key), strings.ContainsFunc(key, unicode.IsControl):
		return Scope{}, fmt.Errorf("%w: thread_key has characters that can't be shown", ErrInvalid)
	}
	id, err := r.Conversations(ctx, workspace, key)
	if err != nil {
		return Scope{}, err
	}
	return FolderScope(folder + "workspaces/" + workspace + "/conversations/" + id + "/")
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
