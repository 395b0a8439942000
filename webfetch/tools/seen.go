package tools

import (
	"context"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
	"github.com/webfetch-mcp/webfetch-go/webfetch/urlpolicy"
)

// inSession returns a context that names the principal to the policy for addresses, so that
// it allows what this principal has seen.
func (s *Set) inSession(ctx context.Context, principal string) context.Context {
	if s.opts.Seen == nil {
		return ctx
	}
	return urlpolicy.WithSession(ctx, principal)
}

// saw notes that a principal has seen the addresses in a text.
func (s *Set) saw(ctx context.Context, principal, text string) {
	if s.opts.Seen != nil {
		s.opts.Seen.AddText(s.inSession(ctx, principal), text)
	}
}

// sawPacket notes the addresses of a page that was fetched: its own, its links and
// those in its text.
func (s *Set) sawPacket(ctx context.Context, principal string, p *webfetch.Packet) {
	if s.opts.Seen == nil {
		return
	}
	ctx = s.inSession(ctx, principal)
	s.opts.Seen.Add(ctx, p.CanonicalURL, p.Provenance.FinalURL, p.Metadata.NextPage)
	if p.Document != nil {
		for _, link := range p.Document.Links {
			s.opts.Seen.Add(ctx, link.URL)
		}
	}
	s.opts.Seen.AddText(ctx, p.Content)
}

// sawAnswer notes the addresses of what the knowledge base has found.
func (s *Set) sawAnswer(ctx context.Context, principal string, a *knowledge.Answer) {
	if s.opts.Seen == nil {
		return
	}
	ctx = s.inSession(ctx, principal)
	for _, hit := range a.Hits {
		s.opts.Seen.Add(ctx, hit.URL)
		s.opts.Seen.AddText(ctx, hit.Text)
	}
}
