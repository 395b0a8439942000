package webfetch

import (
	"context"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/security/injection"
)

func (c *Client) scanView(ctx context.Context, p *Packet, v string, text, shown string, aside []injection.HiddenText) (string, *Packet, error) {
	found, failed, err := scanAll(ctx, c.opts.Hooks.Scanner, shown, aside)
	if err != nil {
		return "", nil, asError("view", sourceURL(p), err)
	}
	more := p.newFindings(found, injection.Location(v))
	if len(more) == 0 && failed == nil {
		return text, p, nil
	}
	seen := *p
	seen.Injections, seen.Warnings = append(slices.Clip(p.Injections), more...), slices.Clone(p.Warnings)
	if failed != nil {
		seen.replaceWarning("scanner_failed", scannerFailed)
	}
	if v == "raw" && len(more) > 0 {
		seen.replaceWarning("injection_detected", injectionWarning(seen.Injections, seen.Metadata, c.opts.Quarantine))
	}
	return text, &seen, nil
}

// hasCutAddress reports whether text may have addresses that words were left out of.
func hasCutAddress(text string) bool {
	for before, rest, found := strings.Cut(text, "…"); found; before, rest, found = strings.Cut(rest, "…") {
		if before != "" && strings.IndexByte("/?&=#;", before[len(before)-1]) >= 0 {
			return true
		}
	}
	return false
}

// newFindings returns the findings of found that p does not have yet, with location, since
// they are not in the content.
func (p *Packet) newFindings(found []injection.Finding, location injection.Location) []Finding {
	var out []Finding
	for _, f := range found {
		if slices.ContainsFunc(p.Injections, func(known Finding) bool { return fold(known.Text) == fold(f.Text) }) {
			continue
		}
		out = append(out, reported(f, location))
	}
	return out
}

// wordsOf returns the text of sanitised HTML with its addresses, and that of its other attributes.
func wordsOf(markup string) (text, attributes string) {
	var words, values strings.Builder
	var addresses []string
	z := html.NewTokenizer(strings.NewReader(markup))
	for {
		switch z.Next() {
		case html.ErrorToken:
			return words.String() + "\n\n" + strings.Join(addresses, "\n\n"), values.String()
		case html.TextToken:
			words.Write(z.Text())
		case html.StartTagToken, html.SelfClosingTagToken:
			if name, more := z.TagName(); !phrasing(string(name)) || !more {
				words.WriteByte('\n')
			}
			for {
				key, value, more := z.TagAttr()
				if string(key) == "alt" || string(key) == "title" || string(key) == "summary" {
					values.Write(value)
					values.WriteString("\n\n")
				} else if len(value) > 0 {
					addresses = append(addresses, string(value))
				}
				if !more {
					break
				}
			}
		}
	}
}

func phrasing(name string) bool {
	switch name {
	case "a", "b", "i", "em", "strong", "span", "code", "mark", "small", "sub", "sup", "u", "s", "q", "abbr", "time", "var", "kbd", "samp", "wbr", "cite", "del", "ins":
		return true
	}
	return false
}

// fields are those of the metadata that hold text of the document.
func (m *Metadata) fields() []*string {
	fields := []*string{&m.Title, &m.Author, &m.SiteName, &m.Description, &m.License, &m.Section}
	for i := range m.Tags {
		fields = append(fields, &m.Tags[i])
	}
	return fields
}

// Locations of findings beside the content and the metadata.
const (
	locationAddress injection.Location = "address"
	locationHeader  injection.Location = "header"
	locationRaw     injection.Location = "raw"
)

// shownPart is a text that a packet shows in a place.
type shownPart struct {
	location injection.Location
	text     string
	field    *string // where text stands; nil where findings are only reported
}

