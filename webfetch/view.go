package webfetch

import (
	"cmp"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/markdown"
	"github.com/webfetch-mcp/webfetch-go/extract/page/htmlview"
	"github.com/webfetch-mcp/webfetch-go/extract/sniff"
	"github.com/webfetch-mcp/webfetch-go/security/injection"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/address"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/hostlimit"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/line"
)

// View shows a packet in another way: as "markdown", Content with the section that was asked for
// first, which "" means too; "plain", that without markup; "html", sanitised markup of the page;
// "raw", the body as text, or as base64 if it is binary; or "links", the page's links to its own
// site, by frequency. It returns the text, and p with what of the text reads like
// instructions to a model and is not in its content added to Packet.Injections; p itself where
// there is nothing to add. Words that read like instructions are left out of addresses in the
// views html and links. Markdown and plain need only Content; html and raw need Raw and links
// needs Document, so they fail with SOURCE_NOT_FOUND for a packet that was read back from JSON.
// An unknown view is INVALID_INPUT, and so is a nil packet. What becomes HTML at one time counts
// towards [Limits].ExtractBytes. The error is always an *[Error].
func (c *Client) View(ctx context.Context, p *Packet, v string) (text string, seen *Packet, err error) {
	if failure := c.usable(ctx, "view", p); failure != nil {
		return "", nil, failure
	}
	var uncut string
	switch v {
	case "", "markdown":
		return sectionFirst(p.document()), p, nil
	case "plain":
		return markdown.Plain(sectionFirst(p.document())), p, nil
	case "raw":
		if p.Raw == nil && p.Document == nil {
			return "", nil, gone(p, v)
		}
		text, encoding := p.RawText()
		if p.Provenance.Format != "" || encoding != "utf-8" {
			return text, p, nil
		}
		return c.scanView(ctx, p, v, text, "", []injection.HiddenText{{Text: text, Location: locationRaw}})
	case "links":
		if p.Document == nil {
			return "", nil, gone(p, v)
		}
		uncut = linkList(p)
	case "html":
		if uncut, err = c.htmlOf(ctx, p); err != nil {
			return "", nil, err
		}
	default:
		return "", nil, &Error{Op: "view", Code: InvalidInput, Err: fmt.Errorf("view %q is not markdown, plain, html, raw or links", line.Clip(v, 20))}
	}
	if text, err = withoutOrders(ctx, uncut); err != nil {
		return "", nil, asError("view", sourceURL(p), err)
	}
	// An order left out of anything but an address, such as a heading, has no notice.
	if !slices.ContainsFunc([]string{"/…", "?…", "&…", "=…", "#…", ";…"}, func(cut string) bool { return strings.Contains(text, cut) }) {
		uncut = text
	}
	if v == "links" {
		return c.scanView(ctx, p, v, text, uncut, nil)
	}
	words, attributes := wordsOf(uncut)
	return c.scanView(ctx, p, v, text, words, []injection.HiddenText{{Text: attributes, Location: "attribute"}})
}

func (c *Client) htmlOf(ctx context.Context, p *Packet) (string, error) {
	if p.Raw == nil && p.Document == nil {
		return "", gone(p, "html")
	}
	if f := p.Provenance.Format; f != "html" && f != "" {
		return "", &Error{Op: "view", URL: p.OriginalURL, Code: InvalidInput, Err: errors.New("view html needs an HTML page, this is " + f)}
	}
	part, err := c.memory.Acquire(ctx, hostlimit.PrincipalOf(ctx), int64(len(p.Raw)))
	if err != nil {
		return "", asError("view", sourceURL(p), err)
	}
	defer part.Release()
	return guarded(ctx, c, "view", sourceURL(p), func() (string, error) {
		src := &extract.Source{URL: sourceURL(p), MediaType: p.ContentType, Body: p.Raw}
		src.MediaType = sniff.MediaType(src)
		return htmlview.Render(ctx, src)
	})
}

func gone(p *Packet, v string) *Error {
	return &Error{Op: "view", URL: p.OriginalURL, Code: SourceNotFound, Err: fmt.Errorf("the packet has no body to show as %s", v)}
}

// RawText returns the body as text and the encoding "utf-8", or, if it is
// binary, in base64 (RFC 4648 section 4) and the encoding "base64".
func (p *Packet) RawText() (text, encoding string) {
	if isText(p.ContentType) || utf8.Valid(p.Raw) {
		return decoded(p.Raw, p.ContentType), "utf-8"
	}
	return base64.StdEncoding.EncodeToString(p.Raw), "base64"
}

