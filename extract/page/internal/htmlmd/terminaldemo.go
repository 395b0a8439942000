package htmlmd

import (
	"bytes"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
)

// maxDemoSteps bounds the elements between code and the demonstration that it is part of.
const maxDemoSteps = 4

// isTerminalDemo reports whether code is part of a demonstration of a terminal by Termynal,
// whose script reads the text of the code as HTML (the documentation of FastAPI and Typer).
func isTerminalDemo(n *html.Node) bool {
	for range maxDemoSteps {
		if n = n.Parent; n == nil {
			return false
		}
		if htmltree.HasClass(n, "termy") {
			return true
		}
	}
	return false
}

// withoutTags returns the text of HTML, as the script of a demonstration shows it.
func withoutTags(b []byte) []byte {
	if bytes.IndexByte(b, '<') < 0 {
		return b
	}
	var out []byte
	z := html.NewTokenizer(bytes.NewReader(b))
	for {
		switch z.Next() {
		case html.ErrorToken:
			return out
		case html.TextToken:
			out = append(out, z.Text()...)
		}
	}
}
