package tools

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// argSpec describes one argument of a tool: the row of the table that the published schema, the
// check of arguments and completion are all made from. The table is the types into which the
// arguments are decoded; argumentsOf reads it. Tags of their fields are
//
//	desc      the description, which every host puts into the context of its model
//	of        the values of a closed set
//	default   the default of a text
//	min, max  the bounds of a number, which are checked and not published: models keep within them
//	required  ""
//	unlisted  "": taken and checked, but not published
//	list      the fields of an object that are published, if not all are
//	usual     the usual keys of a map with their descriptions, for hosts whose models fill in only
//	          what a schema lists; other keys are taken too
//	text      the field of an object that is set if the object is given as a text
//	idle      the situations in which the argument does nothing, of which a warning tells
//	plain     the value that is the default, where the schema does not say so
type argSpec struct {
	name               string
	typ                string // one plain JSON type; a union of types breaks some hosts
	desc               string
	enum               []string
	def                string // the default as JSON, empty for none
	min, max           *float64
	required, unlisted bool
	fields             []argSpec // the properties of an object
	// open is for an object that takes other names too, with values of the type values
	// if that is set.
	open      bool
	values    string
	textField string
	items     *argSpec
}

func argumentsOf(v any) argSpec { return specOf(reflect.TypeOf(v), "") }

type described interface{ arguments() any }

func specOf(t reflect.Type, tag reflect.StructTag) argSpec {
	p := argSpec{desc: tag.Get("desc"), textField: tag.Get("text"), min: boundOf(tag, "min"), max: boundOf(tag, "max")}
	p.name, _, _ = strings.Cut(tag.Get("json"), ",")
	_, p.required = tag.Lookup("required")
	_, p.unlisted = tag.Lookup("unlisted")
	if values := strings.Fields(tag.Get("of")); t.Kind() != reflect.Slice && len(values) > 0 {
		p.enum = values
	}
	if def, given := tag.Lookup("default"); given {
		p.def = strconv.Quote(def)
	}
	if raw, ok := reflect.Zero(t).Interface().(described); ok {
		t = reflect.TypeOf(raw.arguments())
	}
	switch t.Kind() {
	case reflect.Pointer:
		return specOf(t.Elem(), tag)
	case reflect.String:
		p.typ = "string"
	case reflect.Bool:
		p.typ = "boolean"
	case reflect.Int64:
		p.typ = "integer"
	case reflect.Float64:
		p.typ = "number"
	case reflect.Struct:
		p.typ = "object"
		listed, some := tag.Lookup("list")
		for i := range t.NumField() {
			if f := t.Field(i); f.IsExported() {
				q := specOf(f.Type, f.Tag)
				q.unlisted = q.unlisted || some && !slices.Contains(strings.Fields(listed), q.name)
				p.fields = append(p.fields, q)
			}
		}
	case reflect.Slice:
		if t.Elem().Kind() != reflect.Uint8 {
			p.typ = "array"
			items := specOf(t.Elem(), reflect.StructTag(`of:"`+tag.Get("of")+`"`))
			p.items = &items
			break
		}
		fallthrough // raw JSON
	default:
		p.typ, p.open = "object", true
		if t.Kind() == reflect.Map && t.Elem().Kind() == reflect.String {
			p.values = "string"
		}
		for usual := range strings.FieldsSeq(tag.Get("usual")) {
			name, desc, _ := strings.Cut(usual, "=")
			p.fields = append(p.fields, argSpec{name: name, typ: "string", desc: desc})
		}
	}
	return p
}

func boundOf(tag reflect.StructTag, name string) *float64 {
	n, err := strconv.ParseFloat(tag.Get(name), 64)
	if err != nil {
		return nil
	}
	return &n
}

// at returns the row that the names in a path lead to, as "options.mode"; nil if there is none.
func (p *argSpec) at(path string) *argSpec {
	for name := range strings.SplitSeq(path, ".") {
		i := slices.IndexFunc(p.fields, func(f argSpec) bool { return f.name == name })
		if i < 0 {
			return nil
		}
		p = &p.fields[i]
	}
	return p
}

func (p *argSpec) keep(names string) {
	var kept []argSpec
	for name := range strings.FieldsSeq(names) {
		kept = append(kept, *p.at(name))
	}
	p.fields = kept
}

func (p *argSpec) describe(desc string, required bool) { p.desc, p.required = desc, required }

func (p *argSpec) setDefault(v any) {
	if raw, err := json.Marshal(v); err == nil {
		p.def = string(raw)
	}
}

// schema returns what is published of p as a JSON Schema, properties in the order of the table.
func (p argSpec) schema() json.RawMessage {
	b := []byte(`{"type":"` + p.typ + `"`)
	member := func(name string, value any) {
		raw, _ := json.Marshal(value) // texts, lists of them, and JSON: none fails
		b = fmt.Appendf(b, `,"%s":%s`, name, raw)
	}
	if p.desc != "" {
		member("description", p.desc)
	}
	if len(p.enum) > 0 {
		member("enum", p.enum)
	}
	if p.def != "" {
		member("default", json.RawMessage(p.def))
	}
	if p.items != nil {
		member("items", p.items.schema())
	}
	var properties []byte
	var required []string
	for _, f := range p.fields {
		if f.unlisted {
			continue
		}
		properties = fmt.Appendf(properties, `,"%s":%s`, f.name, f.schema())
		if f.required {
			required = append(required, f.name)
		}
	}
	if len(properties) > 0 {
		properties[0] = '{'
		member("properties", json.RawMessage(append(properties, '}')))
	}
	if len(required) > 0 {
		member("required", required)
	}
	return append(b, '}')
}

// Check returns an error if an argument given as text, as those of a prompt are, is not
// valid, and the closed set of its values, nil where there is none. name is its name in the error,
// and path are the names that lead to the argument, as "fetch", "options", "mode". Any argument may be "".
func (s *Set) Check(value, name string, path ...string) (values []string, err error) {
	var p *argSpec
	if i := indexOfVerb(path[0]); i >= 0 {
		table := s.verbs()[i].arguments()
		p = table.at(strings.Join(path[1:], "."))
	}
	if p == nil {
		return nil, fmt.Errorf("%s is not known", strings.Join(path, "."))
	}
	raw, err := json.Marshal(value)
	if err == nil {
		_, err = p.normalize(raw, name)
	}
	switch {
	case err != nil && p.typ == "object":
		err = fmt.Errorf("%s must be a JSON object of the fields %s", name, p.names())
	case err != nil && p.typ == "integer":
		err = fmt.Errorf("%s must be an integer of at least %s", name, plainNumber(*p.min))
	}
	return p.enum, err
}
