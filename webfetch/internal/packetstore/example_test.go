package packetstore_test

import (
	"context"
	"fmt"
	"time"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/packetstore"
)

// A tool that reads pages in parts keeps what it has read, and goes on where it ended.
func ExampleStore() {
	ctx := context.Background()
	store := packetstore.New(packetstore.Options{TTL: 5 * time.Minute, MaxBytes: 16 << 20})
	page := &webfetch.Packet{SourceID: "8f14e45fceea167a", OriginalURL: "https://example.org/tides", Content: "High water is at noon."}
	store.Put(ctx, "ada", page.SourceID, page)

	fmt.Println(store.Get(ctx, "ada", "8f14e45fceea167a").Packet().Content)
	fmt.Println(store.Get(ctx, "bob", "8f14e45fceea167a") == nil)
	entries, more := store.Newest("ada", 0, 10)
	for _, e := range entries {
		fmt.Println(e.Name, e.URL, e.Expires.Sub(e.StoredAt), more)
	}
	// Output:
	// High water is at noon.
	// true
	// 8f14e45fceea167a https://example.org/tides 5m0s false
}
