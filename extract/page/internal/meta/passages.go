package meta

import (
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/ctxio"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmlfrag"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/laxjson"
)

// The bounds of the passages of a page.
const (
	maxPassages     = 400
	maxPassageBytes = 1 << 20
	maxWrapped      = 3 // JSON texts within strings of JSON texts
)

// Passages returns the strings of a JSON text, or of a script that holds one,
// that read like prose: at least ten words with a sentence end, HTML or not,
// in order, of several that begin alike the longest. A string that is a JSON text
// itself is read as such. It ends early with meter, which may be nil.
func Passages(src string, meter *ctxio.Meter) []string {
	p := proseCollector{begun: map[string]int{}, meter: meter}
	p.read(src, 0)
	return p.found
}

type proseCollector struct {
	found []string
	begun map[string]int // index in found by the beginning of a passage
	size  int
	meter *ctxio.Meter
}

func (p *proseCollector) read(src string, depth int) {
	const stringCost = 64 // added to the bytes of each string that is counted by the meter, for the work that a short string takes
	s := laxjson.Scanner{Src: src}
	for len(p.found) < maxPassages && p.size < maxPassageBytes && s.NextQuote() {
		from := s.At
		text := s.Text()
		if p.meter.Spend(stringCost+s.At-from) != nil {
			return
		}
		switch {
		case s.AtColon():
		case strings.HasPrefix(text, `{"`), strings.HasPrefix(text, `[{"`):
			if depth < maxWrapped {
				p.read(text, depth+1)
			}
		case isPassage(text):
			p.add(text)
		}
	}
}

func (p *proseCollector) add(text string) {
	const maxRead, maxBeginning = 500, 80
	start := CutText(lettersOf(htmlfrag.Text(CutText(text, maxRead))), maxBeginning) // of its text, HTML or not
	switch i, again := p.begun[start]; {
	case !again:
		p.begun[start] = len(p.found)
		p.found = append(p.found, text)
		p.size += len(text)
	case len(text) > len(p.found[i]):
		p.size += len(text) - len(p.found[i])
		p.found[i] = text
	}
}

func isPassage(t string) bool {
	if len(t) < 60 || strings.Count(t, " ") < 10 || !strings.ContainsAny(t, ".!?。") {
		return false
	}
	odd := 0
	for _, c := range t {
		if strings.ContainsRune(`{};=\%_`, c) {
			odd++
		}
	}
	return odd*25 < len(t) || strings.Contains(t, "</p>")
}
