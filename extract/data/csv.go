package data

import (
	"context"
	"encoding/csv"
	"io"
	"strconv"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/compose"
)

const (
	maxCSVRows    = 20000
	maxCSVColumns = 100
	maxCSVCell    = 2000
)

// readCSV reads delimiter-separated values (RFC 4180, loosely) as tables after
// a line that says how large the whole is.
func readCSV(ctx context.Context, src *extract.Source, body string) (*extract.Document, error) {
	c := csvReader{ctx: ctx, comma: delimiter(src.MediaType, body)}
	if err := c.read(body); err != nil {
		return nil, err
	}
	var w compose.Writer
	if len(c.rows) > 0 {
		w.Text(strconv.Itoa(max(0, c.total-1)) + " rows, " + strconv.Itoa(c.columns) + " columns")
		c.write(&w)
	}
	doc := w.Document()
	doc.Format = "csv"
	switch {
	case c.cut:
		doc.Warnings = append(doc.Warnings, truncated("table shown up to %d rows and %d columns of %d bytes", maxCSVRows, maxCSVColumns, maxCSVCell))
	case c.broken != nil:
		doc.Warnings = append(doc.Warnings, extract.Warning{Type: extract.WarnFallback, Message: "CSV broken: " + compose.Fold(c.broken.Error())})
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
	r := csv.NewReader(strings.NewReader(body))
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
		row[i] = compose.Inline(cell)
		c.size += len(row[i]) + 3
	}
	return row
}

// write writes the rows as tables under a common header.
func (c *csvReader) write(w *compose.Writer) {
	header, rows := c.rows[0], c.rows[1:]
	if !heads(header) {
		header, rows = make([]string, len(header)), c.rows
	}
	for len(rows) > maxRows {
		w.Table(append([][]string{header}, rows[:maxRows]...))
		rows = rows[maxRows:]
	}
	w.Table(append([][]string{header}, rows...))
}

// heads reports whether a first row is a header: it isn't when all its cells
// are numbers.
func heads(row []string) bool {
	for _, cell := range row {
		if strings.Trim(cell, "0123456789.,-+% ") != "" {
			return true
		}
	}
	return false
}

// delimiter returns the separator under which the first rows agree best on a
// number of fields above one.
func delimiter(mediaType, body string) rune {
	if strings.Contains(strings.ToLower(mediaType), "tab-separated") && strings.Contains(body[:min(len(body), 4096)], "\t") {
		return '\t'
	}
	best, comma := 0, ','
	for _, candidate := range [...]rune{',', ';', '\t', '|'} {
		if score := agreement(body[:min(len(body), 64<<10)], candidate); score > best {
			best, comma = score, candidate
		}
	}
	return comma
}

// agreement scores a delimiter: rows of the same number of fields as the first
// weigh most, then how many fields there are.
func agreement(head string, comma rune) int {
	r := csv.NewReader(strings.NewReader(head))
	r.Comma, r.LazyQuotes, r.FieldsPerRecord, r.ReuseRecord = comma, true, -1, true
	fields, same := 0, 0
	for range 20 {
		record, err := r.Read()
		if err != nil {
			break
		}
		if fields == 0 {
			fields = len(record)
		}
		if len(record) == fields {
			same++
		}
	}
	if fields < 2 {
		return 0
	}
	return same*100 + min(fields, 99)
}
