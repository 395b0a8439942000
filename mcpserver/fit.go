package mcpserver

import (
	"bytes"
	"encoding/json"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

// fit returns how many runes of text fit when plain is left for them as they
// are and quoted for them as the inside of a JSON string.
func fit(text string, plain, quoted int) int {
	n := 0
	for _, r := range text {
		quoted -= quotedLen(r)
		if n >= plain || quoted < 0 {
			return n
		}
		n++
	}
	return n
}

// quotedLen is the length of r inside a JSON string that escapes no more than
// encoding/json without HTML escaping does.
func quotedLen(r rune) int {
	switch {
	case r == '"' || r == '\\' || r == '\n' || r == '\r' || r == '\t' || r == '\b' || r == '\f':
		return 2
	case r < ' ' || r == '\u2028' || r == '\u2029':
		return 6
	}
	return 1
}

// jsonLen is the length of v as JSON in runes.
func jsonLen(v any) int {
	raw, err := marshal(v)
	if err != nil {
		return 0
	}
	return utf8.RuneCount(raw)
}

// trim returns a copy of p whose lists fit the frame, warnings and findings
// first. Later parts of a reading carry no lists that the first one had.
func trim(p *webfetch.Packet, around frame) *webfetch.Packet {
	t, budget := whole(p), around.lists
	if budget < 0 {
		return t
	}
	if !around.first {
		t.Outline, t.KeyBlocks, t.SourceSummary = []webfetch.Heading{}, []webfetch.KeyBlock{}, []string{}
		t.RawExcerpt, t.Links, t.Metadata.Tags = "", nil, nil
	}
	trimTexts(t, budget)
	t.Warnings = prefix(t.Warnings, &budget)
	t.Unsafe = prefix(t.Unsafe, &budget)
	t.SourceSummary = prefix(t.SourceSummary, &budget)
	t.Outline = prefix(t.Outline, &budget)
	t.Links = prefix(t.Links, &budget)
	t.KeyBlocks = prefix(t.KeyBlocks, &budget)
	t.Citations = prefix(t.Citations, &budget)
	t.RawExcerpt = t.RawExcerpt[:offset(t.RawExcerpt, fit(t.RawExcerpt, max(budget, 0), max(budget, 0)))]
	return t
}

// trimTexts bounds what the page says of itself, which may be of any length.
func trimTexts(t *webfetch.Packet, budget int) {
	longest := max(budget/8, 40)
	m := &t.Metadata
	for _, text := range []*string{&m.Title, &m.Author, &m.SiteName, &m.Description, &m.License, &m.Section, &m.Image, &m.NextPage, &t.Provenance.Section} {
		*text = clip(*text, longest)
	}
	m.Tags = m.Tags[:min(len(m.Tags), longest/20)]
	t.Provenance.Redirects = t.Provenance.Redirects[:min(len(t.Provenance.Redirects), longest/20)]
	t.Verdict.Evidence = t.Verdict.Evidence[:min(len(t.Verdict.Evidence), longest/20)]
}

// trimNormalized is trim for the lean form.
func trimNormalized(n *webfetch.Normalized, around frame) {
	n.Outline, n.Blocks, n.Warnings = present(n.Outline), present(n.Blocks), present(n.Warnings)
	budget := around.lists
	if budget < 0 {
		return
	}
	if !around.first {
		n.Outline, n.Blocks = []webfetch.Heading{}, []webfetch.NormalizedBlock{}
	}
	n.Warnings = prefix(n.Warnings, &budget)
	n.Outline = prefix(n.Outline, &budget)
	n.Blocks = prefix(n.Blocks, &budget)
}

// briefPage is a page in a reply that is too small for its packet.
type briefPage struct {
	SourceID string `json:"source_id"`
	// OriginalURL is clipped.
	OriginalURL string             `json:"original_url"`
	Status      int                `json:"status"`
	Content     string             `json:"content"`
	Unsafe      []webfetch.Finding `json:"unsafe_instructions_detected,omitempty"`
}

func brief(p *webfetch.Packet, part string, budget int) *briefPage {
	return &briefPage{p.SourceID, clip(p.OriginalURL, briefURL), p.Status, part, prefix(p.Unsafe, &budget)}
}

// whole returns a shallow copy of p in which lists that have to be there are
// not nil.
func whole(p *webfetch.Packet) *webfetch.Packet {
	t := *p
	t.Outline = present(t.Outline)
	t.KeyBlocks = present(t.KeyBlocks)
	t.SourceSummary = present(t.SourceSummary)
	t.Citations = present(t.Citations)
	t.Unsafe = present(t.Unsafe)
	t.Warnings = present(t.Warnings)
	t.Verdict = extract.Verdict{Kind: t.Verdict.Kind, Evidence: present(t.Verdict.Evidence), Next: t.Verdict.Next}
	return &t
}

func present[T any](items []T) []T {
	if items == nil {
		return []T{}
	}
	return items
}

// prefix returns the longest prefix of items that fits budget, and takes its
// length from it.
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

// offset returns the byte offset of rune n of s, or len(s).
func offset(s string, n int) int {
	for i := range s {
		if n == 0 {
			return i
		}
		n--
	}
	return len(s)
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
