package sniff

import (
	"bytes"
	"strings"
)

// maxMarkdownHead is how much of a text is looked at for the signs of Markdown, in bytes.
const maxMarkdownHead = 32 << 10

// markdownText returns the type of Markdown for a text without an extension that says what it
// is, if the text has the signs of Markdown; "" for any other.
func markdownText(ext string, text []byte) string {
	named := ext != "" && ext != ".txt" && ext != ".text" && !strings.ContainsAny(ext, "0123456789") // "/v1.2" has none
	if named || wholePage(text) || !hasMarkdownSigns(text[:min(len(text), maxMarkdownHead)]) {
		return ""
	}
	return markdown
}

// markdownSigns counts the lines of a text by what they would be in Markdown.
type markdownSigns struct {
	headings, subheadings, fences, tables, links int // each rare in other text
	bullets, quotes, spans                       int // each of which other text has too
	prose, data                                  int // data: settings and code, in which "#" begins a comment
}

// hasMarkdownSigns reports whether text is Markdown. It needs two kinds of signs that are
// rare in other text, one such kind beside a common one, three links, or several headings
// with prose. In a settings file "# name" is a comment and "- name" an entry, so data must
// be rare beyond two lines.
func hasMarkdownSigns(text []byte) bool {
	if bytes.HasPrefix(text, []byte("#!")) {
		return false
	}
	var s markdownSigns
	fence, afterBlank, pipes := "", true, false
	var heading bool // the line before is one, set off from what is above
	for line := range bytes.Lines(text) {
		line := strings.TrimRight(string(line), " \t\r\n")
		body := strings.TrimLeft(line, " \t")
		if run := fenceOf(body); run != "" && (fence == "" || strings.HasPrefix(body, fence) && strings.Trim(body, run[:1]) == "") {
			if s.fences++; fence == "" {
				fence = run
			} else {
				fence = ""
			}
			continue
		}
		if fence != "" {
			continue
		}
		if heading && body == "" {
			s.headings++
		}
		heading = false
		level := len(line) - len(strings.TrimLeft(line, "#"))
		switch {
		case body == "":
		case level > 0 && level <= 6 && strings.HasPrefix(line[level:], " "):
			if heading = afterBlank; level > 1 {
				s.subheadings++
			}
		case pipes && strings.Trim(body, "|:- ") == "" && strings.Contains(body, "--"):
			s.tables++
		case strings.HasPrefix(body, "> "):
			s.quotes++
			s.inline(body)
		case isItem(body):
			_, item, _ := strings.Cut(body, " ")
			if isSetting(item) {
				s.data++
			} else {
				s.bullets++
				s.inline(item)
			}
		case isSetting(body), strings.HasPrefix(line, "\t"), strings.HasPrefix(line, "    "), strings.ContainsAny(body[len(body)-1:], "{};"):
			s.data++
		default:
			if strings.Count(body, " ") >= 5 {
				s.prose++
			}
			s.inline(body)
		}
		pipes = strings.Contains(body, "|")
		afterBlank = body == "" || level > 0
	}
	if heading {
		s.headings++
	}
	return s.decide()
}

func (s *markdownSigns) decide() bool {
	sure := 0
	for _, there := range [...]bool{s.headings > 0, s.fences > 1, s.tables > 0, s.links > 0} {
		if there {
			sure++
		}
	}
	alsoElsewhere := s.bullets > 1 || s.quotes > 0 || s.spans > 0
	switch {
	case (s.data-2)*4 > s.headings+s.subheadings+s.bullets+s.quotes+s.prose+s.links:
		return false
	case sure >= 2 || s.links >= 3 || sure == 1 && alsoElsewhere:
		return true
	}
	return s.headings >= 2 && s.subheadings > 0 && s.prose >= 2
}

func (s *markdownSigns) inline(line string) {
	for rest := line; ; {
		label, after, found := strings.Cut(rest, "](")
		if !found {
			break
		}
		if target, _, closed := strings.Cut(after, ")"); closed && target != "" && target[0] != ' ' && strings.Contains(label, "[") {
			s.links++
		}
		rest = after
	}
	if strings.HasPrefix(line, "[") && strings.Contains(line, "]: http") {
		s.links++
	}
	if strings.Count(line, "**") >= 2 || strings.Count(line, "`") >= 2 {
		s.spans++
	}
}

// fenceOf returns the run of signs that begins a block of code, "" for none.
func fenceOf(body string) string {
	for _, sign := range [...]string{"`", "~"} {
		if run := body[:len(body)-len(strings.TrimLeft(body, sign))]; len(run) >= 3 && !strings.Contains(body[len(run):], "`") {
			return run
		}
	}
	return ""
}

func isItem(body string) bool {
	mark, _, found := strings.Cut(body, " ")
	digits := strings.TrimRight(mark, ".)")
	return found && (mark == "-" || mark == "*" || mark == "+" || len(digits) == len(mark)-1 && digits != "" && strings.Trim(digits, "0123456789") == "")
}

// isSetting reports whether a line looks like one of a settings file: "port: 80", "[user]",
// "name=x", "hosts:". Prose with a word before a colon also matches, so a few such lines are
// no evidence.
func isSetting(body string) bool {
	if strings.HasPrefix(body, "[") && strings.HasSuffix(body, "]") {
		return true
	}
	at := strings.IndexAny(body, ":= \t")
	if at <= 0 {
		return false
	}
	rest := strings.TrimLeft(body[at:], " \t")
	return strings.HasPrefix(rest, "=") || strings.HasPrefix(body[at:], ":") && (len(rest) == 1 || rest[1] == ' ')
}
