package meta

import (
	"cmp"
	"slices"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/laxjson"
)

// The bounds of parsing JSON-LD.
const (
	maxThings  = 256
	maxNesting = 32
	maxList    = 64
	maxLead    = 64 // bytes before the text of a CDATA section
)

const cdata = "<![CDATA["

var textProperties = [...]string{"@type", "@id", "name", "headline", "description", "inLanguage", "datePublished", "dateModified", "dateCreated", "uploadDate",
	"articleSection", "license", "image", "publisher", "articleBody", "isAccessibleForFree"}

type thing struct {
	text     [len(textProperties)]string
	authors  []named
	keywords []named
}

// named is a name given by a string, a number or an object. An object without a name
// has only its id, by which another thing may give the name.
type named struct{ name, id, kind string }

func (n named) isOrganization() bool { return strings.HasSuffix(n.kind, "Organization") }

// get returns the text of a property, "" if the thing has none. t may be nil.
func (t *thing) get(property string) string {
	if i := slices.Index(textProperties[:], property); t != nil && i >= 0 {
		return t.text[i]
	}
	return ""
}

// parseJSONLD appends the things that a JSON-LD text describes, outermost first. It
// takes what it can of malformed text and never fails.
func parseJSONLD(src string, out []thing) []thing {
	if i := strings.Index(src[:min(len(src), maxLead)], cdata); i >= 0 {
		src = src[i+len(cdata):]
	}
	s := ldScanner{Scanner: laxjson.Scanner{Src: src}, out: out}
	for s.Skip(); s.At < len(s.Src); s.Skip() {
		before := s.At
		s.things(0)
		if s.At == before {
			break
		}
	}
	return s.out
}

type ldScanner struct {
	laxjson.Scanner
	out []thing
}

func (s *ldScanner) things(depth int) {
	switch c := s.Peek(); {
	case depth > maxNesting || len(s.out) >= maxThings:
		s.SkipValue()
	case c == '[':
		s.List(func() { s.things(depth + 1) })
	case c == '{':
		at := len(s.out)
		s.out = append(s.out, thing{})
		var t thing
		s.Object(func(name string) { s.property(&t, name, depth) })
		s.out[at] = t
	default:
		s.SkipValue()
	}
}

func (s *ldScanner) property(t *thing, key string, depth int) {
	if i := slices.Index(textProperties[:], key); i >= 0 {
		if text := s.text(depth); key != "image" || t.text[i] == "" {
			t.text[i] = text
		}
		return
	}
	switch key {
	case "author", "creator":
		if names := s.names(depth); len(t.authors) == 0 || key == "author" {
			t.authors = names
		}
	case "thumbnailUrl":
		i := slices.Index(textProperties[:], "image")
		t.text[i] = cmp.Or(t.text[i], s.text(depth))
	case "keywords":
		t.keywords = s.names(depth)
	case "@graph", "mainEntity", "mainEntityOfPage", "hasPart", "liveBlogUpdate", "itemListElement", "item":
		s.things(depth + 1)
	default:
		s.SkipValue()
	}
}

func (s *ldScanner) text(depth int) string {
	if depth <= maxNesting && s.Peek() == '"' {
		return s.Text()
	}
	if names := s.names(depth); len(names) > 0 {
		return cmp.Or(names[0].name, names[0].id)
	}
	return ""
}

func (s *ldScanner) names(depth int) (out []named) {
	switch c := s.Peek(); {
	case depth > maxNesting:
		s.SkipValue()
	case c == '"':
		if v := s.Text(); v != "" {
			out = append(out, named{name: v})
		}
	case c == '[':
		s.List(func() {
			more := s.names(depth + 1)
			out = append(out, more[:min(len(more), maxList-min(maxList, len(out)))]...)
		})
	case c == '{':
		out = s.namedObject(depth)
	default:
		start := s.At
		s.SkipValue()
		if v := strings.TrimSpace(s.Src[start:s.At]); v != "" && v != "null" {
			out = append(out, named{name: v})
		}
	}
	return out
}

// namedObject reads an object and returns the names in it: its name, or the names in its list or set;
// else its alternate name or value; else its given and family names; else its address; else its id.
func (s *ldScanner) namedObject(depth int) []named {
	var names []named
	var other, url, id, kind, given, family string
	s.Object(func(key string) {
		switch key {
		case "name", "@list", "@set":
			if found := s.names(depth + 1); len(names) == 0 {
				names = found
			}
		case "alternateName", "@value":
			other = cmp.Or(other, s.text(depth+1))
		case "givenName":
			given = s.text(depth + 1)
		case "familyName":
			family = s.text(depth + 1)
		case "@type":
			kind = s.text(depth + 1)
		case "url", "contentUrl":
			url = cmp.Or(url, s.text(depth+1))
		case "@id":
			id = s.text(depth + 1)
		default:
			s.SkipValue()
		}
	})
	if name := cmp.Or(other, strings.TrimSpace(given+" "+family), url); len(names) == 0 && (name != "" || id != "") {
		names = []named{{name: name}}
	}
	for i := range names {
		if names[i].kind = cmp.Or(names[i].kind, kind); names[i].name == "" {
			names[i].id = cmp.Or(names[i].id, id)
		}
	}
	return names
}

// mainThing returns the thing that is the page itself: the work with the highest score, the first of equals. It is nil
// without a work. An article scores 4, another work 1. A headline that begins the title adds 3, and a headline, a date
// of publication and an author add 1 each.
func mainThing(things []thing, title string) *thing {
	var main *thing
	best := 0
	for i := range things {
		t := &things[i]
		score := 0
		switch kind := t.get("@type"); {
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
		for _, said := range [...]bool{t.get("headline") != "", t.get("datePublished") != "", len(t.authors) > 0} {
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

// authorNames returns the persons, or the organizations, that the authors of a thing are.
// An author without a name is looked up among the things by its id.
func (t *thing) authorNames(things []thing, organizations bool) []string {
	if t == nil {
		return nil
	}
	var out []string
	for _, a := range t.authors {
		if a.id != "" {
			i := slices.IndexFunc(things, func(t thing) bool { return t.get("@id") == a.id && t.get("name") != "" })
			if i < 0 {
				continue
			}
			a = named{name: things[i].get("name"), kind: things[i].get("@type")}
		}
		if a.isOrganization() == organizations {
			out = append(out, a.name)
		}
	}
	return out
}

// articleBody is the text of the page as JSON-LD has it: that of the main thing, or for
// a live blog those of all its posts.
func articleBody(main *thing, things []thing) string {
	if main.get("@type") != "LiveBlogPosting" {
		return main.get("articleBody")
	}
	var b strings.Builder
	for i := range things {
		if body := things[i].get("articleBody"); body != "" {
			b.WriteString(things[i].get("headline") + "\n" + body + "\n")
		}
	}
	return b.String()
}
