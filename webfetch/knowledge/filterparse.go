package knowledge

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// maxFilter bounds a filter in bytes of JSON, as the hosted service does.
const maxFilter = 2048

// ParseFilter reads filters in either of two forms:
//
//	{"tag": "docs", "score": {"$gte": 0.8, "$lt": 1}}
//	{"type": "and", "filters": [{"type": "eq", "key": "tag", "value": "docs"}]}
//
// Fields and operators are and-ed. The second, older form is a comparison (eq,
// ne, gt, gte, lt, lte), or one level of "and" over such, or an "or" over eq of
// one field. The fields are filename (the whole key), folder (the key up to its
// last slash), timestamp (seconds, milliseconds or RFC 3339) and those of the
// schema. Operands are strings, numbers and booleans. Empty, null and {} are no
// filter. Everything else is an error that matches [ErrFilter] and names what is
// wrong: other operators and fields, $or, nesting, operator objects without an
// operator, more than 2,048 bytes.
func ParseFilter(raw json.RawMessage, schema Schema) (Filter, error) {
	raw = bytes.TrimSpace(raw)
	if len(raw) == 0 || bytes.Equal(raw, []byte("null")) {
		return nil, nil
	}
	if len(raw) > maxFilter {
		return nil, fmt.Errorf("%w: longer than %d bytes", ErrFilter, maxFilter)
	}
	var object map[string]json.RawMessage
	if err := json.Unmarshal(raw, &object); err != nil {
		return nil, fmt.Errorf("%w: want an object", ErrFilter)
	}
	if isLegacy(object) {
		return parseLegacy(raw, schema)
	}
	var filter Filter
	for _, field := range slices.Sorted(maps.Keys(object)) {
		conditions, err := parseField(field, object[field], schema)
		if err != nil {
			return nil, err
		}
		filter = append(filter, conditions...)
	}
	return filter, nil
}

func parseField(field string, raw json.RawMessage, schema Schema) (Filter, error) {
	var operators map[string]json.RawMessage
	if json.Unmarshal(raw, &operators) != nil || operators == nil {
		c, err := newCondition(field, Equal, raw, schema)
		return Filter{c}, err
	}
	if len(operators) == 0 {
		return nil, fmt.Errorf("%w: field %q has no operator", ErrFilter, field)
	}
	var filter Filter
	for _, op := range slices.Sorted(maps.Keys(operators)) {
		c, err := newCondition(field, Operator(op), operators[op], schema)
		if err != nil {
			return nil, err
		}
		filter = append(filter, c)
	}
	return filter, nil
}

func newCondition(field string, op Operator, raw json.RawMessage, schema Schema) (Condition, error) {
	name, typ, err := schema.lookup(field)
	if err != nil {
		return Condition{}, err
	}
	c := Condition{Field: name, Op: op, typ: typ}
	switch op {
	case In, NotIn:
		if json.Unmarshal(raw, &c.Operands) != nil || c.Operands == nil {
			return Condition{}, fmt.Errorf("%w: %s of field %q wants a list", ErrFilter, op, field)
		}
	case Equal, NotEqual, Greater, GreaterOrEqual, Less, LessOrEqual:
		c.Operands = make([]any, 1)
		if err := json.Unmarshal(raw, &c.Operands[0]); err != nil {
			return Condition{}, fmt.Errorf("%w: %s of field %q: %w", ErrFilter, op, field, err)
		}
	default:
		return Condition{}, fmt.Errorf("%w: unknown operator %q of field %q", ErrFilter, op, field)
	}
	for i, operand := range c.Operands {
		if text, is := operand.(string); is && typ == NumberField {
			if v := castValue(typ, text); v.kind == numberKind {
				c.Operands[i], operand = v.number, v.number
			}
		}
		switch operand.(type) {
		case string, float64, bool:
			c.values = append(c.values, castOperand(typ, name, operand))
		default:
			return Condition{}, fmt.Errorf("%w: %s of field %q wants strings, numbers or booleans", ErrFilter, op, field)
		}
	}
	return c, nil
}

