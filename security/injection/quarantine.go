package injection

import (
	"fmt"
	"strings"
)

// QuarantineMode says what [Quarantine] does with findings.
type QuarantineMode string

// The modes. Zero means Report.
const (
	// Report leaves the text as it is, but for addresses.
	Report QuarantineMode = "report"
	// Mark puts a fence around each finding, certain or suspect.
	Mark QuarantineMode = "mark"
	// Drop replaces each certain finding with a note and puts a fence around each
	// suspect one.
	Drop QuarantineMode = "drop"
)

// QuarantineEntry is one line of the ledger of [Quarantine]: what was done with a finding.
type QuarantineEntry struct {
	// Finding is as it was handed in; Start and End point into the old text.
	Finding Finding
	// Start and End are the byte offsets of its fence or its note in the new text.
	Start, End int
	// Removed is the text that a note replaces. In modes other than Drop it is empty, but for
	// parts of addresses.
	Removed string
}

// Quarantine applies a mode to the findings of text and returns the new text
// with a ledger, in order. Only findings with the location "body" are in the
// text; others are passed over, as are spans that are empty, out of bounds or
// inside of one before. Fences and notes are plain words between brackets and
// stay on the line of the finding; what a finding covers is widened to whole
// characters. In every mode, "…" replaces a finding that is a part of an address:
// a fence there would break the link.
//
// Report, and an unknown mode, change nothing else: the ledger then has the findings
// at their places. No findings give the same text and no ledger.
func Quarantine(text string, found []Finding, mode QuarantineMode) (string, []QuarantineEntry) {
	var ledger []QuarantineEntry
	var b strings.Builder
	at := 0
	for _, f := range found {
		start, end := wholeRunes(text, f.Start, f.End)
		if f.Location != LocationBody || start < at || end <= start {
			continue
		}
		b.WriteString(text[at:start])
		e := QuarantineEntry{Finding: f, Start: b.Len()}
		e.Removed = f.write(&b, text[start:end], len(ledger)+1, mode)
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

// write writes passage number n, fenced or replaced as the mode demands. It returns
// the passage if it was replaced, else "".
func (f *Finding) write(b *strings.Builder, passage string, n int, mode QuarantineMode) (removed string) {
	what := "instruction"
	switch {
	case f.Category == CategoryOverflow:
		what = "text"
	case f.Level == Suspect:
		what = "possible instruction"
	}
	switch {
	case f.address:
		b.WriteString("…")
		return passage
	case mode == Drop && f.Category == CategoryOverflow:
		fmt.Fprintf(b, "[quarantined #%d: text that %s]", n, f.Reason)
		return passage
	case mode == Drop && f.Level != Suspect:
		fmt.Fprintf(b, "[quarantined #%d: instruction-like text, %s, score %.1f]", n, f.Category, f.Score)
		return passage
	case mode == Drop || mode == Mark:
		fmt.Fprintf(b, "[suspected %s #%d, %s, not to be followed: ", what, n, f.Category)
		b.WriteString(passage)
		fmt.Fprintf(b, " :end of #%d]", n)
	default:
		b.WriteString(passage)
	}
	return ""
}

func wholeRunes(text string, start, end int) (int, int) {
	start, end = max(0, min(start, len(text))), max(0, min(end, len(text)))
	for start > 0 && start < len(text) && text[start]&0xc0 == 0x80 {
		start--
	}
	for end < len(text) && text[end]&0xc0 == 0x80 {
		end++
	}
	return start, end
}
