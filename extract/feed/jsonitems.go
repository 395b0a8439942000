package feed

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/ctxio"
)

// withoutManyItems returns a JSON Feed with one item more than are read: the library
// that reads it takes all of them at once, whatever they weigh. What has no more, or is
// no object of JSON, comes back as it is; it does as well once ctx is done.
func withoutManyItems(ctx context.Context, body string) string {
	d := json.NewDecoder(ctxio.NewReader(ctx, strings.NewReader(body)))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return body
	}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return body
		}
		if key != "items" {
			if skipValue(d) != nil {
				return body
			}
			continue
		}
		if t, err := d.Token(); err != nil || t != json.Delim('[') {
			return body
		}
		return cutItems(d, body)
	}
	return body
}

// cutItems cuts the list of items in which d stands.
func cutItems(d *json.Decoder, body string) string {
	cut := -1
	for n := 0; d.More(); n++ {
		if skipValue(d) != nil {
			return body
		}
		if n == maxItems {
			cut = int(d.InputOffset())
		}
	}
	end := int(d.InputOffset())
	if rest := strings.IndexByte(body[end:], ']'); cut >= 0 && rest >= 0 {
		return body[:cut] + body[end+rest:]
	}
	return body
}

// skipValue passes over a value.
func skipValue(d *json.Decoder) error {
	var raw json.RawMessage
	return d.Decode(&raw)
}
