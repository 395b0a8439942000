package extract

// Decision says what a stage of an extraction did with one piece of its source, such as a
// paragraph, a heading or an image, and which rule decided last.
type Decision struct {
	// Stage is where it was decided. In the order in which they run: selectors (Options.RemoveSelectors), visibility (what a reader
	// can't see, as in Document.Removed), choice (of the main content: one entry a block of text, kept or not), title (a heading that
	// Metadata.Title repeats), fallback (the whole choice, in whose place the page's description is written), pictures (repeated
	// decoration and long runs of images), writer (tools of the page, and what Options.DropTables and DropCode name), links (images and
	// links left out by package linkstyle).
	Stage string
	// Rule names the rule of the stage that decided last: "threshold", "drop duplicates",
	// "display:none". The names are for people and may change.
	Rule string
	// Score is how likely the piece is content, from 0 to 1, and Threshold the score from which on pieces of its page are kept unless a
	// rule says otherwise. Both are 0 in stages other than choice.
	Score, Threshold float32
	// Kept reports whether the stage kept the piece. A later stage may have left it out.
	Kept bool
	// Text is the beginning of the text of the piece, white space folded, at most 160 bytes of it. It is text of strangers.
	Text string
}
