package tools

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
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
	for _, v := range s.verbs() {
		if len(path) > 1 && v.name == path[0] {
			table := v.arguments()
			p = table.at(strings.Join(path[1:], "."))
		}
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

// decode checks raw against the table and stores it in v. A nil or null raw is an empty
// object. The error is a *webfetch.Error with INVALID_INPUT that names the argument.
//
// Models and hosts write the same value in many forms: decode takes numbers, booleans,
// objects and arrays that are written in a string, 0, 1, yes and no for booleans, one text
// for a list of texts and a list of one for a text, words between commas for a list of a
// closed set, a value of a closed set in either case, names in another style (maxLength), and
// all arguments inside of one that has no name of theirs; "", null and [] for an object mean
// that the argument is not given. What hosts put beside the arguments is passed over. The
// values themselves are checked strictly.
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
	if wrong, is := errors.AsType[*json.UnmarshalTypeError](err); is {
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
	case p.typ == "string" && p.desc != "" && len(raw) > 0 && raw[0] == '[': // no value of a free map
		if one := []string{}; json.Unmarshal(raw, &one) == nil && len(one) == 1 {
			raw, _ = json.Marshal(one[0]) // a text: it does not fail
		}
		return raw
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
	case p.typ == "array" && p.items != nil && len(p.items.enum) > 0:
		raw, _ = json.Marshal(strings.Split(text, ",")) // texts: it does not fail
		return raw
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
	if name, inner := p.wrapped(fields); path == "" && name != "" {
		return p.normalizeFields(inner, name)
	}
	changed := p.rename(fields)
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
	missing := "" // told after a name that is none, which may be what was meant
	for _, f := range p.fields {
		value, given := fields[f.name]
		if !given && f.required && missing == "" {
			missing = f.name
		}
		if given {
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
		case isNull(value), path == "" && slices.Contains(hostsOwn, name):
			delete(fields, name)
			changed = true
		default:
			if place := p.find(name); place != "" {
				return nil, fmt.Errorf("%s is not an argument; %s is", join(path, name), join(path, place))
			}
			return nil, fmt.Errorf("%s is not an argument; use one of %s", join(path, name), p.names())
		}
	}
	switch {
	case missing != "":
		return nil, fmt.Errorf("%s is required", join(path, missing))
	case !changed:
		return raw, nil
	}
	return json.Marshal(fields)
}

// hostsOwn are members that hosts put beside the arguments of a model: n8n does so.
var hostsOwn = []string{"_meta", "action", "chatInput", "sessionId", "tool", "toolCallId"}

// wrapped returns the one member of an argument list that holds all arguments, as "arguments" in
// {"arguments": {"url": …}}, and "" where there is none.
func (p argSpec) wrapped(fields map[string]json.RawMessage) (name string, inner json.RawMessage) {
	for name, inner = range fields {
		if len(fields) > 1 || p.spelt(name) != "" || p.find(name) != "" {
			break
		}
		if inner = (argSpec{typ: "object"}).unquote(inner); len(inner) > 0 && inner[0] == '{' {
			return name, inner
		}
	}
	return "", nil
}

// rename gives the members of an object that are written in another style their names.
func (p argSpec) rename(fields map[string]json.RawMessage) (changed bool) {
	if p.open {
		return false
	}
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		plain := p.spelt(name)
		if _, given := fields[plain]; plain != "" && !given {
			fields[plain], changed = fields[name], true
			delete(fields, name)
		}
	}
	return changed
}

var styles = strings.NewReplacer("_", "", "-", "")

// spelt returns the argument whose name is name but for case, "_" and "-": max_length for maxLength.
func (p argSpec) spelt(name string) string {
	for _, f := range p.fields {
		if f.name == name || strings.EqualFold(styles.Replace(f.name), styles.Replace(name)) {
			return f.name
		}
	}
	return ""
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
