package tools

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/line"
)

// Limits of fields beside the content in structured content, in code points.
const (
	longestField   = 300
	longestURL     = 2000
	mostFindings   = 20
	mostWarnings   = 8
	mostTags       = 10
	mostRedirects  = 5
	longestExcerpt = 2000
	leastExtras    = 600
	mostExtras     = 2000
	longestBlock   = 80
)

// detailBudget returns the limit for outline, key blocks and citations together, as JSON,
// beside a part of the content: about a tenth of it. The resource of the packet has the
// whole lists.
func detailBudget(part string) int {
	return min(max(utf8.RuneCountInString(part)/10, leastExtras), mostExtras)
}

// trim returns a copy of p that is small beside the part of the content that
// it is shown with. Later parts of a reading carry no lists that the first had.
func trim(p *webfetch.Packet, part string, first bool) *webfetch.Packet {
	t := *p
	t.Metadata = trimMetadata(t.Metadata)
	t.CanonicalURL, t.ContentType = line.Clip(t.CanonicalURL, longestURL), line.Clip(t.ContentType, longestField)
	t.Provenance = clipped(t.Provenance)
	t.Provenance.Redirects, t.Provenance.Directives = firstOf(t.Provenance.Redirects, mostRedirects), firstOf(t.Provenance.Directives, mostRedirects)
	t.Verdict.Evidence = firstOf(t.Verdict.Evidence, mostWarnings)
	t.Warnings, t.Injections = firstOf(t.Warnings, mostWarnings), firstOf(t.Injections, mostFindings)
	t.RawExcerpt = line.Clip(t.RawExcerpt, longestExcerpt)
	if t.Changes != nil {
		changes, most := *t.Changes, detailBudget(part)/2
		changes.RemovedText = prefix(changes.RemovedText, &most)
		t.Changes = &changes
	}
	if !first {
		t.Outline, t.KeyBlocks, t.Citations, t.SourceSummary = []extract.Heading{}, []webfetch.KeyBlock{}, []webfetch.Citation{}, []string{}
		t.RawExcerpt, t.Links, t.Metadata.Tags, t.Data = "", nil, nil, nil
		return &t
	}
	t.SourceSummary = firstOf(t.SourceSummary, mostWarnings)
	budget := detailBudget(part)
	most := budget * 2 / 3
	t.Outline = prefix(t.Outline, &most)
	budget -= jsonLen(t.Outline)
	t.KeyBlocks, t.Citations = trimBlocks(t.KeyBlocks, t.Citations, utf8.RuneCountInString(part)/10, budget)
	links := detailBudget(part)
	t.Links = prefix(t.Links, &links)
	data := mostExtras
	t.Data = prefix(t.Data, &data)
	return &t
}

// trimBlocks returns the first key blocks that fit budget with their citations: pointers,
// with the beginning of a block each. Beginnings repeat no more than share of the page, but
// for the first of them.
func trimBlocks(blocks []webfetch.KeyBlock, citations []webfetch.Citation, share, budget int) ([]webfetch.KeyBlock, []webfetch.Citation) {
	outBlocks, outCitations := []webfetch.KeyBlock{}, []webfetch.Citation{}
	for i := range min(len(blocks), len(citations)) {
		b := blocks[i]
		b.Text = line.Clip(b.Text, longestBlock)
		share -= utf8.RuneCountInString(b.Text)
		budget -= jsonLen(b) + jsonLen(citations[i]) + 2
		if budget < 0 || share < 0 && i > 0 {
			break
		}
		outBlocks, outCitations = append(outBlocks, b), append(outCitations, citations[i])
	}
	return outBlocks, outCitations
}

func trimMetadata(m webfetch.Metadata) webfetch.Metadata {
	m = clipped(m)
	budget := longestField
	m.Tags = prefix(m.Tags[:min(len(m.Tags), mostTags)], &budget)
	return m
}

// clipped returns v with its texts clipped, addresses at longestURL and others at longestField.
func clipped[T any](v T) T {
	clipTexts(reflect.ValueOf(&v).Elem(), longestField)
	return v
}

func clipTexts(v reflect.Value, most int) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(line.Clip(v.String(), most))
	case reflect.Struct:
		for i := range v.NumField() {
			if most = longestField; strings.HasSuffix(v.Type().Field(i).Name, "URL") {
				most = longestURL
			}
			clipTexts(v.Field(i), most)
		}
	}
}

// firstOf returns the first n items at most, clipped.
func firstOf[T any](items []T, n int) []T {
	out := make([]T, min(len(items), n))
	for i := range out {
		out[i] = clipped(items[i])
	}
	return out
}

func trimNormalized(n normalized, part string, first bool) *normalized {
	n.Metadata, n.Warnings = trimMetadata(n.Metadata), firstOf(n.Warnings, mostWarnings)
	n.CanonicalURL = line.Clip(n.CanonicalURL, longestURL)
	if !first {
		n.Outline, n.Blocks, n.Metadata.Tags = []extract.Heading{}, []normalizedBlock{}, nil
		return &n
	}
	budget := detailBudget(part)
	most := budget * 2 / 3
	n.Outline = prefix(n.Outline, &most)
	budget -= jsonLen(n.Outline)
	n.Blocks = prefix(n.Blocks, &budget)
	return &n
}

// prefix returns the longest prefix of items that fits budget, and takes its length from it.
func prefix[T any](items []T, budget *int) []T {
	for i := range items {
		need := jsonLen(items[i]) + 1
		if need > *budget {
			return items[:i:i]
		}
		*budget -= need
	}
	return items
}

func jsonLen(v any) int {
	raw, err := marshal(v)
	if err != nil {
		return 0
	}
	return utf8.RuneCount(raw)
}

// marshal is json.Marshal without HTML escaping: a host counts characters, and
// a model reads them.
func marshal(v any) (json.RawMessage, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}
