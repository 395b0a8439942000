package page

import (
	"io"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// programs are the scripts of a page that could make its content.
type programs struct {
	count    int  // of scripts, trackers among them
	external bool // one that is loaded from elsewhere
	builds   bool // one in the page that fetches or makes content, or a module
	template bool // a script element holds a template
}

// any reports whether there is a program that could make the content.
func (p programs) any() bool { return p.external || p.builds }

// maxSnippet is the size, in bytes, from which on an inline program is taken for
// an application, whatever it calls.
const maxSnippet = 8 << 10

// maxToken is the length of a tag or text, in bytes, at which reading programs ends; a
// script as long as that makes content.
const maxToken = 1 << 20

// readPrograms reads the scripts of a page from its source: the tree lacks those
// that say nothing to readers.
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

// script reads a script whose tag name was read.
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
		p.template = p.template || containsAny(kind, []string{"template", "handlebars", "tmpl", "mustache", "text/html"})
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
	code := z.Raw()
	p.builds = p.builds || len(code) > maxSnippet || makesContent(string(code))
}

// isProgram tells the types of scripts that run (HTML, 4.12.1.1).
func isProgram(kind string) bool {
	switch kind {
	case "", "module", "text/javascript", "application/javascript", "application/x-javascript", "text/ecmascript", "text/babel", "text/jsx":
		return true
	}
	return strings.HasSuffix(kind, "-text/javascript") // as some optimizers write it
}

// contentCalls are what a program has that fetches content or makes elements.
var contentCalls = []string{
	"fetch(", "createElement", "innerHTML", "insertAdjacent", ".append(", "appendChild", "replaceChildren", "document.write", "import(", "import ", "customElements.define", "attachShadow",
	"XMLHttpRequest", "$.get", "getJSON", ".ajax(", ".mount(", ".render(", "createApp", "createRoot", "hydrate", ".init(", ".start(", "textContent",
}

// trackingCalls are what a program has that counts visits; it loads others by
// elements that it makes.
var trackingCalls = []string{"dataLayer", "gtag(", "fbq(", "_paq", "_gaq", "ga('", "hotjar", "_hsq", "clarity", "ym(", "newrelic", "NREUM"}

func makesContent(code string) bool {
	return containsAny(code, contentCalls) && !containsAny(code, trackingCalls)
}

// trackers are parts of the addresses of scripts that never make content.
var trackers = []string{
	"googletagmanager.com", "google-analytics.com", "googlesyndication.com", "doubleclick.net", "connect.facebook.net", "cloudflareinsights.com", "hotjar.com", "clarity.ms", "matomo", "piwik",
	"plausible.io", "segment.com", "mc.yandex.ru", "hs-scripts.com", "cookiebot.com", "cookielaw.org", "onetrust", "usercentrics", "disqus.com", "recaptcha", "hcaptcha.com", "email-decode.min.js",
	"/ga.js", "analytics.js", "beacon.min.js", "gtm.js", "stats.wp.com", "newrelic", "sentry", "addthis.com", "sharethis", "polyfill",
}

func isTracker(src string) bool { return containsAny(strings.ToLower(src), trackers) }
