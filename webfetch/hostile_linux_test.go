package webfetch_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

// hostilePages are pages of 10 MB made to hurt, by the bytes of which they are
// made: unit is repeated between head and tail until the page is full.
var hostilePages = []struct{ name, head, unit, tail string }{
	{"Blocks", "", "<p>x", ""},
	{"Inline", "", "<b>x</b>", ""},
	{"Empty", "", "<i></i>", ""},
	{"Links", "", "<a href=/x>y</a>", ""},
	{"Lists", "", "<li class=a>x<li class=b>y", ""},
	{"Tables", "", "<table><tr><td>x</table>", ""},
	{"Cells", "<table>", "<tr><td>x<td>y", "</table>"},
	{"Headings", "", "<h2>x</h2>", ""},
	{"Breaks", "", "x<br><br>", ""},
	{"Deep", "", "<div>", ""},
	{"Attributes", "<div ", "a=1 ", ">x</div>"},
	{"ManyAttributes", "", `<p a=1 b=2 c=3 d=4 e=5 f=6 g=7 h=8 title="a b c">x`, ""},
	{"Text", "<p>", "word ", ""},
	{"Hidden", "", "<i hidden>x y z</i>", ""},
	{"Comments", "", "<!--x-->", ""},
}

const hostileSize = 10 << 20

// figures are what a child process tells of one page.
type figures struct {
	Peak int64   // bytes of memory held at most
	Time float64 // seconds of CPU, reading the page apart
}

// hostileJob names the environment variable that makes a child of this test.
const hostileJob = "WEBFETCH_HOSTILE_JOB"

// TestHostileJob does the work of a child of the benchmarks below.
func TestHostileJob(t *testing.T) {
	work, path, _ := strings.Cut(os.Getenv(hostileJob), ":")
	if work == "" {
		t.Skip("a part of BenchmarkHostile")
	}
	body, err := os.ReadFile(path)
	require.NoError(t, err)
	client, err := webfetch.New(webfetch.Options{})
	require.NoError(t, err)
	defer client.Close()
	_, err = client.Extract(context.Background(), extract.Source{MediaType: "text/html", Body: []byte("<p>load tables")}, webfetch.ExtractOptions{})
	require.NoError(t, err)
	began := cpuTime()
	switch work {
	case "parse":
		root, err := html.Parse(bytes.NewReader(body))
		if err != nil { // too deep
			tokenize(body)
		}
		runtime.KeepAlive(root)
	case "extract":
		_, err := client.Extract(context.Background(), extract.Source{MediaType: "text/html; charset=utf-8", Body: body}, webfetch.ExtractOptions{})
		require.NoError(t, err)
	}
	out, err := json.Marshal(figures{Peak: peakMemory(t), Time: (cpuTime() - began).Seconds()})
	require.NoError(t, err)
	fmt.Printf("figures %s\n", out)
}

func tokenize(body []byte) {
	for z := html.NewTokenizer(bytes.NewReader(body)); z.Next() != html.ErrorToken; {
		z.Token()
	}
}

// peakMemory is the most that this process has held, in bytes. The maximum of
// getrusage isn't it: a child inherits that of its parent.
func peakMemory(t testing.TB) int64 {
	status, err := os.ReadFile("/proc/self/status")
	require.NoError(t, err)
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	kb, err := strconv.ParseInt(strings.Fields(rest)[0], 10, 64)
	require.NoError(t, err)
	return kb << 10
}

// child runs one piece of work in a process of its own.
func child(b *testing.B, work, path string) (f figures) {
	cmd := exec.Command(os.Args[0], "-test.run", "^TestHostileJob$")
	cmd.Env = append(os.Environ(), hostileJob+"="+work+":"+path)
	out, err := cmd.Output()
	require.NoError(b, err, string(out))
	_, line, found := strings.Cut(string(out), "figures ")
	require.True(b, found, string(out))
	line, _, _ = strings.Cut(line, "\n")
	require.NoError(b, json.Unmarshal([]byte(line), &f))
	return f
}

// BenchmarkHostile compares Extract with html.Parse on pages made to hurt: the
// CPU time, and the memory beyond that of a process which only reads the page.
// Each has loaded the tables that are loaded once. What html.Parse refuses is
// compared with reading its tokens.
func BenchmarkHostile(b *testing.B) {
	for _, page := range hostilePages {
		b.Run(page.name, func(b *testing.B) {
			count := (hostileSize - len(page.head) - len(page.tail)) / len(page.unit)
			path := filepath.Join(b.TempDir(), "page.html")
			require.NoError(b, os.WriteFile(path, []byte(page.head+strings.Repeat(page.unit, count)+page.tail), 0o600))
			var read, parse, ours figures
			for b.Loop() {
				read.add(child(b, "read", path))
				parse.add(child(b, "parse", path))
				ours.add(child(b, "extract", path))
			}
			b.ReportMetric(ours.Time/parse.Time, "x-parse-cpu")
			b.ReportMetric(float64(ours.Peak-read.Peak)/float64(parse.Peak-read.Peak), "x-parse-memory")
			b.ReportMetric(float64(ours.Peak-read.Peak)/float64(b.N)/(1<<20), "MB")
			b.ReportMetric(0, "ns/op")
		})
	}
}

func (f *figures) add(other figures) {
	f.Peak += other.Peak
	f.Time += other.Time
}
