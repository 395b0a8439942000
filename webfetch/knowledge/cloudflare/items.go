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

	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
)

// items is a store in the instance itself, over the Items API.
type items struct{ service *service }

// wireItem is a file of the instance.
type wireItem struct {
	ID       string         `json:"id"`
	Key      string         `json:"key"`
	Status   string         `json:"status"`
	Size     int64          `json:"file_size"`
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
	if fresh { // there is no conditional upload
		if _, err := s.find(ctx, f.key); err == nil {
			return false, false, nil
		}
	}
	body, contentType, err := form(f)
	if err != nil {
		return false, false, err
	}
	req, err := s.service.request("upload", http.MethodPost, "/items", nil)
	if err != nil {
		return false, false, err
	}
	req.Body, req.ContentType = body, contentType
	var item wireItem
	if _, err := s.service.do(ctx, "upload", req, &item); err != nil {
		return false, false, err
	}
	if item.Status == "error" || item.Status == "skipped" {
		return false, false, malformed("upload", "the file was not indexed: "+item.Status)
	}
	return true, item.Status == "completed", nil
}

// form is the body of an upload.
func form(f file) (body []byte, contentType string, err error) {
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	raw, err := json.Marshal(f.metadata)
	if err != nil {
		return nil, "", err
	}
	part, err := w.CreateFormFile("file", f.key)
	if err == nil {
		_, err = part.Write(f.body)
	}
	if err == nil {
		err = w.WriteField("metadata", string(raw))
	}
	if err == nil {
		err = w.WriteField("wait_for_completion", "true")
	}
	if err == nil {
		err = w.Close()
	}
	return b.Bytes(), w.FormDataContentType(), err
}

// find returns the item of a key, or ErrNotFound.
func (s *items) find(ctx context.Context, key string) (*wireItem, error) {
	var page []wireItem
	if _, err := s.service.call(ctx, "look up", http.MethodGet, "/items"+query("key", key, "source", builtinSource, "per_page", "1"), nil, &page); err != nil {
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
	req, err := s.service.request("read", http.MethodGet, "/items/"+url.PathEscape(item.ID)+"/download", nil)
	if err != nil {
		return nil, err
	}
	res, err := s.service.api.Do(ctx, req)
	if err != nil {
		return nil, err
	}
	return &file{key: key, metadata: fieldsOf(item.Metadata), body: res.Body}, nil
}

// list reads all items, as the API has no prefixes.
func (s *items) list(ctx context.Context, prefix string, found func(entry)) error {
	for page := 1; page <= mostPages; page++ {
		var got []wireItem
		if _, err := s.service.call(ctx, "list", http.MethodGet, "/items"+query("page", strconv.Itoa(page), "per_page", strconv.Itoa(itemsPage)), nil, &got); err != nil {
			return err
		}
		for _, item := range got {
			if strings.HasPrefix(item.Key, prefix) {
				found(entry{item.Key, item.Size})
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
