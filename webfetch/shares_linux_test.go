package webfetch

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

// slowly is an extractor that takes a minute for bodies that say so.
type slowly struct{}

func (slowly) Extract(_ context.Context, src *extract.Source) (*extract.Document, error) {
	if strings.HasPrefix(string(src.Body), "slow") {
		time.Sleep(time.Minute)
	}
	return &extract.Document{Markdown: "text", Format: "slow"}, nil
}

// Large documents of three partitions leave room for those of a fourth.
func TestExtractionOfOneBesideThree(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, err := New(Options{Limits: Limits{ExtractBytes: 4000}, Extractors: map[string]extract.Extractor{"application/x-slow": slowly{}}})
		require.NoError(t, err)
		defer c.Close()
		run := func(partition, body string) time.Duration {
			began := time.Now()
			_, err := c.Extract(t.Context(), extract.Source{MediaType: "application/x-slow", Body: []byte(body)}, ExtractOptions{Partition: partition})
			assert.NoError(t, err)
			return time.Since(began)
		}
		slow := "slow" + strings.Repeat("x", 900)
		for _, greedy := range []string{"a", "b", "c"} {
			for range 6 {
				go run(greedy, slow)
			}
		}
		synctest.Wait()
		for range 10 {
			assert.Zero(t, run("good", strings.Repeat("y", 1000)))
		}
		time.Sleep(time.Hour)
	})
}

// A packed document counts with what it unpacks to.
func TestWeightIsTheUnpackedSize(t *testing.T) {
	docx := packed(docxType, map[string]string{"word/document.xml": "<w:document>" + strings.Repeat("<w:p/>", 100_000) + "</w:document>"})
	require.Less(t, len(docx.body), 10_000)
	for name, tt := range map[string]struct {
		body string
		want int64
	}{
		"plain": {"abc", 3}, "none": {"", 0}, "docx": {docx.body, int64(docx.inflated)}, "gzip": {gz(strings.Repeat("a", 1_000_000)), 1_000_000},
		"not a zip": {"PK\x03\x04", 4}, "not gzip": {"\x1f\x8b", 2},
	} {
		assert.Equal(t, tt.want, unpackedSize(&extract.Source{Body: []byte(tt.body)}, false), name)
	}
	assert.EqualValues(t, len(docx.body), unpackedSize(&extract.Source{Body: []byte(docx.body)}, true), "it is not unpacked")
}
