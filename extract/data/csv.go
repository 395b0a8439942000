package data

import (
	"context"
	"encoding/csv"
	"io"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/ctxio"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
)

const (
	maxCSVRows    = 20000
	maxCSVColumns = 100
	maxCSVCell    = 2000
)

// readCSV reads delimiter-separated values (RFC 4180, loosely) as tables after
// a line that says how large the whole is.
func readCSV(ctx context.Context, src *extract.Source, body string) (*extract.Document, error) {
	c := csvReader{ctx: ctx}
	if comma, rest, found := declaredDelimiter(body); found {
		c.comma, body = comma, rest
	} else {
		c.comma = delimiter(src.MediaType, body)
	}
	if err := c.read(closeQuote(body, c.comma)); err != nil {
		return nil, err
	}
	w := mdwriter.NewWriter(src)
	w.Until(ctx)
	c.write(&w)
	doc := w.Document()
	doc.Format = "csv"
	switch {
	case c.cut:
		doc.Warnings = append(doc.Warnings, truncatedWarning("table shown up to %d rows and %d columns of %d bytes", maxCSVRows, maxCSVColumns, maxCSVCell))
	case c.broken != nil:
		doc.Warnings = append(doc.Warnings, extract.Warning{Type: extract.WarnFallback, Message: "CSV broken", Detail: mdwriter.Fold(c.broken.Error())})
	}
	return doc, nil
}

// csvReader collects rows of inline Markdown.
type csvReader struct {
	ctx            context.Context
	comma          rune
	rows           [][]string
	total, columns int
	size           int
	cut            bool
	broken         error
}

func (c *csvReader) read(body string) error {
	body, c.cut = cutLongRows(body, c.comma)
	if err := c.ctx.Err(); err != nil {
		return err
	}
	r := csv.NewReader(ctxio.NewReader(c.ctx, strings.NewReader(body)))
	r.Comma, r.LazyQuotes, r.FieldsPerRecord, r.ReuseRecord = c.comma, true, -1, true
	for {
		record, err := r.Read()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			c.broken = err
			return nil
		}
		if c.total++; c.total%1024 == 0 && c.ctx.Err() != nil {
			return c.ctx.Err()
		}
		c.columns = max(c.columns, len(record))
		if len(c.rows) > maxCSVRows || c.size > maxOutput {
			c.cut = true
			continue
		}
		c.rows = append(c.rows, c.row(record))
	}
}

// row returns the cells of a record as inline Markdown, within the limits.
func (c *csvReader) row(record []string) []string {
	if len(record) > maxCSVColumns {
		record, c.cut = record[:maxCSVColumns], true
	}
	row := make([]string, len(record))
	for i, cell := range record {
		if len(cell) > maxCSVCell {
			cell, c.cut = strings.ToValidUTF8(cell[:maxCSVCell], "")+"…", true
		}
		row[i] = mdwriter.Inline(cell)
		c.size += len(row[i]) + 3
	}
	return row
}
