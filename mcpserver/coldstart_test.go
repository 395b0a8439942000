package mcpserver_test

import (
	"bufio"
	"io"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// resident is the memory of a program that has just started, in KB: what it has made, and
// the pages of its program file that are mapped. The program is run from memory: of a file on
// a disk the kernel maps the whole folios of its page cache, whose size is up to the machine,
// and the same program reads 19 MB on one and 25 MB on another.
type resident struct{ anonymous, file int }

func (r resident) total() int { return r.anonymous + r.file }

// mostResident guards against growth, each of the two by itself. The aim is 16 MB in all and
// twice the time of a hello world; what is over is built by the packages of the formats and of
// the sanitiser when a program that links them starts. Nothing of ours is. The clients of the
// browser, of SQLite, S3 and Redis are pages of the program's file, which is 12 MB larger for
// them. No byte of theirs is read or written before they are asked for.
var mostResident = resident{anonymous: 6 << 10, file: 22 << 10}

// start runs a server, given by inMemory, in the environment env until it has answered
// initialize and returns how long that took and how much memory was resident then, in KB.
func start(t testing.TB, path string, env ...string) (time.Duration, resident) {
	cmd := exec.Command(path)
	cmd.Env = append([]string{}, env...)
	in, err := cmd.StdinPipe()
	require.NoError(t, err)
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	began := time.Now()
	require.NoError(t, cmd.Start())
	_, err = io.WriteString(in, initialize+"\n")
	require.NoError(t, err)
	answer, err := bufio.NewReader(out).ReadBytes('\n')
	took := time.Since(began)
	require.NoError(t, err)
	require.Contains(t, string(answer), "serverInfo")
	now := resident{
		anonymous: memory(t, cmd, "RssAnon"),
		file:      memory(t, cmd, "RssShmem") + memory(t, cmd, "RssFile"),
	}
	require.NoError(t, in.Close())
	require.NoError(t, cmd.Wait())
	return took, now
}

func hello(t testing.TB) string {
	path := filepath.Join(t.TempDir(), "hello")
	require.NoError(t, build(path, "./testdata/hello"))
	return inMemory(t, path)
}

func server(t testing.TB) string {
	path, err := binary()
	require.NoError(t, err)
	return inMemory(t, path)
}

// The server is small when it has just started. The least of several starts counts, with one
// processor: Go's allocator keeps free memory for each, so that more of them need more.
func TestResidentMemory(t *testing.T) {
	path := server(t)
	_, least := start(t, path, "GOMAXPROCS=1")
	for range 20 {
		_, again := start(t, path, "GOMAXPROCS=1")
		least.anonymous, least.file = min(least.anonymous, again.anonymous), min(least.file, again.file)
	}
	t.Logf("resident after initialize: %d KB made, %d KB of the file", least.anonymous, least.file)
	assert.LessOrEqual(t, least.anonymous, mostResident.anonymous)
	assert.LessOrEqual(t, least.file, mostResident.file)
}

// BenchmarkColdStart measures, turn and turn about, the time to the answer to
// initialize and the memory resident then: of this server, and of the smallest
// one on the same SDK. x/hello is the ratio of the medians.
func BenchmarkColdStart(b *testing.B) {
	ours, theirs := server(b), hello(b)
	var floor, took sample
	for b.Loop() {
		floor.add(start(b, theirs))
		took.add(start(b, ours))
	}
	b.ReportMetric(took.milliseconds(), "ms/start")
	b.ReportMetric(took.megabytes(), "MB")
	b.ReportMetric(floor.milliseconds(), "ms/hello")
	b.ReportMetric(floor.megabytes(), "MB/hello")
	b.ReportMetric(took.milliseconds()/floor.milliseconds(), "x/hello")
}

// sample collects starts.
type sample struct {
	times []time.Duration
	most  int
}

func (s *sample) add(took time.Duration, now resident) {
	s.times = append(s.times, took)
	s.most = max(s.most, now.total())
}

func (s *sample) milliseconds() float64 {
	slices.Sort(s.times)
	return float64(s.times[len(s.times)/2].Microseconds()) / 1000
}

func (s *sample) megabytes() float64 { return float64(s.most) / 1024 }
