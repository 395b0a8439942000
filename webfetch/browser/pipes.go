package browser

import (
	"bytes"
	"context"
	"errors"
	"os"

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

// head keeps the first keptOutput bytes that are written to it.
type head struct{ bytes.Buffer }

func (h *head) Write(b []byte) (int, error) {
	h.Buffer.Write(b[:min(len(b), keptOutput-h.Len())]) // never fails
	return len(b), nil
}
