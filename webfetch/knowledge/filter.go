package knowledge

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// FieldType is the type of a metadata field. Values are strings wherever they
// are stored; the type says how they compare.
type FieldType string

// The types of fields.
const (
	TextField     FieldType = "text"
	NumberField   FieldType = "number"
	BooleanField  FieldType = "boolean"
	DatetimeField FieldType = "datetime"
)

// Field declares a metadata field that filters may name.
type Field struct {
	Name string    `json:"field_name"` // of the metadata
	Type FieldType `json:"data_type"`  // of its values
}

// Schema is the fields that filters may name beside filename, folder and
// timestamp, which always can be. Names compare without case.
type Schema []Field

// Operator is how a [Condition] compares.
type Operator string

// The operators.
const (
	Equal          Operator = "$eq"
	NotEqual       Operator = "$ne"
	In             Operator = "$in"
	NotIn          Operator = "$nin"
	Greater        Operator = "$gt"
	GreaterOrEqual Operator = "$gte"
	Less           Operator = "$lt"
	LessOrEqual    Operator = "$lte"
)

// Filter is conditions that must all hold. Nil passes everything.
type Filter []Condition

// Condition compares a field. Make it with [ParseFilter].
type Condition struct {
	// Field is in lower case.
	Field string
	Op    Operator
	// Operands are string, float64 or bool, as they came: one, or any number
	// for [In] and [NotIn].
	Operands []any

	typ    FieldType
	values []value
}

// Attributes are the properties that a filter compares.
type Attributes struct {
	// Key is the whole key: filename compares with it, folder with the part up
	// to its last slash.
	Key string
	// Timestamp is when the document was stored or retrieved, in whole seconds:
	// what is below is cut off.
	Timestamp time.Time
	// Fields are the metadata, by names in lower case.
	Fields map[string]string
}

// Match reports whether attributes pass the filter. A field that is missing or not valid for
// its type fails every comparison, and so does an operand of another type: [NotEqual] and
// [NotIn] are true then, all others false. A number given as text, "0.9", is a number if the
// field is one. Texts are compared by bytes, case and blanks included, of their first 500
// characters.
func (f Filter) Match(a Attributes) bool {
	return !slices.ContainsFunc(f, func(c Condition) bool { return !c.match(a) })
}

func (c Condition) match(a Attributes) bool {
	v := c.attribute(a)
	switch c.Op {
	case NotEqual, NotIn:
		return !slices.ContainsFunc(c.values, v.equal)
	case Equal, In:
		return slices.ContainsFunc(c.values, v.equal)
	}
	order, comparable := v.compare(c.values[0])
	if !comparable {
		return false
	}
	switch c.Op {
	case Greater:
		return order > 0
	case GreaterOrEqual:
		return order >= 0
	case Less:
		return order < 0
	}
	return order <= 0
}

// attribute returns what the condition looks at.
func (c Condition) attribute(a Attributes) value {
	switch c.Field {
	case "filename":
		return value{kind: textKind, text: a.Key}
	case "folder":
		folder, _ := SplitKey(a.Key)
		return value{kind: textKind, text: folder}
	case "timestamp":
		if a.Timestamp.IsZero() {
			return value{}
		}
		return value{kind: timeKind, number: float64(a.Timestamp.Unix())}
	}
	text, ok := a.Fields[c.Field]
	if !ok {
		return value{}
	}
	return castValue(c.typ, text)
}

type valueKind byte

const (
	noKind valueKind = iota
	textKind
	numberKind
	booleanKind
	timeKind
)

// value is a typed value; times are seconds.
type value struct {
	kind   valueKind
	text   string
	number float64
}

func (v value) equal(w value) bool {
	order, comparable := v.compare(w)
	return comparable && order == 0
}

func (v value) compare(w value) (order int, comparable bool) {
	switch {
	case v.kind != w.kind || v.kind == noKind:
		return 0, false
	case v.kind == textKind:
		return strings.Compare(v.text, w.text), true
	case v.number < w.number:
		return -1, true
	case v.number > w.number:
		return 1, true
	}
	return 0, true
}

// maxText is how many characters of a text are compared.
const maxText = 500

// castValue parses a stored string as its type. If it is not valid the result has no kind.
func castValue(typ FieldType, s string) value {
	switch typ {
	case NumberField:
		n, err := strconv.ParseFloat(strings.TrimSpace(s), 64)
		if err != nil || math.IsNaN(n) || math.IsInf(n, 0) {
			return value{}
		}
		return value{kind: numberKind, number: n}
	case BooleanField:
		switch strings.ToLower(strings.TrimSpace(s)) {
		case "true", "1", "yes":
			return value{kind: booleanKind, number: 1}
		case "false", "0", "no":
			return value{kind: booleanKind}
		}
		return value{}
	case DatetimeField:
		t, ok := parseTime(s)
		if !ok {
			return value{}
		}
		return value{kind: timeKind, number: t}
	}
	return value{kind: textKind, text: clipRunes(s, maxText)}
}

// castOperand reads what a filter says as the type of its field. What is of
// another type keeps its own, and so equals nothing.
func castOperand(typ FieldType, field string, operand any) value {
	switch x := operand.(type) {
	case bool:
		if x {
			return value{kind: booleanKind, number: 1}
		}
		return value{kind: booleanKind}
	case float64:
		if typ != DatetimeField {
			return value{kind: numberKind, number: x}
		}
		return value{kind: timeKind, number: wholeSeconds(field, unixSeconds(x))}
	case string:
		if typ != DatetimeField {
			return value{kind: textKind, text: x}
		}
		t, ok := parseTime(x)
		if !ok {
			return value{kind: textKind, text: x}
		}
		return value{kind: timeKind, number: wholeSeconds(field, t)}
	}
	return value{}
}

func wholeSeconds(field string, t float64) float64 {
	if field == "timestamp" {
		return math.Floor(t)
	}
	return t
}

// parseTime returns the seconds of a time of RFC 3339, of a date, or of a number
// of seconds or milliseconds in digits.
func parseTime(s string) (float64, bool) {
	s = strings.TrimSpace(s)
	for _, layout := range []string{time.RFC3339Nano, time.DateOnly} {
		if t, err := time.Parse(layout, s); err == nil {
			return float64(t.UnixMilli()) / 1000, true
		}
	}
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		return 0, false
	}
	return unixSeconds(float64(n)), true
}

// unixSeconds takes numbers over 1e11 for milliseconds: as seconds they would
// be beyond the year 5000.
func unixSeconds(n float64) float64 {
	if math.Abs(n) > 1e11 {
		return n / 1000
	}
	return n
}

func clipRunes(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for i := range s {
		if n == 0 {
			return s[:i]
		}
		n--
	}
	return s
}

// clipBytes cuts s to n bytes at most, between characters.
func clipBytes(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}
