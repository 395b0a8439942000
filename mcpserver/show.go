package mcpserver

import (
	"context"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

const fallbackWarning = extract.WarnFallback

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
		a.put = putPacket(p, view)
	}
	if view != webfetch.ViewRaw {
		a.env.AISearch, err = s.ingest(args)
	}
	return a, err
}

// putPacket shows part as the content of the packet. Spans of the Markdown
// mean nothing in another view.
func putPacket(p *webfetch.Packet, view webfetch.View) func(*envelope, string, bool, int) {
	return func(env *envelope, part string, first bool, budget int) {
		t := trim(p, budget, first)
		t.Content = part
		if view != webfetch.ViewMarkdown {
			t.Citations = []webfetch.Citation{}
		}
		env.Packet = t
	}
}

func putNormalized(p *webfetch.Packet) func(*envelope, string, bool, int) {
	return func(env *envelope, part string, _ bool, _ int) {
		n := *p.Normalized()
		n.Content = part
		env.Normalized = &n
	}
}

func putRaw(p *webfetch.Packet) func(*envelope, string, bool, int) {
	encoding := "base64"
	if isText(p.Raw) {
		encoding = "text"
	}
	return func(env *envelope, part string, _ bool, _ int) {
		env.Raw = &rawBody{
			SourceID:    p.SourceID,
			OriginalURL: p.OriginalURL,
			Status:      p.Status,
			ContentType: p.ContentType,
			Bytes:       len(p.Raw),
			Encoding:    encoding,
			Body:        part,
		}
	}
}

