package knowledge

import (
	"context"
	"time"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

// Base stores documents and answers questions from them. Implementations
//
//   - answer nothing, and count nothing, whose key is outside of the scope of
//     the call, and refuse the zero [Scope] with [ErrScope];
//   - are safe for concurrent use, and stop soon after ctx is done, whose cause
//     they return;
//   - change neither the documents nor the queries they are given;
//   - return [ErrClosed] after Close, which may be called more than once;
//   - pass the suite of package knowledgetest.
type Base interface {
	// Put stores a document in its scope and replaces the one with the same name. When it
	// returns without an error the document is durable. It returns a [*QualityError] for a page
	// that is not worth storing, and an [ErrDocument] for a malformed document.
	Put(ctx context.Context, doc Document) (*Receipt, error)
	// Query answers a query from the scope that it names. A query that makes no
	// sense is an [ErrQuery]; one that nothing matches is an answer without hits.
	Query(ctx context.Context, q Query) (*Answer, error)
	// Delete deletes the documents of a selection and returns their number. Zero is not an
	// error.
	Delete(ctx context.Context, sel Selection) (int, error)
	// Stats counts what a scope holds.
	Stats(ctx context.Context, scope Scope) (*Stats, error)
	// Close releases what the base holds open. What is stored stays.
	Close() error
}

// Reader is a [Base] that can show the text it stored. See [VerifyQuote].
type Reader interface {
	// Read returns the Markdown of a stored file by its key, and where that begins in its document, in bytes. A
	// key that is not there or not in the scope is an [ErrNotFound].
	Read(ctx context.Context, scope Scope, key string) (markdown string, offset int, err error)
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
	// Parsed is the document that Markdown was taken of, if it is at hand. Nil,
	// or one whose Markdown differs, means that Markdown is parsed.
	Parsed *extract.Document
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
	// AnyQuality stores the document of any quality: see [QualityError].
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
	// Replaced says that a document of the same name was there.
	Replaced bool `json:"replaced,omitempty"`
	// Chunks counts the passages, where the base knows.
	Chunks int `json:"chunks,omitempty"`
	// Searchable says that queries find it from now on. A base that indexes
	// later says false.
	Searchable bool `json:"searchable"`
	// Evicted counts the documents that had to make room.
	Evicted int `json:"evicted,omitempty"`
	// Warnings report what was left out. Never nil.
	Warnings []extract.Warning `json:"warnings"`
}

// Selection names documents to delete: those in Scope that agree with every
// field that is set. One without any is an [ErrQuery].
type Selection struct {
	Scope Scope // required
	// Name, URL and SourceID are as in [Document].
	Name, URL, SourceID string
	// Before means retrieved before then.
	Before time.Time
	// All means everything in the scope.
	All bool
}

// Stats counts what a scope holds.
type Stats struct {
	// Documents counts files: a document in three parts is three.
	Documents int `json:"documents"`
	// Chunks counts passages, -1 where the base does not know.
	Chunks int `json:"chunks"`
	// Bytes is the size of the Markdown, -1 where the base does not know.
	Bytes int64 `json:"bytes"`
}
