package main

import (
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

// bar shows progress on a terminal, and nothing elsewhere or for short work.
type bar struct {
	out   io.Writer // nil: not a terminal
	since time.Time
	stage string
	shown *progressbar.ProgressBar
}

// patience is how long work takes before it is worth a bar.
const patience = 300 * time.Millisecond

func newBar(out io.Writer) *bar {
	b := &bar{since: time.Now()}
	if f, isFile := out.(*os.File); isFile && term.IsTerminal(int(f.Fd())) {
		b.out = f
	}
	return b
}

func (b *bar) report(p webfetch.Progress) {
	if b.out == nil || time.Since(b.since) < patience {
		return
	}
	if b.shown == nil || p.Stage != b.stage {
		b.finish()
		b.stage, b.shown = p.Stage, b.open(p)
	}
	if p.Total > 0 {
		b.shown.ChangeMax64(p.Total)
	}
	b.shown.Set64(p.Done)
}

func (b *bar) open(p webfetch.Progress) *progressbar.ProgressBar {
	total := p.Total
	if total <= 0 {
		total = -1
	}
	return progressbar.NewOptions64(total,
		progressbar.OptionSetWriter(b.out), progressbar.OptionSetDescription(p.Stage),
		progressbar.OptionShowBytes(p.Stage == "download"), progressbar.OptionClearOnFinish(),
		progressbar.OptionThrottle(100*time.Millisecond))
}

func (b *bar) finish() {
	if b.shown != nil {
		b.shown.Finish()
		b.shown = nil
	}
}
