package knowledge

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The levels of isolation.
const (
	// Conversation gives each conversation a folder of its own.
	Conversation = "conversation"
	// Workspace shares one folder between the conversations of a workspace.
	Workspace = "workspace"
	// Global shares everything below the prefix.
	Global = "global"
)

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
// An empty prefix means "ai-search/", an empty level [Conversation]. Slashes
// around the prefix don't matter. IDs that the level doesn't use are ignored;
// those that it uses must be one segment of a path, and not empty. A prefix
// with a segment "workspaces" or "conversations" is refused: it could lead into
// the folder of another conversation. Errors match [ErrScope].
func NewScope(level, prefix, workspace, conversation string) (Scope, error) {
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
		return "ai-search/", nil
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

// String returns the folder, "" for the zero scope.
func (s Scope) String() string { return s.folder }

// Contains reports a key below the folder. The zero scope contains none.
func (s Scope) Contains(key string) bool {
	return s.folder != "" && len(key) > len(s.folder) && strings.HasPrefix(key, s.folder)
}
