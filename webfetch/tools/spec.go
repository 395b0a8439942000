package tools

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
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
	// min and max bound a number; bounded says which of them hold. They are checked but not
	// published, because models keep within them.
	min, max float64
	bounded  boundKind
	required bool
	// unlisted is taken and checked, but not published.
	unlisted bool
	// fields are the properties of an object.
	fields []argSpec
	// open is for an object that takes other names too, with values of the type values
	// if that is set: its fields are the usual ones, for hosts whose models fill in only
	// what a schema lists.
	open   bool
	values string
	// textField is the field of an object that is set if the object is given as a text.
	textField string
	items     *argSpec
}

type boundKind uint8

const (
	hasMin boundKind = 1 << iota
	hasMax
)

func text(name, desc string) argSpec { return argSpec{name: name, typ: "string", desc: desc} }

func choice(name, desc, def string, values []string) argSpec {
	p := argSpec{name: name, typ: "string", desc: desc, enum: values}
	if def != "" {
		p.def = strconv.Quote(def)
	}
	return p
}

// toggle is a switch. The description of one that is on by default says what false means.
func toggle(name, desc string) argSpec { return argSpec{name: name, typ: "boolean", desc: desc} }

func integer(name, desc string, min float64) argSpec {
	return argSpec{name: name, typ: "integer", desc: desc, min: min, bounded: hasMin}
}

func number(name, desc string, min, max float64) argSpec {
	return argSpec{name: name, typ: "number", desc: desc, min: min, max: max, bounded: hasMin | hasMax}
}

func object(name, desc string, fields ...argSpec) argSpec {
	return argSpec{name: name, typ: "object", desc: desc, fields: fields}
}

// dictionary is an object that takes any names, the usual ones among them.
func dictionary(name, desc, values string, usual ...argSpec) argSpec {
	return argSpec{name: name, typ: "object", desc: desc, values: values, open: true, fields: usual}
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

// listing returns p with all fields but those named left out of the published schema.
func (p argSpec) listing(names ...string) argSpec {
	p.fields = slices.Clone(p.fields)
	for i := range p.fields {
		p.fields[i].unlisted = !slices.Contains(names, p.fields[i].name)
	}
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

func (p argSpec) markRequired() argSpec {
	p.required = true
	return p
}

// schema returns the JSON Schema of p: one plain type per property, in the
// order of the table.
func (p argSpec) schema() *publishedSchema {
	out := &publishedSchema{Type: p.typ, Description: p.desc, Enum: p.enum, Default: json.RawMessage(p.def)}
	if p.items != nil {
		out.Items = p.items.schema()
	}
	for _, f := range p.fields {
		if f.unlisted {
			continue
		}
		out.Properties = append(out.Properties, property{f.name, f.schema()})
		if f.required {
			out.Required = append(out.Required, f.name)
		}
	}
	return out
}

// publishedSchema is the part of JSON Schema that is used here. Properties keep their order.
type publishedSchema struct {
	Type        string           `json:"type"`
	Description string           `json:"description,omitempty"`
	Enum        []string         `json:"enum,omitempty"`
	Default     json.RawMessage  `json:"default,omitempty"`
	Items       *publishedSchema `json:"items,omitempty"`
	Properties  properties       `json:"properties,omitempty"`
	Required    []string         `json:"required,omitempty"`
}

// encoded returns the schema as JSON. Nothing in a table is something that JSON can't hold.
func (p *publishedSchema) encoded() json.RawMessage {
	raw, err := json.Marshal(p)
	if err != nil {
		return json.RawMessage(`{"type":"object"}`)
	}
	return raw
}

type property struct {
	name   string
	schema *publishedSchema
}

type properties []property

// MarshalJSON writes an object whose members are in the order of the list.
func (p properties) MarshalJSON() ([]byte, error) {
	b := []byte{'{'}
	for i, member := range p {
		name, err := json.Marshal(member.name)
		if err != nil {
			return nil, err
		}
		schema, err := json.Marshal(member.schema)
		if err != nil {
			return nil, err
		}
		if i > 0 {
			b = append(b, ',')
		}
		b = append(append(append(b, name...), ':'), schema...)
	}
	return append(b, '}'), nil
}

// row returns the row of the table for an argument of a tool, by the names that lead to
// it: "fetch", "options", "mode".
func (s *Set) row(path []string) (argSpec, bool) {
	verbs := s.verbs()
	i := slices.IndexFunc(verbs, func(v verb) bool { return len(path) > 0 && v.name == path[0] })
	if i < 0 {
		return argSpec{}, false
	}
	p := verbs[i].arguments
	for _, name := range path[1:] {
		i := slices.IndexFunc(p.fields, func(f argSpec) bool { return f.name == name })
		if i < 0 {
			return argSpec{}, false
		}
		p = p.fields[i]
	}
	return p, true
}

// Values returns the closed set of an argument, by the names that lead to it, as "fetch",
// "options", "mode". Nil means that it has no such set, or that the argument does not exist.
func (s *Set) Values(path ...string) []string {
	p, _ := s.row(path)
	return p.enum
}

// Check returns an error if an argument given as text, as those of a prompt are, is not
// valid. name is its name in the error, and path are the names that lead to the argument.
func (s *Set) Check(value, name string, path ...string) error {
	p, known := s.row(path)
	if !known {
		return fmt.Errorf("%s is not known", strings.Join(path, "."))
	}
	raw, err := json.Marshal(value)
	if err == nil {
		_, err = p.normalize(raw, name)
	}
	switch {
	case err != nil && p.typ == "object":
		return fmt.Errorf("%s must be a JSON object of the fields %s", name, p.names())
	case err != nil && p.typ == "integer":
		return fmt.Errorf("%s must be an integer of at least %s", name, plainNumber(p.min))
	}
	return err
}
