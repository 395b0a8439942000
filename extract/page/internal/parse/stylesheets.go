package parse

import (
	"bytes"

	"golang.org/x/net/html"
)

var styleName = []byte("style")

// readSheets notes whether the page may have style elements, and keeps all attributes if one of them may select by
// any. They are looked at before the page is filtered, because a sheet also applies to elements before it: from each
// place where one may begin, even in a comment. In SVG its text may hold character references.
func (p *prefilter) readSheets() {
	for i := 0; ; i++ {
		next := bytes.IndexByte(p.text[i:], '<')
		if next < 0 {
			return
		}
		if i += next; i+1 < len(p.text) && p.text[i+1]|0x20 == 's' && len(p.text)-i > len(styleName) && bytes.EqualFold(p.text[i+1:i+1+len(styleName)], styleName) {
			css := p.text[i+1 : rawEnd(p.text, i+1, styleName)]
			p.hasStyle = true
			p.keepAll = p.keepAll || bytes.IndexByte(css, '[') >= 0 || bytes.IndexByte(css, '&') >= 0 && html.UnescapeString(string(css)) != string(css)
			i += len(css)
		}
	}
}
