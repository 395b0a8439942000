package markdown

import (
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
	maxFrontKeys  = 1_000 // of front matter that is read key by key
)

// frontMetadata reads the fields of front matter that a document is described by. Front
// matter that is neither YAML 1.2 nor TOML 1.0 is read key by key, and a key whose value
// is neither has the text that stands there: "title: Tides: a history".
func frontMetadata(front string) extract.Metadata {
	var m extract.Metadata
	if readYAML(front, &m) || readTOML(front, &m) {
		return m
	}
	for _, entry := range splitEntries(front) {
		if readYAML(entry, &m) || readTOML(entry, &m) {
			continue
		}
		if key, value, ok := splitField(entry); ok {
			setField(&m, key, []string{mdwriter.Fold(value)})
		}
	}
	return m
}

// splitEntries cuts front matter before each line that begins a key, up to the first
// table of TOML.
func splitEntries(front string) (entries []string) {
	for line := range strings.Lines(front) {
		if strings.HasPrefix(line, "[") || len(entries) > maxFrontKeys {
			break
		}
		if _, _, ok := splitField(line); ok {
			entries = append(entries, line)
		} else if n := len(entries); n > 0 {
			entries[n-1] += line
		}
	}
	return entries
}

// readYAML reads a map of YAML and reports whether text is one.
func readYAML(text string, m *extract.Metadata) bool {
	var doc yaml.Node
	if yaml.Unmarshal([]byte(text), &doc) != nil || len(doc.Content) != 1 || doc.Content[0].Kind != yaml.MappingNode {
		return false
	}
	fields := doc.Content[0].Content
	for i := 0; i+1 < len(fields); i += 2 {
		setField(m, strings.ToLower(fields[i].Value), yamlTexts(fields[i+1]))
	}
	return true
}

// yamlTexts returns a scalar, the scalars of a sequence and of those in it, or the name in
// a map. An alias stands for a scalar that it names.
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

// readTOML reads the keys of a TOML document in their order, and reports whether text is
// one.
func readTOML(text string, m *extract.Metadata) bool {
	var fields map[string]any
	if toml.Unmarshal([]byte(text), &fields) != nil {
		return false
	}
	for _, entry := range splitEntries(text) {
		key, _, _ := strings.Cut(entry, "=")
		key = strings.Trim(strings.TrimSpace(key), `"'`)
		setField(m, strings.ToLower(key), tomlTexts(fields[key]))
	}
	return true
}

// tomlTexts is yamlTexts for a value of TOML.
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

// setField takes over a field that says something.
func setField(m *extract.Metadata, key string, list []string) {
	if len(list) == 0 {
		return
	}
	first, list := list[0], list[:min(len(list), maxFrontItems)]
	switch key {
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
		if t, dateOnly, ok := datetime.Parse(first); ok && m.Published.IsZero() {
			m.Published, m.DateOnly = t, dateOnly
		}
	case "updated", "modified", "lastmod":
		if t, _, ok := datetime.Parse(first); ok {
			m.Modified = t
		}
	case "license", "licence":
		m.License = first
	}
}
