package local_test

import (
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/local"
)

// besideOthers measures queries of a small scope by keywords, alone and while
// others work on the large one, and reports their ratio: that of the medians. The
// large scope has 3,600 passages, unless the environment says otherwise.
func besideOthers(b *testing.B, others func(base *local.Base, large knowledge.Scope, enough *atomic.Bool)) {
	path := filepath.Join(b.TempDir(), "k.db")
	large, small := folder(b, "large/"), folder(b, "small/")
	base := openBase(b, local.Options{Path: path, MaxBytes: -1})
	fill(b, base, large, number(benchChunks, 3600)/sections)
	fill(b, base, small, 2)
	require.NoError(b, base.Close())

	query := func(base *local.Base) float64 {
		start := time.Now()
		_, err := base.Query(b.Context(), uncached(small, knowledge.Keyword))
		require.NoError(b, err)
		return time.Since(start).Seconds() * 1000
	}
	var alone, beside []float64
	for b.Loop() {
		base, err := local.Open(b.Context(), local.Options{Path: path}) // without topics
		require.NoError(b, err)
		for range 200 {
			alone = append(alone, query(base))
		}
		var enough, finished atomic.Bool
		var all sync.WaitGroup
		all.Go(func() {
			others(base, large, &enough)
			finished.Store(true)
		})
		for n := 0; n < 200 || !finished.Load(); n++ {
			beside = append(beside, query(base))
			enough.Store(n >= 200)
		}
		all.Wait()
		require.NoError(b, base.Close())
	}
	slices.Sort(alone)
	slices.Sort(beside)
	b.ReportMetric(alone[len(alone)/2], "alone-p50-ms")
	b.ReportMetric(alone[len(alone)*95/100], "alone-p95-ms")
	b.ReportMetric(beside[len(beside)/2], "beside-p50-ms")
	b.ReportMetric(beside[len(beside)*95/100], "beside-p95-ms")
	b.ReportMetric(beside[len(beside)-1], "beside-max-ms")
	b.ReportMetric(beside[len(beside)/2]/alone[len(alone)/2], "ratio")
}

// BenchmarkBesideFirstTopics has four first hybrid queries wait for the topics of
// the large scope.
func BenchmarkBesideFirstTopics(b *testing.B) {
	besideOthers(b, func(base *local.Base, large knowledge.Scope, _ *atomic.Bool) {
		var all sync.WaitGroup
		for range 4 {
			all.Go(func() {
				_, err := base.Query(b.Context(), uncached(large, knowledge.Hybrid))
				require.NoError(b, err)
			})
		}
		all.Wait()
	})
}

// BenchmarkBesideManyQueries has 32 clients ask the large scope by keywords.
func BenchmarkBesideManyQueries(b *testing.B) {
	besideOthers(b, func(base *local.Base, large knowledge.Scope, enough *atomic.Bool) {
		var all sync.WaitGroup
		for range 32 {
			all.Go(func() {
				for !enough.Load() {
					_, err := base.Query(b.Context(), uncached(large, knowledge.Keyword))
					require.NoError(b, err)
				}
			})
		}
		all.Wait()
	})
}
