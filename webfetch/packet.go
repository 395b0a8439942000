package webfetch

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"math"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/security/injection"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/address"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/line"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/textstat"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/transport"
	"github.com/webfetch-mcp/webfetch-go/webfetch/robots"
)

// Packet is the result for one page or file. Its JSON form is the contract with clients: a list
// without omitempty is written as [], never as null. Everything
// a Packet points to is read-only.
//
// Offsets in JSON (citations, findings) count Unicode code points of Content;
// offsets in the Go types of package extract count bytes of the same string.
type Packet struct {
	// SourceID names this content: the same canonical URL with the same
	// content always has the same ID, 16 hexadecimal digits.
	SourceID     string    `json:"source_id"`
	OriginalURL  string    `json:"original_url"`
	CanonicalURL string    `json:"canonical_url"`
	RetrievedAt  time.Time `json:"retrieved_at"`
	// Status is the HTTP status, 200 for bytes that were handed in.
	Status      int      `json:"status"`
	ContentType string   `json:"content_type"`
	Metadata    Metadata `json:"metadata"`
	// Data are the products and events that the page states, see extract.Document.Data.
	Data      []map[string]any  `json:"data,omitempty"`
	Outline   []extract.Heading `json:"outline"`
	KeyBlocks []KeyBlock        `json:"key_blocks"`
	// Content is the Markdown that every span points into.
	Content       string            `json:"content"`
	SourceSummary []string          `json:"source_summary"`
	Citations     []Citation        `json:"citations"`
	Injections    []Finding         `json:"unsafe_instructions_detected"`
	Warnings      []extract.Warning `json:"warnings"`
	Hashes        Hashes            `json:"hashes"`
	RawExcerpt    string            `json:"raw_excerpt,omitempty"`
	Verdict       extract.Verdict   `json:"verdict"`
	// Links is filled when it was asked for.
	Links      []extract.Link `json:"links,omitempty"`
	Provenance Provenance     `json:"provenance"`
	// Changes lists the differences from an earlier packet if the caller asked for them; then
	// Content holds only the new parts, see [Packet.Since]. Nil otherwise.
	Changes *Changes `json:"changes,omitempty"`

	// Document is the extraction that the packet was made of. It is nil in a
	// packet that was read back from JSON; Chunk and Compact then parse Content.
	Document *extract.Document `json:"-"`
	// Stats says how the fetch went.
	Stats FetchStats `json:"-"`
	// Raw is the body as received, after content decoding.
	Raw []byte `json:"-"`
	// Screenshot is a PNG, when one was asked for.
	Screenshot []byte `json:"-"`
}

// Metadata describes a document in its own words. Unknown strings are empty, unknown
// numbers 0.
type Metadata struct {
	Title          string   `json:"title"`                      // of the document
	Author         string   `json:"author,omitempty"`           // names, separated by commas
	PublishedAt    string   `json:"published_at,omitempty"`     // RFC 3339
	ModifiedAt     string   `json:"modified_at,omitempty"`      // likewise
	SiteName       string   `json:"site_name,omitempty"`        // name of the site
	Language       string   `json:"language,omitempty"`         // BCP 47 tag
	Description    string   `json:"description,omitempty"`      // as the document describes itself
	Image          string   `json:"image,omitempty"`            // address of the picture for previews
	License        string   `json:"license,omitempty"`          // name or address
	Section        string   `json:"section,omitempty"`          // of the site, such as "Science"
	Tags           []string `json:"tags,omitempty"`             // keywords
	PageCount      int      `json:"page_count,omitempty"`       // of a PDF
	NextPage       string   `json:"next_page,omitempty"`        // address of the next part of the document
	ReadingTimeMin int      `json:"estimated_reading_time_min"` // minutes to read Content, rounded; 0 for none
}

// KeyBlock is a block that says much about the content, its text clipped. CharLen counts
// the code points of the whole block.
type KeyBlock struct {
	BlockID string       `json:"block_id"` // of extract.Block
	Kind    extract.Kind `json:"kind"`     // paragraph, table, code and so on
	Text    string       `json:"text"`     // Markdown, clipped
	CharLen int          `json:"char_len"` // code points of the whole block
}

