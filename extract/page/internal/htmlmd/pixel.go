package htmlmd

import (
	"path"
	"strings"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
)

// Images that show nothing: those that hold the place of another, those of a
// pixel, and those that count readers.

// isPlaceholder reports whether the name of an image file is one of those that
// stand in until the image is loaded.
func isPlaceholder(src string) bool {
	name := imageName(src)
	return wordList("waiting image").has(name) || isBlankName(name) || strings.HasPrefix(name, "placeholder") || strings.HasPrefix(name, "lazy-")
}

// isBlankImage reports whether the name of an image file is one of those that show
// nothing at all.
func isBlankImage(src string) bool {
	name := imageName(src)
	if isBlankName(name) || strings.Contains(name, "placeholder") {
		return true
	}
	src, _, _ = strings.Cut(src, "?")
	return strings.HasSuffix(src, ".gif") && (name == "clear" || strings.HasSuffix(name, "blank") || strings.HasPrefix(name, "blank"))
}

func isBlankName(name string) bool {
	return wordList("blank image").has(name) || strings.HasPrefix(name, "pixel_") || strings.HasPrefix(name, "pixel-") || strings.HasPrefix(name, "spacer_")
}

// imageName is the name of an image file in lower case, up to its first dot.
func imageName(src string) string {
	src, _, _ = strings.Cut(src, "?")
	name, _, _ := strings.Cut(strings.ToLower(src[strings.LastIndexByte(src, '/')+1:]), ".")
	return name
}

// isPixel reports whether an image is too small to show anything: a pixel, or a line without
// a text, which pages indent with.
func isPixel(n *html.Node) bool {
	wide, ok := number(n, "width")
	high, ok2 := number(n, "height")
	if ok && ok2 {
		return wide <= 2 && high <= 2 || min(wide, high) <= 1 && isBlank(htmltree.Attr(n, "alt"))
	}
	style := htmltree.Attr(n, "style")
	return style != "" && styledPixel(style)
}

// styledPixel reports whether a style makes an element a pixel wide and high.
func styledPixel(style string) bool {
	wide, high := false, false
	for style != "" {
		var d string
		d, style, _ = strings.Cut(style, ";")
		name, value, _ := strings.Cut(d, ":")
		value, _, _ = strings.Cut(strings.TrimSpace(value), "!")
		switch value = strings.TrimSpace(value); strings.TrimSpace(name) {
		case "width":
			wide = value == "0" || value == "1px" || value == "0px"
		case "height":
			high = value == "0" || value == "1px" || value == "0px"
		case "min-width", "min-height":
			return false // it fills what it stands in
		}
	}
	return wide && high
}

// isBeacon reports whether an image is there to count readers, by the address of a
// service that does.
func isBeacon(url linkTarget) bool {
	s := url.String()
	switch name, _, _ := strings.Cut(s, "?"); path.Ext(name) {
	case ".jpg", ".jpeg", ".png", ".webp", ".svg", ".avif":
		return false // a picture that is meant to be seen
	}
	if _, rest, ok := strings.Cut(s, "//"); ok {
		s = rest
	}
	if isCountingHost(s) {
		return true
	}
	if len(s) > maxBeacon {
		s = s[:maxBeacon]
	}
	return wordList("beacon").within(s)
}

// isCountingHost reports whether an address without its scheme has no path, but a query,
// or is that of a host whose name says that it counts.
func isCountingHost(address string) bool {
	i := strings.IndexAny(address, "/?")
	if i < 0 {
		return false
	}
	if address[i] == '?' {
		return true
	}
	label, _, _ := strings.Cut(address[:i], ".")
	return wordList("counting host").has(label)
}

// maxBeacon bounds what is looked at of an address, in bytes: hosts and paths of
// beacons are short, and their queries long.
const maxBeacon = 120
