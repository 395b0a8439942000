package feed

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/mmcdole/gofeed"
	feedjson "github.com/mmcdole/gofeed/json"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/ctxio"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/jsonstream"
)

// parseJSON reads a JSON Feed item by item, one more of them than are shown at most: the
// library would take all of it in one go. Of the feed itself, texts longer than maxMember are
// left out.
func parseJSON(ctx context.Context, body string) (*gofeed.Feed, error) {
	d := json.NewDecoder(ctxio.NewReader(ctx, strings.NewReader(body)))
	var f feedjson.Feed
	isObject, err := jsonstream.Members(d, func(key string) error {
		switch strings.ToLower(key) {
		case "items":
			_, err := jsonstream.Items(d, func() error {
				if len(f.Items) > maxItems {
					return jsonstream.Skip(d)
				}
				f.Items = append(f.Items, new(feedjson.Item))
				return d.Decode(f.Items[len(f.Items)-1])
			})
			return err
		case "version", "title", "home_page_url", "feed_url", "description", "icon", "author", "authors", "language":
			var raw json.RawMessage
			if err := d.Decode(&raw); err != nil || len(raw) > maxMember {
				return err
			}
			return json.Unmarshal(fmt.Appendf(nil, "{%q: %s}", key, raw), &f)
		}
		return jsonstream.Skip(d)
	})
	if err != nil {
		return nil, err
	}
	if _, err := d.Token(); err != io.EOF || !isObject {
		return nil, errors.New("not one object")
	}
	return new(gofeed.DefaultJSONTranslator).Translate(&f)
}

// maxMember bounds a text of the feed itself, in bytes.
const maxMember = 256 << 10
