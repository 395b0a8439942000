package warc_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"github.com/webfetch-mcp/webfetch-go/webfetch/record/internal/warc"
)

func page(url, body string) *warc.Exchange {
	return &warc.Exchange{
		URL: url, Time: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), Address: "192.0.2.1",
		Request: http.Header{"User-Agent": {"example"}},
		Status:  200, Header: http.Header{"Content-Type": {"text/plain"}}, Body: []byte(body),
	}
}

func ExampleWriter() {
	var file bytes.Buffer
	w := warc.NewWriter(&file)
	_ = w.Exchange(page("https://example.org/a", "the same body"))
	_ = w.Exchange(page("https://example.org/b", "the same body"))

	for r := warc.NewReader(&file); ; {
		rec, err := r.Next()
		if err == io.EOF {
			break
		}
		fmt.Printf("%-8s %s\n", rec.Type, rec.TargetURI())
	}
	// Output:
	// response https://example.org/a
	// request  https://example.org/a
	// revisit  https://example.org/b
	// request  https://example.org/b
}

func ExampleReader() {
	var file bytes.Buffer
	_ = warc.NewPlainWriter(&file).Exchange(page("https://example.org/", "hello"))

	rec, err := warc.NewReader(&file).Next()
	if err != nil {
		return
	}
	block, _ := io.ReadAll(rec.Block)
	fmt.Println(rec.Get("WARC-Date"))
	fmt.Printf("%q\n", block)
	// Output:
	// 2026-01-02T03:04:05.000000Z
	// "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\nhello"
}

// A job that was killed goes on where its file ends: what was left half written
// is cut off, and what is there need not be fetched again.
func ExampleAppend() {
	dir, _ := os.MkdirTemp("", "")
	defer os.RemoveAll(dir)
	name := filepath.Join(dir, "pages.warc.gz")
	var before bytes.Buffer
	_ = warc.NewWriter(&before).Exchange(page("https://example.org/a", "one"))
	whole := before.Len()
	_ = warc.NewWriter(&before).Exchange(page("https://example.org/b", "two"))
	_ = os.WriteFile(name, before.Bytes()[:whole+10], 0o600)

	file, _ := os.OpenFile(name, os.O_RDWR, 0)
	defer file.Close()
	done := map[string]bool{}
	w, cutOff, err := warc.Append(file, func(r *warc.Record) error {
		done[r.TargetURI()] = true
		return nil
	})
	fmt.Println(done, cutOff, err)
	fmt.Println(w.Exchange(page("https://example.org/b", "two")))
	// Output:
	// map[https://example.org/a:true] 10 <nil>
	// <nil>
}