// Citation resolves a block ID to its place in Content.
type Citation struct {
	BlockID string      `json:"block_id"` // of extract.Block
	Loc     extract.Loc `json:"loc"`      // of the block, in code points of Content
}

// Finding is text that reads like an instruction to the model. Its Location is body for text of
// Content, else what held it (hidden, comment, alt, meta, …; see extract.Removed), raw for a body
// that was not extracted. Start and End are 0: Loc is the place.
type Finding struct {
	injection.Finding
	// Loc is its place in Content, nil for text that was left out of Content.
	Loc *extract.Loc `json:"loc,omitempty"`
}

// Hashes are lower-case hexadecimal SHA-256 sums.
type Hashes struct {
	ContentHash string `json:"content_hash"` // of Content
	RawHash     string `json:"raw_hash"`     // of the body as received
}

// Provenance says where the content came from.
type Provenance struct {
	// Via is http, cache, render or bytes.
	Via string `json:"via"`
	// FinalURL is the address after redirects. Empty means that the bytes have none.
	FinalURL string `json:"final_url,omitempty"`
	// Format is Document.Format, such as html or pdf. Empty means that nothing was
	// extracted.
	Format string `json:"format"`
	// Redirects are the addresses between the original and the final one.
	Redirects []string `json:"redirects,omitempty"`
	// Homograph says why the host of FinalURL may have been made to look like
	// another one. Empty means that nothing speaks for it.
	Homograph string `json:"homograph,omitempty"`
	// Section is the heading that the fragment of the URL names, or the fragment itself if its
	// section doesn't begin with a heading.
	Section string `json:"section,omitempty"`
	// Robots says what robots.txt decided.
	Robots string `json:"robots,omitempty"`
	// Directives are the instructions of the page to robots, from X-Robots-Tag headers and
	// robots meta elements ("noindex"). They are reported, not acted on.
	Directives []string `json:"robots_directives,omitempty"`
	// Consent holds the statements of the site on the use of the page by models and search engines,
	// at most 40: in robots.txt ("robots.txt disallows it to GPTBot"), in headers
	// ("X-Robots-Tag noai") and in the page. It is reported and not acted on.
	Consent []robots.Signal `json:"consent,omitempty"`
}

// FetchStats says how a fetch went. It is not part of the packet's JSON; the
// result envelope of the MCP server carries it.
type FetchStats struct {
	// RequestID is random, made for each call.
	RequestID string
	// Index is the place of the request among those of a FetchAll, counted from
	// 0. It is 0 otherwise.
	Index int
	// Duration is how long the call took.
	Duration time.Duration
	// Retries is how often requests of the call were repeated.
	Retries int
	// Cache is miss; hit, for a stored response that was fresh; revalidated, for one that the
	// server said is still valid; or stale, for one that is not fresh where the server can't be
	// reached and allows that. It is empty for rendered pages.
	Cache string
	// Age is how old a cached response is, 0 for a fresh one.
	Age time.Duration
	// RenderReason says why the page was read with the Renderer: asked, by Request.Mode; shell,
	// without scripts it has no content; state, without them it has only plain text of its
	// application's state; or route, its fragment is for scripts, like "#/install". Empty means
	// that it was read without.
	RenderReason string
	// ContentLength is the length that the answer to a HEAD announced, 0 if it
	// announced none and for other methods.
	ContentLength int64
}

// maxExcerpt bounds Packet.RawExcerpt and Error.Excerpt, in code points.
const maxExcerpt = 2000

