package htmlmd

import (
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/ascii"
)

// Pages of content management systems show the raw shortcodes of plugins that are
// gone: "[vc_row][vc_column]Welcome[/vc_column][/vc_row]". They are markup of the
// author's and no text, see https://codex.wordpress.org/Shortcode_API. A page that
// is about shortcodes names them in its sentences, or in code, and keeps them.

// dropShortcodes returns text without known shortcodes: those that begin a line,
// that touch the words before them, or that end the text and either close or have
// attributes. starts says that the text begins a line.
func dropShortcodes(s string, starts bool) string {
	var b []byte
	done := 0
	for i := 0; i < len(s); {
		next := strings.IndexByte(s[i:], '[')
		if next < 0 {
			break
		}
		starts = starts && isBlank(s[i:i+next])
		i += next
		end, full := shortcode(s[i:])
		if end == 0 || !starts && !touchesWord(s[:i]) && !(full && isBlank(s[i+end:])) {
			starts = false
			i++
			continue
		}
		b = appendApart(b, s[done:i])
		i += end
		done, starts = i, true
	}
	if done == 0 {
		return s
	}
	return string(appendApart(b, s[done:]))
}

// appendApart appends s, with a space where a word would touch one of b.
func appendApart(b []byte, s string) []byte {
	if s != "" && ascii.IsAlnum(s[0]) && touchesWord(string(b[max(len(b)-1, 0):])) {
		b = append(b, ' ')
	}
	return append(b, s...)
}

// touchesWord reports whether a word or a sentence ends right at the end of s.
func touchesWord(s string) bool {
	if s == "" {
		return false
	}
	c := s[len(s)-1]
	return ascii.IsAlnum(c) || strings.IndexByte(".,;:!?)]", c) >= 0
}

// maxShortcode bounds one shortcode, in bytes.
const maxShortcode = 2000

// shortcode returns the length of the known shortcode that s begins with, 0 if it
// begins with none. full says that it closes or has attributes.
func shortcode(s string) (end int, full bool) {
	closing := len(s) > 1 && s[1] == '/'
	i := 1
	if closing {
		i = 2
	}
	start := i
	for i < len(s) && (ascii.IsAlnum(s[i]) || s[i] == '_' || s[i] == '-') {
		i++
	}
	name := s[start:i]
	if i == len(s) || !wordList("shortcode").has(name) && !wordList("shortcode begins").begins(name) {
		return 0, false
	}
	rest := s[i:min(len(s), maxShortcode)]
	end = strings.IndexByte(rest, ']')
	if end < 0 {
		return 0, false
	}
	attributes := rest[:end]
	if attributes != "" && attributes[0] != ' ' && attributes[0] != '/' && attributes[0] != '\n' {
		return 0, false
	}
	end += i + 1
	if end < len(s) && s[end] == '(' {
		return 0, false // the text of a link in Markdown
	}
	return end, closing || strings.Contains(attributes, "=")
}
