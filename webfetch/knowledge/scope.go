package knowledge

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Level says how much of a base calls share.
type Level string

// The levels of isolation.
const (
	// Conversation gives each conversation a folder of its own.
	Conversation Level = "conversation"
	// Workspace shares one folder between the conversations of a workspace.
	Workspace Level = "workspace"
	// Global shares everything below the prefix.
	Global Level = "global"
)

// DefaultPrefix is the prefix that an empty one means.
const DefaultPrefix = "ai-search/"

// maxFolder bounds a folder in bytes, so that key and name fit the 1,024 bytes
// of an object store.
const maxFolder = 768

// Scope is the folder that a call may write to or read from: all keys that begin with it.
// The zero Scope has no folder; every [Base] refuses it with [ErrScope], so that a forgotten
// scope never means everything.
type Scope struct {
	folder string
}

// NewScope returns the scope of a level. Its folder is
//
//	{prefix}/                                                       Global
//	{prefix}/workspaces/{workspace}/                                Workspace
//	{prefix}/workspaces/{workspace}/conversations/{conversation}/   Conversation
//
// An empty prefix means [DefaultPrefix], an empty level [Conversation]. Slashes
// around the prefix don't matter. IDs that the level doesn't use are ignored;
// those that it uses must be one segment of a path, and not empty. A prefix
// with a segment "workspaces" or "conversations" is refused: it could lead into
// the folder of another conversation. Errors match [ErrScope].
func NewScope(level Level, prefix, workspace, conversation string) (Scope, error) {
	folder, err := cleanPrefix(prefix)
	if err != nil {
		return Scope{}, err
	}
	if level == "" {
		level = Conversation
	}
	switch level {
	case Global:
		return FolderScope(folder)
	case Workspace, Conversation:
	default:
		return Scope{}, fmt.Errorf("%w: unknown level %q", ErrScope, level)
	}
	if !isSegment(workspace) {
		return Scope{}, fmt.Errorf("%w: bad workspace ID %q", ErrScope, workspace)
	}
	folder += "workspaces/" + workspace + "/"
	if level == Workspace {
		return FolderScope(folder)
	}
	if !isSegment(conversation) {
		return Scope{}, fmt.Errorf("%w: bad conversation ID %q", ErrScope, conversation)
	}
	return FolderScope(folder + "conversations/" + conversation + "/")
}

// FolderScope returns the scope of a folder, which ends in "/", does not begin
// with one, and has no segment that is empty, "." or "..". It is for callers
// that have a folder already; others use [NewScope]. Errors match [ErrScope].
func FolderScope(folder string) (Scope, error) {
	trimmed, ends := strings.CutSuffix(folder, "/")
	if !ends {
		return Scope{}, fmt.Errorf("%w: folder %q doesn't end in /", ErrScope, folder)
	}
	if len(folder) > maxFolder {
		return Scope{}, fmt.Errorf("%w: folder is longer than %d bytes", ErrScope, maxFolder)
	}
	for segment := range strings.SplitSeq(trimmed, "/") {
		if !isSegment(segment) {
			return Scope{}, fmt.Errorf("%w: bad segment %q in folder %q", ErrScope, segment, folder)
		}
	}
	return Scope{folder}, nil
}

// cleanPrefix returns a prefix with one slash at its end and none before it.
func cleanPrefix(prefix string) (string, error) {
	prefix = strings.Trim(prefix, "/")
	if prefix == "" {
		return DefaultPrefix, nil
	}
	for segment := range strings.SplitSeq(prefix, "/") {
		if segment == "workspaces" || segment == "conversations" {
			return "", fmt.Errorf("%w: prefix %q has the reserved segment %q", ErrScope, prefix, segment)
		}
	}
	return prefix + "/", nil
}

// isSegment reports whether text is valid between two slashes of a key.
func isSegment(s string) bool {
	return s != "" && s != "." && s != ".." && utf8.ValidString(s) &&
		!strings.ContainsFunc(s, func(r rune) bool { return r == '/' || r == '\\' || unicode.IsControl(r) })
}

// IsZero reports whether the scope has no folder.
func (s Scope) IsZero() bool { return s.folder == "" }

// Folder returns the folder, "" for the zero scope.
func (s Scope) Folder() string { return s.folder }

// String returns the folder.
func (s Scope) String() string { return s.folder }

// Contains reports a key below the folder. The zero scope contains none.
func (s Scope) Contains(key string) bool {
	return s.folder != "" && len(key) > len(s.folder) && strings.HasPrefix(key, s.folder)
}

// Range returns the bounds of the folders in the scope, by bytes: folder f is
// in it if and only if low <= f < high. A filter on folders says the same as
// {"folder": {"$gte": low, "$lt": high}}. Both are "" for the zero scope.
func (s Scope) Range() (low, high string) {
	if s.folder == "" {
		return "", ""
	}
	return s.folder, s.folder[:len(s.folder)-1] + "0" // "0" follows "/"
}

// SplitKey returns the folder and the name of a key: what is up to its last
// slash, and the rest.
func SplitKey(key string) (folder, name string) {
	i := strings.LastIndexByte(key, '/')
	return key[:i+1], key[i+1:]
}
