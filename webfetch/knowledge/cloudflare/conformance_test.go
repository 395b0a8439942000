package cloudflare_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/security"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/cloudflare"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/knowledgetest"
)

const bucketName = "pages"

// loopback allows this machine, on which the servers of tests run.
func loopback() *security.Policy {
	return &security.Policy{Allow: []security.AddrRule{{Prefix: netip.MustParsePrefix("127.0.0.0/8"), AnyPort: true}}}
}

// cloud is an emulated Cloudflare: AI Search, and R2 in memory.
type cloud struct {
	*emulator
	r2   *s3mem.Backend
	opts cloudflare.Options
	// r2Fails, if not nil, may answer in place of R2, and says whether it has.
	r2Fails func(w http.ResponseWriter, r *http.Request) bool
}

// newCloud starts one. With items, files live in the instance.
func newCloud(t *testing.T, items bool) *cloud {
	t.Helper()
	c := &cloud{emulator: &emulator{Account: "acc", Instance: "pages", Token: "token", Schema: knowledgetest.Schema(), Threshold: 0.2}, r2: s3mem.New()}
	api := httptest.NewServer(c.emulator)
	t.Cleanup(api.Close)
	c.opts = cloudflare.Quiet(cloudflare.Options{
		AccountID: "acc", Instance: "pages", Token: "token", API: api.URL + "/client/v4", Schema: knowledgetest.Schema(), Policy: loopback(),
	})
	if items {
		return c
	}
	require.NoError(t, c.r2.CreateBucket(bucketName))
	store := gofakes3.New(c.r2).Server()
	s3 := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if c.r2Fails == nil || !c.r2Fails(w, r) {
			store.ServeHTTP(w, r)
		}
	}))
	t.Cleanup(s3.Close)
	c.Bucket = c.objects
	c.opts.R2Bucket, c.opts.R2AccessKeyID, c.opts.R2SecretAccessKey, c.opts.R2Endpoint = bucketName, "id", "secret", s3.URL
	return c
}

// objects lists what is in R2.
func (c *cloud) objects() []bucketObject {
	list, err := c.r2.ListBucket(bucketName, nil, gofakes3.ListBucketPage{MaxKeys: 10000})
	if err != nil {
		panic(err)
	}
	var out []bucketObject
	for _, entry := range list.Contents {
		o, err := c.r2.GetObject(bucketName, entry.Key, nil)
		if err != nil {
			panic(err)
		}
		body, err := io.ReadAll(o.Contents)
		if err != nil {
			panic(err)
		}
		fields := map[string]string{}
		for name, value := range o.Metadata {
			if name, is := strings.CutPrefix(strings.ToLower(name), "x-amz-meta-"); is {
				fields[name] = value
			}
		}
		out = append(out, bucketObject{Key: entry.Key, Body: string(body), Metadata: fields, Uploaded: time.Now()})
	}
	return out
}

func (c *cloud) open(t *testing.T) *cloudflare.Base {
	t.Helper()
	b, err := cloudflare.New(c.opts)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, b.Close()) })
	return b
}

func TestConformance(t *testing.T) {
	for _, v := range []struct {
		name  string
		items bool
		set   func(c *cloud)
	}{
		{"R2", false, func(*cloud) {}},
		{"R2, times in seconds", false, func(c *cloud) { c.Shape, c.Seconds = 1, true }},
		{"R2, texts cut to 64 bytes in the index", false, func(c *cloud) { c.CutStored = true }},
		{"R2, texts cut to 64 bytes everywhere", false, func(c *cloud) { c.CutStored, c.CutOperands, c.Shape = true, true, 2 }},
		{"R2, a service that filters nothing", false, func(c *cloud) { c.IgnoreFilters = true }},
		{"items", true, func(*cloud) {}},
	} {
		t.Run(v.name, func(t *testing.T) {
			var last *cloud
			setup := knowledgetest.Setup{Open: func(t *testing.T) knowledge.Base {
				last = newCloud(t, v.items)
				v.set(last)
				return last.open(t)
			}}
			if !v.items {
				setup.Settle = func(*testing.T, knowledge.Base) { last.Sync() }
			}
			knowledgetest.Run(t, setup)
		})
	}
}
