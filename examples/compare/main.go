// Command compare reads the same pages with this module and with three others of Go, and
// prints what each makes of them:
//
//	cd examples/compare && GOWORK=off go run . [-corpus DIR]
//
// Without a corpus it looks at hidden text and at addresses of this machine. DIR has
// index.jsonl, an object a line with html (a file), url, kind and truth.text; then
// the words of the content are compared with those of the truth, and the CPU is measured.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"time"
	"unicode"

	readability "codeberg.org/readeck/go-readability/v2"
	htmltomarkdown "github.com/JohannesKaufmann/html-to-markdown/v2"
	"github.com/gocolly/colly/v2"
	"github.com/markusmobius/go-trafilatura"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

// reader makes Markdown or text of a page.
type reader struct {
	name string
	read func(body []byte, at *url.URL) (string, error)
}

func readers(client *webfetch.Client) []reader {
	return []reader{
		{"webfetch", func(body []byte, at *url.URL) (string, error) {
			p, err := client.Extract(context.Background(), extract.Source{Body: body, MediaType: "text/html", URL: at}, webfetch.ExtractOptions{})
			if err != nil {
				return "", err
			}
			return p.Content, nil
		}},
		{"go-trafilatura", func(body []byte, at *url.URL) (string, error) {
			res, err := trafilatura.Extract(bytes.NewReader(body), trafilatura.Options{OriginalURL: at, EnableFallback: true})
			if err != nil {
				return "", err
			}
			return res.ContentText, nil
		}},
		{"go-readability and html-to-markdown", func(body []byte, at *url.URL) (string, error) {
			article, err := readability.FromReader(bytes.NewReader(body), at)
			if err != nil {
				return "", err
			}
			var html strings.Builder
			if err := article.RenderHTML(&html); err != nil {
				return "", err
			}
			return htmltomarkdown.ConvertString(html.String())
		}},
		{"html-to-markdown", func(body []byte, _ *url.URL) (string, error) {
			return htmltomarkdown.ConvertString(string(body))
		}},
	}
}

func main() {
	log.SetOutput(io.Discard)
	corpus := flag.String("corpus", "", "folder of pages with known content")
	flag.Parse()
	client, err := webfetch.New(webfetch.Options{})
	if err == nil {
		hidden(readers(client))
		err = private(client)
	}
	if err == nil && *corpus != "" {
		err = content(readers(client), *corpus)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "compare:", err)
		os.Exit(1)
	}
}

// tricks hide "%s" in a page.
var tricks = []string{
	`<p style="display:none">%s</p>`, `<style>.a{visibility:hidden}</style><p class="a">%s</p>`, `<p hidden>%s</p>`, `<p style="font-size:0">%s</p>`,
	`<p style="opacity:0">%s</p>`, `<p style="position:absolute;left:-9999px">%s</p>`, `<p style="color:#fff;background:#fff">%s</p>`,
	`<style>#b{display:none}</style><div id="b"><p>%s</p></div>`, `<p style="height:0;overflow:hidden">%s</p>`, `<p style="text-indent:-9999px;overflow:hidden;white-space:nowrap">%s</p>`,
}

// hidden prints how many of the tricks leave the text in what a reader returns.
func hidden(all []reader) {
	const secret = "The lamp of the lighthouse was sold to the mill in the spring of that year."
	at, prose := &url.URL{Scheme: "https", Host: "harbour.example", Path: "/light"}, strings.Repeat("<p>The harbour has a light that can be seen for twenty miles on a clear night, and a keeper who counts the ships.</p>", 6)
	for _, r := range all {
		shown := 0
		for _, trick := range tricks {
			text, err := r.read([]byte("<html><head><title>Light</title></head><body><article><h1>Light</h1>"+prose+fmt.Sprintf(trick, secret)+prose+"</article></body></html>"), at)
			if err == nil && strings.Contains(text, "sold to the mill") {
				shown++
			}
		}
		fmt.Printf("hidden text shown: %d of %d by %s\n", shown, len(tricks), r.name)
	}
}

