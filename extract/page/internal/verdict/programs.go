package verdict

import (
	"io"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

type programs struct {
	count    int  // of scripts, trackers among them
	external bool // one that is loaded from elsewhere
	builds   bool // one in the page that fetches or makes content, or a module
}

func (p programs) any() bool { return p.external || p.builds }

// maxSnippet is the size in bytes from which on every inline program counts as an
// application.
const maxSnippet = 8 << 10

// maxToken is the length of a tag or text, in bytes, at which reading programs ends; a
// script as long as that makes content.
const maxToken = 1 << 20

// readPrograms reads the scripts of a page from its source, because the tree lacks scripts
// without data for readers.
func readPrograms(source io.Reader) (p programs) {
	z := html.NewTokenizer(source)
	z.SetMaxBuf(maxToken)
	for {
		switch z.Next() {
		case html.ErrorToken:
			return p
		case html.StartTagToken:
			if name, more := z.TagName(); atom.Lookup(name) == atom.Script {
				p.script(z, more)
			}
		}
	}
}

func (p *programs) script(z *html.Tokenizer, more bool) {
	var src, kind string
	for more {
		var key, value []byte
		key, value, more = z.TagAttr()
		switch string(key) {
		case "src":
			src = string(value)
		case "type":
			kind = strings.ToLower(string(value))
		}
	}
	if !isProgram(kind) {
		return
	}
	p.count++
	if src != "" {
		if !isTracker(src) {
			p.external = true
			p.builds = p.builds || kind == "module"
		}
		return
	}
	if z.Next() != html.TextToken {
		p.builds = p.builds || z.Err() == html.ErrBufferExceeded
		return
	}
	code := string(z.Raw())
	makesContent := hasPhrase(code, contentCalls) || strings.Contains(code, "import ")
	p.builds = p.builds || len(code) > maxSnippet || makesContent && !hasPhrase(code, trackingCalls) // what counts visits makes elements too, to load others
}

// isProgram reports whether kind is a type of scripts that run (HTML, 4.12.1.1).
func isProgram(kind string) bool {
	switch kind {
	case "", "module", "text/javascript", "application/javascript", "application/x-javascript", "text/ecmascript", "text/babel", "text/jsx":
		return true
	}
	return strings.HasSuffix(kind, "-text/javascript") // as some optimizers write it
}

// isTracker reports whether a script or frame never makes content, by its address.
func isTracker(src string) bool { return hasPhrase(strings.ToLower(src), trackerAddresses) }
