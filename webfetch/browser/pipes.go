package browser

import (
	"bytes"
	"context"
	"errors"
	"os"
	"strings"
	"sync"

	"github.com/chromedp/chromedp"
)

// allocator gives chromedp the pipes to a process that runs.
type allocator struct {
	in  *os.File // answers and events
	out *os.File // commands
}

func (a *allocator) Allocate(ctx context.Context, opts ...chromedp.BrowserOption) (*chromedp.Browser, error) {
	return chromedp.NewBrowserTransport(ctx, chromedp.NewPipeConn(&boundedPipe{File: a.in}, a.out), opts...)
}

func (a *allocator) Wait() {}

// Attaches implements chromedp.Attacher: the process is ours, not chromedp's.
func (a *allocator) Attaches() bool { return true }

var errMessage = errors.New("the browser sends a message that is too large")

// boundedPipe ends the connection where a message, which ends with a zero byte,
// is longer than maxMessage: pages have a say in how long they get.
type boundedPipe struct {
	*os.File
	length int
}

func (p *boundedPipe) Read(b []byte) (int, error) {
	n, err := p.File.Read(b)
	last := bytes.LastIndexByte(b[:n], 0)
	if last >= 0 {
		p.length = n - last - 1
	} else if p.length += n; p.length > maxMessage {
		return 0, errMessage
	}
	return n, err
}

// tail keeps the first bytes of what is written to it.
type tail struct {
	mu   sync.Mutex
	kept []byte
	max  int
}

func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.kept = append(t.kept, b[:min(len(b), t.max-len(t.kept))]...)
	return len(b), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.TrimSpace(string(t.kept))
}
