package mcpserver_test

import (
	"context"
	"net/http"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

// stuck is a place where work stops until it is cancelled.
type stuck struct{ at, left chan struct{} }

func newStuck() *stuck { return &stuck{make(chan struct{}, 10), make(chan struct{}, 10)} }

func (s *stuck) wait(ctx context.Context) error {
	s.at <- struct{}{}
	<-ctx.Done()
	s.left <- struct{}{}
	return ctx.Err()
}

// fakeBrowser is a browser that shows the same page for every address.
type fakeBrowser struct {
	page  string
	late  bool
	err   error
	stuck *stuck
}

// Render implements webfetch.Renderer.
func (b *fakeBrowser) Render(ctx context.Context, req webfetch.Request) (*webfetch.Rendered, error) {
	if b.stuck != nil {
		return nil, b.stuck.wait(ctx)
	}
	if b.err != nil {
		return nil, b.err
	}
	r := &webfetch.Rendered{URL: req.URL, Status: http.StatusOK, HTML: []byte(b.page)}
	if b.late {
		r.Warnings = []extract.Warning{{Type: "render_timeout", Message: "The page was still loading when the time for rendering ended."}}
	}
	if req.Render.Screenshot {
		r.Screenshot = []byte("\x89PNG\r\n\x1a\n")
	}
	return r, nil
}

// fakeModel is a language model that keeps the first words.
type fakeModel struct{ stuck *stuck }

// Summarize implements compact.Summarizer.
func (m *fakeModel) Summarize(ctx context.Context, _, text string, _ int) (string, error) {
	if m.stuck != nil {
		return "", m.stuck.wait(ctx)
	}
	words := strings.Fields(text)
	return strings.Join(words[:min(len(words), 20)], " "), nil
}
