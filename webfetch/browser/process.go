package browser

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/chromedp"

	"github.com/webfetch-mcp/webfetch-go/webfetch/browser/internal/egress"
)

const (
	startTimeout = 30 * time.Second
	// maxMessage bounds one message of the browser, in bytes: a page of 10 MiB in JSON, where an
	// escaped character takes six bytes, and 50 % more.
	maxMessage = 96 << 20
	keptOutput = 8 << 10 // bytes of the browser's output that an error quotes
)

type process struct {
	cmd       *exec.Cmd // nil for a remote browser
	remote    bool
	dir       string
	lock      io.Closer // lock of dir, held while the process runs
	sandboxed bool
	blocker   *egress.Proxy   // refuses the requests that belong to no page
	ctx       context.Context // chromedp's, for commands of the browser and new pages
	cancel    context.CancelFunc
	ended     chan struct{} // closed when the process is gone and its folder removed
	lost      <-chan struct{}
	stopOnce  sync.Once

	// Fields of the pool, under its lock.
	open, pages int
	retired     bool
	inUse       atomic.Bool // open > 0
}

const (
	folderPrefix = "webfetch-browser-"
	strayAge     = time.Minute // age from which on sweep may remove a folder
)

// sweep removes folders whose lock is free: the process that made them was killed.
func sweep() {
	found, err := filepath.Glob(filepath.Join(os.TempDir(), folderPrefix+"*"))
	if err != nil {
		return
	}
	for _, dir := range found {
		if info, err := os.Lstat(dir); err != nil || !info.IsDir() || time.Since(info.ModTime()) < strayAge {
			continue
		}
		if lock, err := lockFolder(dir); err == nil {
			_ = os.RemoveAll(dir)
			_ = lock.Close()
		}
	}
}

var errNoPage = errors.New("the request belongs to no page")

func refuse(context.Context, string, string) (net.Conn, error) { return nil, errNoPage }

func (o *Options) startProcess(path string, sandbox bool) (_ *process, err error) {
	sweep()
	p := &process{sandboxed: sandbox, ended: make(chan struct{})}
	if p.blocker, err = egress.Listen(context.Background(), egress.Config{SameSite: true, Dial: refuse}); err != nil {
		return nil, err
	}
	if p.dir, err = os.MkdirTemp("", folderPrefix); err == nil {
		p.lock, err = lockFolder(p.dir)
	}
	if err != nil {
		p.blocker.Close()
		_ = os.RemoveAll(p.dir)
		return nil, fmt.Errorf("a folder for the browser: %w", err)
	}
	output := new(head)
	pipes, err := p.run(exec.Command(path, o.commandLine(p.dir, p.blocker.Addr(), sandbox)...), output)
	if err != nil {
		p.blocker.Close()
		_ = os.RemoveAll(p.dir)
		_ = p.lock.Close()
		return nil, fmt.Errorf("starting %s: %w", path, err)
	}
	base, cancel := context.WithCancel(context.Background())
	ctx, _ := chromedp.NewAllocatorContext(base, pipes)
	if err := p.attach(ctx, cancel); err != nil {
		p.stop()
		if printed := bytes.TrimSpace(output.Bytes()); len(printed) > 0 {
			err = fmt.Errorf("%w: %s", err, printed)
		}
		return nil, fmt.Errorf("starting %s: %w", path, err)
	}
	go p.boundMemory(o.PageMemory)
	return p, nil
}

// boundMemory kills each process of a page that needs more than most bytes.
func (p *process) boundMemory(most int64) {
	ticker := time.NewTicker(250 * time.Millisecond)
	defer ticker.Stop()
	for {
		select {
		case <-p.ended:
			return
		case <-ticker.C:
			if p.inUse.Load() {
				killLarge(p.group(), most)
			}
		}
	}
}

