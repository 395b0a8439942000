package parse

import (
	"bytes"
	"strings"

	"golang.org/x/net/html"
)

// Style may ask for attributes that no selector names: by values that are those of an
// attribute, as in attr(data-a px), and in style sheets that addresses hold, which are not
// read here. Where that is seen in a tag, the page is parsed again with all attributes.

// asksForAttribute reports whether declarations have values of attributes. Scripts call
// functions of that name with other arguments.
func asksForAttribute(css []byte) bool {
	for i := 0; ; i++ {
		next := bytes.IndexByte(css[i:], '(')
		if next < 0 {
			return false
		}
		if i += next; i >= 4 && equals(css[i-4:i], "attr") && typedAttribute(css[i+1:]) {
			return true
		}
	}
}

// typedAttribute reports whether text begins with a name, white space and a word.
func typedAttribute(text []byte) bool {
	text = bytes.TrimLeft(text[:min(len(text), maxName)], " \t\n")
	end := bytes.IndexAny(text, " \t\n,)\"'(;{}=")
	if end <= 0 || text[end] != ' ' && text[end] != '\t' && text[end] != '\n' {
		return false
	}
	rest := bytes.TrimLeft(text[end:], " \t\n")
	return len(rest) > 0 && (rest[0]|0x20 >= 'a' && rest[0]|0x20 <= 'z' || rest[0] == '%')
}

// importsData reports whether a style sheet may import one that an address holds.
func importsData(css []byte) bool {
	for {
		_, rest, found := bytes.Cut(css, []byte("@"))
		if !found {
			return false
		}
		if css = rest; len(rest) == 0 || rest[0]|0x20 != 'i' && rest[0] != '\\' {
			continue
		}
		var rule []byte
		if rule, css, _ = bytes.Cut(rest, []byte(";")); bytes.IndexByte(rule, '\\') >= 0 || containsFold(rule, "data:") {
			return true
		}
	}
}

func containsFold(text []byte, small string) bool {
	return strings.Contains(strings.ToLower(string(text)), small)
}

// needsAllAttributes reports whether an attribute of a tag has style that may ask for
// attributes of any name.
func needsAllAttributes(e element, name, value []byte) bool {
	switch {
	case equals(name, "style"):
		return asksForAttribute(unescaped(value))
	case e == headVoid && equals(name, "href"):
		address := bytes.TrimSpace(unescaped(value))
		return hasPrefix(address, "data:") && hasPrefix(bytes.TrimSpace(address[len("data:"):]), "text/css")
	}
	return false
}

// unescaped returns the value of an attribute, itself where it has no character references.
func unescaped(value []byte) []byte {
	if bytes.IndexByte(value, '&') < 0 {
		return value
	}
	return []byte(html.UnescapeString(string(value)))
}

// mayNeedAllAttributes reports whether a part of a page whose tags are not looked at has
// style that may ask for attributes of any name.
func mayNeedAllAttributes(part []byte) bool {
	return asksForAttribute(part) || containsFold(part, "text/css")
}
