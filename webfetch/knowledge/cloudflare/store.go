package cloudflare

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"mime"
	"mime/multipart"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/aws/aws-sdk-go-v2/aws"
	signer "github.com/aws/aws-sdk-go-v2/aws/signer/v4"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/httpapi"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/internal/prepare"
)

// store keeps files with metadata: a bucket, or the items of an instance.
type store interface {
	// put stores a file. With fresh, it reports false and changes nothing if the
	// key is there already.
	put(ctx context.Context, f file, fresh bool) (stored, searchable bool, err error)
	// get returns a file, or with method HEAD its metadata alone. A key that is not there is an
	// ErrNotFound.
	get(ctx context.Context, method, key string) (*file, error)
	// list calls found with the key of each file that begins with prefix.
	list(ctx context.Context, prefix string, found func(key string)) error
	// remove deletes a file. A missing file is not an error.
	remove(ctx context.Context, key string) error
}

// file is a stored file.
type file struct {
	key      string
	metadata map[string]string
	body     []byte
}

// offsetField is the metadata field with the place of a part in its document.
const offsetField = "part_offset"

// Bounds of the metadata of a file: names, with what S3 puts before each, and
// values together, as they are sent. R2 takes 8,192 bytes, S3 2,048, and some
// servers like it 2,000 with up to 300 bytes of other headers among them.
const (
	maxHeaderBytes = 1700
	metadataPrefix = "x-amz-meta-"
)

// shortenable are the fields that may be cut, or left out, for the others to fit.
var shortenable = []string{"title", "context", "url", "source_id"}

