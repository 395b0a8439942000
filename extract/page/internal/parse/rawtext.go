package parse

import (
	"bytes"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/ascii"
)

// rawEnd returns the index of the end tag of raw text that begins at i, or the length of the
// page if it has no end tag. It follows Tokenizer.readRawOrRCDATA.
func rawEnd(text []byte, i int, name []byte) int {
	for {
		end := bytes.IndexByte(text[i:], '<')
		if end < 0 {
			return len(text)
		}
		if i += end; endsAt(text, i, name) {
			return i
		}
		i++
	}
}

func endsAt(text []byte, i int, name []byte) bool {
	end := i + 2 + len(name)
	return end < len(text) && text[i] == '<' && text[i+1] == '/' && classes[text[end]]&endsTag != 0 &&
		bytes.EqualFold(text[i+2:end], name)
}

var scriptName = []byte("script")

// scriptEnd is rawEnd for a script, in which comments can hide end tags (HTML,
// 13.2.5.15 to 13.2.5.31). It follows Tokenizer.readScript.
func scriptEnd(text []byte, i int) int {
	for {
		next := bytes.IndexByte(text[i:], '<')
		if next < 0 {
			return len(text)
		}
		i += next
		switch rest := text[i+1:]; {
		case endsAt(text, i, scriptName):
			return i
		case bytes.HasPrefix(rest, []byte("!--")):
			end, ended := escapedEnd(text, i+4)
			if ended {
				return end
			}
			i = end
		default:
			i++
		}
	}
}

// escapedEnd reads what follows "<!--" in a script. It returns the index of the
// end tag of the script, or that from which on the script goes on as before.
func escapedEnd(text []byte, i int) (end int, ended bool) {
	dashes, double := 2, false
	for ; i < len(text); i++ {
		switch c := text[i]; {
		case c == '-':
			dashes++
			continue
		case c == '>' && dashes >= 2:
			return i + 1, false
		case c != '<':
		case double:
			if endsAt(text, i, scriptName) {
				i += len("</script")
				double = false
			}
		case endsAt(text, i, scriptName):
			return i, true
		case i+1 < len(text) && ascii.IsLetter(text[i+1]):
			if end := i + 1 + len(scriptName); end < len(text) && classes[text[end]]&endsTag != 0 && bytes.EqualFold(text[i+1:end], scriptName) {
				i += len("<script")
				double = true
			}
		case i+1 < len(text) && text[i+1] != '/':
			return i + 1, false
		}
		dashes = 0
	}
	return len(text), true
}