// lookup returns the name in lower case and the type of a field.
func (s Schema) lookup(field string) (string, FieldType, error) {
	name := strings.ToLower(field)
	switch name {
	case "filename", "folder":
		return name, TextField, nil
	case "timestamp":
		return name, DatetimeField, nil
	}
	for _, f := range s {
		if strings.ToLower(f.Name) == name {
			return name, f.Type, nil
		}
	}
	return "", "", fmt.Errorf("%w: unknown field %q", ErrFilter, field)
}

// Validate reports a schema that no base can have: names that are empty, twice
// there or reserved, types that are unknown.
func (s Schema) Validate() error {
	seen := map[string]bool{"": true, "filename": true, "folder": true, "timestamp": true}
	for _, f := range s {
		name := strings.ToLower(f.Name)
		if seen[name] {
			return fmt.Errorf("knowledge: bad schema: field %q is empty, reserved or there twice", f.Name)
		}
		seen[name] = true
		switch f.Type {
		case TextField, NumberField, BooleanField, DatetimeField:
		default:
			return fmt.Errorf("knowledge: bad schema: field %q has the unknown type %q", f.Name, f.Type)
		}
	}
	return nil
}

// legacyNode is a node of the older form.
type legacyNode struct {
	Type    string            `json:"type"`
	Key     string            `json:"key"`
	Value   json.RawMessage   `json:"value"`
	Filters []json.RawMessage `json:"filters"`
}

// legacyOperator returns the operator of a comparison of the older form.
func legacyOperator(typ string) (Operator, bool) {
	op := Operator("$" + typ)
	switch op {
	case Equal, NotEqual, Greater, GreaterOrEqual, Less, LessOrEqual:
		return op, true
	}
	return "", false
}

// isLegacy reports the older form: a known type, and a key or filters beside it.
func isLegacy(object map[string]json.RawMessage) bool {
	var typ string
	if json.Unmarshal(object["type"], &typ) != nil {
		return false
	}
	_, comparison := legacyOperator(typ)
	return comparison && object["key"] != nil || object["filters"] != nil
}

func parseLegacy(raw json.RawMessage, schema Schema) (Filter, error) {
	root, err := decodeLegacy(raw)
	if err != nil {
		return nil, err
	}
	if root.Filters == nil {
		c, err := root.condition(schema)
		return Filter{c}, err
	}
	if root.Type != "and" && root.Type != "or" || root.Key != "" || root.Value != nil {
		return nil, fmt.Errorf("%w: a filter of type %q can't have filters below it", ErrFilter, root.Type)
	}
	var filter Filter
	for _, child := range root.Filters {
		node, err := decodeLegacy(child)
		if err != nil {
			return nil, err
		}
		c, err := node.condition(schema)
		if err != nil {
			return nil, err
		}
		filter = append(filter, c)
	}
	if root.Type == "or" {
		return anyOf(filter)
	}
	return filter, nil
}

func decodeLegacy(raw json.RawMessage) (legacyNode, error) {
	var node legacyNode
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if err := d.Decode(&node); err != nil {
		return node, fmt.Errorf("%w: %w", ErrFilter, err)
	}
	return node, nil
}

func (n legacyNode) condition(schema Schema) (Condition, error) {
	op, known := legacyOperator(n.Type)
	if !known || n.Filters != nil {
		return Condition{}, fmt.Errorf("%w: %q is no comparison; there is one level of and, or only", ErrFilter, n.Type)
	}
	if n.Value == nil {
		return Condition{}, fmt.Errorf("%w: comparison of field %q lacks a value", ErrFilter, n.Key)
	}
	return newCondition(n.Key, op, n.Value, schema)
}

// anyOf turns eq conditions on one field into one $in.
func anyOf(filter Filter) (Filter, error) {
	if len(filter) == 0 {
		return nil, fmt.Errorf("%w: or without filters", ErrFilter)
	}
	one := Condition{Field: filter[0].Field, Op: In, typ: filter[0].typ}
	for _, c := range filter {
		if c.Op != Equal || c.Field != one.Field {
			return nil, fmt.Errorf("%w: or is for eq on one field; make several queries for others", ErrFilter)
		}
		one.Operands = append(one.Operands, c.Operands...)
		one.values = append(one.values, c.values...)
	}
	return Filter{one}, nil
}
