package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/markdown"
)

// subtitles reads WebVTT (https://www.w3.org/TR/webvtt1/): one paragraph of text for each
// speaker, with its start time.
type subtitles struct{}

const maxCueText = 4 << 10

var errNoSubtitles = errors.New("webvtt: no WEBVTT signature")

// Extract returns the text of all cues. An empty body is a document with the verdict
// empty; a body without the signature of WebVTT is an error.
func (subtitles) Extract(ctx context.Context, src *extract.Source) (*extract.Document, error) {
	body := bytes.TrimPrefix(src.Body, []byte("\uFEFF"))
	if len(body) > 0 && !bytes.HasPrefix(body, []byte("WEBVTT")) {
		return nil, errNoSubtitles
	}
	text, cut, err := transcript(ctx, strings.ToValidUTF8(string(body), "\uFFFD"))
	if err != nil {
		return nil, err
	}
	// The Markdown reader finds the blocks, and says what an empty text is.
	doc, err := markdown.Extractor{}.Extract(ctx, &extract.Source{URL: src.URL, MediaType: "text/markdown", Body: []byte(text), Options: src.Options})
	if err != nil {
		return nil, err
	}
	doc.Format = "vtt"
	if cut > 0 {
		doc.Warnings = append(doc.Warnings, extract.Warning{Type: "truncated", Message: fmt.Sprintf("%d cues were longer than %d bytes and are cut", cut, maxCueText)})
	}
	return doc, nil
}

func transcript(ctx context.Context, file string) (text string, cut int, err error) {
	var b strings.Builder
	speaker := ""
	for i, block := range strings.Split(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(file), "\n\n") {
		if i%256 == 0 && ctx.Err() != nil {
			return "", 0, ctx.Err()
		}
		start, said, ok := cue(block)
		if !ok {
			continue
		}
		if len(said) > maxCueText {
			said, cut = said[:maxCueText], cut+1
			for !utf8.ValidString(said) {
				said = said[:len(said)-1]
			}
		}
		who, said := voice(said)
		switch {
		case b.Len() > 0 && who == speaker:
			b.WriteString(" " + escape(said))
		case who != "":
			fmt.Fprintf(&b, "\n\n**%s** (%s): %s", escape(who), start, escape(said))
		default:
			fmt.Fprintf(&b, "\n\n(%s) %s", start, escape(said))
		}
		speaker = who
	}
	return strings.TrimSpace(b.String()), cut, nil
}

func cue(block string) (start, text string, ok bool) {
	for block != "" {
		line, rest, _ := strings.Cut(block, "\n")
		if from, _, timed := strings.Cut(line, " --> "); timed {
			from, _, _ = strings.Cut(strings.TrimSpace(from), ".") // without milliseconds
			text = strings.Join(strings.Fields(rest), " ")
			return escape(from), text, text != ""
		}
		block = rest
	}
	return "", "", false
}

func voice(text string) (who, said string) {
	var b strings.Builder
	for text != "" {
		before, rest, tagged := strings.Cut(text, "<")
		b.WriteString(before)
		if !tagged {
			break
		}
		tag, after, closed := strings.Cut(rest, ">")
		if !closed {
			break // drop text after an unclosed tag
		}
		if name, is := strings.CutPrefix(tag, "v "); is && who == "" {
			who = strings.TrimSpace(name)
		}
		text = after
	}
	return who, strings.TrimSpace(b.String())
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
