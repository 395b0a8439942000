package record_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"

	"github.com/webfetch-mcp/webfetch-go/security"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/record"
)

// An agent's test runs without network: the pages it reads are in a file.
func Example() {
	cassette, err := record.Open("testdata/harbour.warc", record.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer cassette.Close()
	client, err := webfetch.New(webfetch.Options{
		Hooks:  webfetch.Hooks{WrapTransport: cassette.Transport},
		Limits: webfetch.Limits{RatePerHost: -1}, // nobody is asked
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer client.Close()

	packet, err := client.Fetch(context.Background(), webfetch.Request{URL: "https://harbour.example/tides"})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(packet.Metadata.Title + ": " + packet.Content)

	_, err = client.Fetch(context.Background(), webfetch.Request{URL: "https://harbour.example/weather"})
	var miss *record.MissError
	fmt.Println(errors.As(err, &miss), miss)
	// Output:
	// Tides: High water at Norwick is at 06:12 and at 18:40.
	// true record: no recording of GET https://harbour.example/weather
}

// The first run records what the second one replays; the site is not asked again.
func ExampleOpen() {
	asked := 0
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked++
		if r.URL.Path == "/robots.txt" {
			http.NotFound(w, r)
			return
		}
		fmt.Fprintf(w, "answer %d", asked)
	}))
	defer site.Close()
	dir, _ := os.MkdirTemp("", "")
	defer os.RemoveAll(dir)

	read := func(mode record.Mode) {
		cassette, err := record.Open(filepath.Join(dir, "run.warc.gz"), record.Options{Mode: mode})
		if err != nil {
			fmt.Println(err)
			return
		}
		defer cassette.Close()
		client, _ := webfetch.New(webfetch.Options{Policy: security.AllowLoopback(), Hooks: webfetch.Hooks{WrapTransport: cassette.Transport}})
		defer client.Close()
		packet, err := client.Fetch(context.Background(), webfetch.Request{URL: site.URL + "/page"})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(mode, "-", packet.Content, "-", asked, "requests so far")
	}
	read(record.Record)
	read(record.Replay)
	// Output:
	// record - answer 2 - 2 requests so far
	// replay - answer 2 - 2 requests so far
}

// A cassette wraps the transport of any client of net/http.
func ExampleCassette_Transport() {
	cassette, err := record.Open("testdata/harbour.warc", record.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer cassette.Close()
	client := &http.Client{Transport: cassette.Transport(nil)}
	resp, err := client.Get("https://harbour.example/tides?key=a+real+secret")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer resp.Body.Close()
	fmt.Println(resp.Status)
	// Output: 200 OK
}

// What only the program knows to be secret is replaced by a function.
func ExampleRedaction() {
	_ = record.Options{Mode: record.Record, Redact: record.Redaction{
		Names: []string{"X-Customer", "account"},
		Body: func(_ http.Header, body []byte) []byte {
			return bytes.ReplaceAll(body, []byte("Ada"), []byte("name"))
		},
	}}
	// Output:
}

func ExampleResponses() {
	file, err := os.Open("testdata/harbour.warc")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer file.Close()
	for url, status := range record.Responses(file) {
		fmt.Println(status, url)
	}
	// Output:
	// 404 https://harbour.example/robots.txt
	// 200 https://harbour.example/tides
	// 200 https://harbour.example/tides?key=REDACTED
}
