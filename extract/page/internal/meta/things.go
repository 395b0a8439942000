package meta

import (
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmlfrag"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/laxjson"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

// The bounds of products and events.
const (
	maxStated     = 20      // of them on a page
	maxStatedList = 10      // values of a property
	maxStatedText = 300     // code points of a value
	maxStatedSize = 8 << 10 // bytes of all names and values
	maxStatedDeep = 5       // things within each other
	maxStatedIDs  = 500     // things that others may refer to
	maxResolved   = 2000    // things that are resolved, each as often as it is referred to
)

type valueKind int8

const (
	textValue    valueKind = iota + 1 // a text or a number
	enumValue                         // a name of schema.org: "https://schema.org/InStock" is InStock
	addressValue                      // an address, or a thing with one
	nameValue                         // a text, or the name of a thing: a brand, a performer
	thingValue                        // a thing with properties of its own, or a text
)

var statedProperties = map[string]valueKind{
	"name": textValue, "description": textValue, "url": addressValue, "image": addressValue, "identifier": textValue,
	"sku": textValue, "mpn": textValue, "gtin": textValue, "gtin8": textValue, "gtin12": textValue, "gtin13": textValue, "gtin14": textValue, "isbn": textValue,
	"brand": nameValue, "manufacturer": nameValue, "model": nameValue, "category": textValue, "color": textValue, "size": textValue, "material": nameValue,
	"offers": thingValue, "aggregateRating": thingValue, "hasVariant": thingValue,
	"price": textValue, "lowPrice": textValue, "highPrice": textValue, "priceCurrency": textValue, "offerCount": textValue, "priceValidUntil": textValue,
	"priceSpecification": thingValue, "availability": enumValue, "itemCondition": enumValue, "seller": nameValue, "validFrom": textValue,
	"ratingValue": textValue, "reviewCount": textValue, "ratingCount": textValue, "bestRating": textValue, "worstRating": textValue,
	"startDate": textValue, "endDate": textValue, "previousStartDate": textValue, "doorTime": textValue, "duration": textValue, "eventStatus": enumValue, "eventAttendanceMode": enumValue,
	"location": thingValue, "organizer": nameValue, "performer": nameValue, "address": thingValue,
	"streetAddress": textValue, "addressLocality": textValue, "addressRegion": textValue, "postalCode": textValue, "addressCountry": nameValue,
}

func isStated(kind string) bool {
	switch kind {
	case "Product", "ProductGroup", "ProductModel", "IndividualProduct", "SomeProducts", "Vehicle", "Car", "Motorcycle", "Festival", "Hackathon", "EventSeries":
		return true
	}
	return strings.HasSuffix(kind, "Event")
}

// Stated returns the products and events that a page states in JSON-LD or, without any there, in
// microdata, as extract.Document.Data has them. base resolves their addresses. root may be nil to read
// JSON-LD only.
func Stated(p *measure.Page, root *html.Node, base *url.URL) []map[string]any {
	r := stated{base: base, left: maxStatedSize}
	for _, n := range p.Head.JSONLD {
		if n.FirstChild != nil && mayState(n.FirstChild.Data) {
			r.readJSONLD(n.FirstChild.Data)
		}
	}
	for _, t := range r.things {
		r.add(r.resolved(t, 0))
	}
	if len(r.out) == 0 && root != nil {
		r.readMicrodata(root, nil, 0)
	}
	return r.out
}

// mayState is a quick look whether a text names a type of isStated, or a thing that others refer to.
func mayState(src string) bool {
	for _, word := range [...]string{"Product", "Event", "Offer", "Place", "Vehicle", "Festival", "Hackathon", `Car"`, "Motorcycle"} {
		if strings.Contains(src, word) {
			return true
		}
	}
	return false
}

type stated struct {
	base   *url.URL
	ids    map[string]map[string]any // things of JSON-LD that others may refer to
	things []map[string]any          // products and events of JSON-LD, before references are resolved
	out    []map[string]any
	left   int // bytes
	steps  int // things that were resolved
}

func (r *stated) add(t map[string]any) {
	if len(t) > 1 && len(r.out) < maxStated {
		if n := statedSize(t); n <= r.left {
			r.left -= n
			r.out = append(r.out, t)
		}
	}
}

func statedSize(v any) (n int) {
	switch v := v.(type) {
	case string:
		return len(v) + 2
	case []any:
		for _, one := range v {
			n += statedSize(one)
		}
	case map[string]any:
		for key, one := range v {
			n += len(key) + 4 + statedSize(one)
		}
	}
	return n
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
	switch kind := statedProperties[key]; kind {
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

func schemaName(s string) string {
	s = strings.TrimSpace(s)
	for _, prefix := range [...]string{"https://schema.org/", "http://schema.org/", "https://www.schema.org/", "http://www.schema.org/", "schema:"} {
		if rest, ok := strings.CutPrefix(s, prefix); ok {
			return rest
		}
	}
	return s
}

func (r *stated) readJSONLD(src string) {
	if i := strings.Index(src[:min(len(src), maxLead)], cdata); i >= 0 {
		src = src[i+len(cdata):]
	}
	s := statedScanner{Scanner: laxjson.Scanner{Src: src}, stated: r}
	for s.Skip(); s.At < len(s.Src); s.Skip() {
		before := s.At
		s.value("", thingValue, 0, nil)
		if s.At == before {
			break
		}
	}
}

type statedScanner struct {
	laxjson.Scanner
	*stated
}

// value reads a value of the property key into the thing to, which is nil at the top.
func (s *statedScanner) value(key string, kind valueKind, depth int, to map[string]any) {
	switch c := s.Peek(); {
	case depth > maxNesting || kind == 0:
		s.SkipValue()
	case c == '[':
		s.List(func() { s.value(key, kind, depth+1, to) })
	case c == '{':
		t := s.thing(depth)
		if to == nil {
			return
		}
		switch name, _ := t["name"].(string); {
		case kind == addressValue:
			address, _ := t["url"].(string)
			s.set(to, key, address)
		case kind == nameValue && name != "":
			s.set(to, key, name)
		case len(t) > 0:
			s.set(to, key, t)
		}
	case c == '"':
		if text := s.Text(); to != nil {
			s.set(to, key, text)
		}
	default:
		start := s.At
		s.SkipValue()
		if text := strings.TrimSpace(s.Src[start:s.At]); to != nil && text != "null" && text != "true" && text != "false" {
			s.set(to, key, text)
		}
	}
}

func (s *statedScanner) thing(depth int) map[string]any {
	t := map[string]any{}
	place := len(s.things)
	s.Object(func(key string) {
		switch key {
		case "@type":
			s.value(key, textValue, depth+1, t)
		case "@id":
			if s.Peek() == '"' {
				t[key] = s.Text()
			}
		case "@value":
			s.value("name", textValue, depth+1, t)
		case "contentUrl":
			s.value("url", addressValue, depth+1, t)
		case "@graph", "mainEntity", "mainEntityOfPage", "hasPart", "itemListElement", "item", "about", "subjectOf":
			s.value(key, thingValue, depth+1, nil)
		default:
			s.value(key, statedProperties[key], depth+1, t)
		}
	})
	if id, _ := t["@id"].(string); id != "" && len(t) > 1 && len(s.ids) < maxStatedIDs {
		if s.ids == nil {
			s.ids = map[string]map[string]any{}
		}
		s.ids[id] = t
	}
	if kind, _ := t["@type"].(string); kind != "" {
		if t["@type"] = schemaName(kind); isStated(schemaName(kind)) && len(s.things) < maxStatedIDs {
			s.things = slices.Insert(s.things[:place], place, t) // the things in it are its variants
		}
	}
	return t
}

// resolved returns a thing with what it refers to by identifiers in place, and without identifiers.
func (r *stated) resolved(t map[string]any, depth int) map[string]any {
	if id, _ := t["@id"].(string); len(t) == 1 && id != "" {
		t = r.ids[id]
	}
	out := map[string]any{}
	var value func(v any) any
	value = func(v any) any {
		switch v := v.(type) {
		case map[string]any:
			if inner := r.resolved(v, depth+1); len(inner) > 0 {
				return inner
			}
			return nil
		case []any:
			var list []any
			for _, one := range v {
				if one = value(one); one != nil {
					list = append(list, one)
				}
			}
			if len(list) == 0 {
				return nil
			}
			return list
		}
		return v
	}
	for key, v := range t {
		if r.steps++; key == "@id" || depth >= maxStatedDeep || r.steps > maxResolved {
			continue
		}
		if v = value(v); v == nil {
			continue
		}
		if inner, isThing := v.(map[string]any); isThing && statedProperties[key] == nameValue {
			if v = inner["name"]; v == nil {
				continue
			}
		}
		out[key] = v
	}
	return out
}

// readMicrodata reads the items below n
// (https://html.spec.whatwg.org/multipage/microdata.html). item is the one that contains n,
// or nil.
func (r *stated) readMicrodata(n *html.Node, item map[string]any, depth int) {
	for c := n.FirstChild; c != nil && depth < maxDepthOfItems; c = c.NextSibling {
		if c.Type != html.ElementNode {
			continue
		}
		kind, _, _ := strings.Cut(strings.TrimSpace(htmltree.Attr(c, "itemtype")), " ")
		properties := htmltree.Attr(c, "itemprop")
		if kind == "" {
			if item != nil {
				for key := range strings.FieldsSeq(properties) {
					if statedProperties[key] != 0 {
						r.set(item, key, itemValue(c))
					}
				}
			}
			r.readMicrodata(c, item, depth+1)
			continue
		}
		inner := map[string]any{"@type": schemaName(kind)}
		isTop := item == nil && isStated(schemaName(kind))
		if !isTop && (item == nil || properties == "") {
			r.readMicrodata(c, nil, depth+1) // of another item
			continue
		}
		if value := htmltree.Attr(c, "content"); value != "" {
			inner["name"] = r.text("name", value)
		}
		r.readMicrodata(c, inner, depth+1)
		if isTop {
			r.add(inner)
			continue
		}
		for key := range strings.FieldsSeq(properties) {
			switch name, _ := inner["name"].(string); statedProperties[key] {
			case 0:
			case nameValue, textValue:
				r.set(item, key, name)
			case addressValue:
				address, _ := inner["url"].(string)
				r.set(item, key, address)
			default:
				r.set(item, key, inner)
			}
		}
	}
}

// maxDepthOfItems bounds the elements within each other that are searched for items.
const maxDepthOfItems = 500

func itemValue(n *html.Node) string {
	for _, key := range [...]string{"content", "datetime", "value", "href", "src"} {
		if value := htmltree.Attr(n, key); value != "" && (key != "href" || n.Data == "a" || n.Data == "link") {
			return value
		}
	}
	return Text(n, 4*maxStatedText)
}
