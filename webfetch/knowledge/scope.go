package knowledge

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxFolder bounds a folder in bytes, so that key and name fit the 1,024 bytes
// of an object store.
const maxFolder = 768

// Scope is the folder that a call may write to or read from: all keys that begin with it.
// The zero Scope has no folder; every [Base] refuses it with [ErrInvalid], so that a forgotten
// scope never means everything.
type Scope struct {
	folder string
}

// FolderScope returns the scope of a folder, which ends in "/", does not begin
// with one, and has no segment that is empty, "." or "..". It is for callers
// that have a folder already; others use [Resolver]. Errors match [ErrInvalid].
func FolderScope(folder string) (Scope, error) {
	trimmed, ends := strings.CutSuffix(folder, "/")
	if !ends {
		return Scope{}, fmt.Errorf("%w: folder %q doesn't end in /", ErrInvalid, folder)
	}
	if len(folder) > maxFolder {
		return Scope{}, fmt.Errorf("%w: folder is longer than %d bytes", ErrInvalid, maxFolder)
	}
	bad := func(r rune) bool { return r == '\\' || unicode.IsControl(r) }
	for segment := range strings.SplitSeq(trimmed, "/") {
		if segment == "" || segment == "." || segment == ".." || !utf8.ValidString(segment) || strings.ContainsFunc(segment, bad) {
			return Scope{}, fmt.Errorf("%w: bad segment %q in folder %q", ErrInvalid, segment, folder)
		}
	}
	return Scope{folder}, nil
}

// String returns the folder, "" for the zero scope.
func (s Scope) String() string { return s.folder }

// Contains reports a key below the folder. The zero scope contains none.
func (s Scope) Contains(key string) bool {
	return s.folder != "" && len(key) > len(s.folder) && strings.HasPrefix(key, s.folder)
}
