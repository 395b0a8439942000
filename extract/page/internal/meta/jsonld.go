package meta

import (
	"cmp"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/laxjson"
)

// ldNode is one thing that the JSON-LD of a page describes. Only the properties
// that metadata needs are kept.
type ldNode struct {
	Type, ID                     string
	Name, Headline               string
	Description, Language        string
	Published, Modified, Created string
	Section, License             string
	Image                        string
	Body                         string
	Authors, Keywords            []string
	references                   []string // @id of authors without a name
	organizations                []string // authors that are no persons
	free                         string   // isAccessibleForFree
}

// The bounds of what is read of JSON-LD.
const (
	maxThings  = 256
	maxNesting = 32
	maxList    = 64
	maxLead    = 64 // bytes before the text of a CDATA section
)

// cdata begins the section that pages written as XML put scripts in.
const cdata = "<![CDATA["

// parseJSONLD reads a JSON-LD text into the things it describes, outermost first. It
// takes what it can of malformed text and never fails.
func parseJSONLD(src string, out []ldNode) []ldNode {
	if i := strings.Index(src[:min(len(src), maxLead)], cdata); i >= 0 {
		src = src[i+len(cdata):]
	}
	s := ldScanner{Scanner: laxjson.Scanner{Src: src}, out: out}
	for s.Skip(); s.At < len(s.Src); s.Skip() {
		before := s.At
		s.nodes(0)
		if s.At == before {
			break
		}
	}
	return s.out
}

// ldScanner reads JSON-LD.
type ldScanner struct {
	laxjson.Scanner
	out     []ldNode
	telling bool // named marks organizations
}

// nodes reads a value at which things are expected.
func (s *ldScanner) nodes(depth int) {
	switch c := s.Peek(); {
	case depth > maxNesting || len(s.out) >= maxThings:
		s.SkipValue()
	case c == '[':
		s.List(func() { s.nodes(depth + 1) })
	case c == '{':
		at := len(s.out)
		s.out = append(s.out, ldNode{})
		var t ldNode
		s.Object(func(name string) { s.property(&t, name, depth) })
		s.out[at] = t
	default:
		s.SkipValue()
	}
}

func (s *ldScanner) property(t *ldNode, key string, depth int) {
	for _, p := range [...]struct {
		key   string
		field *string
	}{
		{"@id", &t.ID}, {"name", &t.Name}, {"headline", &t.Headline}, {"description", &t.Description}, {"inLanguage", &t.Language},
		{"datePublished", &t.Published}, {"dateModified", &t.Modified}, {"dateCreated", &t.Created}, {"uploadDate", &t.Created},
		{"articleSection", &t.Section}, {"license", &t.License}, {"articleBody", &t.Body}, {"isAccessibleForFree", &t.free},
	} {
		if p.key == key {
			*p.field = s.first(depth)
			return
		}
	}
	switch key {
	case "@type":
		if names := s.names(depth); len(names) > 0 {
			t.Type = names[0]
		}
	case "image", "thumbnailUrl":
		if v := s.first(depth); t.Image == "" {
			t.Image = v
		}
	case "author", "creator":
		s.telling = true
		names := s.names(depth)
		s.telling = false
		if len(t.Authors) == 0 || key == "author" {
			t.Authors, t.references, t.organizations = split(names)
		}
	case "keywords":
		t.Keywords = s.names(depth)
	case "@graph", "mainEntity", "mainEntityOfPage", "hasPart", "liveBlogUpdate", "itemListElement", "item":
		s.nodes(depth + 1)
	default:
		s.SkipValue()
	}
}

// first reads a value and returns its first name.
func (s *ldScanner) first(depth int) string {
	if depth <= maxNesting && s.Peek() == '"' {
		return strings.TrimPrefix(s.Text(), reference)
	}
	if names := s.names(depth); len(names) > 0 {
		return strings.TrimPrefix(names[0], reference)
	}
	return ""
}

// reference marks a name that is an @id, organization that of one.
const (
	reference    = "\x00"
	organization = "\x01"
)

// names reads a value as names: strings, numbers, and the name, url or @id of
// objects.
func (s *ldScanner) names(depth int) (out []string) {
	switch c := s.Peek(); {
	case depth > maxNesting:
		s.SkipValue()
	case c == '"':
		if v := s.Text(); v != "" {
			out = append(out, v)
		}
	case c == '[':
		s.List(func() {
			more := s.names(depth + 1)
			out = append(out, more[:min(len(more), maxList-min(maxList, len(out)))]...)
		})
	case c == '{':
		if v := s.namedObject(depth); v != "" {
			out = append(out, v)
		}
	default:
		start := s.At
		s.SkipValue()
		if v := strings.TrimSpace(s.Src[start:s.At]); v != "" && v != "null" {
			out = append(out, v)
		}
	}
	return out
}

// namedObject reads an object that stands for its name.
func (s *ldScanner) namedObject(depth int) string {
	var name, url, id, value, kind string
	s.Object(func(key string) {
		switch key {
		case "name", "alternateName":
			name = cmp.Or(name, s.first(depth+1))
		case "@type":
			kind = s.first(depth + 1)
		case "@value":
			value = s.first(depth + 1)
		case "url", "contentUrl":
			url = cmp.Or(url, s.first(depth+1))
		case "@id":
			id = s.first(depth + 1)
		default:
			s.SkipValue()
		}
	})
	if found := cmp.Or(name, value, url); found != "" || id == "" {
		if s.telling && found != "" && strings.HasSuffix(kind, "Organization") {
			return organization + found
		}
		return found
	}
	return reference + id
}

func split(names []string) (plain, references, organizations []string) {
	for _, n := range names {
		if id, found := strings.CutPrefix(n, reference); found {
			references = append(references, id)
		} else if name, found := strings.CutPrefix(n, organization); found {
			organizations = append(organizations, name)
		} else {
			plain = append(plain, n)
		}
	}
	return plain, references, organizations
}
