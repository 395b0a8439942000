package local_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/local"
)

const (
	// benchChunks names the variable that sets how many passages the benchmark
	// stores.
	benchChunks = "KNOWLEDGE_BENCH_CHUNKS"
	// sections of a page of the benchmark, each a passage of sectionWords.
	sections     = 10
	sectionWords = 220
	// benchConversations is over how many conversations they are spread.
	benchConversations = 100
)

// zipfWord returns a word, frequent ones more often, of a vocabulary of 30,000.
func zipfWord(random *rand.Rand, least float64) string {
	return fmt.Sprintf("w%d", int(math.Pow(30_000, least+(1-least)*random.Float64())))
}

// benchPage returns a page of sections passages.
func benchPage(random *rand.Rand, scope knowledge.Scope, name string) knowledge.Document {
	var text strings.Builder
	for s := range sections {
		fmt.Fprintf(&text, "## Section %d\n\n", s)
		for range sectionWords / 20 {
			for range 20 {
				text.WriteString(zipfWord(random, 0) + " ")
			}
			text.WriteString("end.\n\n")
		}
	}
	return knowledge.Document{Scope: scope, Name: name, Title: name, Markdown: text.String()}
}

func benchScope(b *testing.B, i int) knowledge.Scope {
	return folder(b, fmt.Sprintf("p/workspaces/w%d/conversations/c%d/", i/5, i))
}

// percentiles runs queries of eight words and returns the median of their times
// and the 95th percentile, in milliseconds.
func percentiles(b *testing.B, base *local.Base, kind string, scope func(i int) knowledge.Scope) (p50, p95 float64) {
	random := rand.New(rand.NewPCG(7, 8))
	off := false
	var times []float64
	for i := range 60 {
		var text []string
		for range 8 {
			text = append(text, zipfWord(random, .35))
		}
		q := ask(scope(i), strings.Join(text, " "))
		q.Retrieval, q.Cache = kind, &off
		start := time.Now()
		_, err := base.Query(b.Context(), q)
		require.NoError(b, err)
		times = append(times, float64(time.Since(start).Microseconds())/1000)
	}
	slices.Sort(times)
	return times[len(times)/2], times[len(times)*95/100]
}

// BenchmarkBase stores passages in 100 conversations of 20 workspaces, 2,000 of
// them unless the environment says otherwise, and asks by scope. The last two
// figures are of a base that holds one conversation only.
func BenchmarkBase(b *testing.B) {
	chunks := number(benchChunks, 2000)
	for b.Loop() {
		path := filepath.Join(b.TempDir(), "k.db")
		base := openBase(b, local.Options{Path: path, MaxBytes: -1})
		alone := openBase(b, local.Options{MaxBytes: -1})
		random := rand.New(rand.NewPCG(1, 2))
		var storing time.Duration
		for i := range chunks / sections {
			scope := benchScope(b, i%benchConversations)
			doc := benchPage(random, scope, fmt.Sprintf("%d.md", i))
			start := time.Now()
			_, err := base.Put(b.Context(), doc)
			require.NoError(b, err)
			storing += time.Since(start)
			if i%benchConversations == 0 {
				_, err := alone.Put(b.Context(), doc)
				require.NoError(b, err)
			}
		}
		info, err := os.Stat(path)
		require.NoError(b, err)
		stored, err := base.Number(b.Context(), `SELECT sum(chunks) FROM files`)
		require.NoError(b, err)
		b.ReportMetric(float64(stored), "chunks")
		b.ReportMetric(storing.Seconds(), "store-s")
		b.ReportMetric(float64(info.Size())/1e6, "MB")
		report := func(name string, base *local.Base, kind string, scope func(i int) knowledge.Scope) {
			p50, p95 := percentiles(b, base, kind, scope)
			b.ReportMetric(p50, name+"-p50-ms")
			b.ReportMetric(p95, name+"-p95-ms")
		}
		conversation := func(i int) knowledge.Scope { return benchScope(b, i%benchConversations) }
		report("conversation", base, "keyword", conversation)
		report("workspace", base, "keyword", func(i int) knowledge.Scope { return folder(b, fmt.Sprintf("p/workspaces/w%d/", i%20)) })
		report("global", base, "keyword", func(int) knowledge.Scope { return folder(b, "p/") })
		first := func(int) knowledge.Scope { return benchScope(b, 0) }
		report("first", base, "keyword", first)
		report("alone", alone, "keyword", first)
		report("hybrid", base, "hybrid", first)
	}
}

// BenchmarkQueryBesideAnotherScope asks a scope of one page, alone and while four clients ask another scope of 3,600
// passages by hybrid retrieval.
func BenchmarkQueryBesideAnotherScope(b *testing.B) {
	base := openBase(b, local.Options{MaxBytes: -1})
	random := rand.New(rand.NewPCG(1, 2))
	put := func(conversation int, name string) {
		_, err := base.Put(b.Context(), benchPage(random, benchScope(b, conversation), name))
		require.NoError(b, err)
	}
	for i := range 3600 / sections {
		put(0, fmt.Sprintf("%d.md", i))
	}
	put(1, "own.md")
	large := func(int) knowledge.Scope { return benchScope(b, 0) }
	small := func(int) knowledge.Scope { return benchScope(b, 1) }
	for b.Loop() {
		_, alone := percentiles(b, base, "keyword", small)
		stop := make(chan struct{})
		var clients sync.WaitGroup
		for range 4 {
			clients.Go(func() {
				for {
					select {
					case <-stop:
						return
					default:
						percentiles(b, base, "hybrid", large)
					}
				}
			})
		}
		_, beside := percentiles(b, base, "keyword", small)
		close(stop)
		clients.Wait()
		b.ReportMetric(alone, "alone-p95-ms")
		b.ReportMetric(beside, "beside-p95-ms")
	}
}