// metadataOf is the metadata of a part, bounded, and the names of the fields that
// were left out.
func metadataOf(p *prepare.Prepared, part prepare.Part) (map[string]string, []string) {
	out, left := map[string]string{}, []string{}
	room := maxHeaderBytes
	add := func(name, value string) {
		frame := len(metadataPrefix) + len(name)
		switch size := frame + len(encodeValue(value)); {
		case value == "" && slices.Contains(prepare.OwnFields, name):
		case size <= room:
			out[name], room = value, room-size
		case name == "title" || name == "context":
			if value = fitValue(value, room-frame); value != "" {
				out[name], room = value, room-frame-len(encodeValue(value))
			}
		default:
			left = append(left, name)
		}
	}
	if part.Start > 0 {
		add(offsetField, strconv.Itoa(part.Start))
	}
	var names []string
	for name := range p.Fields {
		if !slices.Contains(shortenable, name) && name != offsetField {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range append(names, "source_id", "url", "title", "context") {
		add(name, p.Fields[name])
	}
	return out, left
}

// fitValue cuts a value to size bytes, encoded; "" if hardly any of it fits.
func fitValue(value string, size int) string {
	for len(value) > 0 && len(encodeValue(value)) > size {
		value = value[:len(value)*9/10]
		for len(value) > 0 && !utf8.ValidString(value) {
			value = value[:len(value)-1]
		}
	}
	if len(value) < 16 {
		return ""
	}
	return value
}

// encodeValue writes a value of a header: text beyond ASCII, and text with blanks around it, as one encoded
// word (RFC 2047, without its limit of 75 characters, which R2 does not have).
func encodeValue(value string) string {
	beyond := func(r rune) bool { return r < ' ' || r > '~' }
	if strings.ContainsFunc(value, beyond) || strings.Contains(value, "=?") || strings.TrimSpace(value) != value {
		return "=?utf-8?b?" + base64.StdEncoding.EncodeToString([]byte(value)) + "?="
	}
	return value
}

// decodeValue is the reverse, and leaves what is not encoded alone.
func decodeValue(value string) string {
	if !strings.Contains(value, "=?") {
		return value
	}
	text, err := new(mime.WordDecoder).DecodeHeader(value)
	if err != nil || !utf8.ValidString(text) {
		return value
	}
	return text
}

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

func (s *items) get(ctx context.Context, method, key string) (*file, error) {
	item, err := s.find(ctx, key)
	if err != nil {
		return nil, err
	}
	f := &file{key: key, metadata: fieldsOf(item.Metadata)}
	if method == http.MethodHead {
		return f, nil
	}
	res, err := s.service.api.Do(ctx, s.service.request("read", method, "/items/"+url.PathEscape(item.ID)+"/download", nil))
	if err != nil {
		return nil, err
	}
	f.body = res.Body
	return f, nil
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

// bucket is a store in R2, over the five operations of S3 that it needs
// (https://docs.aws.amazon.com/AmazonS3/latest/API/API_Operations_Amazon_Simple_Storage_Service.html).
type bucket struct {
	api     *httpapi.Client
	url     string // of the bucket, by its path
	signer  *signer.Signer
	account aws.Credentials
}

func newBucket(api *httpapi.Client, o Options) *bucket {
	return &bucket{
		api: api, url: strings.TrimRight(o.R2Endpoint, "/") + "/" + escapeKey(o.R2Bucket),
		// The signature covers the path as it is sent.
		signer:  signer.NewSigner(func(s *signer.SignerOptions) { s.DisableURIPathEscaping = true }),
		account: aws.Credentials{AccessKeyID: o.R2AccessKeyID, SecretAccessKey: o.R2SecretAccessKey},
	}
}

// escapeKey escapes all but unreserved characters and slashes, as signatures have it
// (https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html).
func escapeKey(key string) string {
	return strings.ReplaceAll(strings.ReplaceAll(url.QueryEscape(key), "+", "%20"), "%2F", "/")
}

// call signs a request for a key, of the bucket itself if key is "", and sends it. A signature is
// good for fifteen minutes, longer than all attempts take. R2 knows the region auto alone.
func (b *bucket) call(ctx context.Context, op, method, key string, query url.Values, header http.Header, body []byte) (*httpapi.Response, error) {
	req := httpapi.Request{Op: "R2: " + op, Method: method, URL: b.url, Header: header, Body: body}
	if key != "" {
		req.URL += "/" + escapeKey(key)
	}
	if query != nil {
		req.URL += "?" + strings.ReplaceAll(query.Encode(), "+", "%20")
	}
	signed, err := http.NewRequestWithContext(ctx, method, req.URL, nil)
	if err != nil {
		return nil, &httpapi.Error{Op: req.Op, Kind: httpapi.Rejected, Err: err}
	}
	if header != nil {
		signed.Header = header
	}
	sum := sha256.Sum256(body)
	hash := hex.EncodeToString(sum[:])
	signed.ContentLength = int64(len(body))
	signed.Header.Set("X-Amz-Content-Sha256", hash)
	if err := b.signer.SignHTTP(ctx, b.account, signed, hash, "s3", "auto", time.Now()); err != nil {
		return nil, &httpapi.Error{Op: req.Op, Kind: httpapi.Rejected, Err: err}
	}
	req.Header, req.ContentType = signed.Header, signed.Header.Get("Content-Type")
	res, err := b.api.Do(ctx, req)
	told := new(httpapi.Error)
	switch {
	case err == nil:
		return res, nil
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case errors.As(err, &told):
		switch told.Code {
		case "InvalidAccessKeyId", "SignatureDoesNotMatch", "AccessDenied": // with any status
			told.Kind = httpapi.Unauthorized
		case "NoSuchKey", "NotFound", "": // HEAD has no body
			if told.Kind == httpapi.NotFound {
				return nil, fmt.Errorf("%w: %w", knowledge.ErrNotFound, told)
			}
		}
	}
	return nil, err
}

func (b *bucket) put(ctx context.Context, f file, fresh bool) (stored, searchable bool, err error) {
	header := http.Header{"Content-Type": {"text/markdown; charset=utf-8"}}
	for name, value := range f.metadata {
		header.Set(metadataPrefix+name, encodeValue(value))
	}
	if fresh {
		header.Set("If-None-Match", "*")
	}
	_, err = b.call(ctx, "store", http.MethodPut, f.key, nil, header, f.body)
	told := new(httpapi.Error)
	if fresh && errors.As(err, &told) {
		switch told.Status { // R2 has either of the first two, and the last while another one is under way
		case http.StatusPreconditionFailed, http.StatusNotModified, http.StatusConflict:
			return false, false, nil
		}
	}
	return err == nil, false, err
}

func (b *bucket) get(ctx context.Context, method, key string) (*file, error) {
	res, err := b.call(ctx, "read", method, key, nil, nil, nil)
	if err != nil {
		return nil, err
	}
	f := &file{key: key, metadata: map[string]string{}, body: res.Body}
	for name, values := range res.Header {
		if name, is := strings.CutPrefix(strings.ToLower(name), metadataPrefix); is {
			f.metadata[name] = decodeValue(values[0])
		}
	}
	return f, nil
}

func (b *bucket) list(ctx context.Context, prefix string, found func(key string)) error {
	query := url.Values{"list-type": {"2"}, "prefix": {prefix}}
	for {
		res, err := b.call(ctx, "list", http.MethodGet, "", query, nil, nil)
		if err != nil {
			return err
		}
		var page struct {
			XMLName               xml.Name `xml:"ListBucketResult"`
			Contents              []struct{ Key string }
			IsTruncated           bool
			NextContinuationToken string
		}
		err = xml.Unmarshal(res.Body, &page)
		if next := page.NextContinuationToken; err == nil && page.IsTruncated && next == query.Get("continuation-token") {
			err = errors.New("a list that does not go on")
		}
		if err != nil {
			return &httpapi.Error{Op: "R2: list", Kind: httpapi.Malformed, Status: res.Status, Err: err}
		}
		for _, o := range page.Contents {
			found(o.Key)
		}
		if !page.IsTruncated {
			return nil
		}
		query.Set("continuation-token", page.NextContinuationToken)
	}
}

func (b *bucket) remove(ctx context.Context, key string) error {
	_, err := b.call(ctx, "delete", http.MethodDelete, key, nil, nil, nil)
	return err
}