// scanBeside looks for instructions to a model in what a packet shows of strangers beside its
// content: what the document says about itself, addresses, fields of the response, links, the
// excerpt of the body and what the site says of its use. The error is that of ctx.
func (p *Packet) scanBeside(ctx context.Context, mode injection.QuarantineMode) error {
	p.Metadata.Tags = slices.Clone(p.Metadata.Tags)
	own := p.Metadata.fields()
	parts := make([]shownPart, 0, len(own)+4)
	for _, field := range own {
		parts = append(parts, shownPart{locationMeta, *field, field})
	}
	addresses := []*string{&p.CanonicalURL, &p.Provenance.FinalURL, &p.Metadata.Image, &p.Metadata.NextPage}
	for i := range p.Provenance.Redirects {
		addresses = append(addresses, &p.Provenance.Redirects[i])
	}
	var texts strings.Builder
	for i := range p.Links {
		addresses = append(addresses, &p.Links[i].URL)
		texts.WriteString(p.Links[i].Text + "\n\n")
	}
	said := make([]string, 0, len(addresses))
	for i, address := range addresses {
		if i == 0 || *address != *addresses[i-1] { // the canonical address is the final one, as a rule
			said = append(said, *address)
		}
	}
	fields := append([]string{p.Metadata.Language, p.ContentType}, p.Provenance.Directives...)
	var consent []string
	for _, c := range p.Provenance.Consent {
		consent = append(consent, c.Use, c.Policy)
	}
	err := p.scanParts(ctx, mode, append(parts,
		shownPart{locationAddress, strings.Join(said, "\n\n"), nil}, shownPart{locationHeader, strings.Join(fields, "\n\n"), nil},
		shownPart{"links", texts.String(), nil}, shownPart{locationRaw, p.RawExcerpt, &p.RawExcerpt},
		shownPart{locationAddress, strings.Join(consent, "\n\n"), nil},
	))
	if err != nil || len(p.Injections) == 0 {
		return err
	}
	for _, address := range addresses {
		if *address, err = withoutOrders(ctx, *address); err != nil {
			return err
		}
	}
	return nil
}

// scanParts scans parts of a packet, adds what it finds to the findings, and does with the fields
// what the mode says. What the scanner of the options has found in the metadata is among the
// findings already. The error is that of ctx.
func (p *Packet) scanParts(ctx context.Context, mode injection.QuarantineMode, parts []shownPart) error {
	told := len(p.Injections)
	others := slices.DeleteFunc(slices.Clone(p.Injections), func(f Finding) bool { return f.Scanner == "" || f.Location == injection.LocationBody })
	for _, part := range parts {
		if part.text == "" {
			continue
		}
		shown, aside := part.text, []injection.HiddenText(nil)
		if part.location == locationMeta {
			shown, aside = "", []injection.HiddenText{{Text: part.text, Location: locationMeta}}
		}
		found, err := injection.Scan(ctx, shown, aside)
		if err != nil {
			return err
		}
		p.Injections = append(p.Injections, p.newFindings(found, part.location)...)
		if part.location == locationMeta {
			for _, f := range others {
				if fieldHolds(part.text, f.Text) {
					found = append(found, injection.Finding{Level: f.Level})
				}
			}
		}
		if part.field != nil && len(found) > 0 {
			*part.field = quarantinedField(part.text, found, mode)
		}
	}
	if len(p.Injections) > told {
		p.replaceWarning("injection_detected", injectionWarning(p.Injections, p.Metadata, mode))
	}
	return nil
}

// withoutOrders leaves the words out of the addresses in text that read like instructions to a model.
// The error is that of ctx.
func withoutOrders(ctx context.Context, text string) (string, error) {
	found, err := injection.Scan(ctx, text, nil)
	if err == nil {
		text, _ = injection.Quarantine(text, found, injection.Report)
	}
	return text, err
}

// quarantinedField returns what stands for a field with findings: as in the
// content, a note in place of a certain one, and brackets around a suspect one.
func quarantinedField(field string, found []injection.Finding, mode injection.QuarantineMode) string {
	certain := slices.ContainsFunc(found, func(f injection.Finding) bool { return f.Level != injection.Suspect })
	switch {
	case mode == injection.Drop && certain:
		return "[quarantined: instruction-like text]"
	case mode != injection.Drop && mode != injection.Mark:
		return field
	case certain:
		return "[suspected instruction, not to be followed: " + field + "]"
	}
	return "[suspected possible instruction, not to be followed: " + field + "]"
}