// run starts the process in a goroutine that stays on its thread until the process ends: Linux kills
// the browser with the thread that started it.
func (p *process) run(cmd *exec.Cmd, output io.Writer) (*allocator, error) {
	var ends [4]*os.File
	var err error
	closeAll := func() {
		for _, f := range ends {
			if f != nil {
				_ = f.Close()
			}
		}
	}
	if ends[0], ends[1], err = os.Pipe(); err != nil {
		return nil, err
	}
	if ends[2], ends[3], err = os.Pipe(); err != nil {
		closeAll()
		return nil, err
	}
	cmd.Stdout, cmd.Stderr = output, output
	cmd.WaitDelay = time.Second // a process that is left may hold the output open
	if err := prepare(cmd, p.dir, p.sandboxed, ends[0], ends[3]); err != nil {
		closeAll()
		return nil, err
	}
	p.cmd = cmd
	started := make(chan error, 1)
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := cmd.Start()
		started <- err
		if err != nil {
			return
		}
		_ = cmd.Wait()
		p.cleanUp()
	}()
	err = <-started
	_, _ = ends[0].Close(), ends[3].Close()
	if err != nil {
		_, _ = ends[1].Close(), ends[2].Close()
		return nil, err
	}
	return &allocator{in: ends[2], out: ends[1]}, nil
}

func (p *process) cleanUp() {
	awaitGroup(p.cmd)
	p.blocker.Close()
	for deadline := time.Now().Add(5 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		if err := os.RemoveAll(p.dir); err == nil || time.Now().After(deadline) {
			break
		}
	}
	_ = p.lock.Close()
	close(p.ended)
}

// attach connects chromedp to the browser and waits until the browser answers. cancel ends ctx.
func (p *process) attach(ctx context.Context, cancel context.CancelFunc) error {
	ctx, _ = chromedp.NewContext(ctx, chromedp.WithBrowserOption(
		chromedp.WithBrowserLogf(discard), chromedp.WithBrowserErrorf(discard), chromedp.WithBrowserDebugf(discard)))
	p.ctx, p.cancel = ctx, cancel
	timer := time.AfterFunc(startTimeout, cancel)
	_, err := chromedp.CallBrowser(ctx, browser.GetVersion, cdp.Empty{})
	if !timer.Stop() && err == nil {
		err = context.DeadlineExceeded
	}
	if err != nil {
		return err
	}
	p.lost = chromedp.FromContext(ctx).Browser.LostConnection
	return nil
}

func discard(string, ...any) {}

func (p *process) group() int {
	if p.cmd == nil {
		return 0
	}
	return p.cmd.Process.Pid
}

func (p *process) alive() bool {
	select {
	case <-p.lost:
		return false
	case <-p.ended:
		return false
	default:
		return true
	}
}

// stop kills all processes of the browser and waits until they and the folder are gone.
func (p *process) stop() {
	p.stopOnce.Do(func() {
		killGroup(p.cmd)
		if p.cancel != nil {
			p.cancel()
		}
	})
	<-p.ended
}

// allocator gives chromedp the pipes of a running process.
type allocator struct {
	in  *os.File // responses and events of the browser
	out *os.File // commands to it
}

func (a *allocator) Allocate(ctx context.Context, opts ...chromedp.BrowserOption) (*chromedp.Browser, error) {
	return chromedp.NewBrowserTransport(ctx, chromedp.NewPipeConn(&boundedPipe{File: a.in}, a.out), opts...)
}

func (a *allocator) Wait() {}

// Attaches implements chromedp.Attacher. Chromedp must not end the process.
func (a *allocator) Attaches() bool { return true }

var errMessage = errors.New("the browser sends a message that is too large")

// boundedPipe ends the connection if a message is longer than maxMessage. A zero
// byte ends a message. A page can make messages long.
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

// head keeps the first keptOutput bytes written to it.
type head struct{ bytes.Buffer }

func (h *head) Write(b []byte) (int, error) {
	h.Buffer.Write(b[:min(len(b), keptOutput-h.Len())]) // never fails
	return len(b), nil
}
