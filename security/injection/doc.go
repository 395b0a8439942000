// Package injection finds text that reads like an instruction to a language model
// (prompt injection), and takes it out of what a model is shown.
//
// A text is read as a model would read it: look-alike letters, invisible characters
// and encodings are resolved first. Its words are put into classes, rules over the
// classes of a sentence and a model of its words give a score, and what passes a
// threshold is a [Finding] with its place in the text:
//
//	found, err := injection.Scan(ctx, shown, nil)
//	text, ledger := injection.Quarantine(shown, found, injection.Drop)
//
// [Scan] lists the findings, and [Quarantine] takes them out of the text. scan.go has the order
// of the steps.
//
// # Security considerations
//
// The scan lowers a risk, it removes none: an attack in new words passes it. Keep the
// text of strangers apart from instructions, and give a model that reads it no rights
// that its user would not give the author of the page.
package injection
