package markdown

import (
	"cmp"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2"
	"go.yaml.in/yaml/v3"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/datetime"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/limit"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
)

const (
	maxFrontMatter = 64 << 10 // bytes of the front matter that is looked for and read
	maxFrontItems  = 100      // authors or tags
	maxFrontKeys   = 1_000    // of TOML, and of front matter that is read key by key
)

type frontMatter struct {
	text   string // without its marks, "" for none
	isTOML bool   // else it is YAML
}

// cutFrontMatter cuts the YAML ("---") or TOML ("+++") block off the head of a
// source. Without one that is closed, the source is returned as it is.
func cutFrontMatter(src string) (front frontMatter, rest string) {
	mark := src[:min(3, len(src))]
	if mark != "---" && mark != "+++" {
		return frontMatter{}, src
	}
	first, body, _ := strings.Cut(src, "\n")
	if strings.TrimSpace(first) != mark {
		return frontMatter{}, src
	}
	at := 0
	for line := range strings.Lines(body[:min(len(body), maxFrontMatter)]) {
		if end := strings.TrimSpace(line); end == mark || mark == "---" && end == "..." {
			if front.text = body[:at]; len(front.fields()) == 0 && strings.TrimSpace(front.text) != "" {
				break // the marks were two rules
			}
			return frontMatter{front.text, mark == "+++"}, body[at+len(line):]
		}
		at += len(line)
	}
	return frontMatter{}, src
}

func splitField(line string) (key, value string, ok bool) {
	i := strings.IndexAny(line, ":=")
	if i <= 0 || strings.ContainsAny(line[:1], " \t-#") {
		return "", "", false
	}
	key = strings.Trim(strings.TrimSpace(line[:i]), `"'`)
	if key == "" || strings.ContainsAny(key, " \t[]{}<>*`") {
		return "", "", false
	}
	return key, strings.TrimSpace(line[i+1:]), true
}

// fields splits front matter before the lines that set a key.
func (f frontMatter) fields() (list []string) {
	start, at := -1, 0
	for line := range strings.Lines(f.text) {
		if _, _, isKey := splitField(line); isKey {
			if start >= 0 {
				list = append(list, f.text[start:at])
			}
			start = at
		}
		at += len(line)
	}
	if start >= 0 {
		list = append(list, f.text[start:])
	}
	return list
}

func (f frontMatter) hiddenTexts() (out []extract.Removed) {
	for _, field := range f.fields() {
		first, more, _ := strings.Cut(field, "\n")
		_, value, _ := splitField(first)
		// A mark begins a block of text on the next lines: "|" or ">" with indicators for line breaks and indentation.
		if value != "" && (value[0] == '|' || value[0] == '>') && strings.Trim(value[1:], "+-0123456789") == "" {
			value = ""
		}
		text := strings.Trim(value, `"'`)
		for line := range strings.Lines(more) {
			text += " " + strings.TrimSpace(line)
		}
		if text = strings.TrimSpace(text); strings.Count(text, " ") > 1 && len(out) < limit.Removed {
			out = append(out, extract.Removed{Text: text, Where: "meta", Reason: "front matter"})
		}
	}
	return out
}

// metadata reads the fields of front matter that a document is described by. Front matter
// that is not of its format is read key by key, and a key whose value is not has the text
// that stands there: "title: Tides: a history". YAML may turn out to be TOML.
func (f frontMatter) metadata() extract.Metadata {
	var m extract.Metadata
	if f.read(f.text, &m) {
		return m
	}
	head, _, _ := strings.Cut("\n"+f.text, "\n[") // a table of TOML
	f.text = strings.TrimPrefix(head, "\n")
	fields := f.fields()
	for _, field := range fields[:min(len(fields), maxFrontKeys)] {
		if !f.read(field, &m) {
			key, value, _ := splitField(field)
			setField(&m, key, []string{mdwriter.Fold(value)})
		}
	}
	return m
}

// read reads text as YAML or TOML, which becomes nodes of YAML, and reports whether it is a mapping.
func (f frontMatter) read(text string, m *extract.Metadata) bool {
	var root yaml.Node
	if !f.isTOML && yaml.Unmarshal([]byte(text), &root) == nil && len(root.Content) == 1 {
		root = *root.Content[0] // of the document
	}
	if root.Kind != yaml.MappingNode {
		var fields map[string]any
		if toml.Unmarshal([]byte(text), &fields) != nil || root.Encode(fields) != nil {
			return false
		}
	}
	for i := 0; i+1 < len(root.Content); i += 2 {
		setField(m, root.Content[i].Value, texts(root.Content[i+1]))
	}
	return true
}

// texts returns the texts of a value: itself, those of a list, or the name of a person.
func texts(n *yaml.Node) (list []string) {
	switch n.Kind {
	case yaml.SequenceNode:
		for _, item := range n.Content {
			list = append(list, texts(item)...)
		}
	case yaml.MappingNode:
		for i := 0; i+1 < len(n.Content); i += 2 {
			if name := n.Content[i+1]; n.Content[i].Value == "name" && name.Kind == yaml.ScalarNode {
				return texts(name)
			}
		}
	case yaml.ScalarNode:
		if text := mdwriter.Fold(n.Value); text != "" && n.Tag != "!!null" {
			return []string{text}
		}
	case yaml.AliasNode:
		if n.Alias.Kind == yaml.ScalarNode {
			return texts(n.Alias)
		}
	}
	return list
}

func setField(m *extract.Metadata, key string, list []string) {
	if len(list) == 0 {
		return
	}
	first, list := list[0], list[:min(len(list), maxFrontItems)]
	switch strings.NewReplacer("_", "", "-", "").Replace(strings.ToLower(key)) {
	case "title":
		m.Title = first
	case "description", "summary", "abstract", "excerpt":
		m.Description = cmp.Or(m.Description, first)
	case "author", "authors":
		m.Authors = list
	case "tags", "keywords", "categories":
		m.Tags = append(m.Tags, list...)
	case "lang", "language":
		m.Language = first
	case "date", "published", "publishdate", "publisheddate", "publishedat", "pubdate", "pubdatetime", "datepublished", "created", "createdat":
		m.Published = cmp.Or(m.Published, parseDate(first))
	case "updated", "updateddate", "updatedat", "lastupdated", "modified", "modifieddate", "datemodified", "moddatetime", "lastmod", "lastmodified", "lastmodifiedat":
		m.Modified = cmp.Or(parseDate(first), m.Modified)
	case "license", "licence":
		m.License = first
	}
}

// parseDate reads a date as authors write it, the zero time for none.
func parseDate(s string) time.Time {
	t, _, _ := datetime.Parse(s)
	for _, layout := range [...]string{
		"2006-1-2", "2006-1-2 15:04:05", "2006/1/2", "2006/1/2 15:04:05", "2006.1.2",
		"Jan 2 2006", "January 2 2006", "2 Jan 2006", "2 January 2006", "Mon Jan 2 2006", "Mon 2 Jan 2006 15:04:05 -0700", "Mon 2 Jan 2006 15:04:05 MST",
	} {
		if t.IsZero() {
			t, _ = time.Parse(layout, strings.ReplaceAll(s, ",", ""))
		}
	}
	return t
}
