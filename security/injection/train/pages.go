package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/security/injection/internal/classifier"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

type record struct {
	ID       string `json:"id"`
	HTML     string `json:"html"`
	Markdown string `json:"markdown"`
}

// documents extracts each record of an index and returns what the scan gets of it. Records that can't be extracted are
// told and left out.
func documents(index, set string) ([]*example, error) {
	raw, err := os.ReadFile(index)
	if err != nil {
		return nil, err
	}
	client, err := webfetch.New(webfetch.Options{Limits: webfetch.Limits{MaxBytes: 64 << 20}})
	if err != nil {
		return nil, err
	}
	defer client.Close()
	var list []*example
	for line := range bytes.Lines(raw) {
		ex, err := newDocument(client, line, filepath.Dir(index))
		if err != nil {
			log.Print(err)
			continue
		}
		ex.set = set
		list = append(list, ex)
	}
	return list, nil
}

func newDocument(client *webfetch.Client, line []byte, dir string) (*example, error) {
	var in record
	if err := json.Unmarshal(line, &in); err != nil {
		return nil, err
	}
	body, err := os.ReadFile(filepath.Join(dir, cmp.Or(in.HTML, in.Markdown)))
	if err != nil {
		return nil, err
	}
	src := extract.Source{MediaType: "text/html", Body: body}
	if in.HTML == "" {
		src.MediaType = "text/markdown"
	}
	opts := webfetch.ExtractOptions{}
	opts.WholePage = true
	p, err := client.Extract(context.Background(), src, opts)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", in.ID, err)
	}
	ex, page, seen := &example{kind: in.ID, fold: foldOf(in.ID)}, new(classifier.Page), map[string]bool{}
	for _, r := range append([]extract.Removed{{Text: p.Document.Markdown, Where: "body"}}, p.Document.Removed...) {
		if seen[r.Text] || len(r.Text) < 6 || r.Where == "script" || r.Where == "style" {
			continue
		}
		seen[r.Text] = true
		if t := newText(r.Text, r.Where, page); len(t.samples) > 0 {
			ex.texts = append(ex.texts, t)
		}
	}
	ex.about = page.AboutAttacks()
	return ex, nil
}
