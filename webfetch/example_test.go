package webfetch_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"time"

	"github.com/webfetch-mcp/webfetch-go/chunk"
	"github.com/webfetch-mcp/webfetch-go/compact"
	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/security"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

// exampleSite serves testdata/site on loopback. The options allow its address,
// which the zero policy would refuse.
func exampleSite() (address string, opts webfetch.Options, stop func()) {
	server := httptest.NewServer(http.FileServer(http.Dir("testdata/site")))
	opts.Policy = security.AllowLoopback()
	return server.URL, opts, server.Close
}

func printPage(ctx context.Context, opts webfetch.Options, address string) error {
	client, err := webfetch.New(opts) // webfetch.Options{} works
	if err != nil {
		return err
	}
	defer client.Close()
	packet, err := client.Fetch(ctx, webfetch.Request{URL: address})
	if err != nil {
		return err // a *webfetch.Error: code, retryable, what to try next
	}
	fmt.Println(packet.Metadata.Title, packet.Verdict.Kind)
	fmt.Println(packet.Content)
	return nil
}

func Example() {
	address, opts, stop := exampleSite()
	defer stop()
	if err := printPage(context.Background(), opts, address+"/readme.md"); err != nil {
		fmt.Println(err)
	}
	// Output:
	// Tide tables content
	// # Tide tables
	//
	// Water levels of the sound, *computed* and not measured.
	//
	// ## Use
	//
	// ```go
	// fmt.Println(tide.Next("norwick"))
	// ```
	//
	// - [Docs](https://gazette.example/docs)
	// - plain text
}

func ExampleFetch() {
	_, err := webfetch.Fetch(context.Background(), "http://169.254.169.254/latest/meta-data/")
	var e *webfetch.Error
	if errors.As(err, &e) {
		fmt.Println(e.Code, e.Retryable)
		fmt.Println(e.Hint())
	}
	// Output:
	// SSRF_BLOCKED false
	// The address is not on the public internet, or its port is not one of the web; the operator can allow it by prefix and port.
}

func ExampleClient_Fetch() {
	address, opts, stop := exampleSite()
	defer stop()
	client, err := webfetch.New(opts)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer client.Close()
	packet, err := client.Fetch(context.Background(), webfetch.Request{URL: address + "/article.html"})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(packet.Metadata.Author, packet.Metadata.PublishedAt)
	for _, h := range packet.Outline {
		fmt.Println(h.Level, h.Text)
	}
	for _, f := range packet.Injections {
		fmt.Println("not shown, but reported:", f.Location)
	}
	// Output:
	// Ines Karlsson 2025-03-14T08:30:00Z
	// 2 How it works
	// 2 What it costs to run
	// not shown, but reported: hidden
}

func ExampleClient_FetchAll() {
	address, opts, stop := exampleSite()
	defer stop()
	client, err := webfetch.New(opts)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer client.Close()
	requests := slices.Values([]webfetch.Request{{URL: address + "/article.html"}, {URL: address + "/nowhere.html"}})
	var lines []string
	for packet, err := range client.FetchAll(context.Background(), requests) {
		if errors.Is(err, webfetch.HTTPError) {
			lines = append(lines, "not there")
			continue
		}
		lines = append(lines, packet.Metadata.SiteName)
	}
	slices.Sort(lines) // results come as they arrive
	fmt.Println(lines)
	// Output: [Harbour Gazette not there]
}

func ExampleClient_FetchURLs() {
	address, opts, stop := exampleSite()
	defer stop()
	client, err := webfetch.New(opts)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer client.Close()
	for packet, err := range client.FetchURLs(context.Background(), address+"/article.html", address+"/readme.md") {
		if err != nil {
			fmt.Println(err) // a *webfetch.Error: OriginalURL is the address that was given
			continue
		}
		fmt.Println(packet.Metadata.Title)
	}
	// Unordered output:
	// The ferry that runs on tides
	// Tide tables
}

