package mcpserver

import (
	"encoding/json"
	"strconv"

	"github.com/google/jsonschema-go/jsonschema"
)

// property describes one argument of a tool: the row of the table that the
// published schema, the check of arguments and completion are all made from.
type property struct {
	name string
	// typ is one plain JSON type; a union of types breaks some hosts.
	typ  string
	desc string
	enum []string
	// def is the default as JSON, empty for none.
	def string
	// min and max bound a number; bounded says which of them hold.
	min, max float64
	bounded  bounds
	required bool
	// fields are the properties of an object. An object without fields takes
	// any, of the type values if that is set.
	fields []property
	values string
	items  *property
	// inner is what the value is checked against where the schema says less:
	// because another tool's schema says it all, or the value is JSON in a text.
	inner *property
}

type bounds uint8

const (
	hasMin bounds = 1 << iota
	hasMax
)

func text(name, desc string) property { return property{name: name, typ: "string", desc: desc} }

func choice(name, desc, def string, values []string) property {
	p := property{name: name, typ: "string", desc: desc, enum: values}
	if def != "" {
		p.def = strconv.Quote(def)
	}
	return p
}

func toggle(name, desc string, def bool) property {
	return property{name: name, typ: "boolean", desc: desc, def: strconv.FormatBool(def)}
}

func integer(name, desc string, min float64) property {
	return property{name: name, typ: "integer", desc: desc, min: min, bounded: hasMin}
}

func number(name, desc string, min, max float64) property {
	return property{name: name, typ: "number", desc: desc, min: min, max: max, bounded: hasMin | hasMax}
}

func object(name, desc string, fields ...property) property {
	return property{name: name, typ: "object", desc: desc, fields: fields}
}

func dictionary(name, desc, values string) property {
	return property{name: name, typ: "object", desc: desc, values: values}
}

func array(name, desc string, items property) property {
	return property{name: name, typ: "array", desc: desc, items: &items}
}

func (p property) withDefault(v any) property {
	raw, err := json.Marshal(v)
	if err == nil {
		p.def = string(raw)
	}
	return p
}

func (p property) upTo(max float64) property {
	p.max, p.bounded = max, p.bounded|hasMax
	return p
}

func (p property) checkedAs(inner property) property {
	p.inner = &inner
	return p
}

func (p property) need() property {
	p.required = true
	return p
}

// schema returns the JSON Schema of p: one plain type per property, in the
// order of the table.
func (p property) schema() json.RawMessage { return p.appendSchema(nil) }

func (p property) appendSchema(b []byte) []byte {
	b = append(b, `{"type":`...)
	b = appendQuoted(b, p.typ)
	if p.desc != "" {
		b = append(b, `,"description":`...)
		b = appendQuoted(b, p.desc)
	}
	if len(p.enum) > 0 {
		b = append(b, `,"enum":`...)
		b = appendList(b, p.enum)
	}
	if p.def != "" {
		b = append(append(b, `,"default":`...), p.def...)
	}
	if p.bounded&hasMin != 0 {
		b = strconv.AppendFloat(append(b, `,"minimum":`...), p.min, 'g', -1, 64)
	}
	if p.bounded&hasMax != 0 {
		b = strconv.AppendFloat(append(b, `,"maximum":`...), p.max, 'f', -1, 64)
	}
	if p.items != nil {
		b = p.items.appendSchema(append(b, `,"items":`...))
	}
	if p.typ == "object" {
		b = p.appendFields(b)
	}
	return append(b, '}')
}

func (p property) appendFields(b []byte) []byte {
	if len(p.fields) == 0 {
		if p.values == "" {
			return append(b, `,"additionalProperties":true`...)
		}
		b = append(b, `,"additionalProperties":{"type":`...)
		return append(appendQuoted(b, p.values), '}')
	}
	b = append(b, `,"properties":{`...)
	var required []string
	for i, f := range p.fields {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(appendQuoted(b, f.name), ':')
		b = f.appendSchema(b)
		if f.required {
			required = append(required, f.name)
		}
	}
	b = append(b, '}')
	if len(required) > 0 {
		b = appendList(append(b, `,"required":`...), required)
	}
	return append(b, `,"additionalProperties":false`...)
}

func appendList(b []byte, items []string) []byte {
	b = append(b, '[')
	for i, item := range items {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendQuoted(b, item)
	}
	return append(b, ']')
}

// appendQuoted appends s as a JSON string.
func appendQuoted(b []byte, s string) []byte {
	b = append(b, '"')
	for i := range len(s) {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			b = append(b, '\\', c)
		case c < ' ':
			b = append(b, `\u00`...)
			b = append(b, "0123456789abcdef"[c>>4], "0123456789abcdef"[c&15])
		default:
			b = append(b, c)
		}
	}
	return append(b, '"')
}

// output returns p as the schema of a result, to which fields may be added
// later. It is a value of the SDK's own type, which it need not read again.
func (p property) output() *jsonschema.Schema {
	s := &jsonschema.Schema{Type: p.typ, Description: p.desc}
	for _, value := range p.enum {
		s.Enum = append(s.Enum, value)
	}
	if p.bounded&hasMin != 0 {
		s.Minimum = &p.min
	}
	for _, f := range p.fields {
		if s.Properties == nil {
			s.Properties = make(map[string]*jsonschema.Schema, len(p.fields))
		}
		s.Properties[f.name] = f.output()
		s.PropertyOrder = append(s.PropertyOrder, f.name)
		if f.required {
			s.Required = append(s.Required, f.name)
		}
	}
	return s
}
