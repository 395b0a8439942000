package data

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract"
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
	comma, body, found := declaredDelimiter(body)
	if !found {
		comma = delimiter(src.MediaType, body)
	}
	c := csvReader{comma: comma}
	if err := c.read(ctx, body); err != nil {
		return nil, err
	}
	w := mdwriter.NewWriter(src)
	w.Until(ctx)
	c.write(&w)
	doc := w.Document()
	doc.Format = "csv"
	if c.cut {
		doc.Warnings = append(doc.Warnings, truncatedWarning("table shown up to %d rows and %d columns of %d bytes", maxCSVRows, maxCSVColumns, maxCSVCell))
	}
	return doc, nil
}

type csvReader struct {
	comma          byte
	rows           [][]string
	total, columns int
	size           int
	cut            bool
	isOpen         bool // a quote was never closed, so that those that follow it are signs like others
}

func (c *csvReader) read(ctx context.Context, body string) error {
	var fields []string
	for n := 0; body != ""; c.columns = max(c.columns, n) {
		if c.total%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		c.total++
		fields, n, body = c.record(body)
		if len(c.rows) > maxCSVRows || c.size > maxOutput {
			c.cut = true
			continue
		}
		c.cut = c.cut || n > maxCSVColumns
		c.rows = append(c.rows, c.row(fields))
	}
	return nil
}

// record returns the fields of the record that body begins with, maxCSVColumns of them at most, how many there are, and what follows
// it without blank lines.
func (c *csvReader) record(body string) (fields []string, n int, rest string) {
	for {
		field := ""
		if end := c.closing(body); end > 0 {
			field, body = strings.ReplaceAll(body[1:end], `""`, `"`), body[end+1:]
		} else if end < 0 {
			body = body[1:]
		}
		end := 0
		for end < len(body) && body[end] != c.comma && body[end] != '\n' {
			end++
		}
		if n++; n <= maxCSVColumns {
			fields = append(fields, field+strings.TrimSuffix(body[:end], "\r"))
		}
		if end == len(body) || body[end] == '\n' {
			return fields, n, strings.TrimLeft(body[end:], "\r\n")
		}
		body = body[end+1:]
	}
}

// closing returns where the quoted field that body begins with is closed: by a quote with a separator or the end of its line behind it.
// It returns 0 without a quoted field, and -1 for the first one that is never closed, which would be all that follows it.
func (c *csvReader) closing(body string) int {
	if c.isOpen || !strings.HasPrefix(body, `"`) {
		return 0
	}
	for i := 1; i < len(body); i++ {
		if body[i] != '"' {
			continue
		}
		if i+1 == len(body) || body[i+1] == c.comma || body[i+1] == '\n' || body[i+1] == '\r' {
			return i
		}
		if body[i+1] == '"' {
			i++
		}
	}
	c.isOpen = true
	return -1
}

func (c *csvReader) row(record []string) []string {
	for i, cell := range record {
		if len(cell) > maxCSVCell {
			cell, c.cut = strings.ToValidUTF8(cell[:maxCSVCell], "")+"…", true
		}
		record[i] = mdwriter.Inline(cell)
		c.size += len(record[i]) + 3
	}
	return record
}

// declaredDelimiter reads the first line "sep=;" that Excel writes and reads.
func declaredDelimiter(body string) (comma byte, rest string, found bool) {
	line, rest, _ := strings.Cut(body, "\n")
	line = strings.TrimRight(line, "\r")
	if len(line) != len("sep=;") || !strings.EqualFold(line[:4], "sep=") || line[4] == '"' || line[4] < ' ' && line[4] != '\t' || line[4] >= 0x7f {
		return 0, body, false
	}
	return line[4], strings.TrimLeft(rest, "\r\n"), true
}

// delimiter returns the separator under which the first rows agree best on a
// number of fields above one: rows of the most common number of fields weigh
// most, then how many fields these have.
func delimiter(mediaType, body string) byte {
	if strings.Contains(strings.ToLower(mediaType), "tab-separated") && strings.Contains(body[:min(len(body), 4096)], "\t") {
		return '\t'
	}
	best, comma := 0, byte(',')
	for _, candidate := range [...]byte{',', ';', '\t', '|'} {
		c := csvReader{comma: candidate}
		counts := map[int]int{}
		rest := body[:min(len(body), 64<<10)]
		for n, i := 0, 0; i < 20 && rest != ""; i++ {
			if _, n, rest = c.record(rest); n > 1 {
				counts[n]++
				if score := counts[n]*100 + min(n, 99); score > best {
					best, comma = score, candidate
				}
			}
		}
	}
	return comma
}

const maxPreamble = 20

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
	if slices.ContainsFunc(header, func(cell string) bool { return strings.Trim(cell, "0123456789.,-+% ") != "" }) { // not numbers alone
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
		filled := 0
		for _, cell := range row {
			if cell != "" {
				filled++
			}
		}
		if filled > 1 {
			return i
		}
	}
	return 0
}
