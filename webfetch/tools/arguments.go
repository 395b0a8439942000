package tools

import (
	"bytes"
	"cmp"
	"encoding/json"
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
//	idle      the situations in which the argument does nothing; a warning says so
//	meant     names that other tools have for it: an error says the name that it has here
//	plain     the value that is the default, where the schema does not say so
type argSpec struct {
	name               string
	typ                string // one plain JSON type; a union of types breaks some hosts
	desc               string
	enum               []string
	def                json.RawMessage // the default, empty for none
	min, max           *float64
	required, unlisted bool
	fields             []argSpec // the properties of an object
	open, texts        bool      // an object takes other names too, texts alone
	loose              bool      // values of other types are taken as they come
	textField          string
	meant              []string
	items              *argSpec
}

func argumentsOf(v any) argSpec { return specOf(reflect.TypeOf(v), "") }

type described interface{ arguments() any }

func specOf(t reflect.Type, tag reflect.StructTag) argSpec {
	p := argSpec{desc: tag.Get("desc"), textField: tag.Get("text"), min: boundOf(tag, "min"), max: boundOf(tag, "max")}
	p.name, _, _ = strings.Cut(tag.Get("json"), ",")
	p.meant = strings.Fields(tag.Get("meant"))
	_, p.required = tag.Lookup("required")
	_, p.unlisted = tag.Lookup("unlisted")
	if values := strings.Fields(tag.Get("of")); t.Kind() != reflect.Slice && len(values) > 0 {
		p.enum = values
	}
	if def, given := tag.Lookup("default"); given {
		p.setDefault(def)
	}
	if raw, ok := reflect.TypeAssert[described](reflect.Zero(t)); ok {
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
		for f := range t.Fields() {
			if f.IsExported() {
				q := specOf(f.Type, f.Tag)
				q.unlisted = q.unlisted || some && !slices.Contains(strings.Fields(listed), q.name)
				p.fields = append(p.fields, q)
			}
		}
	case reflect.Slice:
		if t.Elem().Kind() != reflect.Uint8 {
			p.typ = "array"
			p.items = new(specOf(t.Elem(), reflect.StructTag(`of:"`+tag.Get("of")+`"`)))
			break
		}
		fallthrough // raw JSON
	default:
		p.typ, p.open = "object", true
		p.texts = t.Kind() == reflect.Map && t.Elem().Kind() == reflect.String
		for usual := range strings.FieldsSeq(tag.Get("usual")) {
			name, desc, _ := strings.Cut(usual, "=")
			p.fields = append(p.fields, argSpec{name: name, typ: "string", desc: desc, loose: t.Kind() == reflect.Map && !p.texts})
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

// at returns the row of a path of names, such as "options.mode"; nil if the path is unknown.
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

func (p *argSpec) setDefault(v any) { p.def, _ = json.Marshal(v) } // a text or number: it does not fail

// schema returns what is published of p as a JSON Schema, properties in the order of the table.
func (p argSpec) schema() json.RawMessage {
	var published struct {
		Type        string          `json:"type"`
		Description string          `json:"description,omitempty"`
		Enum        []string        `json:"enum,omitempty"`
		Default     json.RawMessage `json:"default,omitempty"`
		Items       json.RawMessage `json:"items,omitempty"`
		Properties  json.RawMessage `json:"properties,omitempty"`
		Required    []string        `json:"required,omitempty"`
	}
	published.Type, published.Description, published.Enum, published.Default = p.typ, p.desc, p.enum, p.def
	if p.items != nil {
		published.Items = p.items.schema()
	}
	for _, f := range p.fields {
		if f.unlisted {
			continue
		}
		published.Properties = fmt.Appendf(published.Properties, `,"%s":%s`, f.name, f.schema())
		if f.required {
			published.Required = append(published.Required, f.name)
		}
	}
	if all := published.Properties; len(all) > 0 {
		all[0] = '{'
		published.Properties = append(all, '}')
	}
	raw, _ := json.Marshal(published) // texts, lists of them, and JSON: none fails
	return raw
}

// Check returns an error if an argument given as text, as those of a prompt are, is not
// valid, and its allowed values, nil if they are not a closed set. name is its name in the error,
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
	_, err = p.normalize(value, name)
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
// all arguments inside of one that has no name of theirs; "", null, [] for an object, and an object
// that has nothing else mean that the argument is not given. What hosts put beside the arguments is passed over. The
// values themselves are checked strictly.
func decode(raw json.RawMessage, table argSpec, v any) error {
	given := any(map[string]any{})
	if len(bytes.TrimSpace(raw)) > 0 {
		if err := json.Unmarshal(raw, &given); err != nil {
			return invalid(fmt.Errorf("the argument list is no JSON object: %w", err))
		}
	}
	plain, err := table.normalize(given, "")
	if err != nil {
		return invalid(err)
	}
	if plain != nil {
		set(reflect.ValueOf(v).Elem(), plain)
	}
	return nil
}

// set stores what normalize has returned in the type that the table was read from.
func set(to reflect.Value, v any) {
	if _, raw := reflect.TypeAssert[described](to); raw {
		to = to.Field(0)
	}
	switch to.Kind() {
	case reflect.Pointer:
		to.Set(reflect.New(to.Type().Elem()))
		set(to.Elem(), v)
	case reflect.Struct:
		for i := range to.NumField() {
			name, _, _ := strings.Cut(to.Type().Field(i).Tag.Get("json"), ",")
			if value, given := v.(map[string]any)[name]; given {
				set(to.Field(i), value)
			}
		}
	case reflect.Map:
		to.Set(reflect.MakeMap(to.Type()))
		for name, value := range v.(map[string]any) {
			to.SetMapIndex(reflect.ValueOf(name), reflect.ValueOf(value))
		}
	case reflect.Slice:
		items, isList := v.([]any)
		if !isList { // raw JSON
			raw, _ := marshal(v) // came as JSON: it does not fail
			to.SetBytes(raw)
			return
		}
		to.Set(reflect.MakeSlice(to.Type(), len(items), len(items)))
		for i, item := range items {
			set(to.Index(i), item)
		}
	default:
		to.Set(reflect.ValueOf(v))
	}
}

func invalid(err error) error {
	return &webfetch.Error{Op: "arguments", Code: webfetch.InvalidInput, Err: err}
}

// normalize returns a value in the form of the schema, nil for an empty one. It changes objects in
// place. The error is about the first part that breaks the rules of p.
func (p argSpec) normalize(v any, path string) (any, error) {
	v = p.unquote(v)
	switch {
	case (v == nil || v == "") && p.required:
		return nil, fmt.Errorf("%s is required", path)
	case v == nil || v == "":
		return nil, nil
	case p.loose:
		return v, nil
	case !p.takes(v):
		return nil, fmt.Errorf("%s must be %s, not %s", cmp.Or(path, "the argument list"), article(p.typ), article(typeOf(v)))
	}
	switch v := v.(type) {
	case map[string]any:
		return p.normalizeFields(v, path)
	case []any:
		kept := v[:0]
		for i, item := range v {
			plain, err := p.items.normalize(item, path+"["+strconv.Itoa(i)+"]")
			if err != nil {
				return nil, err
			}
			if plain != nil {
				kept = append(kept, plain)
			}
		}
		return kept, nil
	case float64:
		return p.checkNumber(v, path)
	case string:
		return p.normalizeChoice(v, path)
	}
	return v, nil
}

// unquote converts v if p has another type: "5" for a number, "{…}" for an object, 0 for
// false. It returns other values, and strings that hold no such value, unchanged.
func (p argSpec) unquote(v any) any {
	text := ""
	switch v := v.(type) {
	case float64:
		if p.typ == "boolean" && (v == 0 || v == 1) {
			return v == 1
		}
		return v
	case []any:
		switch {
		case p.typ == "object" && p.name != "" && len(v) == 0: // of a language that has one kind of collection
			return nil
		case p.typ == "string" && p.desc != "" && len(v) == 1 && (v[0] == nil || typeOf(v[0]) == "string"): // no value of a free map
			return v[0]
		}
		return v
	case string:
		if text = strings.TrimSpace(v); p.typ == "string" {
			return v
		}
	default:
		return v
	}
	if p.typ == "boolean" {
		switch text = strings.ToLower(text); text {
		case "1", "yes", "on":
			return true
		case "0", "no", "off":
			return false
		}
	}
	var held any
	switch {
	case text == "" || text == "null":
		return nil
	case json.Unmarshal([]byte(text), &held) == nil && p.takes(held):
		return held
	case p.typ == "array" && len(p.items.enum) > 0:
		var words []any
		for word := range strings.SplitSeq(text, ",") {
			words = append(words, word)
		}
		return words
	case p.typ == "array" && p.items.typ == "string":
		return []any{v}
	case p.typ == "object" && p.textField != "":
		return map[string]any{p.textField: v}
	}
	return v
}

func (p argSpec) normalizeFields(fields map[string]any, path string) (any, error) {
	if name, inner := p.wrapped(fields); path == "" && name != "" {
		return p.normalizeFields(inner, name)
	}
	take := func(f argSpec) error {
		plain, err := f.normalize(fields[f.name], join(path, f.name))
		if fields[f.name] = plain; plain == nil {
			delete(fields, f.name)
		}
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(fields)) { // those in another style get their names
		plain := p.spelt(name)
		if _, given := fields[plain]; plain != "" && !given && !p.open {
			fields[plain] = fields[name]
			delete(fields, name)
		}
	}
	filled := len(fields) > 0
	missing := "" // a required field, named beside an unknown one that may be meant for it
	for _, f := range p.fields {
		if _, given := fields[f.name]; given {
			if err := take(f); err != nil {
				return nil, err
			}
		} else if f.required {
			missing = cmp.Or(missing, f.name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		value := fields[name]
		switch {
		case p.spelt(name) == name && name != "", p.open && !p.texts:
		case p.open:
			switch value := value.(type) {
			case float64:
				fields[name] = plainNumber(value)
			case bool:
				fields[name] = strconv.FormatBool(value)
			}
			if err := take(argSpec{name: name, typ: "string"}); err != nil {
				return nil, err
			}
		case value == nil, path == "" && slices.Contains(hostsOwn, name):
			delete(fields, name)
		default:
			if place := p.find(name, value); place != "" {
				return nil, fmt.Errorf("%s is not an argument; %s is", join(path, name), join(path, place))
			}
			return nil, fmt.Errorf("%s is not an argument; use one of %s", join(path, cmp.Or(name, `""`)), p.names())
		}
	}
	if missing != "" {
		return nil, fmt.Errorf("%s is required", join(path, missing))
	}
	if filled && len(fields) == 0 {
		return nil, nil
	}
	return fields, nil
}

// hostsOwn are members that hosts put beside the arguments of a model: n8n does so.
var hostsOwn = []string{"_meta", "action", "chatInput", "sessionId", "tool", "toolCallId"}

// wrapped returns the one member of an argument list that holds all arguments, such as "arguments"
// in {"arguments": {"url": …}}, and "" for a list that is not wrapped.
func (p argSpec) wrapped(fields map[string]any) (name string, inner map[string]any) {
	for name, value := range fields {
		if len(fields) > 1 || p.spelt(name) != "" || p.find(name, value) != "" {
			break
		}
		if inner, is := (argSpec{typ: "object"}).unquote(value).(map[string]any); is {
			return name, inner
		}
	}
	return "", nil
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

func (p argSpec) checkNumber(n float64, path string) (any, error) {
	switch {
	case p.typ == "integer" && (n != math.Trunc(n) || math.Abs(n) > 1<<53):
		return nil, fmt.Errorf("%s must be an integer, not %s", path, plainNumber(n))
	case p.min != nil && n < *p.min:
		return nil, fmt.Errorf("%s must be at least %s", path, plainNumber(*p.min))
	case p.max != nil && n > *p.max:
		return nil, fmt.Errorf("%s must be at most %s", path, plainNumber(*p.max))
	case p.typ == "integer":
		return int64(n), nil // JSON has one kind of number: 5000.0 and 5e3 are integers too
	}
	return n, nil
}

// normalizeChoice returns the value of a closed set that equals a text, ignoring case. If the set is
// empty, any text passes.
func (p argSpec) normalizeChoice(text, path string) (any, error) {
	if len(p.enum) == 0 || slices.Contains(p.enum, text) {
		return text, nil
	}
	i := slices.IndexFunc(p.enum, func(one string) bool { return strings.EqualFold(one, strings.TrimSpace(text)) })
	if i < 0 {
		return nil, fmt.Errorf("%s must be one of %s", path, strings.Join(p.enum, ", "))
	}
	return p.enum[i], nil
}

// find returns the path below p of an argument with a name, for a caller who has put it in
// the wrong place or knows it from another tool: "options.timeout_ms" for timeout_ms, "question"
// for a prompt that is a text. It returns "" if no argument has the name.
func (p argSpec) find(name string, value any) string {
	for _, f := range p.fields {
		if f.name == name || slices.Contains(f.meant, name) && f.takes(value) {
			return f.name
		}
		if place := f.find(name, value); place != "" && !f.unlisted {
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

// takes reports that a value has the type of p.
func (p argSpec) takes(v any) bool {
	got := typeOf(v)
	return got == p.typ || got == "number" && p.typ == "integer"
}

func typeOf(v any) string {
	switch v.(type) {
	case map[string]any:
		return "object"
	case []any:
		return "array"
	case string:
		return "string"
	case bool:
		return "boolean"
	case float64:
		return "number"
	}
	return "null"
}

func article(typ string) string {
	if strings.ContainsRune("aio", rune(typ[0])) {
		return "an " + typ
	}
	return "a " + typ
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
