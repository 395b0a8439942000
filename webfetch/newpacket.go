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
	"sync"
	"time"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/address"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/line"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/textstat"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/transport"
	"github.com/webfetch-mcp/webfetch-go/webfetch/robots"
)

// maxExcerpt bounds Packet.RawExcerpt and Error.Excerpt, in code points.
const maxExcerpt = 2000

// newPacket makes the packet of the extraction of a response. Nothing in it is a copy of Content
// but the clipped key blocks. The error is that of ctx.
func (c *Client) newPacket(ctx context.Context, resp *response, contentType string, doc *extract.Document, opts ExtractOptions) (*Packet, error) {
	p := &Packet{
		RetrievedAt: resp.StoredAt.UTC().Truncate(time.Millisecond),
		Status:      resp.Status,
		ContentType: contentType,
		Provenance: Provenance{
			Via: resp.via, Format: doc.Format, Redirects: slices.Clone(resp.Redirects), Robots: resp.Robots,
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
	p.Hashes.RawHash = resp.sum.of(resp.Body)
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

// bodySum is the hash of a body, which is made once for all packets of it. Nil keeps nothing.
// It is safe for concurrent use.
type bodySum struct {
	once sync.Once
	text string
}

func (s *bodySum) of(body []byte) string {
	if s == nil {
		return hash(body)
	}
	s.once.Do(func() { s.text = hash(body) })
	return s.text
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
	if named == "" && page != nil {
		return address.Canonical(page)
	}
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
