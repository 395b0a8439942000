package cloudflare

import (
	"context"
	"errors"
	"time"

	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
)

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
