package cloudflare_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/httpapi"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/knowledgetest"
)

const s3Key, s3Secret = "AKIDTESTTESTTEST", "a-secret-of-the-test-server"

// s3Server starts versitygw, which prepare.sh builds, on a folder of the test.
// Metadata go to files beside the objects, as not every file system has extended
// attributes.
func s3Server(t *testing.T) string {
	t.Helper()
	binary, err := filepath.Abs("testdata/bin/versitygw")
	require.NoError(t, err)
	if _, err := os.Stat(binary); err != nil {
		if os.Getenv("WEBFETCH_CLIENT_TESTS") != "" {
			t.Fatal("webfetch/knowledge/cloudflare/prepare.sh has not been run")
		}
		t.Skip("webfetch/knowledge/cloudflare/prepare.sh has not been run")
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	address := listener.Addr().String()
	require.NoError(t, listener.Close())
	dir := t.TempDir()
	for _, name := range []string{"data", "meta"} {
		require.NoError(t, os.Mkdir(filepath.Join(dir, name), 0o700))
	}
	ctx, cancel := context.WithCancel(context.Background())
	server := exec.CommandContext(ctx, binary, "--port", address, "--quiet", "--region", "auto", "posix", "--sidecar", filepath.Join(dir, "meta"), filepath.Join(dir, "data"))
	server.Env = append(os.Environ(), "ROOT_ACCESS_KEY="+s3Key, "ROOT_SECRET_KEY="+s3Secret)
	server.Cancel = func() error { return server.Process.Signal(os.Interrupt) }
	server.WaitDelay = 5 * time.Second
	require.NoError(t, server.Start())
	t.Cleanup(func() {
		cancel()
		_ = server.Wait()
	})
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		conn, err := net.Dial("tcp", address)
		if err == nil {
			_ = conn.Close()
			return "http://" + address
		}
		require.True(t, time.Now().Before(deadline), "the server does not start: %v", err)
	}
}

// s3Client is a client of the test's own, to make the bucket and to look into it.
func s3Client(endpoint string) *s3.Client {
	return s3.New(s3.Options{
		Region: "auto", BaseEndpoint: &endpoint, UsePathStyle: true,
		Credentials: aws.CredentialsProviderFunc(func(context.Context) (aws.Credentials, error) {
			return aws.Credentials{AccessKeyID: s3Key, SecretAccessKey: s3Secret}, nil
		}),
	})
}

// realCloud is an emulated AI Search over a real S3 server.
func realCloud(t *testing.T) (*cloud, *s3.Client) {
	t.Helper()
	endpoint := s3Server(t)
	own := s3Client(endpoint)
	_, err := own.CreateBucket(t.Context(), &s3.CreateBucketInput{Bucket: aws.String(bucketName)})
	require.NoError(t, err)
	c := newCloud(t, false)
	c.opts.R2AccessKeyID, c.opts.R2SecretAccessKey, c.opts.R2Endpoint = s3Key, s3Secret, endpoint
	c.Bucket = func() []bucketObject {
		var out []bucketObject
		pages := s3.NewListObjectsV2Paginator(own, &s3.ListObjectsV2Input{Bucket: aws.String(bucketName)})
		for pages.HasMorePages() {
			page, err := pages.NextPage(context.Background())
			if err != nil {
				panic(err)
			}
			for _, o := range page.Contents {
				got, err := own.GetObject(context.Background(), &s3.GetObjectInput{Bucket: aws.String(bucketName), Key: o.Key})
				if err != nil {
					panic(err)
				}
				body, _ := io.ReadAll(got.Body)
				_ = got.Body.Close()
				out = append(out, bucketObject{Key: *o.Key, Body: string(body), Metadata: got.Metadata, Uploaded: *o.LastModified})
			}
		}
		return out
	}
	return c, own
}

// TestConformanceOnS3 holds the base against the suite with a real S3 server, each
// subtest in a bucket of its own.
func TestConformanceOnS3(t *testing.T) {
	var last *cloud
	knowledgetest.Run(t, knowledgetest.Setup{
		Open: func(t *testing.T) knowledge.Base {
			last, _ = realCloud(t)
			return last.open(t)
		},
		Settle: func(*testing.T, knowledge.Base) { last.Sync() },
	})
}

