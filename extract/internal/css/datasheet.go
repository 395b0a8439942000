package css

import (
	"encoding/base64"
	"net/url"
	"strings"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
)

// isDataSheet reports whether n links to a style sheet that its address holds (RFC 2397).
func isDataSheet(n *html.Node) bool {
	if n.Type != html.ElementNode || n.Data != "link" {
		return false
	}
	rel := Lower(htmltree.Attr(n, "rel"))
	return HasToken(rel, "stylesheet") && !HasToken(rel, "alternate") && isData(htmltree.Attr(n, "href"))
}

func isData(address string) bool {
	address = strings.TrimSpace(address)
	return len(address) > len("data:") && Lower(address[:len("data:")]) == "data:"
}

// addData reads the style sheet that an address holds. One that can't be
// read makes Exceeded true.
func (s *Sheet) addData(address string) {
	text, ok := sheetOf(strings.TrimSpace(address))
	if s.dataSheets++; !ok || s.dataSheets > maxDataSheets {
		s.overflows = true
		return
	}
	s.Add(text)
}

// maxDataSheets bounds the style sheets in addresses: each may import others.
const maxDataSheets = 100

// sheetOf returns the text of a data URL, which is empty where that is no style sheet.
func sheetOf(address string) (text string, ok bool) {
	kind, text, ok := strings.Cut(address[len("data:"):], ",")
	if !ok {
		return "", false
	}
	if !strings.HasPrefix(Lower(strings.TrimSpace(kind)), "text/css") {
		return "", true
	}
	if plain, err := url.PathUnescape(text); err == nil {
		text = plain
	}
	if !strings.HasSuffix(Lower(strings.TrimSpace(kind)), ";base64") {
		return text, true
	}
	text = strings.Map(func(r rune) rune {
		if IsBlank(byte(r)) {
			return -1
		}
		return r
	}, text)
	raw, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(text, "="))
	return string(raw), err == nil
}

// importData reads the style sheet of an @import rule, if its address holds one. Where
// braces or semicolons in the address end the rule for this parser, Exceeded is true.
func (s *Sheet) importData(args string) {
	args = trim(args)
	address, rest := "", ""
	switch {
	case len(args) > 4 && Lower(args[:4]) == "url(":
		s.overflows = s.overflows || strings.IndexByte(args, ')') < 0 && strings.Contains(Lower(args), "data:")
		address, rest = CutBlock(args[4:], ')')
		address = strings.Trim(address, "\"' ")
	case args != "" && (args[0] == '"' || args[0] == '\''):
		end := skipString(args, 0)
		address, rest = args[1:min(end, len(args))], args[min(end+1, len(args)):]
	}
	if strings.IndexByte(address, '\\') >= 0 {
		address = unescape(address)
	}
	if isData(address) && importApplies(trim(plainCSS(rest))) {
		s.addData(address)
	}
}

// importApplies judges the conditions behind the address of @import: a layer, @supports
// and media. A layer is taken for none.
func importApplies(conditions string) bool {
	for _, word := range [...]string{"layer", "supports"} {
		rest, found := strings.CutPrefix(Lower(conditions), word)
		if !found {
			continue
		}
		if rest = trim(rest); strings.HasPrefix(rest, "(") {
			var inner string
			if inner, rest = CutBlock(rest[1:], ')'); word == "supports" && !supports("("+inner+")", 0) {
				return false
			}
		}
		conditions = trim(rest)
	}
	return ScreenMedia(conditions)
}
