// Package filter reads and evaluates the filters of queries, so that they mean the same in every base.
package filter

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
)

// Filter is conditions that must all hold. Nil passes everything.
type Filter []Condition

// Condition compares a field.
type Condition struct {
	// Field is in lower case.
	Field string
	// Op is $eq, $ne, $in, $nin, $gt, $gte, $lt or $lte.
	Op string
	// Operands are string, float64 or bool: one, or any number for $in and $nin. They are as they came, but a
	// number given as text is one where the field is.
	Operands []any

	typ    string
	values []value // the operands as values of the field
}

// value is a text, a number, a truth (0 or 1) or an instant (seconds since 1970). The zero value equals nothing.
type value struct {
	typ    string
	text   string
	number float64
}

func (v value) compare(w value) (order int, comparable bool) {
	return cmp.Or(cmp.Compare(v.text, w.text), cmp.Compare(v.number, w.number)), v.typ != "" && v.typ == w.typ
}

// File returns the fields that a filter compares of a file: its metadata, by names in lower case, and three of its
// own. They are filename (the whole key), folder (the part up to its last slash), and timestamp, when it was
// retrieved, in whole seconds. It changes and returns fields.
func File(fields map[string]string, key string, retrieved time.Time) map[string]string {
	fields["filename"] = key
	fields["folder"], _ = SplitKey(key)
	if !retrieved.IsZero() {
		fields["timestamp"] = retrieved.UTC().Format(time.RFC3339)
	}
	return fields
}

// Match reports whether the fields of a [File] pass the filter. A field that is missing or not valid for its type,
// and an operand of another type, fail every comparison but $ne and $nin. Texts are compared by bytes, case and
// blanks included.
func (f Filter) Match(fields map[string]string) bool {
	return !slices.ContainsFunc(f, func(c Condition) bool { return !c.match(fields) })
}

func (c Condition) match(fields map[string]string) bool {
	var v value
	if text, has := fields[c.Field]; has {
		v = castText(c.typ, text)
	}
	if c.Op == "$ne" || c.Op == "$nin" {
		return !slices.ContainsFunc(c.values, func(w value) bool { order, comparable := v.compare(w); return comparable && order == 0 })
	}
	return slices.ContainsFunc(c.values, func(w value) bool {
		order, comparable := v.compare(w)
		switch {
		case !comparable:
			return false
		case order < 0:
			return c.Op == "$lt" || c.Op == "$lte"
		case order > 0:
			return c.Op == "$gt" || c.Op == "$gte"
		}
		return c.Op != "$lt" && c.Op != "$gt"
	})
}

// castText reads a stored text as its type. One that is not valid for it is the zero value.
func castText(typ, text string) value {
	trimmed := strings.TrimSpace(text)
	switch typ {
	case "text":
		return value{typ: typ, text: text}
	case "number":
		if n, err := strconv.ParseFloat(trimmed, 64); err == nil && !math.IsNaN(n) && !math.IsInf(n, 0) {
			return value{typ: typ, number: n}
		}
	case "boolean":
		switch strings.ToLower(trimmed) {
		case "true", "1", "yes":
			return value{typ: typ, number: 1}
		case "false", "0", "no":
			return value{typ: typ}
		}
	case "datetime":
		for _, layout := range []string{time.RFC3339Nano, time.DateOnly} {
			if t, err := time.Parse(layout, trimmed); err == nil {
				return value{typ: typ, number: float64(t.UnixMilli()) / 1000}
			}
		}
		if n, err := strconv.ParseInt(trimmed, 10, 64); err == nil {
			return instant(float64(n))
		}
	}
	return value{}
}

// castOperand reads an operand as the type of its field. One of another type keeps its own, and so equals nothing.
func castOperand(typ, field string, operand any) (v value) {
	switch x := operand.(type) {
	case bool:
		v.typ = "boolean"
		if x {
			v.number = 1
		}
	case float64:
		v = value{typ: "number", number: x}
		if typ == "datetime" {
			v = instant(x)
		}
	case string:
		v = value{typ: "text", text: x}
		if t := castText("datetime", x); typ == "datetime" && t.typ != "" {
			v = t
		}
	}
	if field == "timestamp" && v.typ == "datetime" {
		v.number = math.Floor(v.number)
	}
	return v
}

// instant takes numbers over 1e11 for milliseconds: as seconds they would be beyond the year 5000.
func instant(n float64) value {
	if math.Abs(n) > 1e11 {
		n /= 1000
	}
	return value{typ: "datetime", number: n}
}

// SplitKey splits a key into its folder, up to and with the last slash, and the name in it.
func SplitKey(key string) (folder, name string) {
	i := strings.LastIndexByte(key, '/')
	return key[:i+1], key[i+1:]
}

// Range returns the bounds of the folders in a scope: a folder is in it if and only if low <= folder < high, by
// bytes. Both are "" for the zero scope.
func Range(scope knowledge.Scope) (low, high string) {
	low = scope.String()
	if low == "" {
		return "", ""
	}
	return low, low[:len(low)-1] + "0" // "0" follows "/"
}
