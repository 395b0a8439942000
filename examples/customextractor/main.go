// Command customextractor reads subtitles in WebVTT, a format that the library does not
// know, with an extractor of its own.
//
//	go run ./examples/customextractor URL|FILE
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

func main() {
	log.SetFlags(0)
	if len(os.Args) != 2 {
		log.Fatal("usage: customextractor URL|FILE")
	}
	if err := run(context.Background(), os.Args[1]); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, name string) error {
	client, err := webfetch.New(webfetch.Options{
		Hooks: webfetch.Hooks{Extractors: map[string]extract.Extractor{"text/vtt": subtitles{}}},
	})
	if err != nil {
		return err
	}
	defer client.Close()
	packet, err := read(ctx, client, name)
	if err != nil {
		if e := (*webfetch.Error)(nil); errors.As(err, &e) && e.Hint() != "" {
			return fmt.Errorf("%w\n%s", err, e.Hint())
		}
		return err
	}
	fmt.Println(packet.Content)
	return nil
}

func read(ctx context.Context, client *webfetch.Client, name string) (*webfetch.Packet, error) {
	if strings.Contains(name, "://") {
		return client.Fetch(ctx, webfetch.Request{URL: name})
	}
	body, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	return client.Extract(ctx, extract.Source{MediaType: "text/vtt", Body: body}, webfetch.ExtractOptions{})
}