// private prints how many addresses of a server on this machine are answered.
func private(client *webfetch.Client) error {
	asked := 0
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked++ }))
	defer server.Close()
	_, port, err := net.SplitHostPort(server.Listener.Addr().String())
	if err != nil {
		return err
	}
	hosts := []string{"127.0.0.1", "localhost", "[::ffff:127.0.0.1]", "0.0.0.0", "[::ffff:7f00:1]"}
	for _, r := range []struct {
		name string
		get  func(at string) error
	}{
		{"webfetch", func(at string) error {
			_, err := client.Fetch(context.Background(), webfetch.Request{URL: at, IgnoreRobots: true})
			return err
		}},
		{"colly", func(at string) error { return colly.NewCollector().Visit(at) }},
		{"go-readability", func(at string) error {
			_, err := readability.FromURL(at, 5*time.Second)
			return err
		}},
	} {
		n := 0
		for _, host := range hosts {
			asked = 0
			_ = r.get("http://" + host + ":" + port + "/") // the server counts the requests that reach it
			n += min(asked, 1)
		}
		fmt.Printf("addresses of this machine that were asked: %d of %d by %s\n", n, len(hosts), r.name)
	}
	return nil
}

// targets are the addresses of links and pictures in Markdown, which are no words of a page.
var targets = regexp.MustCompile(`\]\([^)\s]*[^)]*\)`)

type page struct {
	body  []byte
	at    *url.URL
	kind  string
	truth map[string]int
}

// content prints the mean F1 of the words, and the CPU of a page.
func content(all []reader, dir string) error {
	pages, err := load(dir)
	if err != nil {
		return err
	}
	for _, r := range all {
		sum, n := map[string]float64{}, map[string]int{}
		before := used()
		var texts []string
		for _, p := range pages {
			text, _ := r.read(p.body, p.at) // "" for one that can't be read
			texts = append(texts, text)
		}
		cpu := used() - before
		for i, p := range pages {
			n[p.kind]++
			sum[p.kind] += f1(words(targets.ReplaceAllString(texts[i], "]")), p.truth)
		}
		fmt.Printf("%d pages by %s: %s of CPU a page", len(pages), r.name, (cpu / time.Duration(len(pages))).Round(10*time.Microsecond))
		for _, kind := range []string{"article", "other"} {
			fmt.Printf(", %s %.3f", kind, sum[kind]/float64(max(n[kind], 1)))
		}
		fmt.Println()
	}
	return nil
}

func load(dir string) (pages []page, err error) {
	index, err := os.Open(filepath.Join(dir, "index.jsonl"))
	if err != nil {
		return nil, err
	}
	defer index.Close()
	for lines := json.NewDecoder(index); lines.More(); {
		var r struct {
			HTML, URL, Kind string
			Truth           struct{ Text string }
		}
		if err := lines.Decode(&r); err != nil {
			return nil, err
		}
		p := page{kind: "other", truth: words(r.Truth.Text)}
		if r.Kind == "article" {
			p.kind = r.Kind
		}
		if p.body, err = os.ReadFile(filepath.Join(dir, strings.TrimSuffix(r.HTML, ".gz"))); err != nil {
			return nil, err
		}
		if p.at, err = url.Parse(r.URL); err == nil && len(p.truth) > 0 {
			pages = append(pages, p)
		}
	}
	return pages, nil
}

func words(text string) map[string]int {
	counts := map[string]int{}
	for w := range strings.FieldsFuncSeq(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		counts[w]++
	}
	return counts
}

func f1(got, want map[string]int) float64 {
	common, all := 0, 0
	for w, n := range want {
		common, all = common+min(n, got[w]), all+n
	}
	for _, n := range got {
		all += n
	}
	return 2 * float64(common) / float64(max(all, 1))
}

// used is the CPU time of this process.
func used() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
