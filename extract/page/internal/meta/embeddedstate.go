package meta

import (
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/ctxio"
)

// The bounds of the passages of a page.
const (
	maxPassages     = 400
	maxPassageBytes = 1 << 20
	maxWrapped      = 3 // JSON texts within strings of JSON texts
)

// Passages returns the strings of a JSON text, or of a script that holds one,
// that read like prose: at least ten words with a sentence end, HTML or not,
// each once, in order. A string that is a JSON text itself is read as such. It
// ends early with meter, which may be nil.
func Passages(src string, meter *ctxio.Meter) []string {
	p := proseCollector{seen: map[string]bool{}, meter: meter}
	p.read(src, 0)
	return p.found
}

// perString is what a string costs beside its bytes, counted in such.
const perString = 64

type proseCollector struct {
	found []string
	seen  map[string]bool
	size  int
	meter *ctxio.Meter
}

func (p *proseCollector) read(src string, depth int) {
	s := laxScanner{src: src}
	for s.at < len(src) && len(p.found) < maxPassages && p.size < maxPassageBytes {
		i := strings.IndexByte(src[s.at:], '"')
		if i < 0 {
			return
		}
		s.at += i
		from := s.at
		text := s.text()
		if p.meter.Spend(perString+s.at-from) != nil {
			return
		}
		switch {
		case s.peekColon():
		case strings.HasPrefix(text, `{"`), strings.HasPrefix(text, `[{"`):
			if depth < maxWrapped {
				p.read(text, depth+1)
			}
		case isPassage(text) && !p.seen[text]:
			p.seen[text] = true
			p.size += len(text)
			p.found = append(p.found, text)
		}
	}
}

// peekColon reports whether the string just read was a name.
func (s *laxScanner) peekColon() bool {
	for i := s.at; i < len(s.src); i++ {
		switch s.src[i] {
		case ' ', '\t', '\n', '\r':
		default:
			return s.src[i] == ':'
		}
	}
	return false
}

func isPassage(t string) bool {
	if len(t) < 60 || strings.Count(t, " ") < 10 || !strings.ContainsAny(t, ".!?。") {
		return false
	}
	odd := 0
	for i := 0; i < len(t); i++ {
		switch t[i] {
		case '{', '}', ';', '=', '\\', '%', '_':
			odd++
		}
	}
	return odd*25 < len(t) || strings.Contains(t, "</p>")
}
