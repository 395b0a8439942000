package cloudflare

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"mime/multipart"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/httpapi"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
)

// items is a store in the instance itself, over the Items API.
type items struct{ service *service }

// wireItem is a file of the instance.
type wireItem struct {
	ID       string         `json:"id"`
	Key      string         `json:"key"`
	Status   string         `json:"status"`
	Metadata map[string]any `json:"metadata"`
}

const (
	itemsPage = 50   // items of a page, at most
	mostPages = 2000 // of a listing
	// builtinSource names the storage of the instance: items are looked up by key and source together.
	builtinSource = "builtin"
)

func (s *items) put(ctx context.Context, f file, fresh bool) (stored, searchable bool, err error) {
	if len(f.key) > maxItemKey {
		return false, false, fmt.Errorf("%w: key is longer than the %d bytes of an item", knowledge.ErrInvalid, maxItemKey)
	}
	if fresh { // the API has no conditional upload
		if _, err := s.find(ctx, f.key); err == nil {
			return false, false, nil
		}
	}
	var form bytes.Buffer // which takes everything
	w := multipart.NewWriter(&form)
	part, _ := w.CreateFormFile("file", f.key)
	_, _ = part.Write(f.body)
	metadata, _ := json.Marshal(f.metadata)
	_ = w.WriteField("metadata", string(metadata))
	_ = w.WriteField("wait_for_completion", "true")
	_ = w.Close()
	req := s.service.request("upload", http.MethodPost, "/items", nil)
	req.Body, req.ContentType = form.Bytes(), w.FormDataContentType()
	var item wireItem
	if _, err := s.service.api.Call(ctx, req, &item); err != nil {
		return false, false, err
	}
	if item.Status == "error" || item.Status == "skipped" {
		return false, false, httpapi.Unexpected("AI Search: upload", "the file was not indexed: "+item.Status)
	}
	return true, item.Status == "completed", nil
}

// find returns the item of a key, or ErrNotFound.
func (s *items) find(ctx context.Context, key string) (*wireItem, error) {
	query := url.Values{"key": {key}, "source": {builtinSource}, "per_page": {"1"}}
	var page []wireItem
	if _, err := s.service.call(ctx, "look up", http.MethodGet, "/items?"+query.Encode(), nil, &page); err != nil {
		return nil, err
	}
	for _, item := range page {
		if item.Key == key {
			return &item, nil
		}
	}
	return nil, fmt.Errorf("%w: %s", knowledge.ErrNotFound, key)
}

func (s *items) head(ctx context.Context, key string) (map[string]string, error) {
	item, err := s.find(ctx, key)
	if err != nil {
		return nil, err
	}
	return fieldsOf(item.Metadata), nil
}

func (s *items) get(ctx context.Context, key string) (*file, error) {
	item, err := s.find(ctx, key)
	if err != nil {
		return nil, err
	}
	res, err := s.service.api.Do(ctx, s.service.request("read", http.MethodGet, "/items/"+url.PathEscape(item.ID)+"/download", nil))
	if err != nil {
		return nil, err
	}
	return &file{key: key, metadata: fieldsOf(item.Metadata), body: res.Body}, nil
}

// list reads all items, as the API has no prefixes.
func (s *items) list(ctx context.Context, prefix string, found func(key string)) error {
	for page := 1; page <= mostPages; page++ {
		query := url.Values{"page": {strconv.Itoa(page)}, "per_page": {strconv.Itoa(itemsPage)}}
		var got []wireItem
		if _, err := s.service.call(ctx, "list", http.MethodGet, "/items?"+query.Encode(), nil, &got); err != nil {
			return err
		}
		for _, item := range got {
			if strings.HasPrefix(item.Key, prefix) {
				found(item.Key)
			}
		}
		if len(got) < itemsPage {
			break
		}
	}
	return nil
}

func (s *items) remove(ctx context.Context, key string) error {
	item, err := s.find(ctx, key)
	if err != nil {
		return ignoreMissing(err)
	}
	_, err = s.service.call(ctx, "delete", http.MethodDelete, "/items/"+url.PathEscape(item.ID), nil, nil)
	return ignoreMissing(err)
}
