package tools

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/markdown"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/hostlimit"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/line"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/modeltext"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/textstat"
)

// maxBinaryShown is the longest binary body in bytes that view=raw shows in base64.
const maxBinaryShown = 1 << 10

// show shows a part of a page in the view that was asked for, and in the structured form. about is a
// line on where the page is from, "" where its address says it.
func (s *Set) show(ctx context.Context, c *call, args *fetchArgs, p *webfetch.Packet, about string) (*answer, error) {
	view := args.view()
	text, p, err := s.client.View(hostlimit.WithPrincipal(ctx, c.Principal), p, view)
	if err != nil {
		return nil, err
	}
	warnings, start, limit := s.optionWarnings(args), int(args.StartIndex), s.opts.maxLength()
	if args.completed != "" {
		warnings = append(warnings, extract.Warning{Type: warnCompleted, Message: "The url has no scheme; " + args.completed + " was put before it."})
	}
	if start == 0 && lacksSection(args.URL, view, p) {
		warnings = append(warnings, extract.Warning{Type: warnNoSection, Message: "The content has no section of the name behind the # of the url; the whole page is shown."})
	}
	if args.isHead() { // there is nothing to go on with
		start = 0
	}
	if args.MaxLength != nil {
		limit = int(*args.MaxLength)
	}
	note, encoding := changesNote(p.Changes), ""
	if view == "raw" {
		text, encoding, note = rawText(args, p, text)
	}
	part, err := window(text, start, limit)
	if err != nil {
		return nil, err
	}
	if view == "links" && part.next > 0 && text[line.Offset(text, part.next)] != '\n' {
		// A part of a list ends after the last whole line of it, unless that leaves nothing.
		if end := strings.LastIndexByte(part.text, '\n'); end > 0 {
			part.text = part.text[:end]
			part.next = part.start + utf8.RuneCountInString(part.text)
		}
	}
	a := &answer{env: fetched(&p.Stats), doubt: c.doubt, page: modeltext.Page{Packet: p, View: view, HeadersOnly: args.isHead(), Facts: note != "", Warnings: warnings}}
	a.shows(part, limit, s.name(c.tool))
	a.page.Note = about + strings.TrimPrefix(note+"\n", "\n")
	if start == 0 {
		a.page.Note += sectionNote(p, view)
	}
	if text == p.Content && p.Document != nil && p.Document.Markdown == text {
		a.page.Data = nextHeadings(text, p.Document.Outline, part.next)
	}
	if a.doubt != nil {
		warnings = append(slices.Clip(warnings), *a.doubt)
	}
	a.env.View = view
	if view == "raw" {
		a.env.Raw = &rawBody{
			OriginalURL: line.Clip(p.OriginalURL, longestURL), Status: p.Status, ContentType: line.Clip(p.ContentType, longestField),
			Bytes: len(p.Raw), Encoding: encoding, Body: part.text, Warnings: slices.Concat(warnings, firstOf(p.Warnings, mostWarnings)),
		}
		return a, nil
	}
	t := trim(p, part.text, start == 0)
	t.Content, t.Warnings = part.text, append(append([]extract.Warning{}, warnings...), t.Warnings...)
	if text != p.Content { // they are of the content
		t.Citations = []webfetch.Citation{}
	}
	if args.Options.Format.Output != "normalized" {
		a.env.Packet = t
		return a, nil
	}
	blocks := []normalizedBlock{}
	if budget := detailBudget(part.text) - jsonLen(t.Outline); start == 0 {
		blocks = prefix(normalize(p).Blocks, &budget)
	}
	a.env.Normalized = &normalized{t.SourceID, t.CanonicalURL, t.Metadata, t.Outline, t.Content, blocks, t.Warnings}
	return a, nil
}

// sectionNote says where the section ends that stands before the page since its address names it,
// "" where none does. Without it the page reads as if it went on there.
func sectionNote(p *webfetch.Packet, view string) string {
	if p.Document == nil || p.Document.Section.Start == 0 || view != "markdown" && view != "plain" {
		return ""
	}
	section := p.Document.Markdown[p.Document.Section.Start:p.Document.Section.End]
	if view == "plain" {
		section = markdown.Plain(section)
	}
	return "The section that the address names comes first, in " + itoa(utf8.RuneCountInString(strings.TrimSpace(section))) +
		" characters; the page follows from its beginning.\n"
}

const (
	warnCompleted = "url_completed"
	warnNoSection = "section_not_found"
)

// lacksSection reports that an address names a section that the page does not have. A
// fragment that begins with "/" or "!" names a page of an application; one of the form
// ":~:text=…" or "page=3" (RFC 8118) is for browsers; #top is ignored.
func lacksSection(address string, view string, p *webfetch.Packet) bool {
	_, fragment, _ := strings.Cut(address, "#")
	if plain, err := url.PathUnescape(fragment); err == nil {
		fragment = plain
	}
	fragment, _, _ = strings.Cut(fragment, ":~:")
	if fragment == "" || strings.EqualFold(fragment, "top") || fragment[0] == '/' || fragment[0] == '!' || strings.Contains(fragment, "=") {
		return false
	}
	return (view == "markdown" || view == "plain") && p.Changes == nil &&
		p.Provenance.Section == "" && p.Document != nil && p.Document.Section == (extract.Span{}) && p.Content != ""
}

// rawText returns what is shown of a body as it came, its encoding, and a note on a binary one,
// which is in base64. A long binary one is of no use to a model: it is given only where the bytes
// were asked for by name.
func rawText(args *fetchArgs, p *webfetch.Packet, text string) (shown, encoding, note string) {
	_, encoding = p.RawText()
	switch {
	case encoding == "utf-8":
		return text, encoding, ""
	case len(p.Raw) <= maxBinaryShown || args.Options.Format.Output == "raw":
		return text, encoding, "The body is binary, " + itoa(len(p.Raw)) + " bytes, and shown in base64."
	}
	return "", encoding, "The body is binary, " + itoa(len(p.Raw)) + " bytes, and not shown. options.format.output=raw gives it in base64; " +
		"view=markdown reads it, if it is a document."
}

