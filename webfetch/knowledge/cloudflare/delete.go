package cloudflare

import (
	"cmp"
	"context"
	"errors"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/internal/prepare"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/internal/queries"
)

// Delete removes files and asks for a synchronization. Selections by URL, source
// ID or time look each file of the scope up.
func (b *Base) Delete(ctx context.Context, sel knowledge.Selection) (int, error) {
	if err := cmp.Or(b.usable(ctx), queries.ValidateSelection(sel)); err != nil {
		return 0, err
	}
	var keys []string
	folder := sel.Scope.String()
	err := b.store.list(ctx, folder, func(e entry) {
		if name := strings.TrimPrefix(e.key, folder); sel.Name == "" || prepare.DocumentName(name) == sel.Name {
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
		documents[prepare.DocumentName(key)] = true
	}
	if len(documents) > 0 {
		b.changed(nil)
		return len(documents), nil
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
