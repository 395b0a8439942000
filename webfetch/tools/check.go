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

// decode checks raw against the table and stores it in v. A nil or null raw is an empty
// object. The error is a *webfetch.Error with INVALID_INPUT that names the argument.
//
// Models and hosts write the same value in many forms: decode takes numbers, booleans,
// objects and arrays that are written in a string, 0, 1, yes and no for booleans, one text
// for a list of texts, and a value of a closed set in either case; "", null and [] for an
// object mean that the argument is not given. The values themselves are checked strictly.
func decode(raw json.RawMessage, table argSpec, v any) error {
	if isNull(bytes.TrimSpace(raw)) {
		raw = json.RawMessage("{}")
	}
	if first := bytes.TrimSpace(raw)[:1]; string(first) != "{" && !json.Valid(raw) {
		return invalid(errors.New("the argument list is no JSON object"))
	}
	plain, err := table.normalize(raw, "")
	if err != nil {
		return invalid(err)
	}
	if plain == nil {
		plain = json.RawMessage("{}")
	}
	if err := json.Unmarshal(plain, v); err != nil {
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

// normalize returns raw in the form of the schema: raw itself if it has that form already,
// and nil for an empty value. The error is about the first part of it that breaks the rules
// of p.
func (p argSpec) normalize(raw json.RawMessage, path string) (json.RawMessage, error) {
	raw = p.unquote(bytes.TrimSpace(raw))
	if isNull(raw) || string(raw) == `""` {
		if p.required {
			return nil, fmt.Errorf("%s is required", path)
		}
		return nil, nil
	}
	if got := typeOf(raw); got != p.typ && !(got == "number" && p.typ == "integer") {
		return nil, fmt.Errorf("%s must be %s, not %s", nameOf(path), article(p.typ), article(got))
	}
	switch p.typ {
	case "object":
		return p.normalizeFields(raw, path)
	case "array":
		return p.normalizeItems(raw, path)
	case "integer", "number":
		return p.checkNumber(raw, path)
	case "string":
		return p.normalizeChoice(raw, path)
	}
	return raw, nil
}

// unquote converts raw if p has another type: "5" for a number, "{…}" for an object, 0 for
// false. It returns other values, and strings that hold no such value, unchanged.
func (p argSpec) unquote(raw json.RawMessage) json.RawMessage {
	switch {
	case p.typ == "boolean" && string(raw) == "0":
		return json.RawMessage("false")
	case p.typ == "boolean" && string(raw) == "1":
		return json.RawMessage("true")
	case p.typ == "object" && p.name != "" && len(raw) > 1 && raw[0] == '[' && len(bytes.TrimSpace(raw[1:len(raw)-1])) == 0:
		return nil // an empty object of a language that has one kind of collection
	case len(raw) == 0 || raw[0] != '"' || p.typ == "string":
		return raw
	}
	var text string
	if json.Unmarshal(raw, &text) != nil {
		return raw
	}
	text = strings.TrimSpace(text)
	if p.typ == "boolean" {
		switch text = strings.ToLower(text); text {
		case "1", "yes", "on":
			text = "true"
		case "0", "no", "off":
			text = "false"
		}
	}
	held := json.RawMessage(text)
	switch {
	case text == "" || text == "null":
		return nil
	case json.Valid(held) && (typeOf(held) == p.typ || typeOf(held) == "number" && p.typ == "integer"):
		return held
	case p.typ == "array" && p.items != nil && p.items.typ == "string":
		return json.RawMessage("[" + string(raw) + "]")
	case p.typ == "object" && p.textField != "":
		return json.RawMessage(`{"` + p.textField + `":` + string(raw) + "}")
	}
	return raw
}

func (p argSpec) normalizeFields(raw json.RawMessage, path string) (json.RawMessage, error) {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(raw, &fields); err != nil {
		return nil, fmt.Errorf("%s is not valid JSON: %w", nameOf(path), err)
	}
	changed := false
	take := func(f argSpec, value json.RawMessage) error {
		plain, err := f.normalize(value, join(path, f.name))
		switch {
		case err != nil:
			return err
		case plain == nil:
			delete(fields, f.name)
			changed = true
		case len(plain) != len(value) || &plain[0] != &value[0]:
			fields[f.name] = plain
			changed = true
		}
		return nil
	}
	for _, f := range p.fields {
		if value, given := fields[f.name]; given || f.required {
			if err := take(f, value); err != nil {
				return nil, err
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if slices.ContainsFunc(p.fields, func(f argSpec) bool { return f.name == name }) {
			continue
		}
		value := fields[name]
		switch {
		case p.open && p.values == "":
		case p.open:
			if got := typeOf(value); p.values == "string" && (got == "number" || got == "boolean") {
				value = json.RawMessage(`"` + string(value) + `"`)
				fields[name], changed = value, true
			}
			if err := take(argSpec{name: name, typ: p.values}, value); err != nil {
				return nil, err
			}
		case isNull(value):
			delete(fields, name)
			changed = true
		default:
			if place := p.find(name); place != "" {
				return nil, fmt.Errorf("%s is not an argument; %s is", join(path, name), join(path, place))
			}
			return nil, fmt.Errorf("%s is not an argument; use one of %s", join(path, name), p.names())
		}
	}
	if !changed {
		return raw, nil
	}
	return json.Marshal(fields)
}

func (p argSpec) normalizeItems(raw json.RawMessage, path string) (json.RawMessage, error) {
	if p.items == nil {
		return raw, nil
	}
	var items []json.RawMessage
	if err := json.Unmarshal(raw, &items); err != nil {
		return nil, fmt.Errorf("%s is not valid JSON: %w", path, err)
	}
	kept := items[:0]
	for i, item := range items {
		plain, err := p.items.normalize(item, path+"["+strconv.Itoa(i)+"]")
		if err != nil {
			return nil, err
		}
		if plain != nil {
			kept = append(kept, plain)
		}
	}
	return json.Marshal(kept)
}

// checkNumber returns a number as Go reads it: JSON has one kind, so 5000.0 and 5e3 are integers too.
func (p argSpec) checkNumber(raw json.RawMessage, path string) (json.RawMessage, error) {
	n, err := strconv.ParseFloat(string(raw), 64)
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s is not a number", path)
	case p.typ == "integer" && (n != math.Trunc(n) || math.Abs(n) > 1<<53):
		return nil, fmt.Errorf("%s must be an integer, not %s", path, raw)
	case p.min != nil && n < *p.min:
		return nil, fmt.Errorf("%s must be at least %s", path, plainNumber(*p.min))
	case p.max != nil && n > *p.max:
		return nil, fmt.Errorf("%s must be at most %s", path, plainNumber(*p.max))
	case p.typ == "integer" && bytes.ContainsAny(raw, ".eE"):
		return json.RawMessage(plainNumber(n)), nil
	}
	return raw, nil
}

// normalizeChoice returns the value of a closed set that equals raw, ignoring case. If the set is
// empty, any text passes.
func (p argSpec) normalizeChoice(raw json.RawMessage, path string) (json.RawMessage, error) {
	if len(p.enum) == 0 {
		return raw, nil
	}
	var value string
	if err := json.Unmarshal(raw, &value); err != nil {
		return nil, fmt.Errorf("%s is not valid JSON: %w", path, err)
	}
	if slices.Contains(p.enum, value) {
		return raw, nil
	}
	for _, one := range p.enum {
		if strings.EqualFold(one, strings.TrimSpace(value)) {
			return json.RawMessage(`"` + one + `"`), nil
		}
	}
	return nil, fmt.Errorf("%s must be one of %s", path, strings.Join(p.enum, ", "))
}

// find returns the path below p of an argument with a name, for a caller who has put it in
// the wrong place: "options.timeout_ms" for timeout_ms. It returns "" if no argument has the
// name.
func (p argSpec) find(name string) string {
	for _, f := range p.fields {
		if f.name == name {
			return name
		}
		if place := f.find(name); place != "" && !f.unlisted {
			return f.name + "." + place
		}
	}
	return ""
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
