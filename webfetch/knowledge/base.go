package knowledge

import (
	"context"
	"errors"
	"time"

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
