package main

import (
	"bytes"
	"fmt"
	"hash/fnv"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func fleetOf(t testing.TB, what string, args ...string) *fleet {
	t.Helper()
	s, err := parse(append(args, "-simulate", what), &bytes.Buffer{})
	require.NoError(t, err)
	return s.fleet
}

func TestSimulationKeepsToWhatBoundsIt(t *testing.T) {
	for name, c := range map[string]struct {
		what  string
		args  []string
		least time.Duration // and at most 15 % more
	}{
		"the pace of the largest host": {"pages=3000,hosts=10,skew=1,latency=100ms,cpu=1ms,faults=0", []string{"-rate", "60"}, 1015 * time.Second},
		"slots":                        {"pages=4000,hosts=4000,skew=0,workers=2,latency=1s,cpu=0s,faults=0", []string{"-rate=-1", "-concurrency", "4"}, 780 * time.Second},
		"cores":                        {"pages=4000,hosts=400,workers=2,cores=2,latency=10ms,cpu=100ms,faults=0", []string{"-rate=-1", "-concurrency", "8"}, 100 * time.Second},
	} {
		f := fleetOf(t, c.what, c.args...)
		o := f.run()
		assert.GreaterOrEqual(t, o.elapsed, c.least, name)
		assert.Less(t, o.elapsed, c.least*23/20, name)
		assert.Equal(t, f.pages, o.requests, name)
		assert.Zero(t, o.failed, name)
		assert.Equal(t, o, f.run(), name)
	}
}

func TestSimulationTriesAgain(t *testing.T) {
	f := fleetOf(t, "pages=2000,hosts=100,faults=0.5", "-rate=-1")
	o := f.run()
	assert.InDelta(t, 2000./32, o.failed, 30, "half of the tries fail, five times")
	assert.InDelta(t, 2000*(1+.5+.25+.125+.0625), o.requests, 200)
	var out bytes.Buffer
	o.write(&out, f)
	assert.Contains(t, out.String(), "2000 pages of 100 hosts in ")
}

func TestFleetsThatAreRefused(t *testing.T) {
	for _, what := range []string{"pages=0", "pages=20000001", "hosts=none", "latency=-1s", "faults=1", "colour=red", "cpu=5"} {
		_, err := parse([]string{"-simulate", what}, &bytes.Buffer{})
		assert.ErrorAs(t, err, new(usage), what)
	}
}

// BenchmarkSimulationBesideWorkers has four workers read a small job from a Redis, and
// reports the time that they took as a part of what the simulation says, and what Redis
// had to do for a page.
func BenchmarkSimulationBesideWorkers(b *testing.B) {
	delay := func(host, page int) time.Duration {
		h := fnv.New32a()
		fmt.Fprint(h, host, "/", page)
		return time.Duration(40+h.Sum32()%400) * time.Millisecond
	}
	l, err := net.Listen("tcp", "0.0.0.0:0")
	require.NoError(b, err)
	site := &httptest.Server{Listener: l, Config: &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		page, err := strconv.Atoi(strings.TrimPrefix(r.URL.Path, "/"))
		if err != nil {
			http.NotFound(w, r)
			return
		}
		name, _, _ := net.SplitHostPort(r.Host)
		host, _ := strconv.Atoi(name[strings.LastIndexByte(name, '.')+1:])
		time.Sleep(delay(host-1, page))
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, "<title>Page %d</title><h1>Page %d</h1><p>%s</p>", page, page, strings.Repeat("The boat lay in the harbour at night. ", 8))
	})}}
	site.Start()
	defer site.Close()
	_, port, err := net.SplitHostPort(l.Addr().String())
	require.NoError(b, err)
	args := []string{"-rate", "240", "-concurrency", "4", "-per-host", "4"}
	f := fleetOf(b, "pages=600,hosts=40,skew=0.6,workers=4,cores=1,cpu=2ms,faults=0", args...)
	f.delay = delay
	expected := f.run().elapsed
	var list []string
	for host, n := range f.spread() {
		for page := range n {
			list = append(list, fmt.Sprintf("http://127.0.0.%d:%s/%d", host+1, port, page))
		}
	}
	address := redisServer(b)
	opts, err := redis.ParseURL(address)
	require.NoError(b, err)
	store := redis.NewClient(opts)
	defer store.Close()
	for i := 0; b.Loop(); i++ {
		all := append(args, "-redis", address, "-job", fmt.Sprint("small", i), "-allow-private", "-ignore-robots-txt")
		for range 4 {
			w := command(b, append(all, "-work")...)
			b.Cleanup(func() { kill(w) })
		}
		began := time.Now()
		master := command(b, append(append(all, "-no-work", "-o", filepath.Join(b.TempDir(), "out.jsonl")), list...)...)
		require.NoError(b, master.Wait())
		b.ReportMetric(float64(time.Since(began))/float64(expected), "of-simulated")
		b.ReportMetric(expected.Seconds(), "simulated-s")
		for _, figure := range []string{"total_commands_processed", "total_net_input_bytes", "total_net_output_bytes"} {
			info, err := store.Info(b.Context(), "stats").Result()
			require.NoError(b, err)
			_, rest, _ := strings.Cut(info, figure+":")
			line, _, _ := strings.Cut(rest, "\r\n")
			n, err := strconv.ParseFloat(line, 64)
			require.NoError(b, err)
			b.ReportMetric(n/float64(len(list))/float64(i+1), figure+"/page")
		}
	}
}
