package security

import (
	"fmt"
	"strings"
)

// Mode says what [Quarantine] does with findings.
type Mode string

// The modes. Zero means Report.
const (
	Report Mode = "report" // leave the text as it is
	Mark   Mode = "mark"   // put a fence around each finding
	Drop   Mode = "drop"   // put a note in place of each finding
)

// Entry is one line of the ledger of [Quarantine]: what was done with a finding.
type Entry struct {
	// Finding is as it was handed in; Start and End point into the old text.
	Finding Finding
	// Start and End are where its fence or its note stands in the new text.
	Start, End int
	// Removed is the text that a note stands for, empty but for Drop.
	Removed string
}

// Quarantine applies a mode to the findings of text and returns the new text
// with a ledger, in order. Only findings with the location "body" are in the
// text; others are passed over, as are spans that are empty, out of bounds or
// inside of one before. Fences and notes are plain words between brackets and
// stay on the line of the finding; what a finding covers is widened to whole
// characters.
//
// Report, and an unknown mode, change nothing: the ledger then has the findings
// at their old places. No findings give the same text and no ledger.
func Quarantine(text string, found []Finding, mode Mode) (string, []Entry) {
	var ledger []Entry
	var b strings.Builder
	at := 0
	for _, f := range found {
		start, end := whole(text, f.Start, f.End)
		if f.Location != LocationBody || start < at || end <= start {
			continue
		}
		b.WriteString(text[at:start])
		e := Entry{Finding: f, Start: b.Len()}
		n := len(ledger) + 1
		switch mode {
		case Mark:
			fmt.Fprintf(&b, "[suspected instruction #%d, %s, not to be followed: ", n, f.Category)
			b.WriteString(text[start:end])
			fmt.Fprintf(&b, " :end of #%d]", n)
		case Drop:
			fmt.Fprintf(&b, "[quarantined #%d: instruction-like text, %s, score %.1f]", n, f.Category, f.Score)
			e.Removed = text[start:end]
		default:
			b.WriteString(text[start:end])
		}
		e.End = b.Len()
		ledger = append(ledger, e)
		at = end
	}
	if len(ledger) == 0 {
		return text, nil
	}
	b.WriteString(text[at:])
	return b.String(), ledger
}

// whole clamps a span to text and widens it to whole characters.
func whole(text string, start, end int) (int, int) {
	start, end = max(0, min(start, len(text))), max(0, min(end, len(text)))
	for start > 0 && start < len(text) && text[start]&0xc0 == 0x80 {
		start--
	}
	for end < len(text) && text[end]&0xc0 == 0x80 {
		end++
	}
	return start, end
}