// newPacket makes the packet of the extraction of a response. Nothing in it is a copy of Content
// but the clipped key blocks. The error is that of ctx.
func (c *Client) newPacket(ctx context.Context, resp *response, contentType string, doc *extract.Document, opts ExtractOptions) (*Packet, error) {
	p := &Packet{
		RetrievedAt: resp.Received.UTC().Truncate(time.Millisecond),
		Status:      resp.Status,
		ContentType: contentType,
		Provenance: Provenance{
			Via: resp.via, Format: doc.Format, Redirects: slices.Clone(resp.Redirects), Robots: resp.robots,
			Directives: slices.Concat(resp.Header.Values("X-Robots-Tag"), doc.Meta.Robots),
		},
		CanonicalURL: canonicalOf(resp.URL, doc.Meta.CanonicalURL),
		Verdict:      verdictOf(doc),
		Warnings:     append(append([]extract.Warning{}, resp.warnings...), doc.Warnings...),
		Metadata:     metadataOf(doc),
		Raw:          resp.Body,
		Data:         doc.Data,
		Stats:        resp.stats(),
		Screenshot:   resp.screenshot,
	}
	if resp.via != "bytes" {
		p.Provenance.FinalURL, p.Provenance.Homograph = transport.RedactURL(resp.URL), address.Homograph(resp.URL.Hostname())
		if address.IsRoute(resp.URL.Fragment) {
			p.Provenance.FinalURL += (&url.URL{Fragment: resp.URL.Fragment, RawFragment: resp.URL.RawFragment}).String()
		}
		p.Provenance.Consent = consentOf(c.transport.KnownRobots(resp.URL), resp, c.opts.RobotsToken, doc.Meta.Robots)
	}
	p.Hashes.RawHash = resp.rawHash()
	if opts.RawExcerpt {
		p.RawExcerpt = line.Clip(decoded(resp.Body, contentType), maxExcerpt)
	}
	if opts.Links {
		p.Links = append([]extract.Link{}, doc.Links...)
	}
	return p, c.screen(ctx, p, doc, resp.URL)
}

// verdictOf returns the verdict of a document with its gaps filled in: no kind means
// content, and content without text means empty, so that no packet is an empty success.
func verdictOf(doc *extract.Document) extract.Verdict {
	v := doc.Verdict
	v.Kind = cmp.Or(v.Kind, extract.VerdictContent)
	if v.Kind == extract.VerdictContent && doc.Markdown == "" && len(v.Evidence) == 0 {
		v = extract.Verdict{Kind: extract.VerdictEmpty, Evidence: []string{"the document holds no text to read"}}
	}
	if v.Evidence == nil {
		v.Evidence = []string{}
	}
	return v
}

func (p *Packet) setContent(doc *extract.Document) {
	p.Document = doc
	p.Content = doc.Markdown
	p.Hashes.ContentHash = hashText(doc.Markdown)
	p.SourceID = sourceID(p.CanonicalURL, p.Hashes.ContentHash)
	p.Outline = append([]extract.Heading{}, doc.Outline...)
	p.KeyBlocks, p.Citations = keyBlocks(doc)
	words, cjk := textstat.CountWords(doc.Markdown)
	if minutes := float64(words)/wordsAMinute + float64(cjk)/cjkAMinute; minutes > 0 {
		p.Metadata.ReadingTimeMin = max(1, int(math.Round(minutes)))
	}
	p.SourceSummary = summarize(doc, words, cjk)
}

func (p *Packet) replaceWarning(kind, message string) {
	p.Warnings = slices.Clone(p.Warnings)
	for i := range p.Warnings {
		if p.Warnings[i].Type == kind {
			p.Warnings[i].Message = message
			return
		}
	}
	p.warn(kind, message)
}

func (p *Packet) warn(kind, message string) {
	p.Warnings = append(p.Warnings, extract.Warning{Type: kind, Message: message})
}

// sourceID returns the ID of a content at an address, 16 hexadecimal digits. It depends on
// nothing else.
func sourceID(canonical, contentHash string) string {
	var text [512]byte
	sum := sha256.Sum256(append(append(append(text[:0], canonical...), '\n'), contentHash...))
	return hex.EncodeToString(sum[:8])
}

func hash(b []byte) string {
	return hexadecimal(sha256.Sum256(b))
}

func hexadecimal(sum [sha256.Size]byte) string {
	var digits [2 * sha256.Size]byte
	hex.Encode(digits[:], sum[:])
	return string(digits[:])
}

