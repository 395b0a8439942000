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
// library would take all of it in one go. Of the feed itself, texts longer than 256 KiB are
// left out; of an item, its bodies are kept in placeholders.
func parseJSON(ctx context.Context, body string) (*gofeed.Feed, *longBodies, error) {
	d := json.NewDecoder(ctxio.NewReader(ctx, strings.NewReader(body)))
	var f feedjson.Feed
	bodies := newLongBodies()
	if err := readObject(d, func(key string) error {
		switch strings.ToLower(key) {
		case "items":
			return readItems(d, &f, bodies)
		case "version", "title", "home_page_url", "feed_url", "description", "icon", "author", "authors", "language":
			return readMember(d, key, &f)
		}
		return skipValue(d)
	}); err != nil {
		return nil, nil, err
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, nil, errors.New("text after the feed")
	}
	parsed, err := new(gofeed.DefaultJSONTranslator).Translate(&f)
	return parsed, bodies, err
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

// readMember reads a member of the feed itself.
func readMember(d *json.Decoder, key string, f *feedjson.Feed) error {
	var raw json.RawMessage
	if err := d.Decode(&raw); err != nil || len(raw) > longText {
		return err
	}
	member, err := json.Marshal(map[string]json.RawMessage{key: raw})
	if err != nil {
		return err
	}
	return json.Unmarshal(member, f)
}

// readItems reads the list of items.
func readItems(d *json.Decoder, f *feedjson.Feed, bodies *longBodies) error {
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
		if err := json.Unmarshal(replaceBodyStrings(raw, bodies), item); err != nil {
			return err
		}
		f.Items = append(f.Items, item)
	}
	_, err = d.Token()
	return err
}

// replaceBodyStrings puts placeholders in the place of the long bodies in the JSON text of
// an item, and nothing in that of its other long strings.
func replaceBodyStrings(raw []byte, bodies *longBodies) []byte {
	if len(raw) <= longText {
		return raw
	}
	var out []byte
	from, key := 0, ""
	for i := 0; i < len(raw); i++ {
		if raw[i] != '"' {
			continue
		}
		start := i
		for i++; i < len(raw) && raw[i] != '"'; i++ {
			if raw[i] == '\\' {
				i++
			}
		}
		end := min(i+1, len(raw))
		if end-start <= longText {
			key = string(raw[start:min(end, start+maxKey)])
			continue
		}
		out = append(append(out, raw[from:start]...), '"')
		switch strings.ToLower(key) {
		case `"content_html"`, `"content_text"`, `"summary"`:
			out = append(out, bodies.add(string(raw[start:end]), jsonString)...)
		}
		out = append(out, '"')
		from = end
	}
	return append(out, raw[from:]...)
}

// maxKey bounds what is looked at of the string before a long one, which is its key.
const maxKey = 20

// skipValue passes over a value.
func skipValue(d *json.Decoder) error {
	var raw json.RawMessage
	return d.Decode(&raw)
}
