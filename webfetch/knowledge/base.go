// Package knowledge is the interface of bases that keep what was fetched and answer
// questions from it. Package local is one in a file of SQLite, package cloudflare one on R2
// and AI Search.
//
//	scope, err := resolver.Scope(ctx)
//	receipt, err := base.Put(ctx, knowledge.Document{Scope: scope, URL: url, Title: title, Markdown: content})
//	answer, err := base.Query(ctx, knowledge.Query{
//		Scope:    scope,
//		Messages: []knowledge.Message{{Role: "user", Content: "How do I sign in?"}},
//	})
//
// # How the pieces fit
//
// A [Resolver] makes of the parameters of a call (thread key, prefix, tenant) a [Scope],
// which is a folder of keys. A [Document] is stored in a scope, and a [Query] is answered
// from one. No operation reads, counts or deletes documents outside of its scope.
//
// Two bases differ only in how they find passages: what is refused, how documents are cut,
// and what filters mean is the same. Package knowledgetest tests this.
//
// Models are behind small interfaces, as [Answerer]; package webfetch/gateway has clients that
// fit. Without them a base works as well: it finds by
// keywords and words that go with them, orders by proximity, and answers in sentences of the
// pages. An answer says which of the two it is by [Answer.Generated].
//
// # Security considerations
//
// The text of hits is untrusted, to be shown to a model behind a fence. The scope of a call
// is made of configuration and of data of the host about the conversation, never of a page.
// A prefix can't lead into the folder of another conversation ([Resolver]), a filter can't
// widen a scope, and the zero scope is refused. A hit can be compared with the stored text
// by [VerifyQuote].
package knowledge

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

// Base stores documents and answers questions from them. Implementations
//
//   - answer nothing whose key is outside of the scope of
//     the call, and refuse the zero [Scope] with [ErrInvalid];
//   - are safe for concurrent use, and stop soon after ctx is done, whose cause
//     they return;
//   - change neither the documents nor the queries they are given;
//   - return [ErrClosed] after Close, which may be called more than once;
//   - pass the suite of package knowledgetest.
type Base interface {
	// Put stores a document in its scope and replaces the one with the same name. When it
	// returns without an error the document is durable. It returns an [ErrQuality] for a page
	// that is not worth storing, and an [ErrInvalid] for a malformed document.
	Put(ctx context.Context, doc Document) (*Receipt, error)
	// Query answers a query from the scope that it names. A query that makes no
	// sense is an [ErrInvalid]; one that nothing matches is an answer without hits.
	Query(ctx context.Context, q Query) (*Answer, error)
	// Read returns the Markdown of a stored file by its key, and where that begins in its document, in bytes: it is
	// not 0 in the second part of a document that was cut. A key that is not there or not in the scope is an
	// [ErrNotFound].
	Read(ctx context.Context, scope Scope, key string) (markdown string, offset int, err error)
	// Delete deletes documents of a scope by names and returns how many it deleted, which may be 0. A call without
	// names is an [ErrInvalid]. A name is that of a document, the address of a page that was stored without one,
	// or, with a slash at its end, a folder: "/" is all of the scope.
	Delete(ctx context.Context, scope Scope, names ...string) (int, error)
	// Close releases what the base holds open. What is stored stays.
	Close() error
}

// Document is a page to store. Its Markdown has at most 64 MiB; URL, title and source ID have 8 KiB each.
type Document struct {
	// Scope is where it is stored.
	Scope Scope
	// Name is its name in the folder of the scope: segments of a path, at most 200 bytes. Empty
	// means one made of the URL, so that a page that was fetched
	// again replaces what was stored of it.
	Name string
	// SourceID names the content, URL is the address (the canonical one), Title
	// the title. All may be empty, except URL and Name together.
	SourceID, URL, Title string
	// Markdown is the content, valid UTF-8.
	Markdown string
	// RetrievedAt is when the page was fetched. Zero means now.
	RetrievedAt time.Time
	// Context is a description of the document for the model that answers from it. Empty means
	// one made of title, URL and the first words.
	Context string
	// Metadata are fields to filter by, at most 32. The names timestamp, folder and
	// filename, and those that the base itself sets, are left out with a warning.
	Metadata map[string]string
	// Verdict is the verdict of extraction on the page. Its zero value means unknown.
	Verdict extract.Verdict
	// AnyQuality stores the document of any quality: see [ErrQuality].
	AnyQuality bool
	// SkipIfExists leaves the stored file alone if it has the same content.
	SkipIfExists bool
	// MaxFileBytes is the size from which on a document is stored in parts, in
	// bytes of Markdown, at least 256. Zero means that of the base, 4 MiB as a rule.
	MaxFileBytes int
}

// Receipt reports what became of a document.
type Receipt struct {
	// Keys are the files that it was stored as, in order.
	Keys []string `json:"keys"`
	// Skipped says that the files were there already, with the same content.
	Skipped bool `json:"skipped,omitempty"`
	// Searchable says that queries find it from now on. A base that indexes
	// later says false.
	Searchable bool `json:"searchable"`
	// Warnings report what was left out, and documents that had to make room. Never nil.
	Warnings []extract.Warning `json:"warnings"`
}

// Errors that callers branch on, by [errors.Is].
var (
	// ErrInvalid reports a scope, a document, a query or filters that make no sense.
	ErrInvalid = errors.New("knowledge: bad input")
	// ErrQuality reports a page that is not worth storing, and why: extraction calls it a wall, a
	// shell, a missing page or empty, it has fewer than 20 letters and digits, or it is mostly signs. A paywall
	// is stored as far as it can be read.
	ErrQuality = errors.New("knowledge: page is not worth storing")
	// ErrNotFound reports a key, or a quote, that is not in the base, or not in the scope.
	ErrNotFound = errors.New("knowledge: not found")
	// ErrClosed reports a base that was closed.
	ErrClosed = errors.New("knowledge: base is closed")
	// ErrFull reports a disk or a quota without room. Nothing was lost.
	ErrFull = errors.New("knowledge: no room left")
	// ErrReadOnly reports a base that can be read only.
	ErrReadOnly = errors.New("knowledge: base is read-only")
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
