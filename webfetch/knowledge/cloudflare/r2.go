package cloudflare

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/aws/retry"
	awshttp "github.com/aws/aws-sdk-go-v2/aws/transport/http"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/smithy-go"

	"github.com/webfetch-mcp/webfetch-go/security"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/httpapi"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/internal/prepare"
)

// bucket is a store in R2, over S3.
type bucket struct {
	s3   *s3.Client
	name string
}

// newBucket makes the client of R2: region auto, path style, and no checksums in
// trailers, which R2 refuses.
func newBucket(o Options) *bucket {
	transport := o.Transport
	if transport == nil {
		transport = security.NewTransport(o.Policy)
	}
	return &bucket{name: o.R2Bucket, s3: s3.New(s3.Options{
		Region:       "auto",
		BaseEndpoint: aws.String(o.R2Endpoint),
		UsePathStyle: true,
		Credentials: aws.CredentialsProviderFunc(func(context.Context) (aws.Credentials, error) {
			return aws.Credentials{AccessKeyID: o.R2AccessKeyID, SecretAccessKey: o.R2SecretAccessKey}, nil
		}),
		HTTPClient: &http.Client{
			Transport: transport, Timeout: time.Minute,
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
		Retryer: retry.NewStandard(func(r *retry.StandardOptions) {
			r.MaxAttempts, r.MaxBackoff = 3, o.retryWait
			r.Retryables = append([]retry.IsErrorRetryable{retry.IsErrorRetryableFunc(isBlocked)}, r.Retryables...)
		}),
		RequestChecksumCalculation:                aws.RequestChecksumCalculationWhenRequired,
		ResponseChecksumValidation:                aws.ResponseChecksumValidationWhenRequired,
		DisableLogOutputChecksumValidationSkipped: true,
	})}
}

func (b *bucket) put(ctx context.Context, f file, fresh bool) (stored, searchable bool, err error) {
	header := make(map[string]string, len(f.metadata))
	for name, value := range f.metadata {
		header[name] = encodeValue(value)
	}
	in := &s3.PutObjectInput{
		Bucket: &b.name, Key: &f.key, Body: bytes.NewReader(f.body), ContentLength: aws.Int64(int64(len(f.body))),
		ContentType: aws.String("text/markdown; charset=utf-8"), Metadata: header,
	}
	if fresh {
		in.IfNoneMatch = aws.String("*")
	}
	_, err = b.s3.PutObject(ctx, in)
	if told := s3Error(ctx, "store", err); told != nil {
		if fresh && isThere(told) {
			return false, false, nil
		}
		return false, false, told
	}
	return true, false, nil
}

// isBlocked prevents retries of requests that the policy refuses.
func isBlocked(err error) aws.Ternary {
	var blocked *security.BlockedError
	if errors.As(err, &blocked) && blocked.Reason != security.Unresolved {
		return aws.FalseTernary
	}
	return aws.UnknownTernary
}

// isThere reports the refusal of a conditional PUT: R2 answers 412 or 304, and
// 409 if another one is under way.
func isThere(err error) bool {
	told := new(httpapi.Error)
	if !errors.As(err, &told) {
		return false
	}
	switch told.Status {
	case http.StatusPreconditionFailed, http.StatusNotModified, http.StatusConflict:
		return true
	}
	return false
}

func (b *bucket) head(ctx context.Context, key string) (map[string]string, error) {
	out, err := b.s3.HeadObject(ctx, &s3.HeadObjectInput{Bucket: &b.name, Key: &key})
	if err := s3Error(ctx, "look up", err); err != nil {
		return nil, err
	}
	return decodeFields(out.Metadata), nil
}

func (b *bucket) get(ctx context.Context, key string) (*file, error) {
	out, err := b.s3.GetObject(ctx, &s3.GetObjectInput{Bucket: &b.name, Key: &key})
	if err := s3Error(ctx, "read", err); err != nil {
		return nil, err
	}
	defer out.Body.Close()
	body, err := io.ReadAll(io.LimitReader(out.Body, prepare.MaxMarkdown+1))
	switch {
	case err != nil:
		return nil, s3Error(ctx, "read", err)
	case len(body) > prepare.MaxMarkdown:
		return nil, &httpapi.Error{Op: "read", Kind: httpapi.TooLarge, Err: errors.New("the file")}
	}
	return &file{key: key, metadata: decodeFields(out.Metadata), body: body}, nil
}

func (b *bucket) list(ctx context.Context, prefix string, found func(entry)) error {
	pages := s3.NewListObjectsV2Paginator(b.s3, &s3.ListObjectsV2Input{Bucket: &b.name, Prefix: &prefix})
	for pages.HasMorePages() {
		page, err := pages.NextPage(ctx)
		if err := s3Error(ctx, "list", err); err != nil {
			return err
		}
		for _, o := range page.Contents {
			found(entry{aws.ToString(o.Key), aws.ToInt64(o.Size)})
		}
	}
	return nil
}

func (b *bucket) remove(ctx context.Context, key string) error {
	_, err := b.s3.DeleteObject(ctx, &s3.DeleteObjectInput{Bucket: &b.name, Key: &key})
	return s3Error(ctx, "delete", err)
}

// s3Error makes one type of error of those of the SDK. A file that is not there
// is also a knowledge.ErrNotFound.
func s3Error(ctx context.Context, op string, err error) error {
	if err == nil {
		return nil
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	out := &httpapi.Error{Op: "R2: " + op, Kind: httpapi.Unreachable, Err: plainCause(err)}
	var api smithy.APIError
	var answered *awshttp.ResponseError
	switch {
	case isBlocked(err) == aws.FalseTernary:
		out.Kind = httpapi.Blocked
	case errors.As(err, &answered) && answered.HTTPStatusCode() > 0:
		var code, message string
		if errors.As(err, &api) {
			code, message = api.ErrorCode(), api.ErrorMessage()
		}
		out = httpapi.StatusError(out.Op, answered.HTTPStatusCode(), answered.HTTPResponse().Header, code, message)
		if out.Status == http.StatusOK {
			out.Kind = httpapi.Malformed
		}
	case isTimeout(err):
		out.Kind = httpapi.TimedOut
	}
	switch out.Code {
	case "InvalidAccessKeyId", "SignatureDoesNotMatch", "AccessDenied": // with any status
		out.Kind = httpapi.Unauthorized
	case "NoSuchKey", "NotFound", "": // HEAD has no body
		if out.Kind != httpapi.NotFound {
			break
		}
		return fmt.Errorf("%w: %w", knowledge.ErrNotFound, out)
	}
	return out
}

// plainCause is the innermost cause, without the addresses that the SDK and
// net/http put around it.
func plainCause(err error) error {
	for {
		next := errors.Unwrap(err)
		if next == nil {
			return err
		}
		err = next
	}
}

func isTimeout(err error) bool {
	var slow interface{ Timeout() bool }
	return errors.As(err, &slow) && slow.Timeout()
}
