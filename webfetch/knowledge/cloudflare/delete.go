package cloudflare

import (
	"context"
	"errors"
	"slices"

	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/internal/prepare"
)

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
	err = b.store.list(ctx, scope.String(), func(e entry) {
		document := prepare.DocumentName(e.key)
		if slices.ContainsFunc(ranges, func(r [2]string) bool { return r[0] <= document && document < r[1] }) {
			keys = append(keys, e.key)
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