type normalized struct {
	SourceID     string            `json:"source_id"`
	CanonicalURL string            `json:"canonical_url"`
	Metadata     webfetch.Metadata `json:"metadata"`
	Outline      []extract.Heading `json:"outline"`
	Content      string            `json:"content"`
	Blocks       []normalizedBlock `json:"blocks"`
	Warnings     []extract.Warning `json:"warnings"`
}

// normalizedBlock is the span of one block, in code points of the content.
type normalizedBlock struct {
	BlockID   string       `json:"block_id"`
	Kind      extract.Kind `json:"kind"`
	Level     int          `json:"level,omitempty"`
	StartChar int          `json:"start_char"`
	EndChar   int          `json:"end_char"`
}

func normalize(p *webfetch.Packet) *normalized {
	doc := p.Document
	if doc == nil || doc.Markdown != p.Content {
		doc = markdown.Parse(p.Content)
	}
	runes := textstat.NewRuneIndex(doc.Markdown)
	blocks := make([]normalizedBlock, len(doc.Blocks))
	for i, b := range doc.Blocks {
		blocks[i] = normalizedBlock{BlockID: extract.BlockID(i), Kind: b.Kind, Level: b.Level, StartChar: runes.At(b.Start), EndChar: runes.At(b.End)}
	}
	return &normalized{p.SourceID, p.CanonicalURL, p.Metadata, p.Outline, p.Content, blocks, p.Warnings}
}

// The lengths of what options.since names, in hexadecimal digits.
const (
	sourceIDLength    = 16
	contentHashLength = 64
)

// checkSince refuses an options.since that names nothing, or that can't be kept to.
func (a *fetchArgs) checkSince() error {
	since, view := a.Options.Since, a.view()
	hexadecimal := strings.Trim(since, "0123456789abcdef") == ""
	switch {
	case since == "":
		return nil
	case !hexadecimal || len(since) != sourceIDLength && len(since) != contentHashLength:
		return invalid(errors.New("options.since is not a source_id or content_hash of an earlier fetch"))
	case a.isHead() || view != "markdown" && view != "plain":
		return invalid(errors.New("options.since goes with view=markdown and view=plain, and not with method=HEAD"))
	case a.reducesContent():
		return invalid(errors.New("options.since can't be combined with max_tokens and question; max_length bounds what is shown"))
	case a.Options.AISearch.Enabled:
		return invalid(errors.New("options.since can't be combined with options.ai_search, which stores whole pages"))
	}
	return nil
}

// earlier is the packet that options.since names: all of it if it is still stored, else what
// identifies it; nil if the option is not given.
func (s *Set) earlier(ctx context.Context, principal, since string) *webfetch.Packet {
	switch len(since) {
	case sourceIDLength:
		if p := s.Packet(ctx, principal, since); p != nil {
			return p
		}
		return &webfetch.Packet{SourceID: since}
	case contentHashLength:
		return &webfetch.Packet{Hashes: webfetch.Hashes{ContentHash: since}}
	}
	return nil
}

// changesNote says in the header what the content is, "" for a whole page.
func changesNote(c *webfetch.Changes) string {
	switch {
	case c == nil:
		return ""
	case c.Unchanged:
		return "The page has not changed since it was read before."
	}
	return fmt.Sprintf("What follows is not the whole page: since it was read before, %s new or changed and shown, %d removed, %d unchanged.",
		modeltext.Count(c.Added, "block is", "blocks are"), c.Removed, c.Kept)
}

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
	t.Metadata = clipped(t.Metadata)
	t.Metadata.Tags = prefix(t.Metadata.Tags[:min(len(t.Metadata.Tags), mostTags)], new(longestField))
	t.CanonicalURL, t.ContentType = line.Clip(t.CanonicalURL, longestURL), line.Clip(t.ContentType, longestField)
	t.Provenance = clipped(t.Provenance)
	t.Provenance.Redirects, t.Provenance.Directives = firstOf(t.Provenance.Redirects, mostRedirects), firstOf(t.Provenance.Directives, mostRedirects)
	t.Verdict.Evidence = firstOf(t.Verdict.Evidence, mostWarnings)
	t.Warnings, t.Injections = firstOf(t.Warnings, mostWarnings), firstOf(t.Injections, mostFindings)
	t.RawExcerpt = line.Clip(t.RawExcerpt, longestExcerpt)
	if t.Changes != nil {
		changes := *t.Changes
		changes.RemovedText = prefix(changes.RemovedText, new(detailBudget(part)/2))
		t.Changes = &changes
	}
	if !first {
		t.Outline, t.KeyBlocks, t.Citations, t.SourceSummary = []extract.Heading{}, []webfetch.KeyBlock{}, []webfetch.Citation{}, []string{}
		t.RawExcerpt, t.Links, t.Metadata.Tags, t.Data = "", nil, nil, nil
		return &t
	}
	t.SourceSummary = firstOf(t.SourceSummary, mostWarnings)
	budget := detailBudget(part)
	t.Outline = prefix(t.Outline, new(budget*2/3))
	budget -= jsonLen(t.Outline)
	t.KeyBlocks, t.Citations = trimBlocks(t.KeyBlocks, t.Citations, utf8.RuneCountInString(part)/10, budget)
	t.Links = prefix(t.Links, new(detailBudget(part)))
	t.Data = prefix(t.Data, new(mostExtras))
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
	raw, _ := marshal(v) // nothing in it can't be written
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
