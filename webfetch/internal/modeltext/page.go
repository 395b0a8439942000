package modeltext

import (
	"cmp"
	"net/url"
	"slices"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/address"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/line"
)

// Page is a page, a part of one, or another text of strangers as text for a model. Only Text
// need be set.
type Page struct {
	// Packet is the page. Nil means that the text is of none.
	Packet *webfetch.Packet
	// View is how Text shows the packet. Zero means "markdown".
	View string
	// Text is the text to show: Packet.Content, the result of [webfetch.Client.View], a part of
	// it, or a text made from it.
	Text string
	// Bare leaves out what the page says of itself (title, author, date), as where the text is
	// no beginning. Zero means that it stands above Text.
	Bare bool
	// HeadersOnly says that the request was a HEAD.
	HeadersOnly bool
	// Facts adds status, media type and length, for a text that doesn't show them.
	Facts bool
	// Warnings are shown beside those of the packet.
	Warnings []extract.Warning
	// Note is added to the lines above the fence; it is in words of the caller.
	Note string
	// Data is added behind Text.
	Data string
}

// String returns the notes and, between fences, the text. An empty text has a fence too, unless
// there is neither a packet nor a Bare text: then there are only notes.
func (p Page) String() string {
	note, data := "", p.Text+p.Data
	if p.Packet != nil {
		if !p.Bare {
			data = p.about() + data + Details(p.Packet.Warnings)
		}
		note = p.header(data)
	}
	note += Warnings(p.Warnings)
	if p.Note != "" {
		note += strings.TrimSuffix(p.Note, "\n") + "\n"
	}
	if p.Packet == nil && !p.Bare && data == "" && note != "" {
		return strings.TrimSuffix(note, "\n")
	}
	return note + fenced(data)
}

const headersOnly = "Kind of page: headers only, as asked with method=HEAD. Use method=GET to read the page.\n"

// header returns our own words: where the text comes from, what kind of page it is, warnings.
func (p Page) header(data string) string {
	var b strings.Builder
	packet := p.Packet
	for _, w := range packet.Warnings {
		if w.Message == rawFallback {
			b.WriteString("<error>" + w.Message + "</error>\n")
		}
	}
	b.WriteString("Contents of " + Source(packet.OriginalURL) + ":\n")
	if redirected(packet) {
		b.WriteString("The site redirected; the final address stands below.\n")
	}
	if p.HeadersOnly {
		b.WriteString(headersOnly)
	} else {
		b.WriteString(verdictLine(packet.Verdict))
	}
	warnings := packet.Warnings
	if p.Bare { // no date is shown
		warnings = slices.DeleteFunc(slices.Clone(warnings), func(w extract.Warning) bool { return w.Type == "low_confidence_date" })
	}
	b.WriteString(warningLines(warnings, packet.Verdict))
	b.WriteString(strings.TrimPrefix(alarm(packet.Injections, data)+"\n", "\n"))
	return b.String()
}

// about returns the metadata above the text. The title is a heading if the text is Markdown that
// doesn't begin with it.
func (p Page) about() string {
	var b strings.Builder
	add := func(name, value string) {
		if value = line.Clip(line.OneLine(value), maxTitle); value != "" {
			b.WriteString(name + ": " + value + "\n")
		}
	}
	packet := p.Packet
	title := line.Clip(line.OneLine(packet.Metadata.Title), maxTitle)
	first, _, _ := strings.Cut(p.Text, "\n")
	first = strings.TrimPrefix(strings.TrimLeft(first, "# "), "[")
	switch {
	case cmp.Or(p.View, "markdown") != "markdown":
		add("Title", title)
	case title != "" && first != title && !strings.HasPrefix(first, title+"]("):
		b.WriteString("# " + title + "\n")
	}
	add("Author", packet.Metadata.Author)
	day, _ := strings.CutSuffix(packet.Metadata.PublishedAt, "T00:00:00Z") // a date without a time
	add("Published", day)
	if redirected(packet) {
		b.WriteString("Address: " + line.Clip(line.OneLine(packet.Provenance.FinalURL), maxURL) + "\n")
	}
	if p.Facts || p.HeadersOnly {
		add("Status", itoa(packet.Status))
		add("Content-Type", packet.ContentType)
		if packet.Stats.ContentLength > 0 {
			add("Content-Length", itoa(int(packet.Stats.ContentLength)))
		}
	}
	switch {
	case b.Len() == 0:
		return ""
	case p.Text == "":
		return strings.TrimSuffix(b.String(), "\n")
	}
	return b.String() + "\n"
}

func verdictLine(v extract.Verdict) string {
	kind, named := map[extract.VerdictKind]string{
		extract.VerdictJSShell:    "scripts load its content",
		extract.VerdictBotWall:    "it shows a CAPTCHA or another check for people",
		extract.VerdictPaywall:    "only a part is free to read",
		extract.VerdictLogin:      "it asks to sign in",
		extract.VerdictSoft404:    "it says that there is no such page",
		extract.VerdictConsent:    "it asks for consent before it shows its content",
		extract.VerdictScannedPDF: "its pages are pictures without text",
		extract.VerdictEmpty:      "it has no text",
	}[v.Kind]
	switch {
	case v.Kind == "" || v.Kind == extract.VerdictContent:
		return ""
	case !named:
		kind = "not plain content"
	case onlyLeads(v):
		kind = "it only leads to another page"
	}
	return strings.TrimSpace("Kind of page: "+line.OneLine(string(v.Kind))+", "+kind+". "+line.OneLine(v.Next)) + "\n"
}

// onlyLeads reports whether a page has no content since it redirects by its markup or consists of
// frames.
func onlyLeads(v extract.Verdict) bool {
	return v.Kind == extract.VerdictEmpty && v.Next == extract.NextTarget
}

// Source names a page in a trusted line by the requested address. The page controls its own
// address and title.
func Source(url string) string {
	return cmp.Or(Address(url), "the given document")
}

// redirected reports that a page was read from another address than the one that was asked for: of
// another host or path, or, where the site redirected, with another query.
func redirected(p *webfetch.Packet) bool {
	final, from := p.Provenance.FinalURL, p.Provenance.Redirects
	return final != "" && p.OriginalURL != "" && (!sameAddress(final, p.OriginalURL) || len(from) > 0 && query(final) != query(from[0]))
}

func query(raw string) string {
	u, err := url.Parse(raw)
	if err != nil {
		return ""
	}
	_, query, _ := strings.Cut(address.Canonical(&url.URL{RawQuery: u.RawQuery}), "?")
	return query
}
