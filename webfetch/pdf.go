//go:build !webfetch_nopdf

package webfetch

import (
	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/pdf"
)

// registerPDF wires the extractor of PDF. The build tag webfetch_nopdf leaves it
// out, and pdfcpu with it.
func registerPDF(r *extract.Registry) { register(r, pdf.Extractor{}, pdf.MediaTypes()...) }