func ExampleClient_Extract() {
	client, err := webfetch.New(webfetch.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer client.Close()
	source := extract.Source{MediaType: "application/json", Body: []byte(`{"harbour":"Norwick","metres":3.10}`)}
	packet, err := client.Extract(context.Background(), source, webfetch.ExtractOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(packet.Provenance.Format, packet.Verdict.Kind)
	// Output: json content
}

func ExampleClient_Chunk() {
	client, err := webfetch.New(webfetch.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer client.Close()
	packet := &webfetch.Packet{Content: "# Boats\n\nBoats float, but for those that leak.\n\n# Stones\n\nStones sink, but for pumice."}
	set, err := client.Chunk(context.Background(), packet, chunk.Options{MaxTokens: 16})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range set.Chunks {
		fmt.Printf("%q\n", c.Text)
	}
	// Output:
	// "# Boats\n\nBoats float, but for those that leak."
	// "# Stones\n\nStones sink, but for pumice."
}

func ExampleClient_Compact() {
	address, opts, stop := exampleSite()
	defer stop()
	client, err := webfetch.New(opts)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer client.Close()
	ctx := context.Background()
	packet, err := client.Fetch(ctx, webfetch.Request{URL: address + "/article.html"})
	if err != nil {
		fmt.Println(err)
		return
	}
	result, err := client.Compact(ctx, packet, compact.Options{
		MaxTokens: 60, Mode: compact.QuestionFocused, Question: "How often is the cable replaced?",
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(result.EstTokens <= 60, len(result.Compacted.Omissions) > 0)
	// Output: true true
}

func ExampleClient_View() {
	address, opts, stop := exampleSite()
	defer stop()
	client, err := webfetch.New(opts)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer client.Close()
	ctx := context.Background()
	packet, err := client.Fetch(ctx, webfetch.Request{URL: address + "/readme.md"})
	if err != nil {
		fmt.Println(err)
		return
	}
	text, _, err := client.View(ctx, packet, "plain")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(text[:11])
	// Output: Tide tables
}

func ExampleNew() {
	_, err := webfetch.New(webfetch.Options{Limits: webfetch.Limits{CacheTTL: webfetch.None, Timeout: -time.Second}})
	fmt.Println(errors.Is(err, webfetch.InvalidInput))
	fmt.Println(err)
	// Output:
	// true
	// webfetch: new: INVALID_INPUT: Options.Limits.Timeout is negative
}

func ExampleClient_Close() {
	client, err := webfetch.New(webfetch.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(client.Close())
	_, err = client.Fetch(context.Background(), webfetch.Request{URL: "https://example.com/"})
	fmt.Println(errors.Is(err, webfetch.Cancelled))
	// Output:
	// <nil>
	// true
}

func ExampleError() {
	err := error(&webfetch.Error{Op: "fetch", URL: "https://example.com/", Code: webfetch.HTTPError, Status: 503, Retryable: true})
	fmt.Println(err)
	fmt.Println(errors.Is(err, webfetch.HTTPError), errors.Is(err, webfetch.Timeout))
	// Output:
	// webfetch: fetch https://example.com/: HTTP_ERROR 503
	// true false
}

// An extractor of one's own may set only Markdown.
func ExampleOptions_extractors() {
	recipes := extract.ExtractorFunc(func(_ context.Context, src *extract.Source) (*extract.Document, error) {
		name, steps, _ := strings.Cut(string(src.Body), ": ")
		return &extract.Document{Format: "recipe", Markdown: "# " + name + "\n\n- " + strings.ReplaceAll(steps, "; ", "\n- ")}, nil
	})
	client, err := webfetch.New(webfetch.Options{Hooks: webfetch.Hooks{Extractors: map[string]extract.Extractor{"text/x-recipe": recipes}}})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer client.Close()
	packet, err := client.Extract(context.Background(), extract.Source{MediaType: "text/x-recipe", Body: []byte("Tea: boil water; steep; pour")}, webfetch.ExtractOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, b := range packet.Document.Blocks {
		fmt.Printf("%s %q\n", b.Kind, packet.Document.Text(b))
	}
	// Output:
	// heading "# Tea"
	// list "- boil water\n- steep\n- pour"
}
