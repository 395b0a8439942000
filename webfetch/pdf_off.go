//go:build webfetch_nopdf

package webfetch

import (
	"context"
	"errors"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

func registerPDF(r *extract.Registry) { register(r, noPDF{}, "application/pdf") }

type noPDF struct{}

func (noPDF) Extract(context.Context, *extract.Source) (*extract.Document, error) {
	return nil, &Error{Op: "extract", Code: PDFDisabled, Err: errors.New("built with webfetch_nopdf")}
}
