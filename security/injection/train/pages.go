package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

type piece struct {
	Text     string `json:"text"`
	Location string `json:"location"`
}

type document struct {
	ID     string  `json:"id"`
	Pieces []piece `json:"pieces"`
}

type input struct {
	ID       string `json:"id"`
	HTML     string `json:"html"`
	Markdown string `json:"markdown"`
}

// writePages extracts each record of an index and writes the texts that the scan gets
// of it, one document a line. Records that can't be extracted are told and left out.
func writePages(index, out string) error {
	raw, err := os.ReadFile(index)
	if err != nil {
		return err
	}
	client, err := webfetch.New(webfetch.Options{Limits: webfetch.Limits{MaxBytes: 64 << 20}})
	if err != nil {
		return err
	}
	file, err := os.Create(out)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(file)
	for line := range bytes.Lines(raw) {
		doc, err := newDocument(client, line, filepath.Dir(index))
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			continue
		}
		if err := json.NewEncoder(w).Encode(doc); err != nil {
			return err
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return file.Close()
}

func newDocument(client *webfetch.Client, line []byte, dir string) (*document, error) {
	var in input
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
	doc := &document{ID: in.ID, Pieces: []piece{{p.Document.Markdown, "body"}}}
	for _, r := range p.Document.Removed {
		doc.Pieces = append(doc.Pieces, piece{r.Text, r.Where})
	}
	return doc, nil
}
