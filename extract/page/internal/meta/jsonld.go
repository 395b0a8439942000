package meta

import (
	"cmp"
	"slices"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/laxjson"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

// The bounds of parsing JSON-LD.
const (
	maxThings  = 256
	maxObjects = 4096
	maxNesting = 32
	maxList    = 64
	maxLead    = 64 // bytes before the text of a CDATA section
)

const cdata = "<![CDATA["

// thing is an object of JSON-LD: values of the properties of things.go, each a string, a thing or a list.
type thing map[string]any

// linkedData is the JSON-LD of a page. It takes what it can of malformed text and never fails.
type linkedData struct {
	works []thing          // what the page is or lists, outermost first
	about []thing          // what works are about
	byID  map[string]thing // those that others may refer to
}

func readLinkedData(p *measure.Page) linkedData {
	var r ldReader
	for _, n := range p.Head.JSONLD {
		if n.FirstChild == nil {
			continue
		}
		src := n.FirstChild.Data
		if i := strings.Index(src[:min(len(src), maxLead)], cdata); i >= 0 {
			src = src[i+len(cdata):]
		}
		r.Scanner = laxjson.Scanner{Src: src}
		for r.Skip(); r.At < len(r.Src); r.Skip() {
			before := r.At
			r.value(0, &r.works)
			if r.At == before {
				break
			}
		}
	}
	return r.linkedData
}

type ldReader struct {
	laxjson.Scanner
	linkedData
	objects int
	inSteps bool // of a recipe, whose parts aren't works
}

// value reads a value, nil for none. Objects are added to a list unless that is nil.
func (r *ldReader) value(depth int, to *[]thing) any {
	start := r.At
	switch c := r.Peek(); {
	case c == '"':
		return r.Text()
	case depth > maxNesting || c == '{' && r.objects == maxObjects:
		r.SkipValue()
		return nil
	case c == '[':
		var list []any
		r.List(func() {
			if v := r.value(depth+1, to); v != nil && to == nil && len(list) < maxList {
				list = append(list, v)
			}
		})
		return list
	case c == '{':
		return r.thing(depth, to)
	}
	r.SkipValue()
	if text := strings.Trim(r.Src[start:r.At], " \t\r\n,;"); text != "" && text != "null" {
		return text
	}
	return nil
}

func (r *ldReader) thing(depth int, to *[]thing) thing {
	t := thing{}
	r.objects++
	if to != nil && len(*to) < maxThings {
		*to = append(*to, t)
	}
	outer := r.inSteps
	r.Object(func(key string) {
		r.inSteps = outer || slices.Contains(stepKeys[:], key)
		switch kind := kindOf(key); {
		case kind == 0:
			r.SkipValue()
		case kind == partValue && !r.inSteps:
			r.value(depth+1, cmp.Or(to, &r.works))
		case kind == subjectValue:
			r.value(depth+1, &r.about)
		default:
			if v := r.value(depth+1, nil); t[key] == nil || key != "image" {
				t[key] = v
			}
		}
	})
	r.inSteps = outer
	if id := t.get("@id"); id != "" && len(t) > 1 && len(r.byID[id]) <= len(t) {
		if r.byID == nil {
			r.byID = map[string]thing{}
		}
		r.byID[id] = t
	}
	return t
}

// get returns the text of a property: a string, or of a thing or the first of a list its name or else its id.
func (t thing) get(property string) string {
	if names := namesOf(t[property]); len(names) > 0 {
		return cmp.Or(names[0].name, names[0].id)
	}
	return ""
}

// named is a name given by a string, a number or an object. An object without a name
// has only its id, by which another thing may give the name.
type named struct{ name, id, kind string }

// namesOf returns the names in a value. Those of a thing are its name, or the names in its list or set;
// else its alternate name or value; else its given and family names; else its address; else its id.
func namesOf(value any) (names []named) {
	switch v := value.(type) {
	case string:
		if v != "" {
			names = []named{{name: v}}
		}
	case []any:
		for _, one := range v {
			more := namesOf(one)
			names = append(names, more[:min(len(more), maxList-len(names))]...)
		}
	case thing:
		for _, key := range [...]string{"name", "@list", "@set"} {
			if len(names) == 0 {
				names = namesOf(v[key])
			}
		}
		name := cmp.Or(v.get("alternateName"), v.get("@value"), strings.TrimSpace(v.get("givenName")+" "+v.get("familyName")), v.get("url"), v.get("contentUrl"))
		id, kind := v.get("@id"), v.get("@type")
		if len(names) == 0 && (name != "" || id != "") {
			names = []named{{name: name}}
		}
		for i := range names {
			if names[i].kind = cmp.Or(names[i].kind, kind); names[i].name == "" {
				names[i].id = cmp.Or(names[i].id, id)
			}
		}
	}
	return names
}

// mainWork returns the work that is the page itself: the one with the highest score, the first of equals. It is nil
// without a work. An article scores 4, another work 1. A headline that begins the title adds 3, and a headline, a date
// of publication and an author add 1 each.
func (d *linkedData) mainWork(title string) (main thing) {
	best := 0
	for _, t := range d.works {
		score := 0
		switch kind := t.get("@type"); {
		case kind == "VideoObject" && !strings.Contains(strings.ToLower(title), strings.ToLower(fold(t.get("name")))):
			continue // a film in the page
		case schemaType(kind) != 0, strings.HasSuffix(kind, "Article"), strings.HasSuffix(kind, "Posting"):
			score = 4
		case strings.HasSuffix(kind, "Page"), strings.HasSuffix(kind, "Work"):
			score = 1
		default:
			continue
		}
		if headline := fold(t.get("headline")); len(headline) >= minTitleBytes/2 && hasPrefixFold(title, headline) {
			score += 3
		}
		for _, said := range [...]bool{t.get("headline") != "", t.get("datePublished") != "", len(t.authors()) > 0} {
			if said {
				score++
			}
		}
		if score > best {
			best, main = score, t
		}
	}
	return main
}

func (t thing) authors() []named {
	if names := namesOf(t["author"]); len(names) > 0 {
		return names
	}
	return namesOf(t["creator"])
}

// authorNames returns the persons, or the organizations, that the authors of a work are.
// An author without a name is looked up by its id.
func (d *linkedData) authorNames(work thing, organizations bool) (out []string) {
	for _, a := range work.authors() {
		if a.id != "" {
			a = named{name: d.byID[a.id].get("name"), kind: d.byID[a.id].get("@type")}
		}
		if a.name != "" && strings.HasSuffix(a.kind, "Organization") == organizations {
			out = append(out, a.name)
		}
	}
	return out
}

// articleBody is the text of the page as JSON-LD has it: that of the main work, or for
// a live blog those of all its posts.
func (d *linkedData) articleBody(main thing) string {
	if main.get("@type") != "LiveBlogPosting" {
		return main.get("articleBody")
	}
	var b strings.Builder
	for _, t := range d.works {
		if body := t.get("articleBody"); body != "" {
			b.WriteString(t.get("headline") + "\n" + body + "\n")
		}
	}
	return b.String()
}
