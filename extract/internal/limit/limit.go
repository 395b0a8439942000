// Package limit holds the bounds of what the extractors collect of one document.
package limit

const (
	Links     = 20_000  // Document.Links
	LinkSpans = 100_000 // Document.LinkSpans
	Removed   = 1000    // Document.Removed, and Document.Doubtful
)

// Output returns how many bytes of Markdown a document may have: Options.MaxOutput, or 16 MiB
// if that is zero or negative.
func Output(maxOutput int) int {
	if maxOutput <= 0 {
		return 16 << 20
	}
	return maxOutput
}
