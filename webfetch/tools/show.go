package tools

import (
	"context"
	"slices"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/modeltext"
)

// maxBinaryShown is the longest binary body in bytes that view=raw shows in base64.
const maxBinaryShown = 1 << 10

// show makes the answer of a page in the view that args ask for.
func (s *Set) show(ctx context.Context, args *fetchArgs, p *webfetch.Packet) (*answer, error) {
	view := args.view()
	text, err := s.client.View(ctx, p, view)
	if err != nil {
		return nil, err
	}
	if p, err = s.client.ScanView(ctx, p, view, text); err != nil {
		return nil, err
	}
	a := &answer{
		receipt:  &p.Stats,
		source:   p,
		warnings: s.optionWarnings(args),
		head:     args.isHead(),
		text:     text,
		view:     view,
		start:    int(args.StartIndex),
		limit:    s.opts.maxLength(),
	}
	if a.head { // there is nothing to go on with
		a.start = 0
	}
	if args.MaxLength != nil {
		a.limit = int(*args.MaxLength)
	}
	a.note = changesNote(p.Changes)
	a.env.View, a.env.ContentLength = string(view), p.Stats.ContentLength
	switch {
	case view == webfetch.ViewRaw:
		s.showRaw(args, p, a)
	case args.Options.Format.Output == "normalized":
		a.put = normalizedEncoder(p, a.warnings)
	default:
		a.put = packetEncoder(p, text == p.Content, a.warnings)
	}
	return a, nil
}

// showRaw shows a body as it came, a binary one in base64, and says so. A long
// binary one is of no use to a model: it is given only where the bytes were asked
// for by name.
func (s *Set) showRaw(args *fetchArgs, p *webfetch.Packet, a *answer) {
	_, encoding := p.RawText()
	switch {
	case encoding == "utf-8":
	case len(p.Raw) <= maxBinaryShown || args.Options.Format.Output == "raw":
		a.note = "The body is binary, " + itoa(len(p.Raw)) + " bytes, and shown in base64."
	default:
		a.text = ""
		a.note = "The body is binary, " + itoa(len(p.Raw)) + " bytes, and not shown. options.format.output=raw gives it in base64; " +
			"view=markdown reads it, if it is a document."
	}
	a.put = rawEncoder(p, encoding, a.warnings)
}

// packetEncoder shows part as the content of the packet. The citations of the
// content mean nothing where another text is shown.
func packetEncoder(p *webfetch.Packet, same bool, optionWarnings []extract.Warning) func(*envelope, string, bool) {
	return func(env *envelope, part string, first bool) {
		t := trim(p, part, first)
		t.Content = part
		t.Warnings = append(slices.Clip(nonNil(optionWarnings)), t.Warnings...)
		if !same {
			t.Citations = []webfetch.Citation{}
		}
		env.Packet = t
	}
}

func normalizedEncoder(p *webfetch.Packet, optionWarnings []extract.Warning) func(*envelope, string, bool) {
	whole := p.Normalized()
	return func(env *envelope, part string, first bool) {
		n := trimNormalized(*whole, part, first)
		n.Content = part
		n.Warnings = append(slices.Clip(nonNil(optionWarnings)), n.Warnings...)
		env.Normalized = n
	}
}

func rawEncoder(p *webfetch.Packet, encoding string, optionWarnings []extract.Warning) func(*envelope, string, bool) {
	return func(env *envelope, part string, _ bool) {
		env.Raw = &rawBody{
			OriginalURL: modeltext.Clip(p.OriginalURL, longestURL),
			Status:      p.Status,
			ContentType: modeltext.Clip(p.ContentType, longestField),
			Bytes:       len(p.Raw),
			Encoding:    encoding,
			Body:        part,
			Warnings:    append(slices.Clip(optionWarnings), trimWarnings(p.Warnings)...),
		}
	}
}