// hashText hashes a text in pieces, so that a long one is not copied as a whole.
func hashText(s string) string {
	var piece [1024]byte // stays on the stack
	if len(s) <= len(piece) {
		return hexadecimal(sha256.Sum256(piece[:copy(piece[:], s)]))
	}
	h := sha256.New()
	for s != "" {
		n := copy(piece[:], s)
		h.Write(piece[:n])
		s = s[n:]
	}
	return hexadecimal([sha256.Size]byte(h.Sum(nil)))
}

// canonicalOf returns the canonical address of a page. named is the address that the
// document states for itself; it counts for bytes without an address, and for a page of the same
// host, since a page can't speak for another site. It returns "" if neither is a web address.
func canonicalOf(page *url.URL, named string) string {
	u, err := url.Parse(named)
	switch isWeb := err == nil && u.Host != "" && (u.Scheme == "http" || u.Scheme == "https"); {
	case isWeb && (page == nil || u.User == nil && bareHost(u) == bareHost(page) && !address.IsRoute(page.Fragment)):
		return address.Canonical(u)
	case page != nil:
		return address.Canonical(page)
	}
	return ""
}

func metadataOf(doc *extract.Document) Metadata {
	m := doc.Meta
	return Metadata{
		Title: m.Title, Author: strings.Join(m.Authors, ", "), SiteName: m.SiteName, Language: m.Language,
		Description: m.Description, Image: m.Image, License: m.License, Section: m.Section, Tags: m.Tags,
		PublishedAt: timestamp(m.Published), ModifiedAt: timestamp(m.Modified),
		PageCount: m.PageCount, NextPage: m.Next,
	}
}

func timestamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format(time.RFC3339)
}

// locOf is the span from start to end, in bytes, in code points.
func locOf(x textstat.RuneIndex, start, end int) extract.Loc {
	return extract.Loc{StartChar: x.At(start), EndChar: x.At(end)}
}

// maxConsent bounds the statements in Provenance.Consent.
const maxConsent = 40

// consentOf collects what a site says about the use of a page: in robots.txt, in
// the header of the response, as far as it is for the robot with this product token, and
// in the page.
func consentOf(rules *robots.Rules, resp *response, token string, inPage []string) []robots.Signal {
	var all []robots.Signal
	add := func(use string, allowed bool, source, policy string) {
		switch use { // the names of other vocabularies, such as draft-ietf-aipref-vocab
		case "train-ai", "genai", "ai":
			use = "ai-train"
		}
		isWord := use != "" && len(use) <= 40 && strings.Trim(use, "abcdefghijklmnopqrstuvwxyz0123456789-_") == ""
		if s := (robots.Signal{Use: use, Allowed: allowed, Source: source, Policy: policy}); isWord && len(all) < maxConsent && !slices.Contains(all, s) {
			all = append(all, s)
		}
	}
	for _, s := range rules.Signals(resp.URL) {
		add(s.Use, s.Allowed, "robots.txt "+s.Source, "")
	}
	for _, field := range []string{"Content-Signal", "Content-Usage"} {
		for _, s := range robots.ParseSignals(strings.Join(resp.Header.Values(field), ","), field) {
			add(s.Use, s.Allowed, s.Source+" header", "")
		}
	}
	// The TDM Reservation Protocol (https://www.w3.org/community/reports/tdmrep/CG-FINAL-tdmrep-20240510/)
	switch strings.TrimSpace(resp.Header.Get("Tdm-Reservation")) {
	case "1":
		add("tdm", false, "tdm-reservation header", line.Clip(resp.Header.Get("Tdm-Policy"), 300))
	case "0":
		add("tdm", true, "tdm-reservation header", "")
	}
	directives := func(said []string, source string) {
		for _, d := range said {
			switch d {
			case "noai":
				add("ai-train", false, source+d, "")
			case "noimageai":
				add("ai-train-image", false, source+d, "")
			case "tdm-reservation=1":
				add("tdm", false, "tdm-reservation meta element", "")
			}
		}
	}
	directives(robots.Directives(resp.Header.Values("X-Robots-Tag"), token), "X-Robots-Tag ")
	directives(inPage, "robots meta element ")
	return all
}
