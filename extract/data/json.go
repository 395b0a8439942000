package data

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/ctxio"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/limit"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
)

// readJSON reads a JSON text, lines of JSON or what was meant to be either.
func readJSON(ctx context.Context, src *extract.Source, body string) (*extract.Document, error) {
	w := mdwriter.NewWriter(src)
	body = stripJSONGuard(body)
	if body == "" {
		doc := w.Document()
		doc.Format = "json"
		return doc, nil
	}
	if ok, err := isJSON(ctx, body); err != nil {
		return nil, err
	} else if !ok {
		return readLines(ctx, src, body)
	}
	r := renderer{ctx: ctx, meter: ctxio.NewMeter(ctx), w: &w}
	t, err := parse(body, r.meter)
	if err == errManyValues {
		return asText(src, body, "json", err.Error()), nil
	}
	if err != nil {
		return nil, err
	}
	r.t = t
	w.Until(ctx)
	meta, skip := linkedData(t, src.URL, &w)
	r.skip = skip
	if err := r.value(0, "", 1); err != nil && err != errOutputLimit {
		return nil, err
	} else if err == errOutputLimit || w.Len() > maxOutput {
		r.warnings = append(r.warnings, truncatedWarning("JSON shown up to %d bytes", maxOutput))
	}
	doc := w.Document()
	doc.Format, doc.Meta, doc.Warnings = "json", meta, append(r.warnings, doc.Warnings...)
	doc.Links, err = jsonLinks(t, r.meter)
	return doc, err
}

// isJSON reports whether body is one JSON text. The error is that of ctx.
func isJSON(ctx context.Context, body string) (bool, error) {
	d := json.NewDecoder(ctxio.NewReader(ctx, strings.NewReader(body)))
	var nowhere any
	err := d.Decode(nowhere) // reads a value, then fails because the target is nil
	placeless := new(json.InvalidUnmarshalError)
	ok := errors.As(err, &placeless)
	if ok {
		_, err = d.Token()
		ok = err == io.EOF
	}
	return ok, ctx.Err()
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

// jsonLinks returns the strings of t that are web addresses, with their keys. The error is
// that of the context of meter.
func jsonLinks(t *tree, meter *ctxio.Meter) ([]extract.Link, error) {
	var links []extract.Link
	seen := map[string]bool{}
	for i := range t.nodes {
		if len(links) == limit.Links {
			break
		}
		if err := meter.Spend(ctxio.PerItem); err != nil {
			return nil, err
		}
		s := t.str(int32(i))
		if s != "" && !seen[s] && isWebAddress(s) {
			seen[s] = true
			links = append(links, extract.Link{URL: s, Text: mdwriter.Fold(t.key(int32(i))), Role: "content"})
		}
	}
	return links, nil
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

// maxConcatenated bounds the values of JSON texts one after another.
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
		if c := raw[0]; c != '{' && c != '[' {
			return nil // words and numbers in a row are no JSON
		}
		texts = append(texts, string(raw))
	}
	if len(texts) < 2 || strings.TrimSpace(body[d.InputOffset():]) != "" {
		return nil
	}
	return texts
}
