package markdown

import (
	"iter"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2"
	"go.yaml.in/yaml/v3"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/datetime"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
)

const (
	maxFrontItems = 100   // authors or tags
	maxFrontKeys  = 1_000 // of TOML, and of front matter that is read key by key
)

// metadata reads the fields of front matter that a document is described by. Front matter
// that is not of its format is read key by key, and a key whose value is not has the text
// that stands there: "title: Tides: a history". YAML may turn out to be TOML.
func (f frontMatter) metadata() extract.Metadata {
	var m extract.Metadata
	if f.read(f.text, &m) {
		return m
	}
	for entry := range entries(f.text) {
		if f.read(entry, &m) {
			continue
		}
		key, value, _ := splitField(entry)
		setField(&m, key, []string{mdwriter.Fold(value)})
	}
	return m
}

func (f frontMatter) read(text string, m *extract.Metadata) bool {
	return !f.isTOML && readYAML(text, m) || readTOML(text, m)
}

func entries(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		start, at, n := -1, 0, 0
		for line := range strings.Lines(text) {
			if strings.HasPrefix(line, "[") {
				break
			}
			if _, _, isKey := splitField(line); isKey {
				if start >= 0 && !yield(text[start:at]) {
					return
				}
				if start = at; n == maxFrontKeys {
					return
				}
				n++
			}
			at += len(line)
		}
		if start >= 0 {
			yield(text[start:at])
		}
	}
}

func readYAML(text string, m *extract.Metadata) bool {
	var doc yaml.Node
	if yaml.Unmarshal([]byte(text), &doc) != nil || len(doc.Content) != 1 || doc.Content[0].Kind != yaml.MappingNode {
		return false
	}
	fields := doc.Content[0].Content
	for i := 0; i+1 < len(fields); i += 2 {
		setField(m, fields[i].Value, yamlTexts(fields[i+1]))
	}
	return true
}

func yamlTexts(n *yaml.Node) (list []string) {
	switch n.Kind {
	case yaml.SequenceNode:
		for _, item := range n.Content {
			list = append(list, yamlTexts(item)...)
		}
	case yaml.MappingNode:
		for i := 0; i+1 < len(n.Content); i += 2 {
			if name := n.Content[i+1]; n.Content[i].Value == "name" && name.Kind == yaml.ScalarNode {
				return yamlTexts(name)
			}
		}
	case yaml.ScalarNode:
		if text := mdwriter.Fold(n.Value); text != "" && n.Tag != "!!null" {
			return []string{text}
		}
	case yaml.AliasNode:
		if n.Alias.Kind == yaml.ScalarNode {
			return yamlTexts(n.Alias)
		}
	}
	return list
}

func readTOML(text string, m *extract.Metadata) bool {
	var fields map[string]any
	if toml.Unmarshal([]byte(text), &fields) != nil {
		return false
	}
	for entry := range entries(text) {
		key, _, _ := splitField(entry)
		setField(m, key, tomlTexts(fields[key]))
	}
	return true
}

func tomlTexts(value any) (list []string) {
	switch v := value.(type) {
	case []any:
		for _, item := range v {
			list = append(list, tomlTexts(item)...)
		}
	case map[string]any:
		if name, ok := v["name"].(string); ok {
			return tomlTexts(name)
		}
	case string:
		if text := mdwriter.Fold(v); text != "" {
			return []string{text}
		}
	case time.Time:
		return []string{v.Format(time.RFC3339)}
	case toml.LocalDate:
		return []string{v.String()}
	case toml.LocalDateTime:
		return []string{v.String()}
	}
	return list
}

func setField(m *extract.Metadata, key string, list []string) {
	if len(list) == 0 {
		return
	}
	first, list := list[0], list[:min(len(list), maxFrontItems)]
	switch strings.ToLower(key) {
	case "title":
		m.Title = first
	case "description", "summary", "abstract":
		if m.Description == "" {
			m.Description = first
		}
	case "author", "authors":
		m.Authors = list
	case "tags", "keywords", "categories":
		m.Tags = append(m.Tags, list...)
	case "lang", "language":
		m.Language = first
	case "date", "published", "publishdate", "created":
		if t, _, ok := datetime.Parse(first); ok && m.Published.IsZero() {
			m.Published = t
		}
	case "updated", "modified", "lastmod":
		if t, _, ok := datetime.Parse(first); ok {
			m.Modified = t
		}
	case "license", "licence":
		m.License = first
	}
}
