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
func putPacket(p *webfetch.Packet, same bool) func(*envelope, string, frame) {
	return func(env *envelope, part string, around frame) {
		if around.brief {
			env.Packet = brief(p, part, around.lists)
			return
		}
		t := trim(p, around)
		t.Content = part
		if !same {
			t.Citations = []webfetch.Citation{}
		}
		env.Packet = t
	}
}

func putNormalized(p *webfetch.Packet) func(*envelope, string, frame) {
	whole := p.Normalized()
	return func(env *envelope, part string, around frame) {
		if around.brief {
			env.Normalized = brief(p, part, around.lists)
			return
		}
		n := *whole
		trimNormalized(&n, around)
		n.Content = part
		env.Normalized = &n
	}
}

func putRaw(p *webfetch.Packet) func(*envelope, string, frame) {
	_, encoding := p.RawText()
	return func(env *envelope, part string, around frame) {
		env.Raw = &rawBody{
			OriginalURL: p.OriginalURL,
			Status:      p.Status,
			ContentType: clip(p.ContentType, longestTitle),
			Bytes:       len(p.Raw),
			Encoding:    encoding,
			Body:        part,
		}
		if around.brief {
			env.Raw.OriginalURL, env.Raw.ContentType = clip(p.OriginalURL, briefURL), clip(p.ContentType, briefURL)
		}
	}
}
