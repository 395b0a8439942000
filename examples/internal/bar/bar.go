// Package bar shows progress on a terminal, and nothing elsewhere or for short work.
package bar

import (
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

const patience = 300 * time.Millisecond

// Bar shows how far work is. Make one with [New].
type Bar struct {
	// Note is shown behind the stage.
	Note  string
	out   io.Writer // nil: not a terminal
	since time.Time
	stage string
	shown *progressbar.ProgressBar
}

// New returns a bar on out, if that is a terminal.
func New(out io.Writer) *Bar {
	b := &Bar{since: time.Now()}
	if f, isFile := out.(*os.File); isFile && term.IsTerminal(int(f.Fd())) {
		b.out = f
	}
	return b
}

// Report shows how much of a stage is done; those of the stage download are bytes. A total of 0
// is not known yet.
func (b *Bar) Report(stage string, done, total int64) {
	if b.out == nil || time.Since(b.since) < patience {
		return
	}
	if b.shown == nil || stage != b.stage {
		b.Finish()
		b.stage, b.shown = stage, progressbar.NewOptions64(-1,
			progressbar.OptionSetWriter(b.out), progressbar.OptionSetDescription(stage), progressbar.OptionShowCount(), progressbar.OptionShowIts(),
			progressbar.OptionShowBytes(stage == "download"), progressbar.OptionClearOnFinish(), progressbar.OptionThrottle(100*time.Millisecond))
	}
	if total > 0 {
		b.shown.ChangeMax64(total)
	}
	b.shown.Describe(stage + b.Note)
	_ = b.shown.Set64(done) // of a terminal that went away
}

// Finish takes the bar away.
func (b *Bar) Finish() {
	if b.shown != nil {
		_ = b.shown.Finish()
		b.shown = nil
	}
}
