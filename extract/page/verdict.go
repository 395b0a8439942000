package page

import "github.com/webfetch-mcp/webfetch-go/extract"

// judge says what kind of page the document is.
func judge(doc *extract.Document) extract.Verdict {
	if doc.Markdown == "" {
		return extract.Verdict{Kind: extract.VerdictEmpty, Evidence: []string{"no text that a reader can see"}, Next: "Check the address, or fetch the page with rendering."}
	}
	return extract.Verdict{Kind: extract.VerdictContent}
}
