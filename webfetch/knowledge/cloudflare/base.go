package cloudflare

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
)

// Base is a knowledge base on Cloudflare. Make it with [New]. It is safe for
// concurrent use.
type Base struct {
	opts    Options
	service *service
	store   store
	jobs    *jobs // nil: none are started
	closed  atomic.Bool

	// heads are metadata of files that were looked up lately, by key.
	headsMu sync.Mutex
	heads   map[string]head
}

var _ interface {
	knowledge.Base
	knowledge.Reader
} = (*Base)(nil)

// New returns a base. Errors name the option that is wrong. Nothing is sent.
func New(opts Options) (*Base, error) {
	opts, err := opts.checked()
	if err != nil {
		return nil, err
	}
	s, err := newService(opts)
	if err != nil {
		return nil, err
	}
	b := &Base{opts: opts, service: s, heads: map[string]head{}}
	if opts.R2 == nil {
		b.store = &items{s}
		return b, nil
	}
	b.store = newBucket(opts)
	if !opts.NoJobs && opts.Paths != AutoRAGPaths {
		b.jobs = newJobs(s.startJob)
	}
	return b, nil
}

// usable is the error of a base that was closed, or of a context that is done.
func (b *Base) usable(ctx context.Context) error {
	if b.closed.Load() {
		return knowledge.ErrClosed
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return nil
}

// Close ends the base. A synchronization that is due is not waited for.
func (b *Base) Close() error {
	if b.closed.Swap(true) {
		return nil
	}
	if b.jobs != nil {
		b.jobs.close()
	}
	b.service.api.CloseIdleConnections()
	return nil
}

// Put stores a document as one file or several, deletes what is left of an
// earlier one of its name, and asks for a synchronization. If it fails in the
// middle, some of the files are new ones.
func (b *Base) Put(ctx context.Context, doc knowledge.Document) (*knowledge.Receipt, error) {
	if err := b.usable(ctx); err != nil {
		return nil, err
	}
	p, err := knowledge.Prepare(doc, b.opts.MaxFileBytes, b.opts.Now())
	if err != nil {
		return nil, err
	}
	had, err := b.filesOf(ctx, p)
	if err != nil {
		return nil, err
	}
	r := &knowledge.Receipt{Searchable: true, Replaced: len(had) > 0, Warnings: p.Warnings}
	for _, part := range p.Parts {
		r.Keys = append(r.Keys, p.Key(part))
	}
	if p.SkipIfExists {
		if r.Skipped, err = b.holds(ctx, p, had); err != nil {
			return nil, err
		}
		if r.Skipped {
			r.Replaced = false
			return r, nil
		}
	}
	if err := b.putParts(ctx, p, had, r); err != nil || r.Skipped {
		return r, err
	}
	if err := b.removeRest(ctx, had, r.Keys); err != nil {
		return nil, err
	}
	return r, b.changed(r)
}

// putParts stores the files of a document. With SkipIfExists, one that another
// writer has stored meanwhile with the same content is left alone.
func (b *Base) putParts(ctx context.Context, p *knowledge.Prepared, had map[string]bool, r *knowledge.Receipt) error {
	skipped := 0
	for _, part := range p.Parts {
		metadata, left := metadataOf(p, part)
		if len(left) > 0 && part.Start == 0 {
			r.Warnings = append(r.Warnings, extract.Warning{Type: "metadata_skipped", Message: "metadata of the file are left out, as they are too long", Detail: strings.Join(left, ", ")})
		}
		f := file{key: p.Key(part), metadata: metadata, body: []byte(p.Markdown[part.Start:part.End])}
		fresh := p.SkipIfExists && !had[f.key]
		stored, searchable, err := b.store.put(ctx, f, fresh)
		if err == nil && !stored {
			var same bool
			if same, err = b.sameContent(ctx, f.key, p.ContentHash); err == nil && same {
				skipped++
				continue
			}
			if err == nil {
				_, searchable, err = b.store.put(ctx, f, false)
			}
		}
		if err != nil {
			return err
		}
		r.Searchable = r.Searchable && searchable
		b.forget(f.key)
	}
	r.Skipped = skipped == len(p.Parts)
	return nil
}

// filesOf returns the keys of the files that are stored of a document.
func (b *Base) filesOf(ctx context.Context, p *knowledge.Prepared) (map[string]bool, error) {
	had := map[string]bool{}
	folder := p.Scope.Folder()
	stem := p.Name
	if i := strings.LastIndexByte(stem, '.'); i > strings.LastIndexByte(stem, '/')+1 {
		stem = stem[:i]
	}
	err := b.store.list(ctx, folder+stem, func(e entry) {
		if knowledge.DocumentName(strings.TrimPrefix(e.key, folder)) == p.Name {
			had[e.key] = true
		}
	})
	return had, err
}

// holds reports that exactly the files of a document are stored, with its
// content.
func (b *Base) holds(ctx context.Context, p *knowledge.Prepared, had map[string]bool) (bool, error) {
	if len(had) != len(p.Parts) {
		return false, nil
	}
	for _, part := range p.Parts {
		if !had[p.Key(part)] {
			return false, nil
		}
	}
	return b.sameContent(ctx, p.Key(p.Parts[0]), p.ContentHash)
}

func (b *Base) sameContent(ctx context.Context, key, hash string) (bool, error) {
	fields, err := b.store.head(ctx, key)
	if errors.Is(err, knowledge.ErrNotFound) {
		return false, nil
	}
	return err == nil && fields["content_hash"] == hash, err
}

// removeRest deletes the files that an earlier document had and keys has not.
func (b *Base) removeRest(ctx context.Context, had map[string]bool, keys []string) error {
	for _, key := range keys {
		delete(had, key)
	}
	for _, key := range sortedKeys(had) {
		if err := b.store.remove(ctx, key); err != nil {
			return err
		}
		b.forget(key)
	}
	return nil
}

// changed asks for a synchronization, and reports the last one that failed.
func (b *Base) changed(r *knowledge.Receipt) error {
	if b.jobs == nil {
		return nil
	}
	b.jobs.request()
	if err := b.jobs.failure(); err != nil && r != nil {
		r.Warnings = append(r.Warnings, extract.Warning{Type: "sync_failed", Message: "the last synchronization could not be started; the instance follows its schedule", Detail: err.Error()})
	}
	return nil
}

// Read returns a stored file.
func (b *Base) Read(ctx context.Context, scope knowledge.Scope, key string) (*knowledge.Stored, error) {
	if err := b.usable(ctx); err != nil {
		return nil, err
	}
	if !scope.Contains(key) {
		return nil, knowledge.ErrNotFound
	}
	f, err := b.store.get(ctx, key)
	if err != nil {
		return nil, err
	}
	offset, _ := strconv.Atoi(f.metadata[offsetField]) // none is 0
	return &knowledge.Stored{
		Key: key, SourceID: f.metadata["source_id"], URL: f.metadata["url"], Title: f.metadata["title"],
		Markdown: strings.ToValidUTF8(string(f.body), "\ufffd"), Offset: max(offset, 0), RetrievedAt: retrievedAt(f.metadata),
	}, nil
}

// Stats counts the files below a scope; passages and times are not known.
func (b *Base) Stats(ctx context.Context, scope knowledge.Scope) (*knowledge.Stats, error) {
	if err := b.usable(ctx); err != nil {
		return nil, err
	}
	if scope.IsZero() {
		return nil, knowledge.ErrScope
	}
	s := &knowledge.Stats{Chunks: -1}
	err := b.store.list(ctx, scope.Folder(), func(e entry) {
		s.Documents++
		s.Bytes += e.size
	})
	if err != nil {
		return nil, err
	}
	return s, nil
}

// Delete removes files and asks for a synchronization. Selections by URL, source
// ID or time look each file of the scope up.
func (b *Base) Delete(ctx context.Context, sel knowledge.Selection) (int, error) {
	switch err := b.usable(ctx); {
	case err != nil:
		return 0, err
	case sel.Scope.IsZero():
		return 0, knowledge.ErrScope
	case sel.IsEmpty():
		return 0, knowledge.ErrQuery
	}
	var keys []string
	folder := sel.Scope.Folder()
	err := b.store.list(ctx, folder, func(e entry) {
		if name := strings.TrimPrefix(e.key, folder); sel.Name == "" || knowledge.DocumentName(name) == sel.Name {
			keys = append(keys, e.key)
		}
	})
	if err != nil {
		return 0, err
	}
	documents := map[string]bool{}
	for _, key := range keys {
		meant, err := b.means(ctx, sel, key)
		if err != nil {
			return len(documents), err
		}
		if !meant {
			continue
		}
		if err := b.store.remove(ctx, key); err != nil {
			return len(documents), err
		}
		b.forget(key)
		documents[knowledge.DocumentName(key)] = true
	}
	if len(documents) > 0 {
		return len(documents), b.changed(nil)
	}
	return 0, nil
}

// means reports that a selection names a file, by its metadata.
func (b *Base) means(ctx context.Context, sel knowledge.Selection, key string) (bool, error) {
	if sel.URL == "" && sel.SourceID == "" && sel.Before.IsZero() {
		return true, nil
	}
	fields, err := b.store.head(ctx, key)
	if err != nil {
		return false, ignoreMissing(err)
	}
	at := retrievedAt(fields)
	return (sel.URL == "" || fields["url"] == sel.URL) && (sel.SourceID == "" || fields["source_id"] == sel.SourceID) &&
		(sel.Before.IsZero() || !at.IsZero() && at.Before(sel.Before)), nil
}

// ignoreMissing takes a file that is not there for no error.
func ignoreMissing(err error) error {
	if errors.Is(err, knowledge.ErrNotFound) {
		return nil
	}
	return err
}

// head is metadata that were looked up, and when.
type head struct {
	fields map[string]string
	at     time.Time
}

// Bounds of the metadata that are remembered.
const (
	mostHeads = 1000
	headTTL   = time.Minute
)

// lookUp returns the metadata of a file, as they were a minute ago at most. A
// file that is not there has none.
func (b *Base) lookUp(ctx context.Context, key string) (map[string]string, error) {
	b.headsMu.Lock()
	known, has := b.heads[key]
	b.headsMu.Unlock()
	if now := b.opts.Now(); has && now.Sub(known.at) < headTTL {
		return known.fields, nil
	}
	fields, err := b.store.head(ctx, key)
	if err != nil && !errors.Is(err, knowledge.ErrNotFound) {
		return nil, err
	}
	b.headsMu.Lock()
	defer b.headsMu.Unlock()
	if len(b.heads) >= mostHeads {
		clear(b.heads)
	}
	b.heads[key] = head{fields, b.opts.Now()}
	return fields, nil
}

func (b *Base) forget(key string) {
	b.headsMu.Lock()
	defer b.headsMu.Unlock()
	delete(b.heads, key)
}
