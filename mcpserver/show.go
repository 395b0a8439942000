package mcpserver

import (
	"context"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

// show makes the answer of a page in the view that args ask for.
func (s *Server) show(ctx context.Context, args *fetchArgs, p *webfetch.Packet) (*answer, error) {
	view := args.view()
	text, err := s.client.View(ctx, p, view)
	if err != nil {
		return nil, err
	}
	a := &answer{
		receipt: &p.Receipt,
		source:  p,
		text:    text,
		view:    view,
		start:   int(args.StartIndex),
		limit:   s.opts.maxLength(),
	}
	if args.MaxLength != nil {
		a.limit = int(*args.MaxLength)
	}
	a.env.View = string(view)
	switch {
	case view == webfetch.ViewRaw:
		a.put = putRaw(p)
	case args.Options.Format.Output == "normalized":
		a.put = putNormalized(p)
	default:
		a.put = putPacket(p, text == p.Content)
	}
	if view != webfetch.ViewRaw {
		a.env.AISearch, err = s.ingest(args)
	}
	return a, err
}

// putPacket shows part as the content of the packet. The citations of the
// content mean nothing where another text is shown.
func putPacket(p *webfetch.Packet, same bool) func(*envelope, string, bool, int) {
	return func(env *envelope, part string, first bool, budget int) {
		t := trim(p, budget, first)
		t.Content = part
		if !same {
			t.Citations = []webfetch.Citation{}
		}
		env.Packet = t
	}
}

func putNormalized(p *webfetch.Packet) func(*envelope, string, bool, int) {
	whole := p.Normalized()
	return func(env *envelope, part string, first bool, budget int) {
		n := *whole
		trimNormalized(&n, budget, first)
		n.Content = part
		env.Normalized = &n
	}
}

func putRaw(p *webfetch.Packet) func(*envelope, string, bool, int) {
	_, encoding := p.RawText()
	return func(env *envelope, part string, _ bool, _ int) {
		env.Raw = &rawBody{
			OriginalURL: p.OriginalURL,
			Status:      p.Status,
			ContentType: p.ContentType,
			Bytes:       len(p.Raw),
			Encoding:    encoding,
			Body:        part,
		}
	}
}
