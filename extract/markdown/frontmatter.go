package markdown

import (
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/limit"
)

// maxFrontMatter bounds the front matter that is looked for and read.
const maxFrontMatter = 64 << 10

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
			if !hasKey(body[:at]) {
				return frontMatter{}, src
			}
			return frontMatter{body[:at], mark == "+++"}, body[at+len(line):]
		}
		at += len(line)
	}
	return frontMatter{}, src
}

// hasKey reports whether s has a line that sets a key: else the marks were two
// rules.
func hasKey(s string) bool {
	for line := range strings.Lines(s) {
		if key, _, ok := splitField(line); ok && key != "" {
			return true
		}
	}
	return strings.TrimSpace(s) == ""
}

func splitField(line string) (key, value string, ok bool) {
	i := strings.IndexAny(line, ":=")
	if i <= 0 || strings.ContainsAny(line[:1], " \t-#") {
		return "", "", false
	}
	key = strings.Trim(strings.TrimSpace(line[:i]), `"'`)
	if strings.ContainsAny(key, " \t[]{}<>*`") {
		return "", "", false
	}
	return key, strings.TrimSpace(line[i+1:]), true
}

func (f frontMatter) hiddenTexts() []extract.Removed {
	var texts []string
	for line := range strings.Lines(f.text) {
		if _, value, ok := splitField(line); ok {
			texts = append(texts, strings.Trim(withoutBlockMark(value), `"'`))
		} else if n := len(texts); n > 0 {
			texts[n-1] += " " + strings.TrimSpace(line)
		}
	}
	var out []extract.Removed
	for _, text := range texts {
		if text = strings.TrimSpace(text); strings.Count(text, " ") > 1 && len(out) < limit.Removed {
			out = append(out, extract.Removed{Text: text, Where: "meta", Reason: "front matter"})
		}
	}
	return out
}

// withoutBlockMark returns the value of a key, or "" if it is the YAML mark for a block of
// text on the next lines: "|" or ">" with indicators for line breaks and indentation.
func withoutBlockMark(value string) string {
	if value != "" && (value[0] == '|' || value[0] == '>') && strings.Trim(value[1:], "+-0123456789") == "" {
		return ""
	}
	return value
}
