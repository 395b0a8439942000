package mcpserver

import (
	"encoding/json"
	"strconv"
)

// argSpec describes one argument of a tool: the row of the table that the
// published schema, the check of arguments and completion are all made from.
type argSpec struct {
	name string
	// typ is one plain JSON type; a union of types breaks some hosts.
	typ  string
	desc string
	enum []string
	// def is the default as JSON, empty for none.
	def string
	// min and max bound a number; bounded says which of them hold.
	min, max float64
	bounded  boundKind
	required bool
	// unlisted is taken and checked, but not published.
	unlisted bool
	// fields are the properties of an object. An object without fields takes
	// any, of the type values if that is set.
	fields []argSpec
	values string
	items  *argSpec
	// inner is what the value is checked against where the schema says less:
	// because another tool's schema says it all, or the value is JSON in a text.
	inner *argSpec
}

type boundKind uint8

const (
	hasMin boundKind = 1 << iota
	hasMax
	// shown publishes the bounds. Those that nobody would try to break are only
	// checked: every host puts every schema into the context of its model, where it costs tokens.
	shown
)

func text(name, desc string) argSpec { return argSpec{name: name, typ: "string", desc: desc} }

func choice(name, desc, def string, values []string) argSpec {
	p := argSpec{name: name, typ: "string", desc: desc, enum: values}
	if def != "" {
		p.def = strconv.Quote(def)
	}
	return p
}

// toggle is a switch. Its default is published if it is on.
func toggle(name, desc string, def bool) argSpec {
	p := argSpec{name: name, typ: "boolean", desc: desc}
	if def {
		p.def = "true"
	}
	return p
}

func integer(name, desc string, min float64) argSpec {
	return argSpec{name: name, typ: "integer", desc: desc, min: min, bounded: hasMin}
}

func number(name, desc string, min, max float64) argSpec {
	return argSpec{name: name, typ: "number", desc: desc, min: min, max: max, bounded: hasMin | hasMax | shown}
}

func object(name, desc string, fields ...argSpec) argSpec {
	return argSpec{name: name, typ: "object", desc: desc, fields: fields}
}

func dictionary(name, desc, values string) argSpec {
	return argSpec{name: name, typ: "object", desc: desc, values: values}
}

func array(name, desc string, items argSpec) argSpec {
	return argSpec{name: name, typ: "array", desc: desc, items: &items}
}

func (p argSpec) withDefault(v any) argSpec {
	raw, err := json.Marshal(v)
	if err == nil {
		p.def = string(raw)
	}
	return p
}

func (p argSpec) withMax(max float64) argSpec {
	p.max, p.bounded = max, p.bounded|hasMax
	return p
}

// withShownDefault publishes the bounds of p.
func (p argSpec) withShownDefault() argSpec {
	p.bounded |= shown
	return p
}

// withHiddenFields adds fields that the published schema leaves out.
func (p argSpec) withHiddenFields(fields ...argSpec) argSpec {
	for _, f := range fields {
		f.unlisted = true
		p.fields = append(p.fields, f)
	}
	return p
}

func (p argSpec) withCheck(inner argSpec) argSpec {
	p.inner = &inner
	return p
}

func (p argSpec) markRequired() argSpec {
	p.required = true
	return p
}

// schema returns the JSON Schema of p: one plain type per property, in the
// order of the table.
func (p argSpec) schema() json.RawMessage { return p.appendSchema(nil) }

func (p argSpec) appendSchema(b []byte) []byte {
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
	if p.bounded&(hasMin|shown) == hasMin|shown {
		b = strconv.AppendFloat(append(b, `,"minimum":`...), p.min, 'g', -1, 64)
	}
	if p.bounded&(hasMax|shown) == hasMax|shown {
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

func (p argSpec) appendFields(b []byte) []byte {
	if len(p.fields) == 0 {
		if p.values == "" {
			return b
		}
		b = append(b, `,"additionalProperties":{"type":`...)
		return append(appendQuoted(b, p.values), '}')
	}
	b = append(b, `,"properties":{`...)
	var required []string
	for i, f := range p.fields {
		if f.unlisted {
			continue
		}
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
	return b
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
