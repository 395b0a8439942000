package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

// TestMain lets the binary of the tests be the command, so that it can be killed.
func TestMain(m *testing.M) {
	if os.Getenv("BATCH_COMMAND") != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

// command starts the command as a process of its own.
func command(t testing.TB, args ...string) *exec.Cmd {
	t.Helper()
	c := exec.Command(os.Args[0], args...)
	c.Env = append(os.Environ(), "BATCH_COMMAND=1")
	c.Stderr = os.Stderr
	require.NoError(t, c.Start())
	return c
}

// kill ends a process as kill -9 does.
func kill(c *exec.Cmd) {
	_ = c.Process.Kill() // it may have ended
	_ = c.Wait()
}

// pages is a site of so many pages, each a little slow, that counts.
type pages struct {
	*httptest.Server
	n    int
	mu   sync.Mutex
	hits map[string]int
}

func newPages(t testing.TB, n int, pause time.Duration) *pages {
	s := &pages{n: n, hits: map[string]int{}}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		i, err := strconv.Atoi(strings.TrimPrefix(r.URL.Path, "/page/"))
		switch {
		case r.URL.Path == "/sitemap.xml":
			fmt.Fprint(w, "<urlset>")
			for i := range n {
				fmt.Fprintf(w, "<url><loc>/page/%d</loc></url>", i)
			}
			fmt.Fprint(w, "</urlset>")
			return
		case r.URL.Path == "/":
		case err != nil || i >= n:
			http.NotFound(w, r)
			return
		}
		s.mu.Lock()
		s.hits[r.URL.Path]++
		s.mu.Unlock()
		time.Sleep(pause)
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, "<title>Page %d</title><h1>Page %d</h1><p>%s</p>", i, i, strings.Repeat(fmt.Sprintf("The boat %d lay in the harbour at night. ", i), 8))
		for k := 3*i + 1; k <= 3*i+3 && k < n; k++ {
			fmt.Fprintf(w, `<a href="/page/%d">Boat %d</a> `, k, k)
		}
	}))
	t.Cleanup(s.Close)
	return s
}

func (s *pages) urls() []string {
	var all []string
	for i := range s.n {
		all = append(all, fmt.Sprintf("%s/page/%d", s.URL, i))
	}
	return all
}

func (s *pages) asked() (total int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, n := range s.hits {
		total += n
	}
	return total
}

func (s *pages) list(t testing.TB) string {
	name := filepath.Join(t.TempDir(), "urls.txt")
	require.NoError(t, os.WriteFile(name, []byte(strings.Join(s.urls(), "\n")), 0o600))
	return name
}

// outputOf reads JSON lines, by address.
func outputOf(t testing.TB, name string) map[string][]result {
	t.Helper()
	file, err := os.Open(name)
	require.NoError(t, err)
	defer file.Close()
	all := map[string][]result{}
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var r result
		require.NoError(t, json.Unmarshal(lines.Bytes(), &r), lines.Text())
		all[r.URL] = append(all[r.URL], r)
	}
	return all
}

func onceEach(t testing.TB, want []string, got map[string][]result) {
	t.Helper()
	assert.Len(t, got, len(want), "nothing lost")
	for _, u := range want {
		assert.Len(t, got[u], 1, "%s: nothing twice", u)
	}
}

// batch runs the command in this process and returns what it said.
func batch(t testing.TB, args ...string) (string, error) {
	t.Helper()
	var said bytes.Buffer
	err := run(context.Background(), append([]string{"-allow-private", "-rate=-1"}, args...), strings.NewReader(""), &said)
	return said.String(), err
}

