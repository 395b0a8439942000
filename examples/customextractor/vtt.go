package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/markdown"
)

// subtitles reads WebVTT (https://www.w3.org/TR/webvtt1/): one paragraph of text for each
// cue, with its start time.
type subtitles struct{}

var errNoSubtitles = errors.New("webvtt: no WEBVTT signature")

// Extract returns the text of all cues. An empty body is a document with the verdict
// empty; a body without the signature of WebVTT is an error.
func (subtitles) Extract(ctx context.Context, src *extract.Source) (*extract.Document, error) {
	body := bytes.TrimPrefix(src.Body, []byte("\uFEFF"))
	if len(body) > 0 && !bytes.HasPrefix(body, []byte("WEBVTT")) {
		return nil, errNoSubtitles
	}
	text := transcript(strings.ToValidUTF8(string(body), "\uFFFD"))
	// The Markdown reader finds the blocks, and says what an empty text is.
	doc, err := markdown.Extractor{}.Extract(ctx, &extract.Source{URL: src.URL, MediaType: "text/markdown", Body: []byte(text), Options: src.Options})
	if err == nil {
		doc.Format = "vtt"
	}
	return doc, err
}

// tag is a piece of markup in a cue, or what an unclosed one takes with it.
var tag = regexp.MustCompile(`<[^>]*>?`)

func transcript(file string) string {
	var b strings.Builder
	for block := range strings.SplitSeq(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(file), "\n\n") {
		for block != "" {
			line, rest, _ := strings.Cut(block, "\n")
			if start, _, timed := strings.Cut(line, " --> "); timed {
				start, _, _ = strings.Cut(strings.TrimSpace(start), ".") // without milliseconds
				fmt.Fprintf(&b, "(%s) %s\n\n", escape(start), escape(strings.Join(strings.Fields(tag.ReplaceAllString(rest, "")), " ")))
				break
			}
			block = rest
		}
	}
	return b.String()
}

func escape(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r < ' ':
			r = ' '
		case strings.ContainsRune("\\`*_[]<>#+-!|~&$", r):
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}
