package webfetch

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/markdown"
	"github.com/webfetch-mcp/webfetch-go/extract/page/htmlview"
	"github.com/webfetch-mcp/webfetch-go/extract/sniff"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/address"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/panics"
)

// View is a way to show a packet as text.
type View string

// The views. Zero means ViewMarkdown.
const (
	ViewMarkdown View = "markdown" // Content, the section that was asked for first
	ViewPlain    View = "plain"    // Content without markup
	ViewHTML     View = "html"     // sanitised markup of the page
	ViewRaw      View = "raw"      // the body as text, or as base64 if it is binary
	ViewLinks    View = "links"    // the page's links to its own site, by frequency
)

// Views returns every view.
func Views() []View { return []View{ViewMarkdown, ViewPlain, ViewHTML, ViewRaw, ViewLinks} }

// View shows a packet. Markdown and plain need only Content; html and raw need
// Raw and links needs Document, so they fail with SOURCE_NOT_FOUND for a packet
// that was read back from JSON. An unknown view is INVALID_INPUT, and so is a nil
// packet. The error is always an *[Error]. See [Client.View] for many packets at
// a time.
func (p *Packet) View(ctx context.Context, v View) (string, error) {
	switch {
	case p == nil:
		return "", errNilPacket("view")
	case ctx.Err() != nil:
		return "", asError("view", nil, ctx.Err())
	case v == "":
		v = ViewMarkdown
	}
	switch v {
	case ViewMarkdown:
		return sectionFirst(p.document()), nil
	case ViewPlain:
		return markdown.Plain(sectionFirst(p.document())), nil
	case ViewRaw:
		if p.Raw == nil && p.Document == nil {
			return "", gone(p, v)
		}
		text, _ := p.RawText()
		return text, nil
	case ViewHTML, ViewLinks:
		text, err := p.uncutView(ctx, v)
		if err != nil {
			return "", err
		}
		if err := withoutOrders(ctx, &text); err != nil {
			return "", asError("view", sourceURL(p), err)
		}
		return text, nil
	}
	return "", &Error{Op: "view", Code: InvalidInput, Err: fmt.Errorf("view %q is not markdown, plain, html, raw or links", clip(string(v), 20))}
}

// uncutView is the view html or links with all that its addresses say.
func (p *Packet) uncutView(ctx context.Context, v View) (string, error) {
	if v == ViewLinks {
		if p.Document == nil {
			return "", gone(p, v)
		}
		return linkList(p), nil
	}
	if err := p.hasHTML(); err != nil {
		return "", err
	}
	text, err := renderHTML(ctx, p)
	if err != nil {
		return "", asError("view", sourceURL(p), err)
	}
	return text, nil
}

// View is [Packet.View] within the bounds of the client: what becomes HTML at one
// time counts towards [Limits].ExtractBytes, and the latest of it is kept for
// readers that ask for one part after another.
func (c *Client) View(ctx context.Context, p *Packet, v View) (string, error) {
	if failure := c.usable(ctx, "view", p); failure != nil {
		return "", failure
	}
	if v == ViewHTML {
		return c.htmlOf(ctx, p)
	}
	return p.View(ctx, v)
}

// hasHTML returns an error if the packet has no page to show as HTML.
func (p *Packet) hasHTML() error {
	if p.Raw == nil && p.Document == nil {
		return gone(p, ViewHTML)
	}
	if f := p.Provenance.Format; f != "html" && f != "" {
		return &Error{Op: "view", URL: p.OriginalURL, Code: InvalidInput, Err: errors.New("view html needs an HTML page, this is " + f)}
	}
	return nil
}

func gone(p *Packet, v View) *Error {
	return &Error{Op: "view", URL: p.OriginalURL, Code: SourceNotFound, Err: fmt.Errorf("the packet has no body to show as %s", v)}
}

// RawText returns the body as text and the encoding "utf-8", or, if it is
// binary, in base64 (RFC 4648 section 4) and the encoding "base64".
func (p *Packet) RawText() (text, encoding string) {
	if text, readable := rawText(p.Raw, p.ContentType); readable {
		return text, "utf-8"
	}
	return base64.StdEncoding.EncodeToString(p.Raw), "base64"
}

// rawText returns a body as text, if it is one.
func rawText(body []byte, contentType string) (text string, readable bool) {
	if !isText(contentType) && !utf8.Valid(body) {
		return "", false
	}
	return decoded(body, contentType), true
}

// htmlOf parses and writes the page within the same bound of bytes as
// extraction. Readers that ask for one part after another get them of one
// rendering, several at a time too.
func (c *Client) htmlOf(ctx context.Context, p *Packet) (string, error) {
	if err := p.hasHTML(); err != nil {
		return "", err
	}
	key := p.Hashes.RawHash + " " + p.CanonicalURL + " " + p.ContentType
	if text, known := c.html.get(key); known {
		return text, nil
	}
	release, err := c.memory.Acquire(ctx, p.Stats.Principal, int64(len(p.Raw)))
	if err != nil {
		return "", asError("view", sourceURL(p), err)
	}
	defer release()
	text, err := p.View(ctx, ViewHTML)
	if err != nil {
		c.logPanic(ctx, err)
		return "", err
	}
	c.html.put(key, text)
	return text, nil
}

func renderHTML(ctx context.Context, p *Packet) (text string, err error) {
	defer panics.Catch(&err)
	src := &extract.Source{URL: sourceURL(p), MediaType: p.ContentType, Body: p.Raw}
	src.MediaType = sniff.MediaType(src)
	return htmlview.Render(ctx, src)
}

// siteLink is a distinct link of the page's own site.
type siteLink struct {
	url, text string
	count     int
}

// linkList shows the links of a page to its own host, the most frequent first,
// each with its first anchor text.
func linkList(p *Packet) string {
	links := siteLinks(p)
	page := p.OriginalURL
	if page == "" {
		page = "the given document"
	}
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
	page := pageURL(p)
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
		if links[at].text == "" {
			links[at].text = l.Text
		}
	}
	slices.SortStableFunc(links, func(a, b siteLink) int { return b.count - a.count })
	return links
}

// pageURL is the address that a page was read from, or nil.
func pageURL(p *Packet) *url.URL {
	if u, err := url.Parse(p.Provenance.FinalURL); err == nil && u.Host != "" {
		return u
	}
	if u := sourceURL(p); u != nil && u.Host != "" {
		return u
	}
	return nil
}

// isSiteLink reports whether a link leads to a page of the same site as page, or,
// if that is nil, to any page.
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

// samePage reports whether two addresses differ in nothing but a place in the page.
func samePage(a, b *url.URL) bool {
	if address.IsRoute(a.Fragment) && a.Fragment != b.Fragment {
		return false
	}
	path := func(u *url.URL) string { return strings.TrimSuffix(address.Path(u), "/") }
	return path(a) == path(b) && a.RawQuery == b.RawQuery
}
