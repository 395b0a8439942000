package webfetch

import (
	"context"
	"iter"
)

// FetchURLs fetches pages by their addresses with the defaults of a Request, and yields each
// result as it arrives, as [Client.FetchAll] does. The order of the results is not that of urls:
// Packet.OriginalURL and Error.OriginalURL hold the address as it was given. No URLs yield no
// results.
func (c *Client) FetchURLs(ctx context.Context, urls ...string) iter.Seq2[*Packet, error] {
	return c.FetchAll(ctx, func(yield func(Request) bool) {
		for _, url := range urls {
			if !yield(Request{URL: url}) {
				return
			}
		}
	})
}
