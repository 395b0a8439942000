package data

import (
	"bytes"
	"context"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/ctxio"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
)

// readLines reads JSON values on lines of their own (NDJSON, JSON Lines, and
// JSON text sequences of RFC 7464). Text of which less than half of the lines
// are JSON is shown as text.
func readLines(ctx context.Context, src *extract.Source, body string) (*extract.Document, error) {
	good, total, err := countLines(ctx, body)
	if err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if good < total {
		if texts := splitConcatenated(ctx, body); texts != nil {
			body = compactAll(texts)
			good, total = len(texts), len(texts)
		}
	}
	if good < 2 && total > good || good*2 < total {
		return asText(src, body, "json", "not valid JSON"), nil
	}
	w := mdwriter.NewWriter(src)
	var list strings.Builder
	list.Grow(len(body) + 2)
	list.WriteByte('[')
	n := 0
	for line := range jsonLines(body) {
		if n++; n%4096 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if json.Valid([]byte(line)) {
			if list.Len() > 1 {
				list.WriteByte(',')
			}
			list.WriteString(line)
		}
	}
	list.WriteByte(']')
	w.Until(ctx)
	r := renderer{ctx: ctx, meter: ctxio.NewMeter(ctx), w: &w}
	t, err := parse(list.String(), r.meter)
	if err == errManyValues {
		return asText(src, body, "ndjson", "too many values"), nil
	}
	if err != nil {
		return nil, err
	}
	r.t = t
	if err := r.records(); err != nil && err != errOutputLimit {
		return nil, err
	} else if err == errOutputLimit {
		r.warnings = append(r.warnings, truncatedWarning("NDJSON shown up to %d bytes", maxOutput))
	}
	if good < total {
		writeBadLines(&w, body, total-good)
		r.warnings = append(r.warnings, extract.Warning{Type: "extraction_fallback", Message: strconv.Itoa(total-good) + " lines are not JSON"})
	}
	doc := w.Document()
	doc.Format, doc.Warnings = "ndjson", append(r.warnings, doc.Warnings...)
	doc.Links, err = jsonLinks(t, r.meter)
	return doc, err
}

// compactAll makes a line of each JSON text.
func compactAll(texts []string) string {
	var b bytes.Buffer
	for _, text := range texts {
		if json.Compact(&b, []byte(text)) == nil {
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// jsonLines yields the lines of body that aren't blank, without the record
// separators of RFC 7464.
func jsonLines(body string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for line := range strings.Lines(body) {
			line = strings.Trim(line, " \t\r\n\x1e")
			if line != "" && !yield(line) {
				return
			}
		}
	}
}

func countLines(ctx context.Context, body string) (good, total int, err error) {
	for line := range jsonLines(body) {
		if total++; total%4096 == 0 && ctx.Err() != nil {
			return 0, 0, ctx.Err()
		}
		if json.Valid([]byte(line)) {
			good++
		}
	}
	return good, total, nil
}

// records writes the array of all lines: a table if they are alike, else one
// compact line each.
func (r *renderer) records() error {
	columns, err := r.t.columns(0, r.meter)
	if err != nil {
		return err
	}
	if columns != nil && r.t.nodes[0].count > 2 {
		return r.table(0, columns)
	}
	p := jsonPrinter{t: r.t}
	for m := range r.t.members(0) {
		if len(p.out) > 0 {
			p.out = append(p.out, '\n')
		}
		p.value(m, maxDepth)
		if len(p.out) > smallValue {
			r.code(&p)
			p = jsonPrinter{t: r.t, out: p.out[:0]}
			if err := r.limitError(); err != nil {
				return err
			}
		}
	}
	if len(p.out) > 0 {
		r.code(&p)
	}
	return nil
}

// maxBadLines bounds the broken lines that are shown.
const maxBadLines = 200

func writeBadLines(w *mdwriter.Writer, body string, n int) {
	var b strings.Builder
	shown := 0
	for line := range jsonLines(body) {
		if !json.Valid([]byte(line)) {
			if shown++; shown > maxBadLines || b.Len() > smallValue {
				break
			}
			b.WriteString(line)
			b.WriteByte('\n')
		}
	}
	w.Text(strconv.Itoa(n) + " lines that are not JSON:")
	w.Code("", b.String())
}
