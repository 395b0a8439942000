package main

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// bar shows on a terminal how many pages came, how many a second, and how many
// failed. Elsewhere it shows nothing but the last word.
type bar struct {
	out   io.Writer
	shown *progressbar.ProgressBar // nil: not a terminal
}

func newBar(out io.Writer) *bar {
	b := &bar{out: out}
	if f, isFile := out.(*os.File); isFile && term.IsTerminal(int(f.Fd())) {
		b.shown = progressbar.NewOptions(-1, progressbar.OptionSetWriter(f), progressbar.OptionShowCount(), progressbar.OptionShowIts(),
			progressbar.OptionSetItsString("pages"), progressbar.OptionClearOnFinish(), progressbar.OptionThrottle(100*time.Millisecond),
			progressbar.OptionSetDescription("0 failed"))
	}
	return b
}

func (b *bar) expect(total int) {
	if b.shown != nil {
		b.shown.ChangeMax(total)
	}
}

func (b *bar) step(failed int) {
	if b.shown == nil {
		return
	}
	b.shown.Describe(fmt.Sprintf("%d failed", failed))
	_ = b.shown.Add(1) // of a terminal that went away
}

func (b *bar) finish(last string) {
	if b.shown != nil {
		_ = b.shown.Finish()
	}
	fmt.Fprint(b.out, last)
}
