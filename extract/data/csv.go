package data

import (
	"context"
	"encoding/csv"
	"io"
	"slices"
	"strconv"
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
// a line that says how large the whole is. It ends early once ctx is done.
func readCSV(ctx context.Context, src *extract.Source, body string) *extract.Document {
	c := csvReader{ctx: ctx}
	if !strings.Contains(body, "\n") { // else of programs on old Macs
		body = strings.ReplaceAll(body, "\r", "\n")
	}
	if comma, rest, found := declaredDelimiter(body); found {
		c.comma, body = comma, rest
	} else {
		c.comma = delimiter(src.MediaType, body)
	}
	c.read(closeQuote(body, c.comma))
	w := mdwriter.NewWriter(src)
	w.Until(ctx)
	c.write(&w)
	doc := w.Document()
	doc.Format = "csv"
	switch {
	case c.cut:
		doc.Warnings = append(doc.Warnings, truncatedWarning("table shown up to %d rows and %d columns of %d bytes", maxCSVRows, maxCSVColumns, maxCSVCell))
	case c.broken != nil:
		doc.Warnings = append(doc.Warnings, extract.Warning{Type: "extraction_fallback", Message: "CSV broken", Detail: mdwriter.Fold(c.broken.Error())})
	}
	return doc
}

type csvReader struct {
	ctx            context.Context
	comma          rune
	rows           [][]string
	total, columns int
	size           int
	cut            bool
	broken         error
}

func newCSVReader(in io.Reader, comma rune) *csv.Reader {
	r := csv.NewReader(in)
	r.Comma, r.LazyQuotes, r.FieldsPerRecord, r.ReuseRecord = comma, true, -1, true
	return r
}

func (c *csvReader) read(body string) {
	body, c.cut = cutLongRows(body, c.comma)
	r := newCSVReader(ctxio.NewReader(c.ctx, strings.NewReader(body)), c.comma)
	for {
		record, err := r.Read()
		if err != nil {
			if err != io.EOF {
				c.broken = err
			}
			return
		}
		if c.total++; c.total%1024 == 0 && c.ctx.Err() != nil {
			return
		}
		c.columns = max(c.columns, len(record))
		if len(c.rows) > maxCSVRows || c.size > maxOutput {
			c.cut = true
			continue
		}
		c.rows = append(c.rows, c.row(record))
	}
}

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

// declaredDelimiter reads the first line "sep=;" that Excel writes and reads.
func declaredDelimiter(body string) (comma rune, rest string, found bool) {
	line, rest, _ := strings.Cut(body, "\n")
	line = strings.TrimRight(line, "\r")
	if len(line) != len("sep=;") || !strings.EqualFold(line[:4], "sep=") || line[4] == '"' || line[4] < ' ' && line[4] != '\t' || line[4] >= 0x7f {
		return 0, body, false
	}
	return rune(line[4]), rest, true
}

// delimiter returns the separator under which the first rows agree best on a
// number of fields above one.
func delimiter(mediaType, body string) rune {
	if strings.Contains(strings.ToLower(mediaType), "tab-separated") && strings.Contains(body[:min(len(body), 4096)], "\t") {
		return '\t'
	}
	best, comma := 0, ','
	for _, candidate := range [...]rune{',', ';', '\t', '|'} {
		if score := delimiterScore(body[:min(len(body), 64<<10)], candidate); score > best {
			best, comma = score, candidate
		}
	}
	return comma
}

// delimiterScore scores a delimiter: rows of the most common number of fields weigh
// most, then that the first row has it, as commas of prices and places below don't, then how many fields these have.
func delimiterScore(head string, comma rune) int {
	r := newCSVReader(strings.NewReader(head), comma)
	counts := map[int]int{}
	score := 0
	heads := 0
	for i := range 20 {
		record, err := r.Read()
		if err != nil {
			break
		}
		if n := len(record); n > 1 {
			if i == 0 {
				heads = 100
			}
			counts[n]++
			score = max(score, counts[n]*200+min(n, 99))
		}
	}
	return score + heads
}

// closeQuote takes away a quote that begins a field and is never closed, which
// would make one field of all that follows it. A quote that closes has a
// separator or the end of its line behind it.
func closeQuote(body string, comma rune) string {
	open := -1
	for i := 0; i < len(body); i++ {
		switch c := body[i]; {
		case c != '"':
		case open < 0 && (i == 0 || body[i-1] == '\n' || rune(body[i-1]) == comma):
			open = i
		case open >= 0 && i+1 < len(body) && body[i+1] == '"':
			i++
		case open >= 0 && (i+1 == len(body) || rune(body[i+1]) == comma || body[i+1] == '\n' || body[i+1] == '\r'):
			open = -1
		}
	}
	if open < 0 || !strings.Contains(body[open:], "\n") {
		return body
	}
	return body[:open] + body[open+1:]
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
	isFilled := func(cell string) bool { return cell != "" }
	for i, row := range c.rows[:min(len(c.rows), maxPreamble)] {
		if first := slices.IndexFunc(row, isFilled); first >= 0 && slices.ContainsFunc(row[first+1:], isFilled) {
			return i
		}
	}
	return 0
}

// mostFields bounds the fields of a line before it is parsed: encoding/csv takes
// about 40 bytes for each.
const mostFields = 100_000

func cutLongRows(body string, comma rune) (_ string, cut bool) {
	var b strings.Builder
	at, done := 0, 0 // the end of the line, and of what is in b
	for line := range strings.Lines(body) {
		if at += len(line); len(line) > mostFields && strings.Count(line, string(comma)) > mostFields {
			rest := strings.SplitAfterN(line, string(comma), mostFields+1)[mostFields]
			b.WriteString(body[done : at-len(rest)])
			b.WriteByte('\n')
			done = at
		}
	}
	if done == 0 {
		return body, false
	}
	b.WriteString(body[done:])
	return b.String(), true
}
