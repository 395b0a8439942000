package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

// piece is text at a location, as the scan gets it.
type piece struct {
	Text     string `json:"text"`
	Location string `json:"location"`
}

// document holds the texts of one document that the scan gets.
type document struct {
	ID     string  `json:"id"`
	Pieces []piece `json:"pieces"`
}

// input is a record of a corpus: markup or text with its type.
type input struct {
	ID    string `json:"id"`
	HTML  string `json:"html"`
	Input struct {
		HTML, Text, Type string
		PDF              []byte `json:"pdf_b64"`
	} `json:"input"`
}

var mediaTypes = map[string]string{"html": "text/html", "text": "text/plain", "markdown": "text/markdown", "json": "application/json", "xml": "application/xml", "pdf": "application/pdf", "": "text/html"}

// source returns the bytes of a record and their type.
func (in *input) source(dir string) (extract.Source, error) {
	src := extract.Source{MediaType: mediaTypes[in.Input.Type]}
	switch {
	case in.HTML != "":
		file, err := os.Open(filepath.Join(dir, strings.TrimSuffix(in.HTML, ".gz")))
		if err != nil {
			return src, err
		}
		defer file.Close()
		src.Body, err = io.ReadAll(file)
		return src, err
	case in.Input.PDF != nil:
		src.Body = in.Input.PDF
	case in.Input.HTML != "":
		src.Body = []byte(in.Input.HTML)
	default:
		src.Body = []byte(in.Input.Text)
	}
	return src, nil
}

// writePages extracts each record of an index and writes the texts that the scan gets
// of it, one document a line.
func writePages(index, out string) error {
	raw, err := os.ReadFile(index)
	if err != nil {
		return err
	}
	client, err := webfetch.New(webfetch.Options{Limits: webfetch.Limits{MaxBytes: 64 << 20}})
	if err != nil {
		return err
	}
	lines := bytes.Split(bytes.TrimSpace(raw), []byte("\n"))
	docs := make([]*document, len(lines))
	var group sync.WaitGroup
	room := make(chan bool, 2)
	for i, line := range lines {
		group.Add(1)
		room <- true
		go func() {
			defer func() { <-room; group.Done() }()
			doc, err := newDocument(client, line, filepath.Dir(index))
			if err != nil {
				fmt.Fprintln(os.Stderr, err)
			}
			docs[i] = doc
		}()
	}
	group.Wait()
	return writeLines(out, docs)
}

func newDocument(client *webfetch.Client, line []byte, dir string) (*document, error) {
	var in input
	if err := json.Unmarshal(line, &in); err != nil {
		return nil, err
	}
	src, err := in.source(dir)
	if err != nil {
		return nil, err
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

func writeLines(name string, docs []*document) error {
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(file)
	enc := json.NewEncoder(w)
	for _, d := range docs {
		if d == nil {
			continue
		}
		if err := enc.Encode(d); err != nil {
			return err
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return file.Close()
}
