package classify

// A table of contents has at least minContentsItems links, nearly all of them to parts of the page,
// and the text that they lead to has at least minContentsRatio as many words.
const (
	minContentsItems = 5
	minContentsShare = 0.9
	minContentsRatio = 5
)

// dropContents leaves out lists of links to the parts of the page: its headings say the same, and
// are in the outline.
func (s *selection) dropContents() {
	var toPart []bool // what linksToParts returns; nil until it is needed
	keptWords := s.keptWords()
	for _, u := range s.units {
		el := &s.page.Elements[u.elem]
		if u.kind != listUnit || !s.kept[el.First] || el.End-el.First < minContentsItems || s.isTextList(el) {
			continue
		}
		if toPart == nil {
			toPart = s.linksToParts()
		}
		inList := keptWords[el.End] - keptWords[el.First]
		after := keptWords[len(s.kept)] - keptWords[el.End]
		if after >= minContentsRatio*inList && s.leadsToParts(el.First, el.End, toPart) {
			clear(s.kept[el.First:el.End])
		}
	}
}

// leadsToParts reports whether nearly all blocks from first to before end are links to parts of the
// page and nothing else.
func (s *selection) leadsToParts(first, end int32, toPart []bool) bool {
	links := 0
	for i := first; i < end; i++ {
		if b := &s.page.Blocks[i]; toPart[i] && b.LinkWords == b.Words {
			links++
		}
	}
	return float32(links) >= minContentsShare*float32(end-first)
}