func TestLines(t *testing.T) {
	s := newPages(t, 12, 0)
	out := filepath.Join(t.TempDir(), "out.jsonl")
	args := append([]string{"-o", out, s.URL + "/missing", "nonsense", s.URL + "/page/3"}, s.urls()...)
	said, err := batch(t, args...)
	require.NoError(t, err)
	assert.Contains(t, said, "14 pages in ")
	assert.Contains(t, said, "2 failed; 0 were there before")
	got := outputOf(t, out)
	onceEach(t, append(s.urls(), s.URL+"/missing", "nonsense"), got)
	assert.Equal(t, "Page 3", got[s.URL+"/page/3"][0].Packet.Metadata.Title)
	assert.Contains(t, got[s.URL+"/page/3"][0].Packet.Content, "The boat 3 lay in the harbour")
	assert.Equal(t, failure{Code: webfetch.HTTPError, Status: 404, Message: got[s.URL+"/missing"][0].Error.Message}, *got[s.URL+"/missing"][0].Error)

	_, err = batch(t, args...)
	require.ErrorContains(t, err, "-resume goes on with it")
	before := s.asked()
	said, err = batch(t, append([]string{"-resume"}, args...)...)
	require.NoError(t, err)
	assert.Contains(t, said, "0 pages in ")
	assert.Contains(t, said, "14 were there before")
	assert.Equal(t, before, s.asked())
}

// A job of which nothing could be read fails, and a file of addresses is not an address.
func TestNothingRead(t *testing.T) {
	s := newPages(t, 1, 0)
	dir := t.TempDir()
	list, out := filepath.Join(dir, "list.txt"), filepath.Join(dir, "out.jsonl")
	require.NoError(t, os.WriteFile(list, []byte("# pages that have gone\n"+s.URL+"/missing\n"), 0o600))
	said, err := batch(t, "-o", out, "-i", list)
	require.ErrorContains(t, err, "no page could be read; the output has the reasons")
	assert.Contains(t, said, "1 failed")
	onceEach(t, []string{s.URL + "/missing"}, outputOf(t, out))
	_, err = batch(t, "-o", out, list)
	require.ErrorContains(t, err, "-i reads addresses from it")
}

func TestMarkdownAndSitemap(t *testing.T) {
	s := newPages(t, 5, 0)
	dir := filepath.Join(t.TempDir(), "out") + "/"
	_, err := batch(t, "-o", dir, "-sitemap", s.URL+"/sitemap.xml")
	require.NoError(t, err)
	files, err := filepath.Glob(dir + "*/page-3-*.md")
	require.NoError(t, err)
	require.Len(t, files, 1)
	text, err := os.ReadFile(files[0])
	require.NoError(t, err)
	assert.True(t, strings.HasPrefix(string(text), "---\nurl: \""+s.URL+"/page/3\"\n"), string(text))
	assert.Contains(t, string(text), "\n---\n\nThe boat 3 lay")
	said, err := batch(t, "-resume", "-o", dir, "-sitemap", s.URL+"/sitemap.xml")
	require.NoError(t, err)
	assert.Contains(t, said, "5 were there before")
}

// A run that is killed, again and again, writes each page once and asks again for
// those only that were under way.
func TestKilledAndResumed(t *testing.T) {
	for what, out := range map[string]string{"lines": "out.jsonl", "markdown": "out/", "archive": "out.warc.gz", "site": "site.jsonl"} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			const n, kills, concurrency = 60, 4, 4
			s := newPages(t, n, 10*time.Millisecond)
			name := filepath.Join(t.TempDir(), out)
			if strings.HasSuffix(out, "/") {
				name += "/"
			}
			source := []string{"-i", s.list(t)}
			if what == "site" {
				source = []string{"-site", s.URL + "/page/0"}
			}
			args := append([]string{"-allow-private", "-rate=-1", "-concurrency", strconv.Itoa(concurrency), "-per-host", strconv.Itoa(concurrency), "-resume", "-o", name}, source...)
			for range kills {
				before := s.asked()
				c := command(t, args...)
				for s.asked() < min(before+n/(kills+2), n) {
					time.Sleep(time.Millisecond)
				}
				kill(c)
			}
			require.NoError(t, command(t, args...).Wait())
			assert.LessOrEqual(t, s.asked(), n+kills*concurrency+1, "only what was under way is asked for again")
			assert.GreaterOrEqual(t, s.asked(), n)
			switch what {
			case "markdown":
				files, err := filepath.Glob(name + "*/page-*.md")
				require.NoError(t, err)
				assert.Len(t, files, n)
			case "archive":
				got := outputOf(t, name+".done.jsonl")
				for u, r := range got {
					assert.Len(t, r, 1, u)
				}
			default:
				onceEach(t, s.urls(), outputOf(t, name))
			}
		})
	}
}

