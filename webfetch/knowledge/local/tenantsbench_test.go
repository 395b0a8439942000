package local_test

import (
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/local"
)

// BenchmarkQueryBesideFirstTopics asks one scope by keywords, alone and while four
// first hybrid queries of another scope wait for its topics: 3,600 passages, unless
// the environment says otherwise. The ratio is that of the medians.
func BenchmarkQueryBesideFirstTopics(b *testing.B) {
	path := filepath.Join(b.TempDir(), "k.db")
	large, small := folder(b, "large/"), folder(b, "small/")
	base := openBase(b, local.Options{Path: path, MaxBytes: -1})
	fill(b, base, large, number(benchChunks, 3600)/sections)
	fill(b, base, small, 2)
	require.NoError(b, base.Close())

	query := func(base *local.Base) time.Duration {
		start := time.Now()
		_, err := base.Query(b.Context(), uncached(small, knowledge.Keyword))
		require.NoError(b, err)
		return time.Since(start)
	}
	var alone, beside []time.Duration
	var build time.Duration
	for b.Loop() {
		base, err := local.Open(b.Context(), local.Options{Path: path}) // without topics
		require.NoError(b, err)
		for range 200 {
			alone = append(alone, query(base))
		}
		var first sync.WaitGroup
		start := time.Now()
		for range 4 {
			first.Go(func() {
				_, err := base.Query(b.Context(), uncached(large, knowledge.Hybrid))
				require.NoError(b, err)
			})
		}
		built := make(chan struct{})
		go func() { first.Wait(); close(built) }()
		for done := false; !done; {
			beside = append(beside, query(base))
			select {
			case <-built:
				done = true
			default:
			}
		}
		build += time.Since(start)
		require.NoError(b, base.Close())
	}
	milliseconds := func(d time.Duration) float64 { return d.Seconds() * 1000 }
	slices.Sort(alone)
	slices.Sort(beside)
	b.ReportMetric(milliseconds(alone[len(alone)/2]), "alone-p50-ms")
	b.ReportMetric(milliseconds(beside[len(beside)/2]), "beside-p50-ms")
	b.ReportMetric(milliseconds(beside[len(beside)*95/100]), "beside-p95-ms")
	b.ReportMetric(milliseconds(beside[len(beside)-1]), "beside-max-ms")
	b.ReportMetric(float64(beside[len(beside)/2])/float64(alone[len(alone)/2]), "ratio")
	b.ReportMetric(float64(len(beside))/float64(b.N), "queries-beside")
	b.ReportMetric(milliseconds(build)/float64(b.N), "topics-ms")
}
