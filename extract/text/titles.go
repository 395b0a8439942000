package text

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// titles knows the styles of the titles of a text. A title is underlined, or stands between two equal lines:
//
//	Tides        =======
//	=====         Tides
//	             =======
//
// Three backticks alone open a code block, and three dots are an ellipsis: neither underlines a title. Equal lines of only three
// signs, such as "---", enclose metadata or code, not a title. The first line of a table is not a title either.
//
// Titles of one style are headings of one level; the levels follow the order in which the styles appear
// (docutils, reStructuredText Markup Specification, "Sections").
type titles struct{ styles []titleStyle }

type titleStyle struct {
	sign     byte
	enclosed bool
}

// maxTitle bounds a title, in bytes.
const maxTitle = 120

// cut returns the title that lines begin with, its level, and the lines behind it; level 0 without one.
func (t *titles) cut(lines []string) (title string, level int, rest []string) {
	style := titleStyle{}
	switch {
	case len(lines) > 2 && len(lines[0]) > 3 && lines[2] == lines[0] && underlines(lines[0], strings.TrimSpace(lines[1])):
		style, title, rest = titleStyle{lines[0][0], true}, strings.TrimSpace(lines[1]), lines[3:]
	case len(lines) > 1 && underlines(lines[1], lines[0]) && len(lines[1]) <= len(lines[0])+2:
		style, title, rest = titleStyle{lines[1][0], false}, lines[0], lines[2:]
	default:
		return "", 0, lines
	}
	if len(rest) > 0 && hasColumns(title) && hasColumns(rest[0]) {
		return "", 0, lines
	}
	const deepest = 6
	at := slices.Index(t.styles, style)
	if at < 0 {
		at = len(t.styles)
		t.styles = append(t.styles, style)
	}
	return title, min(at+1, deepest), rest
}

// underlines reports whether a line is one sign, repeated, as long as the title or longer.
func underlines(rule, title string) bool {
	isRule := len(rule) > 2 && rule != "```" && rule != "..." && strings.IndexByte("=-~^\"'`:.*+#_", rule[0]) >= 0 && strings.Trim(rule, rule[:1]) == ""
	return isRule && len(title) <= maxTitle && len(rule) >= utf8.RuneCountInString(title)-1 &&
		strings.IndexFunc(title, unicode.IsLetter) >= 0 && !unicode.IsSpace(rune(title[0]))
}

// hasColumns reports whether bars, tabs or wide blanks part a line: "Low | High".
func hasColumns(line string) bool {
	line = strings.TrimSpace(line)
	return strings.ContainsAny(line, "|\t") || strings.Contains(line, "  ")
}