// Parts of a site are chosen by path and pattern, link by link and from a sitemap.
func TestPartsOfASite(t *testing.T) {
	s := newPages(t, 30, 0)
	for what, tt := range map[string]struct {
		flags []string
		want  []int
	}{
		"path":                 {[]string{"-path", "page/1"}, []int{1, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19}},
		"paths":                {[]string{"-path", "/page/20", "-path", "/page/3"}, []int{3, 20}},
		"include":              {[]string{"-include", "[05]$"}, []int{0, 5, 10, 15, 20, 25}},
		"include, two of them": {[]string{"-include", "/7$", "-include", "/8$"}, []int{7, 8}},
		"exclude":              {[]string{"-include", "/.$", "-exclude", "[1-6]$", "-exclude", "/8"}, []int{0, 7, 9}},
	} {
		t.Run(what, func(t *testing.T) {
			name := filepath.Join(t.TempDir(), "out.jsonl")
			_, err := batch(t, append(tt.flags, "-allow-private", "-rate=-1", "-o", name, "-sitemap", s.URL+"/sitemap.xml")...)
			require.NoError(t, err)
			var want []string
			for _, i := range tt.want {
				want = append(want, fmt.Sprintf("%s/page/%d", s.URL, i))
			}
			assert.ElementsMatch(t, want, slices.Collect(maps.Keys(outputOf(t, name))))
		})
	}
	name := filepath.Join(t.TempDir(), "site.jsonl")
	_, err := batch(t, "-allow-private", "-rate=-1", "-o", name, "-site", s.URL+"/page/0", "-include", "/[0-4]$", "-exclude", "/2")
	require.NoError(t, err)
	assert.ElementsMatch(t, []string{s.URL + "/page/0", s.URL + "/page/1", s.URL + "/page/3", s.URL + "/page/4"}, slices.Collect(maps.Keys(outputOf(t, name))))
}

func TestFlags(t *testing.T) {
	for _, tt := range []struct {
		say  string
		args []string
	}{
		{"give either addresses", nil},
		{"give either addresses", []string{"-site", "http://a.example/", "http://b.example/"}},
		{"-work needs -redis", []string{"-work"}},
		{"-work takes no addresses", []string{"-work", "-redis", "redis://x", "-job", "a", "http://a.example/"}},
		{"-redis needs -job", []string{"-redis", "redis://x", "http://a.example/"}},
		{"-redis needs -job", []string{"-redis", "redis://x", "-job", "a/b", "http://a.example/"}},
		{"-job and -no-work need -redis", []string{"-job", "a", "http://a.example/"}},
		{"-site can't be shared", []string{"-redis", "redis://x", "-job", "a", "-site", "http://a.example/"}},
		{"need -site or -sitemap", []string{"-path", "/a", "http://a.example/"}},
		{"invalid value", []string{"-include", "(", "-site", "http://a.example/"}},
		{"a web archive", []string{"-redis", "redis://x", "-job", "a", "-o", "a.warc.gz", "http://a.example/"}},
		{"must be more than 0", []string{"-concurrency", "0", "http://a.example/"}},
		{"not defined", []string{"-colour", "http://a.example/"}},
	} {
		err := run(t.Context(), tt.args, strings.NewReader(""), &bytes.Buffer{})
		require.ErrorContains(t, err, tt.say, "%v", tt.args)
		assert.ErrorAs(t, err, new(usage))
	}
}

func TestAnOutputOfAnotherProgramIsLeftAlone(t *testing.T) {
	name := filepath.Join(t.TempDir(), "notes.jsonl")
	require.NoError(t, os.WriteFile(name, []byte("buy rope\n"), 0o600))
	_, err := batch(t, "-resume", "-o", name, "http://a.example/")
	require.ErrorContains(t, err, "is not the output of a batch")
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	assert.Equal(t, "buy rope\n", string(text))
}
