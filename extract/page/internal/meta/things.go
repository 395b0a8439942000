package meta

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"net/url"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmlfrag"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
)

// The bounds of products and events.
const (
	maxStated     = 20      // of them on a page
	maxStatedList = 10      // values of a property
	maxStatedText = 300     // code points of a value
	maxStatedSize = 8 << 10 // bytes of all of them as JSON
	maxStatedDeep = 5       // things within each other
	maxResolved   = 2000    // values that are converted, each as often as it is referred to
)

type valueKind int8

const (
	textValue    valueKind = iota + 1 // a text or a number
	enumValue                         // a name of schema.org: "https://schema.org/InStock" is InStock
	addressValue                      // an address, or a thing with one
	nameValue                         // a text, or the name of a thing: a brand, a performer
	thingValue                        // a thing with properties of its own, or a text

	workValue    // of works alone
	partValue    // things that stand for themselves
	subjectValue // things that a work is about
)

//go:embed properties.txt
var propertiesText string

// properties are those that are read, by name.
var properties = sync.OnceValue(func() map[string]int { return lineNumbers(propertiesText) })

func kindOf(property string) valueKind { return valueKind(properties()[property]) }

func isStated(kind string) bool { return is("stated", kind) || strings.HasSuffix(kind, "Event") }

// Stated returns the products and events that a page states in JSON-LD or, without any there, in
// microdata, as extract.Document.Data has them. base resolves their addresses. root may be nil to read
// JSON-LD only.
func (r *Result) Stated(root *html.Node, base *url.URL) []map[string]any {
	s := stated{base: base, byID: r.linked.byID, left: maxStatedSize}
	for _, t := range slices.Concat(r.linked.works, r.linked.about) {
		if isStated(schemaName(t.get("@type"))) {
			s.add(s.converted(t, 0))
		}
	}
	if len(s.out) == 0 && root != nil {
		s.readMicrodata(root, nil, 0)
	}
	return s.out
}

type stated struct {
	base  *url.URL
	byID  map[string]thing
	out   []map[string]any
	left  int // bytes
	steps int // values that were converted
}

func (r *stated) add(t map[string]any) {
	if len(t) > 1 && len(r.out) < maxStated {
		size, _ := json.Marshal(t) // it holds texts, lists and maps alone
		if len(size) <= r.left {
			r.left -= len(size)
			r.out = append(r.out, t)
		}
	}
}

// set gives a thing a value of a property; further ones make a list.
func (r *stated) set(t map[string]any, key string, value any) {
	if s, isText := value.(string); isText {
		if s = r.text(key, s); s == "" {
			return
		}
		value = s
	}
	switch before := t[key].(type) {
	case nil:
		t[key] = value
	case []any:
		if len(before) < maxStatedList {
			t[key] = append(before, value)
		}
	default:
		if text, isText := value.(string); key != "image" && key != "@type" && !(isText && before == any(text)) {
			t[key] = []any{before, value}
		}
	}
}

func (r *stated) text(key, s string) string {
	if s = html.UnescapeString(s); key == "description" {
		s = htmlfrag.Text(s) // shops write HTML into it
	}
	s = fold(s)
	switch kind := kindOf(key); kind {
	case enumValue:
		s = schemaName(s)
	case addressValue:
		if s = resolve(r.base, s); strings.HasPrefix(s, "data:") || strings.HasPrefix(s, "javascript:") {
			return ""
		}
	}
	if utf8.RuneCountInString(s) > maxStatedText {
		s = string([]rune(s)[:maxStatedText-1]) + "…"
	}
	return s
}

// schemaName returns the name of a type or a value of schema.org, without the address of the site.
func schemaName(s string) string {
	s = strings.TrimPrefix(strings.TrimSpace(s), "schema:")
	if scheme, name, found := strings.Cut(s, "schema.org/"); found && len(scheme) <= len("https://www.") {
		return name
	}
	return s
}

// converted returns a thing of JSON-LD with what it refers to by identifiers in place, and without identifiers.
func (r *stated) converted(t thing, depth int) map[string]any {
	if id := t.get("@id"); len(t) == 1 && id != "" {
		t = r.byID[id]
	}
	out := map[string]any{}
	for key, v := range t {
		switch key {
		case "@id":
			continue
		case "@value":
			key = "name"
		case "contentUrl":
			key = "url"
		}
		if _, twice := t[key].(string); depth < maxStatedDeep && (!twice || v == t[key]) {
			r.convert(out, key, v, depth)
		}
	}
	return out
}

func (r *stated) convert(to map[string]any, key string, value any, depth int) {
	kind := kindOf(key)
	if r.steps++; r.steps > maxResolved || kind == 0 || kind > thingValue {
		return
	}
	switch v := value.(type) {
	case string:
		if v != "true" && v != "false" {
			r.set(to, key, v)
		}
	case []any:
		for _, one := range v {
			r.convert(to, key, one, depth)
		}
	case thing:
		inner := r.converted(v, depth+1)
		switch {
		case kind == addressValue:
			value = inner["url"]
		case kind == nameValue:
			value = inner["name"]
		case len(inner) > 0:
			value = inner
		default:
			return
		}
		if value != nil {
			r.set(to, key, value)
		}
	}
}

// readMicrodata reads the items below n
// (https://html.spec.whatwg.org/multipage/microdata.html). item is the one that contains n,
// or nil.
func (r *stated) readMicrodata(n *html.Node, item thing, depth int) {
	const maxDepthOfItems = 500 // bounds the elements within each other that are searched for items
	for c := n.FirstChild; c != nil && depth < maxDepthOfItems; c = c.NextSibling {
		if c.Type != html.ElementNode {
			continue
		}
		kind, _, _ := strings.Cut(strings.TrimSpace(htmltree.Attr(c, "itemtype")), " ")
		names := htmltree.Attr(c, "itemprop")
		var value any
		isTop := item == nil && kind != "" && isStated(schemaName(kind))
		switch {
		case kind == "":
			r.readMicrodata(c, item, depth+1)
		case !isTop && (item == nil || names == ""):
			r.readMicrodata(c, nil, depth+1) // of another item
			continue
		default:
			inner := thing{"@type": kind}
			if name := htmltree.Attr(c, "content"); name != "" {
				inner["name"] = name
			}
			r.readMicrodata(c, inner, depth+1)
			value = inner
		}
		if isTop {
			r.add(r.converted(value.(thing), 0))
			continue
		}
		for key := range strings.FieldsSeq(names) {
			kind := kindOf(key)
			isRead := kind != 0 && kind <= thingValue && key[0] != '@'
			if list, _ := item[key].([]any); item != nil && isRead && len(list) < maxStatedList {
				if value == nil { // only now, since it takes a walk over the text of c
					value = itemValue(c)
				}
				item[key] = append(list, value)
			}
		}
	}
}

// itemValue returns the value of a property that is no item.
func itemValue(n *html.Node) string {
	href := ""
	if n.Data == "a" || n.Data == "link" {
		href = htmltree.Attr(n, "href")
	}
	value := cmp.Or(htmltree.Attr(n, "content"), htmltree.Attr(n, "datetime"), htmltree.Attr(n, "value"), href, htmltree.Attr(n, "src"))
	if value == "" {
		value = Text(n, 4*maxStatedText)
	}
	return value
}
