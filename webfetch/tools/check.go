package tools

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

// decode checks raw against the table and stores it in v. A nil or null raw is
// an empty object. The error is a *webfetch.Error with INVALID_INPUT that
// names the argument.
func decode(raw json.RawMessage, table argSpec, v any) error {
	if isNull(raw) {
		raw = json.RawMessage("{}")
	}
	if err := table.check(raw, ""); err != nil {
		return invalid(err)
	}
	if err := json.Unmarshal(raw, v); err != nil {
		return invalid(plainDecodeError(err))
	}
	return nil
}

func invalid(err error) error {
	return &webfetch.Error{Op: "arguments", Code: webfetch.InvalidInput, Err: err}
}

func plainDecodeError(err error) error {
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) {
		return fmt.Errorf("%s can't be a %s", strings.TrimPrefix(wrong.Field, "Packet."), wrong.Value)
	}
	return err
}

// check reports the first thing in raw that breaks the rules of p. Null stands
// for an argument that is not given.
func (p argSpec) check(raw json.RawMessage, path string) error {
	raw = bytes.TrimSpace(raw)
	if isNull(raw) {
		if p.required {
			return fmt.Errorf("%s is required", path)
		}
		return nil
	}
	if got := typeOf(raw); !p.accepts(got) {
		return fmt.Errorf("%s must be %s, not %s", nameOf(path), article(p.typ), article(got))
	}
	switch p.typ {
	case "object":
		return p.checkFields(raw, path)
	case "array":
		return p.checkItems(raw, path)
	case "integer", "number":
		return p.checkNumber(raw, path)
	case "string":
		return p.checkEnum(raw, path)
	}
	return nil
}

func (p argSpec) accepts(got string) bool {
	return got == p.typ || got == "number" && p.typ == "integer"
}

func (p argSpec) checkFields(raw json.RawMessage, path string) error {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(raw, &fields); err != nil {
		return fmt.Errorf("%s is not valid JSON: %w", nameOf(path), err)
	}
	if p.inner != nil {
		return p.inner.checkFields(raw, path)
	}
	if len(p.fields) == 0 {
		return p.checkValues(fields, path)
	}
	for _, f := range p.fields {
		value, given := fields[f.name]
		if given || f.required {
			if err := f.check(value, join(path, f.name)); err != nil {
				return err
			}
		}
		delete(fields, f.name)
	}
	if len(fields) == 0 {
		return nil
	}
	unknown := slices.Min(slices.Collect(maps.Keys(fields)))
	return fmt.Errorf("%s is not an argument; use one of %s", join(path, unknown), p.names())
}

func (p argSpec) checkValues(fields map[string]json.RawMessage, path string) error {
	if p.values == "" {
		return nil
	}
	for name, value := range fields {
		if err := (argSpec{typ: p.values}).check(value, join(path, name)); err != nil {
			return err
		}
	}
	return nil
}

func (p argSpec) checkItems(raw json.RawMessage, path string) error {
	if p.items == nil {
		return nil
	}
	var items []json.RawMessage
	if err := json.Unmarshal(raw, &items); err != nil {
		return fmt.Errorf("%s is not valid JSON: %w", path, err)
	}
	for i, item := range items {
		if err := p.items.check(item, path+"["+strconv.Itoa(i)+"]"); err != nil {
			return err
		}
	}
	return nil
}

func (p argSpec) checkNumber(raw json.RawMessage, path string) error {
	n, err := strconv.ParseFloat(string(raw), 64)
	if err != nil {
		return fmt.Errorf("%s is not a number", path)
	}
	if p.typ == "integer" && (n != math.Trunc(n) || math.Abs(n) > 1<<53) {
		return fmt.Errorf("%s must be an integer, not %s", path, raw)
	}
	if p.bounded&hasMin != 0 && n < p.min {
		return fmt.Errorf("%s must be at least %s", path, plainNumber(p.min))
	}
	if p.bounded&hasMax != 0 && n > p.max {
		return fmt.Errorf("%s must be at most %s", path, plainNumber(p.max))
	}
	return nil
}

func (p argSpec) checkEnum(raw json.RawMessage, path string) error {
	if len(p.enum) == 0 {
		return nil
	}
	var value string
	if err := json.Unmarshal(raw, &value); err != nil {
		return fmt.Errorf("%s is not valid JSON: %w", path, err)
	}
	if slices.Contains(p.enum, value) {
		return nil
	}
	return fmt.Errorf("%s must be one of %s", path, strings.Join(p.enum, ", "))
}

func (p argSpec) names() string {
	names := make([]string, len(p.fields))
	for i, f := range p.fields {
		names[i] = f.name
	}
	return strings.Join(names, ", ")
}

func typeOf(raw json.RawMessage) string {
	switch raw[0] {
	case '{':
		return "object"
	case '[':
		return "array"
	case '"':
		return "string"
	case 't', 'f':
		return "boolean"
	}
	return "number"
}

func article(typ string) string {
	if strings.ContainsRune("aio", rune(typ[0])) {
		return "an " + typ
	}
	return "a " + typ
}

func nameOf(path string) string {
	if path == "" {
		return "the argument list"
	}
	return path
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

func isNull(raw json.RawMessage) bool {
	return len(raw) == 0 || string(raw) == "null"
}

func plainNumber(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }

// jsonInteger is an integer argument. JSON has one kind of number, so 5000.0 and 5e3
// are integers too.
type jsonInteger int64

// UnmarshalJSON reads an integral JSON number; null leaves c unchanged.
func (c *jsonInteger) UnmarshalJSON(raw []byte) error {
	if isNull(raw) {
		return nil
	}
	n, err := strconv.ParseFloat(string(raw), 64)
	if err != nil || n != math.Trunc(n) || math.Abs(n) > 1<<53 {
		return fmt.Errorf("%s is not an integer", raw)
	}
	*c = jsonInteger(n)
	return nil
}
