package data

import (
	"strconv"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
)

// maxPreamble bounds the lines above the header.
const maxPreamble = 20

// write writes the lines above the header, how large the table is, and the rows
// as tables under a common header.
func (c *csvReader) write(w *mdwriter.Writer) {
	rows := c.rows[c.preamble():]
	for _, line := range c.rows[:len(c.rows)-len(rows)] {
		w.Paragraph(strings.TrimSpace(strings.Join(line, " ")))
	}
	if len(rows) == 0 {
		return
	}
	count := c.total - (len(c.rows) - len(rows))
	header := rows[0]
	if isHeaderRow(header) {
		rows = rows[1:]
		count--
	} else {
		header = make([]string, len(header))
	}
	w.Text(strconv.Itoa(count) + " rows, " + strconv.Itoa(c.columns) + " columns")
	for len(rows) > maxRows {
		w.Table(append([][]string{header}, rows[:maxRows]...))
		rows = rows[maxRows:]
	}
	w.Table(append([][]string{header}, rows...))
}

// preamble returns how many lines stand above the header: they have text in one
// cell, while the table has two columns at least.
func (c *csvReader) preamble() int {
	for i, row := range c.rows[:min(len(c.rows), maxPreamble)] {
		if countFilled(row) > 1 {
			return i
		}
	}
	return 0
}

// countFilled counts the cells that have text.
func countFilled(row []string) int {
	n := 0
	for _, cell := range row {
		if cell != "" {
			n++
		}
	}
	return n
}

// isHeaderRow reports whether a first row is a header: it isn't when all its cells
// are numbers.
func isHeaderRow(row []string) bool {
	for _, cell := range row {
		if strings.Trim(cell, "0123456789.,-+% ") != "" {
			return true
		}
	}
	return false
}
