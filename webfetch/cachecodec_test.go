package webfetch_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

func TestCacheEntriesSurvivePacking(t *testing.T) {
	for name, e := range map[string]*webfetch.CacheEntry{
		"a page": {
			URL: "https://tides.example/today?a=1", Status: 200, Header: http.Header{"Etag": {`"v1"`}, "Vary": {"A", "B"}}, Body: []byte("\x00\xffhigh water"),
			StoredAt: time.Date(2026, 3, 1, 12, 0, 0, 123456789, time.UTC), Redirects: []string{"http://tides.example/"},
		},
		"empty": {},
	} {
		packed, err := e.MarshalBinary()
		require.NoError(t, err, name)
		var again webfetch.CacheEntry
		require.NoError(t, again.UnmarshalBinary(packed), name)
		assert.Equal(t, e, &again, name)
		for n := range min(len(packed), 40) {
			assert.Error(t, new(webfetch.CacheEntry).UnmarshalBinary(packed[:n]), "%s cut to %d bytes", name, n)
		}
		packed[0]++
		assert.Error(t, again.UnmarshalBinary(packed), "another version")
	}
}

func FuzzUnmarshalCacheEntry(f *testing.F) {
	packed, err := (&webfetch.CacheEntry{URL: "http://a.example/", Header: http.Header{"A": {"b"}}, Body: []byte("body")}).MarshalBinary()
	require.NoError(f, err)
	f.Add(packed)
	f.Add([]byte{1, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1})
	f.Fuzz(func(t *testing.T, packed []byte) {
		var e, again webfetch.CacheEntry
		if e.UnmarshalBinary(packed) != nil {
			return
		}
		packed, err := e.MarshalBinary()
		require.NoError(t, err)
		require.NoError(t, again.UnmarshalBinary(packed))
		assert.Equal(t, e, again)
	})
}
