package cloudflare

import (
	"context"
	"errors"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/httpapi"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/internal/prepare"
)

// Put stores a document as one file or several, deletes the rest of an
// earlier one of its name, and asks for a synchronization. If it fails in the
// middle, some of the files are new ones.
func (b *Base) Put(ctx context.Context, doc knowledge.Document) (*knowledge.Receipt, error) {
	if err := b.usable(ctx); err != nil {
		return nil, err
	}
	p, err := prepare.Document(doc, b.opts.MaxFileBytes, time.Now())
	if err != nil {
		return nil, err
	}
	had, err := b.filesOf(ctx, p)
	if err != nil {
		return nil, err
	}
	r := &knowledge.Receipt{Searchable: true, Warnings: p.Warnings}
	rest := maps.Clone(had)
	for _, part := range p.Parts {
		r.Keys = append(r.Keys, p.Key(part))
		delete(rest, p.Key(part))
	}
	if p.SkipIfExists && len(had) == len(p.Parts) && len(rest) == 0 {
		if r.Skipped, err = b.sameContent(ctx, r.Keys[0], p.ContentHash); err != nil || r.Skipped {
			return r, err
		}
	}
	if err := b.putParts(ctx, p, had, r); err != nil || r.Skipped {
		return r, err
	}
	for _, key := range slices.Sorted(maps.Keys(rest)) {
		if err := b.store.remove(ctx, key); err != nil {
			return nil, err
		}
	}
	b.changed(r)
	return r, nil
}

// putParts stores the files of a document. With SkipIfExists, one that another
// writer has stored since then with the same content stays.
func (b *Base) putParts(ctx context.Context, p *prepare.Prepared, had map[string]bool, r *knowledge.Receipt) error {
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
	}
	r.Skipped = skipped == len(p.Parts)
	return nil
}

// filesOf returns the keys of the files that are stored of a document.
func (b *Base) filesOf(ctx context.Context, p *prepare.Prepared) (map[string]bool, error) {
	had := map[string]bool{}
	folder := p.Scope.String()
	stem := p.Name
	if i := strings.LastIndexByte(stem, '.'); i > strings.LastIndexByte(stem, '/')+1 {
		stem = stem[:i]
	}
	err := b.store.list(ctx, folder+stem, func(key string) {
		if prepare.DocumentName(strings.TrimPrefix(key, folder)) == p.Name {
			had[key] = true
		}
	})
	return had, err
}

func (b *Base) sameContent(ctx context.Context, key, hash string) (bool, error) {
	f, err := b.store.get(ctx, http.MethodHead, key)
	if errors.Is(err, knowledge.ErrNotFound) {
		return false, nil
	}
	return err == nil && f.metadata["content_hash"] == hash, err
}

// Delete removes files and asks for a synchronization.
func (b *Base) Delete(ctx context.Context, scope knowledge.Scope, names ...string) (int, error) {
	if err := b.usable(ctx); err != nil {
		return 0, err
	}
	ranges, err := prepare.Ranges(scope, names)
	if err != nil {
		return 0, err
	}
	var keys []string
	documents := map[string]bool{}
	err = b.store.list(ctx, scope.String(), func(key string) {
		document := prepare.DocumentName(key)
		if slices.ContainsFunc(ranges, func(r [2]string) bool { return r[0] <= document && document < r[1] }) {
			keys = append(keys, key)
		}
	})
	if err != nil {
		return 0, err
	}
	for _, key := range keys {
		if err := b.store.remove(ctx, key); err != nil {
			return len(documents), err
		}
		documents[prepare.DocumentName(key)] = true
	}
	if len(documents) > 0 {
		b.changed(nil)
	}
	return len(documents), nil
}

// ignoreMissing takes a file that is not there for no error.
func ignoreMissing(err error) error {
	if errors.Is(err, knowledge.ErrNotFound) {
		return nil
	}
	return err
}

const (
	jobInterval = 30 * time.Second // that the service wants between two starts
	jobTimeout  = time.Minute
)

// jobs starts synchronizations, coalesced: the first request starts one at once,
// and all that come within 30 seconds of a start are served by one more at the
// end of them. A start that fails is tried again at the next request, one that comes
// too early after 30 seconds.
type jobs struct {
	start func(context.Context) error
	ctx   context.Context
	stop  context.CancelFunc

	mu    sync.Mutex
	last  time.Time   // of the last start
	due   *time.Timer // of a start that is to come
	alive sync.WaitGroup
	err   error // of the last start
}

func newJobs(start func(context.Context) error) *jobs {
	j := &jobs{start: start}
	j.ctx, j.stop = context.WithCancel(context.Background())
	return j
}

// request asks for a start. It does not wait.
func (j *jobs) request() {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.due != nil || j.ctx.Err() != nil {
		return
	}
	j.alive.Add(1)
	j.due = time.AfterFunc(max(jobInterval-time.Since(j.last), 0), j.run)
}

func (j *jobs) run() {
	defer j.alive.Done()
	j.mu.Lock()
	j.due, j.last = nil, time.Now() // what is requested from here on is not in this job
	j.mu.Unlock()
	ctx, cancel := context.WithTimeout(j.ctx, jobTimeout)
	defer cancel()
	err := j.start(ctx)
	j.mu.Lock()
	j.err = err
	j.mu.Unlock()
	told := new(httpapi.Error)
	if errors.As(err, &told) && (told.Code == "7020" || strings.Contains(told.Message, "sync_in_cooldown")) { // another program has just started one
		j.request()
	}
}

// failure is the error of the last start, nil if it succeeded.
func (j *jobs) failure() error {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.err
}

// close cancels what is under way, drops what is due, and waits for both.
func (j *jobs) close() {
	j.stop()
	j.mu.Lock()
	if j.due != nil && j.due.Stop() {
		j.due = nil
		j.alive.Done()
	}
	j.mu.Unlock()
	j.alive.Wait()
}
