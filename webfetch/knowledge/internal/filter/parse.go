package filter

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
)

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
			return c, fmt.Errorf("%w: unknown field %q", errFilter, field)
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
