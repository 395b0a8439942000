package extract

import (
	"strings"
	"unicode/utf8"
)

// Bounds of Document.Trace.
const (
	MaxDecisions    = 20_000 // entries; later ones are left out
	MaxDecisionText = 160    // bytes of Decision.Text
)

// Decision says what a stage of an extraction did with one piece of its source, such as a
// paragraph, a heading or an image, and which rule decided last.
type Decision struct {
	// Stage is where it was decided.
	Stage Stage
	// Rule names the rule of the stage that decided last: "threshold", "drop duplicates",
	// "display:none". The names are for people and may change.
	Rule string
	// Score is how likely the piece is content, from 0 to 1, and Threshold the score from
	// which on pieces of its page are kept unless a rule says otherwise. Both are 0 in
	// stages other than StageChoice.
	Score, Threshold float32
	// Kept reports whether the stage kept the piece. A later stage may have left it out.
	Kept bool
	// Text is the beginning of the text of the piece, white space folded, at most
	// MaxDecisionText bytes of it. It is text of strangers.
	Text string
}

// Stage is a stage of an extraction that leaves out pieces of the source.
type Stage string

// The stages, in the order in which they run.
const (
	StageSelectors  Stage = "selectors"  // Options.RemoveSelectors
	StageVisibility Stage = "visibility" // what a reader can't see, as in Document.Removed
	StageChoice     Stage = "choice"     // of the main content: one entry a block of text, kept or not
	StageTitle      Stage = "title"      // a heading that Metadata.Title repeats
	StageFallback   Stage = "fallback"   // the whole choice, in whose place the page's description is written
	StagePictures   Stage = "pictures"   // repeated decoration and long runs of images
	StageWriter     Stage = "writer"     // tools of the page and what Options.DropTables and DropCode name
	StageLinks      Stage = "links"      // images and links left out by package linkstyle
)

// Record adds an entry to Trace. It folds and cuts e.Text to MaxDecisionText bytes, and does
// nothing if Trace has MaxDecisions entries. Call it only if Options.Explain was set. It
// serves one goroutine at a time.
func (d *Document) Record(e Decision) {
	if len(d.Trace) < MaxDecisions {
		e.Text = excerpt(e.Text)
		d.Trace = append(d.Trace, e)
	}
}

// excerpt returns the beginning of a text, valid UTF-8, with single spaces between its words.
func excerpt(text string) string {
	var b strings.Builder
	for word := range strings.FieldsSeq(text) {
		room := MaxDecisionText - b.Len()
		if b.Len() > 0 {
			room--
		}
		if room <= 0 {
			break
		}
		if len(word) > room {
			for room > 0 && !utf8.RuneStart(word[room]) {
				room--
			}
			if word = word[:room]; word == "" {
				break
			}
		}
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(strings.ToValidUTF8(word, ""))
	}
	return b.String()
}
