package main

import (
	"io"
	"os"
	"strings"
	"unicode"

	"golang.org/x/term"
)

// Escape sequences of ECMA-48.
const (
	bold, dim, red, green, yellow, cyan = "1", "2", "31", "32", "33", "36"
)

type pen struct {
	w        io.Writer
	terminal bool
	colors   bool
}

// newPen follows NO_COLOR (https://no-color.org/) and TERM.
func newPen(w io.Writer) *pen {
	f, isFile := w.(*os.File)
	terminal := isFile && term.IsTerminal(int(f.Fd()))
	return &pen{w: w, terminal: terminal, colors: terminal && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"}
}

// paint colours a text, from which it takes what a terminal would obey.
func (p *pen) paint(color, text string) string {
	if !p.colors || color == "" {
		return p.tame(text)
	}
	return "\x1b[" + color + "m" + p.tame(text) + "\x1b[0m"
}

// tame takes control characters out of what a stranger wrote, if a terminal is to show it: they
// could move the cursor, set the clipboard or hide text.
func (p *pen) tame(text string) string {
	if !p.terminal {
		return text
	}
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			return -1
		}
		return r
	}, text)
}

func (p *pen) text(text string) error {
	_, err := io.WriteString(p.w, text)
	return err
}

func (p *pen) markdown(text string) error {
	if !p.terminal {
		return p.text(text + "\n")
	}
	var b strings.Builder
	fence := ""
	for line := range strings.SplitSeq(text, "\n") {
		color, bare := "", strings.TrimLeft(line, " ")
		mark := bare[:len(bare)-len(strings.TrimLeft(bare, "`~"))]
		switch {
		case fence != "":
			color = cyan
			if strings.HasPrefix(mark, fence) {
				color, fence = dim, ""
			}
		case len(mark) >= 3:
			color, fence = dim, mark
		case strings.HasPrefix(bare, "#"):
			color = bold
		case strings.HasPrefix(bare, ">"):
			color = dim
		}
		b.WriteString(p.paint(color, line))
		b.WriteByte('\n')
	}
	return p.text(b.String())
}