// TestS3 looks into the bucket at what the base has stored.
func TestS3(t *testing.T) {
	c, own := realCloud(t)
	b := c.open(t)
	doc := document(t, "c1", "fähre.md")
	doc.Title, doc.Context, doc.Metadata = "Fähren & Schiffe", strings.Repeat("Überfahrt ", 500), map[string]string{"tag": "naïve", "score": "0.9"}
	doc.Markdown = strings.Repeat("# Teil\n\nDie Fähre fährt um sieben Uhr.\n\n", 40)
	doc.MaxFileBytes = 600
	receipt, err := b.Put(t.Context(), doc)
	require.NoError(t, err)
	require.Greater(t, len(receipt.Keys), 2)
	whole := ""
	for _, key := range receipt.Keys {
		o, err := own.GetObject(t.Context(), &s3.GetObjectInput{Bucket: aws.String(bucketName), Key: &key})
		require.NoError(t, err)
		body, err := io.ReadAll(o.Body)
		require.NoError(t, err)
		whole += string(body)
		assert.LessOrEqual(t, len(body), 600)
		assert.Equal(t, "text/markdown; charset=utf-8", *o.ContentType)
		assert.Equal(t, "0.9", o.Metadata["score"])
		assert.Equal(t, "=?utf-8?b?bmHDr3Zl?=", o.Metadata["tag"])
		assert.True(t, strings.HasPrefix(o.Metadata["context"], "=?utf-8?b?"))
	}
	assert.Equal(t, doc.Markdown, whole)
	stored, offset, err := b.Read(t.Context(), doc.Scope, receipt.Keys[1])
	require.NoError(t, err)
	assert.Equal(t, doc.Markdown[offset:offset+len(stored)], stored)

	doc.SkipIfExists = true
	again, err := b.Put(t.Context(), doc)
	require.NoError(t, err)
	assert.True(t, again.Skipped)

	doc.SkipIfExists, doc.MaxFileBytes = false, 0
	_, err = b.Put(t.Context(), doc)
	require.NoError(t, err)
	left := c.Bucket()
	require.Len(t, left, 1, "what is left of the parts is deleted")
	assert.Equal(t, doc.Markdown, left[0].Body)
}

// TestS3WrongCredentials are told as such, without the secret.
func TestS3WrongCredentials(t *testing.T) {
	c, _ := realCloud(t)
	for id, secret := range map[string]string{s3Key: "another-secret", "AKIDNOBODY": s3Secret} {
		c.opts.R2AccessKeyID, c.opts.R2SecretAccessKey = id, secret
		_, err := c.open(t).Put(t.Context(), document(t, "c1", "a.md"))
		told := fails(t, err)
		if id == s3Key { // this server answers 404 for an ID that nobody has
			assert.Equal(t, httpapi.Unauthorized, told.Kind, err)
		}
		assert.NotEmpty(t, told.Code)
		assert.NotContains(t, err.Error(), secret)
		assert.NotErrorIs(t, err, knowledge.ErrNotFound)
	}
	c.opts.R2Bucket, c.opts.R2AccessKeyID, c.opts.R2SecretAccessKey = "another", s3Key, s3Secret
	_, err := c.open(t).Put(t.Context(), document(t, "c1", "a.md"))
	told := fails(t, err)
	assert.Equal(t, "NoSuchBucket", told.Code)
	require.NotErrorIs(t, err, knowledge.ErrNotFound, "a bucket is no file")
}

// TestS3SameMoment has many writers store the same page at once: one stores it,
// the others skip it, and the file is whole.
func TestS3SameMoment(t *testing.T) {
	c, _ := realCloud(t)
	b := c.open(t)
	doc := document(t, "c1", "a.md")
	doc.SkipIfExists = true
	var stored atomic.Int32
	errs := make(chan error)
	for range 8 {
		go func() {
			r, err := b.Put(t.Context(), doc)
			if err == nil && !r.Skipped {
				stored.Add(1)
			}
			errs <- err
		}()
	}
	for range 8 {
		require.NoError(t, <-errs)
	}
	assert.EqualValues(t, 1, stored.Load())
	got, _, err := b.Read(t.Context(), doc.Scope, doc.Scope.String()+"a.md")
	require.NoError(t, err)
	assert.Equal(t, ferry, got)
}

// failing is a transport that answers every second request with 500.
type failing struct{ seen atomic.Int32 }

func (f *failing) RoundTrip(r *http.Request) (*http.Response, error) {
	if f.seen.Add(1)%2 == 1 {
		if r.Body != nil {
			_, _ = io.Copy(io.Discard, r.Body)
			_ = r.Body.Close()
		}
		return &http.Response{StatusCode: 500, Header: http.Header{}, Request: r,
			Body: io.NopCloser(strings.NewReader("<Error><Code>InternalError</Code><Message>again</Message></Error>"))}, nil
	}
	return http.DefaultTransport.RoundTrip(r)
}

// TestS3Falters has every second request fail: what is stored is whole all the
// same, with the signature of the attempt that succeeds.
func TestS3Falters(t *testing.T) {
	c, _ := realCloud(t)
	f := &failing{}
	c.opts.Transport = f
	b := c.open(t)
	for i := range 3 {
		doc := document(t, "c1", fmt.Sprintf("%d.md", i))
		_, err := b.Put(t.Context(), doc)
		require.NoError(t, err)
		got, _, err := b.Read(t.Context(), doc.Scope, doc.Scope.String()+doc.Name)
		require.NoError(t, err)
		assert.Equal(t, ferry, got)
	}
	assert.Greater(t, f.seen.Load(), int32(12))
	_, _, err := b.Read(t.Context(), scope(t, "c1"), scope(t, "c1").String()+"none.md")
	assert.True(t, errors.Is(err, knowledge.ErrNotFound))
}
