package cloudflare

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/xml"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	signer "github.com/aws/aws-sdk-go-v2/aws/signer/v4"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/httpapi"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
)

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

func (b *bucket) head(ctx context.Context, key string) (map[string]string, error) {
	res, err := b.call(ctx, "look up", http.MethodHead, key, nil, nil, nil)
	if err != nil {
		return nil, err
	}
	return metadataIn(res.Header), nil
}

func (b *bucket) get(ctx context.Context, key string) (*file, error) {
	res, err := b.call(ctx, "read", http.MethodGet, key, nil, nil, nil)
	if err != nil {
		return nil, err
	}
	return &file{key: key, metadata: metadataIn(res.Header), body: res.Body}, nil
}

func metadataIn(header http.Header) map[string]string {
	fields := map[string]string{}
	for name, values := range header {
		if name, is := strings.CutPrefix(strings.ToLower(name), metadataPrefix); is {
			fields[name] = decodeValue(values[0])
		}
	}
	return fields
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
