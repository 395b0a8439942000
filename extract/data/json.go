package data

import (
	"bytes"
	"context"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/ctxio"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/limit"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
)

// readJSON reads a JSON text, lines of JSON or what was meant to be either. It ends early once ctx is done.
func readJSON(ctx context.Context, src *extract.Source, body string) *extract.Document {
	if body = stripJSONGuard(body); body == "" {
		w := mdwriter.NewWriter(src)
		doc := w.Document()
		doc.Format = "json"
		return doc
	}
	if !json.Valid([]byte(body)) {
		return readLines(ctx, src, body)
	}
	return render(ctx, src, "json", body, body, func(r *renderer) {
		r.meta, r.skip = linkedData(r.t, src.URL, r.w)
		r.value(0, "", 1)
	})
}

// render makes the document of a JSON text that write writes. body is shown if the text has too many values.
func render(ctx context.Context, src *extract.Source, format, body, text string, write func(*renderer)) *extract.Document {
	w := mdwriter.NewWriter(src)
	w.Until(ctx)
	r := renderer{ctx: ctx, meter: ctxio.NewMeter(ctx), w: &w}
	if r.t = parse(text, r.meter); r.t == nil {
		return asText(src, body, format, "more than 1,048,576 values")
	}
	write(&r)
	if w.Len() > maxOutput {
		r.warnings = append(r.warnings, truncatedWarning("%s shown up to %d bytes", strings.ToUpper(format), maxOutput))
	}
	doc := w.Document()
	doc.Format, doc.Meta, doc.Warnings = format, r.meta, append(r.warnings, doc.Warnings...)
	doc.Links = jsonLinks(r.t, r.meter)
	return doc
}

// asText shows text that can't be read as its format says.
func asText(src *extract.Source, body, format, why string) *extract.Document {
	w := mdwriter.NewWriter(src)
	cut := len(body) > maxOutput
	if cut {
		body = strings.ToValidUTF8(body[:maxOutput], "")
	}
	w.Code("", body)
	doc := w.Document()
	doc.Format = format
	doc.Warnings = append(doc.Warnings, extract.Warning{Type: "extraction_fallback", Message: "shown as text", Detail: why})
	if cut {
		doc.Warnings = append(doc.Warnings, truncatedWarning("shown up to %d bytes", maxOutput))
	}
	return doc
}

// jsonLinks returns the strings of t that are web addresses, with their keys.
func jsonLinks(t *tree, meter *ctxio.Meter) (links []extract.Link) {
	seen := map[string]bool{}
	for i := range t.nodes {
		if len(links) == limit.Links || meter.Spend(ctxio.PerItem) != nil {
			break
		}
		s := t.str(int32(i))
		if s != "" && !seen[s] && isWebAddress(s) {
			seen[s] = true
			links = append(links, extract.Link{URL: s, Text: mdwriter.Fold(t.key(int32(i))), Role: "content"})
		}
	}
	return links
}

// stripJSONGuard drops what servers put around JSON: prefixes that make it no script,
// or the call of a function that makes it one.
func stripJSONGuard(body string) string {
	for _, guard := range [...]string{")]}',", ")]}'", "while(1);", "for(;;);", "while (1);", "for (;;);", "&&&START&&&"} {
		if rest, found := strings.CutPrefix(body, guard); found {
			return strings.TrimSpace(rest)
		}
	}
	return unwrapCall(body)
}

// unwrapCall returns the argument of a call that is all there is, if it is JSON:
// "callback({...});".
func unwrapCall(body string) string {
	name, argument, found := strings.Cut(strings.TrimSpace(strings.TrimPrefix(body, "/**/")), "(")
	name = strings.TrimSpace(name)
	if !found || name == "" || len(name) > 200 || strings.ContainsFunc(name, func(r rune) bool {
		return !(r >= '0' && r <= '9' || r|0x20 >= 'a' && r|0x20 <= 'z' || strings.ContainsRune("_$.[]\"'", r))
	}) {
		return body
	}
	argument, closed := strings.CutSuffix(strings.TrimRight(argument, " \t\r\n;"), ")")
	if argument = strings.TrimSpace(argument); !closed || !json.Valid([]byte(argument)) {
		return body
	}
	return argument
}

const maxConcatenated = 1 << 20

// splitConcatenated splits JSON texts that stand one after another, over lines as
// they like; nil if there are less than two or anything else between.
func splitConcatenated(ctx context.Context, body string) []string {
	var texts []string
	d := json.NewDecoder(ctxio.NewReader(ctx, strings.NewReader(body)))
	for len(texts) < maxConcatenated {
		var raw json.RawMessage
		if err := d.Decode(&raw); err != nil {
			break
		}
		var text bytes.Buffer
		if c := raw[0]; c != '{' && c != '[' || json.Compact(&text, raw) != nil {
			return nil // words and numbers in a row are no JSON
		}
		texts = append(texts, text.String())
	}
	if len(texts) < 2 || strings.TrimSpace(body[d.InputOffset():]) != "" {
		return nil
	}
	return texts
}

// readLines reads JSON values on lines of their own (NDJSON, JSON Lines, and
// JSON text sequences of RFC 7464). Text of which less than half of the lines
// are JSON is shown as text.
func readLines(ctx context.Context, src *extract.Source, body string) *extract.Document {
	var good, bad []string
	for line := range strings.Lines(body) {
		if (len(good)+len(bad))%4096 == 0 && ctx.Err() != nil {
			break
		}
		switch line = strings.Trim(line, " \t\r\n\x1e"); { // 1e parts records in RFC 7464
		case line == "":
		case json.Valid([]byte(line)):
			good = append(good, line)
		default:
			bad = append(bad, line)
		}
	}
	if len(bad) > 0 {
		if texts := splitConcatenated(ctx, body); texts != nil {
			good, bad = texts, nil
		}
	}
	if len(good) < 2 && len(bad) > 0 || len(good) < len(bad) {
		return asText(src, body, "json", "not valid JSON")
	}
	return render(ctx, src, "ndjson", body, "["+strings.Join(good, ",")+"]", func(r *renderer) {
		if columns := r.t.columns(0, r.meter); columns != nil && len(good) > 2 {
			r.table(0, columns)
		} else {
			r.elements(0, "\n", maxDepth)
		}
		if len(bad) > 0 {
			r.w.Text(strconv.Itoa(len(bad)) + " lines that are not JSON:")
			var shown strings.Builder
			for _, line := range bad[:min(len(bad), maxBadLines)] {
				if shown.Len() <= smallValue {
					shown.WriteString(line + "\n")
				}
			}
			r.w.Code("", shown.String())
			r.warnings = append(r.warnings, extract.Warning{Type: "extraction_fallback", Message: strconv.Itoa(len(bad)) + " lines are not JSON"})
		}
	})
}

const maxBadLines = 200
