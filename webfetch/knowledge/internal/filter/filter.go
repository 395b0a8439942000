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
	values []any // the operands as values of the field
}

// A value is a string, a float64, a truth or an instant. Nil equals nothing.
type (
	truth   byte    // 0 or 1
	instant float64 // seconds since 1970
)

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
	var v any
	if text, has := fields[c.Field]; has {
		v = castText(c.typ, text)
	}
	if c.Op == "$ne" || c.Op == "$nin" {
		return !slices.ContainsFunc(c.values, func(w any) bool { order, comparable := compare(v, w); return comparable && order == 0 })
	}
	return slices.ContainsFunc(c.values, func(w any) bool {
		order, comparable := compare(v, w)
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

func compare(v, w any) (order int, comparable bool) {
	switch v := v.(type) {
	case string:
		return ordered(v, w)
	case float64:
		return ordered(v, w)
	case truth:
		return ordered(v, w)
	case instant:
		return ordered(v, w)
	}
	return 0, false
}

func ordered[T cmp.Ordered](v T, w any) (order int, comparable bool) {
	x, comparable := w.(T)
	return cmp.Compare(v, x), comparable
}

// castText reads a stored text as its type, or returns nil.
func castText(typ, s string) any {
	s, text := strings.TrimSpace(s), s
	switch typ {
	case "number":
		if n, err := strconv.ParseFloat(s, 64); err == nil && !math.IsNaN(n) && !math.IsInf(n, 0) {
			return n
		}
	case "boolean":
		switch strings.ToLower(s) {
		case "true", "1", "yes":
			return truth(1)
		case "false", "0", "no":
			return truth(0)
		}
	case "datetime":
		if t, ok := parseTime(s); ok {
			return t
		}
	default:
		return text
	}
	return nil
}

// castOperand reads an operand as the type of its field. One of another type keeps its own, and so equals nothing.
func castOperand(typ, field string, operand any) any {
	var t instant
	switch x := operand.(type) {
	case bool:
		if x {
			return truth(1)
		}
		return truth(0)
	case float64:
		if typ != "datetime" {
			return x
		}
		t = seconds(x)
	case string:
		at, ok := parseTime(x)
		if typ != "datetime" || !ok {
			return x
		}
		t = at
	}
	if field == "timestamp" {
		t = instant(math.Floor(float64(t)))
	}
	return t
}

// parseTime reads a time of RFC 3339, a date, or a number of seconds or milliseconds in digits.
func parseTime(s string) (instant, bool) {
	s = strings.TrimSpace(s)
	for _, layout := range []string{time.RFC3339Nano, time.DateOnly} {
		if t, err := time.Parse(layout, s); err == nil {
			return instant(t.UnixMilli()) / 1000, true
		}
	}
	n, err := strconv.ParseInt(s, 10, 64)
	return seconds(float64(n)), err == nil
}

// seconds takes numbers over 1e11 for milliseconds: as seconds they would be beyond the year 5000.
func seconds(n float64) instant {
	if math.Abs(n) > 1e11 {
		n /= 1000
	}
	return instant(n)
}

// SplitKey returns the folder of a key, which is what is up to its last slash, and the name in it.
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