type siteLink struct {
	url, text string
	count     int
}

func linkList(p *Packet) string {
	links, page := siteLinks(p), cmp.Or(p.OriginalURL, "the given document")
	if len(links) == 0 {
		return "No links found on " + page + " - it may require JavaScript or authentication."
	}
	var b strings.Builder
	fmt.Fprintf(&b, "All %d links found on %s\n", len(links), page)
	for _, l := range links {
		b.WriteString("\n- ")
		if l.text != "" {
			b.WriteString(l.text + ": ")
		}
		b.WriteString(l.url)
	}
	return b.String()
}

// siteLinks are the links to pages of the page's own site. Places within the
// page itself don't count. A document without an address has no site: all its
// links to pages count, relative ones as they are written.
func siteLinks(p *Packet) []siteLink {
	var links []siteLink
	index := map[string]int{}
	page, err := url.Parse(p.Provenance.FinalURL) // that the page was read from
	if err != nil || page.Host == "" {
		page = sourceURL(p)
	}
	if page != nil && page.Host == "" {
		page = nil
	}
	for _, l := range p.Document.Links {
		u, err := url.Parse(l.URL)
		if err != nil || !isSiteLink(u, page) || page != nil && strings.Contains(l.URL, "#") && samePage(u, page) {
			continue
		}
		if !address.IsRoute(u.Fragment) {
			u.Fragment, u.RawFragment = "", ""
		}
		key := address.Clean(u).String()
		at, seen := index[key]
		if !seen {
			at = len(links)
			index[key] = at
			links = append(links, siteLink{url: key})
		}
		links[at].count++
		links[at].text = cmp.Or(links[at].text, l.Text)
	}
	slices.SortStableFunc(links, func(a, b siteLink) int { return b.count - a.count })
	return links
}

// isSiteLink reports whether a link leads to a page of the same site as page, or, if that is nil,
// to any page.
func isSiteLink(u, page *url.URL) bool {
	switch {
	case page == nil && u.Scheme == "" && u.Host == "":
		return u.Path != "" || u.RawQuery != "" || address.IsRoute(u.Fragment)
	case u.Scheme != "http" && u.Scheme != "https":
		return false
	case page == nil:
		return u.Host != ""
	}
	return bareHost(u) == bareHost(page)
}

func samePage(a, b *url.URL) bool {
	if address.IsRoute(a.Fragment) && a.Fragment != b.Fragment {
		return false
	}
	path := func(u *url.URL) string { return strings.TrimSuffix(address.Path(u), "/") }
	return path(a) == path(b) && a.RawQuery == b.RawQuery
}

// locateSection finds the section that a fragment names, sets Document.Section
// where the extractor has not, and returns the heading's text, or the fragment
// if its section doesn't begin with a heading; "" if there is no such section.
func locateSection(doc *extract.Document, fragment string) string {
	fragment, _, _ = strings.Cut(fragment, ":~:") // text fragments are not sections
	if fragment == "" {
		return ""
	}
	for i, h := range doc.Outline {
		inside := doc.Section != (extract.Span{}) && h.Start == doc.Section.Start
		if inside || doc.Section == (extract.Span{}) && (h.Anchor == fragment || h.Anchor == "" && slug(h.Text) == strings.ToLower(fragment)) {
			if !inside {
				doc.Section = doc.SectionAt(i)
			}
			return h.Text
		}
	}
	if doc.Section != (extract.Span{}) {
		return fragment
	}
	return ""
}

// slug returns the anchor that GitHub and other Markdown renderers give a heading:
// "What is new?" → "what-is-new".
func slug(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.IsLetter(r), unicode.IsDigit(r), r == '_', r == '-':
			return r
		case r == ' ':
			return '-'
		}
		return -1
	}, strings.ToLower(text))
}

func sectionFirst(doc *extract.Document) string {
	s := doc.Section
	if s.Start == 0 || s.End <= s.Start {
		return doc.Markdown
	}
	section := strings.TrimSpace(doc.Markdown[s.Start:s.End])
	before, after := strings.TrimSpace(doc.Markdown[:s.Start]), strings.TrimSpace(doc.Markdown[s.End:])
	return strings.TrimSpace(section + "\n\n" + before + "\n\n" + after)
}
