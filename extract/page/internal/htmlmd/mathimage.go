package htmlmd

import (
	"net/url"
	"strings"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
)

// Pictures of formulas have their source for a text, or as a part of their address.

// IsFormulaImage reports whether Write would write an <img> as a formula.
func IsFormulaImage(n *html.Node) bool { return imageTeX(n) != "" }

// imageTeX is the TeX of a picture of a formula, "" for other pictures.
func imageTeX(n *html.Node) string {
	alt := strings.TrimSpace(attrOf(n, "alt"))
	if alt != "" && wordList("math image").inClass(n) {
		tex, _ := undelimited(alt, false)
		return tex
	}
	for _, key := range [...]string{"src", "data-src", "data-lazy-src"} {
		if tex := addressTeX(htmltree.Attr(n, key)); tex != "" {
			return tex
		}
	}
	if tex, _ := undelimited(alt, false); tex != alt && (hasTeXCommand(tex) || strings.ContainsAny(tex, "^_")) {
		return tex
	}
	return ""
}

// addressTeX is the TeX that a service which draws formulas is given in the address of a picture:
//
//	https://latex.codecogs.com/svg.latex?x^2             all of the query
//	https://s0.wp.com/latex.php?latex=x%5E2&bg=ffffff    a parameter
//	https://chart.googleapis.com/chart?cht=tx&chl=x%5E2  a parameter
//	https://i.upmath.me/svg/x%5E2                        the rest of the path
func addressTeX(src string) string {
	if !strings.Contains(src, "tex") && !strings.Contains(src, "math") && !strings.Contains(src, "equation") && !strings.Contains(src, "chl=") {
		return ""
	}
	address, query, _ := strings.Cut(src, "?")
	if _, path, ok := strings.Cut(address, "math.me/svg/"); ok {
		tex, _ := url.PathUnescape(path)
		return tex
	}
	if strings.Contains(address, "/chart") && !strings.Contains(query, "cht=tx") {
		return ""
	}
	for part := range strings.SplitSeq(query, "&") {
		key, value, ok := strings.Cut(part, "=")
		if ok && wordList("math parameter").has(key) {
			tex, _ := url.QueryUnescape(value)
			return strings.TrimSpace(tex)
		}
	}
	if strings.HasSuffix(address, ".latex") || strings.HasSuffix(address, "tex.php") || strings.HasSuffix(address, "tex.cgi") || strings.HasSuffix(address, "latex") || strings.Contains(address, "codecogs.com/") {
		tex, _ := url.PathUnescape(strings.NewReplacer("&plus;", "+", "&space;", " ").Replace(query))
		return withoutSettings(tex)
	}
	return ""
}

// withoutSettings cuts off the commands of CodeCogs that TeX has not: the resolution, colours and size.
func withoutSettings(tex string) string {
	for {
		tex = strings.TrimSpace(tex)
		command, ok := strings.CutPrefix(tex, `\`)
		end := 0
		for end < len(command) && (isASCIILetter(command[end]) || command[end] == '_') {
			end++
		}
		if !ok {
			return tex
		}
		name, _, _ := strings.Cut(command[:end], "_")
		switch name {
		case "dpi", "bg", "fg", "fn", "inline", "tiny", "small", "large", "huge":
		default:
			return tex
		}
		tex = command[end:]
		if strings.HasPrefix(tex, "{") {
			_, tex, _ = strings.Cut(tex, "}")
		}
	}
}
