package feed

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"strings"

	"github.com/mmcdole/gofeed"
	feedjson "github.com/mmcdole/gofeed/json"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/ctxio"
)

// parseJSON reads a JSON Feed item by item, one more of them than are shown at most: the
// library would take all of it in one go. Of the feed itself, texts longer than maxMember are
// left out.
func parseJSON(ctx context.Context, body string) (*gofeed.Feed, error) {
	d := json.NewDecoder(ctxio.NewReader(ctx, strings.NewReader(body)))
	var f feedjson.Feed
	if err := readObject(d, func(key string) error {
		switch strings.ToLower(key) {
		case "items":
			return readItems(d, &f)
		case "version", "title", "home_page_url", "feed_url", "description", "icon", "author", "authors", "language":
			return readMember(d, key, &f)
		}
		var skipped json.RawMessage
		return d.Decode(&skipped)
	}); err != nil {
		return nil, err
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, errors.New("text after the feed")
	}
	return new(gofeed.DefaultJSONTranslator).Translate(&f)
}

// readObject calls member for each member of an object; it must read the value.
func readObject(d *json.Decoder, member func(key string) error) error {
	if t, err := d.Token(); err != nil {
		return err
	} else if t != json.Delim('{') {
		return errors.New("no object")
	}
	for d.More() {
		t, err := d.Token()
		if err != nil {
			return err
		}
		key, _ := t.(string)
		if err := member(key); err != nil {
			return err
		}
	}
	_, err := d.Token()
	return err
}

// maxMember bounds a text of the feed itself, in bytes.
const maxMember = 256 << 10

// readMember reads a member of the feed itself.
func readMember(d *json.Decoder, key string, f *feedjson.Feed) error {
	var raw json.RawMessage
	if err := d.Decode(&raw); err != nil || len(raw) > maxMember {
		return err
	}
	member, err := json.Marshal(map[string]json.RawMessage{key: raw})
	if err != nil {
		return err
	}
	return json.Unmarshal(member, f)
}

// readItems reads the list of items.
func readItems(d *json.Decoder, f *feedjson.Feed) error {
	t, err := d.Token()
	if err != nil || t == nil { // null
		return err
	}
	if t != json.Delim('[') {
		return errors.New("items are no list")
	}
	for d.More() {
		var raw json.RawMessage
		if err := d.Decode(&raw); err != nil {
			return err
		}
		if len(f.Items) > maxItems {
			continue
		}
		item := new(feedjson.Item)
		if err := json.Unmarshal(raw, item); err != nil {
			return err
		}
		f.Items = append(f.Items, item)
	}
	_, err = d.Token()
	return err
}
