// Package filter reads and evaluates the filters of queries, so that they mean the same in every base.
package filter

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
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

// maxFilter bounds a filter in bytes of JSON, as the hosted service does.
const maxFilter = 2048

var errFilter = fmt.Errorf("%w: bad filters", knowledge.ErrInvalid)

// Parse reads filters in either form that [knowledge.Query] names. Errors match [knowledge.ErrInvalid].
func Parse(raw json.RawMessage, schema map[string]string) (Filter, error) {
	raw = bytes.TrimSpace(raw)
	if len(raw) == 0 || bytes.Equal(raw, []byte("null")) {
		return nil, nil
	}
	if len(raw) > maxFilter {
		return nil, fmt.Errorf("%w: longer than %d bytes", errFilter, maxFilter)
	}
	var object map[string]json.RawMessage
	if err := json.Unmarshal(raw, &object); err != nil {
		return nil, fmt.Errorf("%w: want an object", errFilter)
	}
	var typ string // of the older form, with a key or filters beside it
	if json.Unmarshal(object["type"], &typ) == nil && (object["filters"] != nil || object["key"] != nil && isComparison("$"+typ)) {
		return parseTree(raw, schema)
	}
	var filter Filter
	for _, field := range slices.Sorted(maps.Keys(object)) {
		var operators map[string]json.RawMessage
		if json.Unmarshal(object[field], &operators) != nil || operators == nil {
			operators = map[string]json.RawMessage{"$eq": object[field]}
		}
		if len(operators) == 0 {
			return nil, fmt.Errorf("%w: field %q has no operator", errFilter, field)
		}
		for _, op := range slices.Sorted(maps.Keys(operators)) {
			c, err := newCondition(field, op, operators[op], schema)
			if err != nil {
				return nil, err
			}
			filter = append(filter, c)
		}
	}
	return filter, nil
}

func newCondition(field, op string, raw json.RawMessage, schema map[string]string) (Condition, error) {
	c := Condition{Field: strings.ToLower(field), Op: op}
	switch c.Field {
	case "filename", "folder":
		c.typ = "text"
	case "timestamp":
		c.typ = "datetime"
	default:
		for name, typ := range schema {
			if strings.ToLower(name) == c.Field {
				c.typ = typ
			}
		}
		if c.typ == "" {
			known := append(slices.Collect(maps.Keys(schema)), "filename", "folder", "timestamp")
			slices.Sort(known)
			return c, fmt.Errorf("%w: unknown field %q; there are %s", errFilter, field, strings.Join(known, ", "))
		}
	}
	switch {
	case op == "$in" || op == "$nin":
		if json.Unmarshal(raw, &c.Operands) != nil || c.Operands == nil {
			return c, fmt.Errorf("%w: %s of field %q wants a list", errFilter, op, field)
		}
	case isComparison(op):
		c.Operands = make([]any, 1)
		if err := json.Unmarshal(raw, &c.Operands[0]); err != nil {
			return c, fmt.Errorf("%w: %s of field %q: %w", errFilter, op, field, err)
		}
	default:
		return c, fmt.Errorf("%w: unknown operator %q of field %q", errFilter, op, field)
	}
	for i, operand := range c.Operands {
		if text, is := operand.(string); is && c.typ == "number" {
			if n := castText(c.typ, text); n.typ != "" {
				operand = n.number
				c.Operands[i] = operand
			}
		}
		v := castOperand(c.typ, c.Field, operand)
		if v.typ == "" {
			return c, fmt.Errorf("%w: %s of field %q wants strings, numbers or booleans", errFilter, op, field)
		}
		c.values = append(c.values, v)
	}
	return c, nil
}

// isComparison reports an operator that takes one operand.
func isComparison(op string) bool {
	return slices.Contains([]string{"$eq", "$ne", "$gt", "$gte", "$lt", "$lte"}, op)
}

// node is a node of the older form, which is a tree.
type node struct {
	Type    string          `json:"type"`
	Key     string          `json:"key"`
	Value   json.RawMessage `json:"value"`
	Filters []node          `json:"filters"`
}

func parseTree(raw json.RawMessage, schema map[string]string) (Filter, error) {
	var root node
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if err := d.Decode(&root); err != nil {
		return nil, fmt.Errorf("%w: %w", errFilter, err)
	}
	nodes := []node{root}
	if root.Filters != nil {
		if root.Type != "and" && root.Type != "or" || root.Key != "" || root.Value != nil {
			return nil, fmt.Errorf("%w: a filter of type %q can't have filters below it", errFilter, root.Type)
		}
		nodes = root.Filters
	}
	var filter Filter
	for _, n := range nodes {
		if !isComparison("$"+n.Type) || n.Filters != nil {
			return nil, fmt.Errorf("%w: %q is no comparison; there is one level of and, or only", errFilter, n.Type)
		}
		if n.Value == nil {
			return nil, fmt.Errorf("%w: comparison of field %q lacks a value", errFilter, n.Key)
		}
		c, err := newCondition(n.Key, "$"+n.Type, n.Value, schema)
		if err != nil {
			return nil, err
		}
		filter = append(filter, c)
	}
	if root.Filters != nil && root.Type == "or" {
		return anyOf(filter)
	}
	return filter, nil
}

// anyOf turns $eq conditions on one field into one $in.
func anyOf(filter Filter) (Filter, error) {
	if len(filter) == 0 {
		return nil, fmt.Errorf("%w: or without filters", errFilter)
	}
	one := Condition{Field: filter[0].Field, Op: "$in", typ: filter[0].typ}
	for _, c := range filter {
		if c.Op != "$eq" || c.Field != one.Field {
			return nil, fmt.Errorf("%w: or is for eq on one field; make several queries for others", errFilter)
		}
		one.Operands = append(one.Operands, c.Operands...)
		one.values = append(one.values, c.values...)
	}
	return Filter{one}, nil
}
