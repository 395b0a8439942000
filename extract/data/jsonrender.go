package data

import (
	"context"
	"strconv"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/ctxio"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
)

const (
	// smallValue is the length up to which a value is shown in one block.
	smallValue = 6 << 10
	// longString is the length from which a string has a block of its own.
	longString = 2 << 10
)

// renderer writes a JSON tree as blocks.
type renderer struct {
	ctx      context.Context
	meter    *ctxio.Meter // of ctx
	t        *tree
	w        *mdwriter.Writer
	skip     func(i int32) bool // values shown elsewhere; nil skips none
	warnings []extract.Warning
}

// value writes the value i, which is found at path, under headings of level and
// deeper.
func (r *renderer) value(i int32, path string, level int) error {
	if err := r.limitError(); err != nil {
		return err
	}
	switch {
	case i != 0 && r.t.kind(i) == '"' && r.t.size(i) > longString:
		text := unquote(r.t.value(i))
		if err := r.ctx.Err(); err != nil {
			return err
		}
		r.w.Code("", text)
		return r.ctx.Err()
	case r.t.size(i) <= smallValue || !r.t.container(i) || level > 6:
		r.fence(i)
		return nil
	case r.t.kind(i) == '{':
		return r.object(i, path, level)
	}
	columns, err := r.t.columns(i, r.meter)
	if err != nil {
		return err
	}
	if columns != nil {
		return r.table(i, columns)
	}
	return r.array(i)
}

// limitError returns the error of a done context or of the output limit.
func (r *renderer) limitError() error {
	if r.w.Len() > maxOutput {
		return errOutputLimit
	}
	return r.ctx.Err()
}

// fence writes a value as one code block, its keys into the outline.
func (r *renderer) fence(i int32) {
	p := jsonPrinter{t: r.t}
	p.value(i, 0)
	r.code(&p)
}

// code writes pretty JSON as a code block and notes its keys.
func (r *renderer) code(p *jsonPrinter) {
	text := string(p.out)
	start := r.w.Code("json", text)
	if mdwriter.Printable(text) != text {
		return
	}
	for _, k := range p.keys {
		r.w.OutlineAt(k.level, k.text, start+k.start, start+min(k.end, len(text)))
	}
}

// object writes the members of a large object: small ones together in a code
// block, each large one under a heading.
func (r *renderer) object(i int32, path string, level int) error {
	small := jsonPrinter{t: r.t}
	flush := func() {
		if len(small.out) > 0 {
			small.out = append(small.out, "\n}"...)
			r.code(&small)
			small = jsonPrinter{t: r.t}
		}
	}
	for m := range r.t.members(i) {
		if r.skip != nil && r.skip(m) {
			continue
		}
		if r.t.size(m) <= smallValue/8 {
			if len(small.out) == 0 {
				small.out = append(small.out, '{')
			} else {
				small.out = append(small.out, ',')
			}
			small.newline(1)
			small.member(m, 1)
			if len(small.out) > smallValue {
				flush()
				if err := r.limitError(); err != nil {
					return err
				}
			}
			continue
		}
		flush()
		name := join(path, r.t.label(m))
		r.w.Heading(level, mdwriter.Inline(name), name)
		if err := r.value(m, name, level+1); err != nil {
			return err
		}
	}
	flush()
	return nil
}

func join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}

// array writes the elements of a large array in code blocks of bounded size.
func (r *renderer) array(i int32) error {
	p := jsonPrinter{t: r.t} // the keys of elements are too many for the outline
	for m := range r.t.members(i) {
		if len(p.out) > 0 {
			p.out = append(p.out, ",\n"...)
		}
		p.value(m, 0)
		p.keys = nil
		if len(p.out) < smallValue {
			continue
		}
		r.w.Code("json", string(p.out))
		p.out = p.out[:0]
		if err := r.limitError(); err != nil {
			return err
		}
	}
	r.w.Code("json", string(p.out))
	return nil
}

const (
	maxColumns = 30
	maxCell    = 300
)

// columns returns the keys of an array of like flat objects, nil if it isn't
// one: objects only, of at most maxColumns different keys in all, whose values
// are short scalars, and each with at least half of the keys. The error is that of the
// context of meter.
func (t *tree) columns(i int32, meter *ctxio.Meter) ([]string, error) {
	var keys []string
	seen := map[string]bool{}
	cells := 0
	for m := range t.members(i) {
		if t.kind(m) != '{' {
			return nil, nil
		}
		if err := meter.Spend(ctxio.PerItem + t.size(m)); err != nil {
			return nil, err
		}
		for v := range t.members(m) {
			if t.container(v) && !(t.short(v) && t.kind(v) == '[') || t.size(v) > maxCell {
				return nil, nil
			}
			cells++
			k := t.key(v)
			if !seen[k] {
				if len(keys) == maxColumns {
					return nil, nil
				}
				seen[k] = true
				keys = append(keys, k)
			}
		}
	}
	if cells*2 < len(keys)*int(t.nodes[i].count) {
		return nil, nil
	}
	return keys, nil
}

// maxRows bounds the rows of one table; more of them make several tables.
const maxRows = 500

// table writes an array of like objects as tables after a line that counts its
// rows.
func (r *renderer) table(i int32, columns []string) error {
	r.w.Text(strconv.Itoa(int(r.t.nodes[i].count)) + " rows")
	place := make(map[string]int, len(columns))
	header := make([]string, len(columns))
	for c, k := range columns {
		place[k] = c
		header[c] = mdwriter.Inline(k)
	}
	rows := [][]string{header}
	for m := range r.t.members(i) {
		row := make([]string, len(columns))
		for v := range r.t.members(m) {
			row[place[r.t.key(v)]] = r.cell(v)
		}
		if rows = append(rows, row); len(rows) > maxRows {
			r.w.Table(rows)
			rows = [][]string{header}
			if err := r.limitError(); err != nil {
				return err
			}
		}
	}
	if len(rows) > 1 {
		r.w.Table(rows)
	}
	return nil
}

// cell returns a short value as the text of a table cell.
func (r *renderer) cell(i int32) string {
	if r.t.kind(i) == '"' {
		return mdwriter.Inline(unquote(r.t.value(i)))
	}
	p := jsonPrinter{t: r.t}
	p.value(i, maxDepth)
	return mdwriter.Inline(string(p.out))
}
