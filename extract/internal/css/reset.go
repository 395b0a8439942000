package css

// maxKept bounds the elements of a slice whose memory Reset keeps.
const maxKept = 1 << 14

// Reset empties the sheet, for another page, in the memory that it has, unless
// that is a lot. Nothing of the page before is held on to.
func (s *Sheet) Reset() {
	*s = Sheet{
		rules:  emptied(s.rules),
		custom: emptied(s.custom),
		layers: emptied(s.layers),
		ruleIndex: ruleIndex{
			entries: emptied(s.entries), slots: emptied(s.slots), selectors: emptied(s.selectors),
			parser: selectorParser{rev: emptied(whole(s.parser.rev)), compounds: emptied(s.parser.compounds), classes: emptied(s.parser.classes)},
		},
		compiled: emptied(s.compiled),
		matcher: matcher{path: ancestorStack{
			nodes: emptied(whole(s.path.nodes)), frames: emptied(whole(s.path.frames)), names: emptied(s.path.names), chain: emptied(whole(s.path.chain)),
		}},
	}
}

// emptied returns the slice with its elements cleared and the length 0, or nil if it has room for more
// than maxKept.
func emptied[T any](list []T) []T {
	if cap(list) > maxKept {
		return nil
	}
	clear(list)
	return list[:0]
}

// whole returns the slice up to its capacity, so that emptied clears elements behind its end, too.
func whole[T any](list []T) []T { return list[:cap(list)] }
